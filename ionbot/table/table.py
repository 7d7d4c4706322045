"""One channel's table: it takes what happens in the channel one by one, and plays a match of it."""

from asyncio import Event, Queue
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Any, TypeAlias, TypeVar

import structlog

from games.kit.match import AnyMatch
from games.kit.protocol import AnyGame
from games.kit.registry import find_game
from games.kit.text import Text, phrase
from ionbot.channel import Channel, Lane, OnDelivery, Person
from ionbot.config import TableConfig
from ionbot.log import about
from ionbot.store.decks import Decks
from ionbot.store.places import Where
from ionbot.table import computers
from ionbot.table.address import BARE
from ionbot.table.kept import KeptSettings
from ionbot.table.lobby import Lobby
from ionbot.table.news import News
from ionbot.table.offers import Offers
from ionbot.table.operators import Operators, is_named
from ionbot.table.pages import Pages
from ionbot.table.patience import Patience
from ionbot.table.people import People
from ionbot.table.planner import Planner
from ionbot.table.play import Play
from ionbot.table.presence import Presence
from ionbot.table.reception import Reception
from ionbot.table.recovery import Recovery
from ionbot.table.seating import Seating
from ionbot.table.services import Services
from ionbot.table.stage import OnResult, Stage
from ionbot.table.standstill import Standstill
from ionbot.table.subject import subject
from ionbot.table.timing import Moment
from ionbot.table.voice import Voice
from ionbot.table.waiting import Waiting

_log = structlog.get_logger()

T = TypeVar("T")
Job: TypeAlias = Callable[[], Awaitable[None]]


class Table:
    """A table. What happens is put in by `do` and by the methods of its parts; `run` handles one after the other.

    A fault of one thing is logged and told; the table goes on with the next, and other tables never notice. `closed`: a
    lobby was open here when the bot was stopped. `pages` are those of all tables, which are `neighbours`, this one
    included. `on_result` hears of a match that is over once its channel has heard it.
    """

    def __init__(
        self, channel: Channel, services: Services, pages: Pages, on_result: OnResult,
        *, closed: bool = False, neighbours: Collection["Table"] = (),
    ) -> None:  # fmt: skip
        self.channel = channel
        self.pages = pages
        self.neighbours = neighbours
        self.enquiries = services.enquiries
        self.forgetting = services.stores.forgetting
        self.measures = services.measures
        self.people = People(self, services.stores)
        self.voice = Voice(channel, services.now, self.people.manner)
        self.settings = KeptSettings(self, services)
        self.waiting = Waiting(self)
        self.offers = Offers(self, services.now)
        self.reception = Reception(self, services)
        self._services = services
        self.recovery = Recovery(self, services)
        self._patience = Patience(services.sleep, self._tell_trouble)
        self.stage = Stage(self, services, self._patience, on_result)
        self.presence = Presence(self, closed=closed)
        self.standstill = Standstill(self, services.now)
        self.planner = Planner(self, services)
        self.news = News(self, services.stores.subscriptions, services.now)
        self._jobs: Queue[tuple[Job, Person | None]] = Queue()

    # What the table is asked for by its parts and by commands

    @property
    def play(self) -> Play | None:
        """The match that is played, if there is one."""
        return self.stage.play

    @property
    def lobby(self) -> Lobby | None:
        """The lobby, while there is one."""
        return self.reception.lobby

    @property
    def match(self) -> int | None:
        """The number of the match that is played, or that the lobby is open for."""
        if self.play:
            return self.play.match.header.match
        return self.lobby.match if self.lobby else None

    @property
    def resting(self) -> Text | None:
        """Why nothing is played, while the journal has a match that cannot go on."""
        return self.recovery.resting

    @property
    def config(self) -> TableConfig:
        """What counts here: as the operators have set it, else as configured."""
        return self.settings.config

    @property
    def prefix(self) -> str:
        """What commands begin with here."""
        return self.config.prefix

    @property
    def default_game(self) -> AnyGame:
        """The game that is played here unless somebody asks for another."""
        return find_game(self.config.game)

    @property
    def game(self) -> AnyGame:
        """The game that is played now, or would be."""
        if self.play:
            return self.play.game
        return self.lobby.game if self.lobby else self.default_game

    def options(self, game: AnyGame) -> Any:
        """The options with which a game is played here now, or would be."""
        if self.play and self.play.game is game:
            return self.play.options
        return self.lobby.options if self.lobby and self.lobby.game is game else self.reception.options(game)

    @property
    def where(self) -> Where:
        """The channel as the store knows it."""
        return Where(self.channel.network, self.channel.folded)

    @property
    def decks(self) -> Decks:
        """The store's decks."""
        return self._services.stores.decks

    @property
    def bare(self) -> bool:
        """Whether some commands need no prefix here."""
        return self.config.bare

    def typed(self, command: str) -> str:
        """Give a command as it is typed here."""
        return command if self.bare and command in BARE else f"{self.prefix}{command}"

    def operates(self, person: Person) -> bool:
        """Tell whether somebody may use the operators' commands."""
        return person in Operators(self.channel, self.config.operators)

    def administers(self, person: Person) -> bool:
        """Tell whether somebody may give the admins' orders."""
        return is_named(person, self._services.local(self.channel).admins, self.channel.fold)

    def say(self, text: Text, lane: Lane = Lane.RESULT, left: OnDelivery | None = None) -> None:
        """Say something to the channel, if the bot is there. `left` hears what became of it."""
        if self.channel.open:
            self.voice.say(text, self._name, lane, left)

    async def say_last(self, text: Text) -> None:
        """Say something behind all else that waits for the channel; return when it has left, or cannot."""
        left = Event()
        if self.channel.open:
            self.say(text, Lane.CHATTER, lambda *_: left.set())
            await left.wait()

    def call(self, person: Person, text: Text) -> None:
        """Say something to somebody in the channel, so that it rings for them."""
        if self.channel.open:
            self.voice.say(text, self._name, Lane.ANSWER, to=person)

    def tell(self, person: Person, text: Text, lane: Lane = Lane.ANSWER) -> None:
        """Tell somebody something in private."""
        self.voice.tell(person, text, self._name, lane)

    async def insist(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Give what a thing done with the database gives, however long that takes: the match's time stands still.

        Raises Contradiction.
        """
        clock = self.play.clock if self.play else None
        if clock:
            clock.hold("database")
        try:
            return await self._patience.insist(attempt)
        finally:
            if clock:
                clock.release("database")

    def computer_level(self, game: AnyGame) -> str:
        """Give the level of the computer players here unless an operator says otherwise."""
        return computers.level(game, self.config.computer_level)

    async def exhibit(self, players: int) -> None:
        """Let so many computer players play a match by themselves, for onlookers, if the table is free."""
        if not self.play and not self.lobby:
            await self.reception.exhibit(self.default_game, players)

    async def play_match(self, match: AnyMatch, seating: Seating, seed: bytes) -> None:
        """Begin a match."""
        self.recovery.begin_anew()
        await self.stage.begin(match, seating, seed)

    @property
    def due(self) -> int | None:
        """When there is something to do without anybody's asking, in real ms."""
        times = (self.reception.due, self.play.due if self.play else None, self.standstill.due)
        return min((time for time in times if time is not None), default=None)

    def seats(self, person: Person) -> bool:
        """Tell whether the person sits here."""
        if self.play and self.play.seating.of(person):
            return True
        return bool(self.lobby and self.lobby.guest(person))

    def moment(self, stamp: int | None) -> Moment | None:
        """Note when a line comes; `stamp` is the server's time of it."""
        return self.play.timing.moment(stamp, self.measures.time()) if self.play else None

    # What happens

    def do(self, job: Job, asker: Person | None = None) -> None:
        """Put something in, to be handled in its turn; `asker` is who wants it, if it is a person."""
        self._jobs.put_nowait((job, asker))

    def wake(self) -> None:
        """Look at the clock: something may be due."""
        self.do(self._wake)

    async def run(self) -> None:
        """Handle what comes, one after the other, until cancelled."""
        about(partial(subject, self))
        while True:
            await self._handle(*await self._jobs.get())
            self._jobs.task_done()

    async def settle(self) -> None:
        """Wait until all that was put in has been handled."""
        await self._jobs.join()

    # How it happens

    async def _handle(self, job: Job, asker: Person | None) -> None:
        lobby = self.lobby
        try:
            await job()
            self.stage.finish()
        except Exception as fault:  # noqa: BLE001 - whatever happens at a table, the others play on
            _log.exception("table fault")
            await self.recovery.recover(fault, asker, lobby)
        self._services.alarm.set(self, self.due)

    async def _wake(self) -> None:
        await self.reception.wake()
        if not await self.standstill.end_overdue() and self.play:
            await self.play.wake()

    def _tell_trouble(self) -> None:
        self.say(phrase("I cannot save anything just now. Time stands still here until I can."))

    def _name(self, seat: int) -> str:
        return self.play.seating.name(seat) if self.play else ""

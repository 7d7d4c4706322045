"""One channel's table: it takes what happens in the channel one by one, and plays a match of it."""

from asyncio import Event, Queue
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeAlias, TypeVar

import structlog
from structlog.contextvars import bind_contextvars

from games.kit.inputs import Kind
from games.kit.match import AnyMatch
from games.kit.protocol import AnyGame
from games.kit.registry import find_game
from games.kit.text import Text, phrase
from ionbot.channel import Channel, Delivery, Lane, Loss, Manner, Person
from ionbot.config import TableConfig
from ionbot.store.decks import Decks
from ionbot.store.places import Where
from ionbot.table import computers
from ionbot.table.address import BARE
from ionbot.table.announcer import Announcer
from ionbot.table.keeper import Keeper
from ionbot.table.kept import KeptSettings
from ionbot.table.lobby import Lobby
from ionbot.table.news import News
from ionbot.table.offers import Offers
from ionbot.table.operators import Operators, is_named
from ionbot.table.pages import Pages
from ionbot.table.patience import Patience
from ionbot.table.planner import Planner
from ionbot.table.play import Play
from ionbot.table.prompt import Prompt
from ionbot.table.reception import Reception
from ionbot.table.recovery import Recovery
from ionbot.table.seating import Seating
from ionbot.table.services import Services
from ionbot.table.timing import Moment, Sign
from ionbot.table.voice import Voice
from ionbot.table.waiting import Waiting
from ionbot.table.warning import Warnings

_log = structlog.get_logger()

T = TypeVar("T")
Job: TypeAlias = Callable[[], Awaitable[None]]
OnResult: TypeAlias = Callable[[Channel, Play], None]


class Table:
    """A table. What happens is put in by `do` and by the methods of its parts; `run` handles one after the other.

    A fault of one thing is logged and told; the table goes on with the next, and other tables never notice. `closed`: a
    lobby was open here when the bot was stopped. `last` are game and options of the match that was played here before.
    `pages` are those of all tables. `on_result` hears of a match that is over before the channel does.
    """

    def __init__(
        self, channel: Channel, services: Services, pages: Pages, on_result: OnResult, *, closed: bool = False
    ) -> None:
        self.channel = channel
        self._on_result = on_result
        self.pages = pages
        self.play: Play | None = None
        self.last: tuple[AnyGame, Any] | None = None
        self.voice = Voice(channel, services.now, self.manner)
        self.settings = KeptSettings(self, services)
        self.waiting = Waiting(self)
        self.offers = Offers(self, services.now)
        self.reception = Reception(self, services)
        self._services = services
        self._recovery = Recovery(self, services)
        self._patience = Patience(services.sleep, self._tell_trouble)
        self._closed_unseen = closed
        self._ends_at: int | None = None
        self.planner = Planner(self, services)
        self.news = News(self, services.subscriptions, services.now)
        self._seed = b""
        self._jobs: Queue[tuple[Job, Person | None]] = Queue()

    # What the table is asked for by its parts and by commands

    @property
    def lobby(self) -> Lobby | None:
        """The lobby, while there is one."""
        return self.reception.lobby

    @property
    def resting(self) -> Text | None:
        """Why nothing is played, while the journal has a match that cannot go on."""
        return self._recovery.resting

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
        return self._services.decks

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

    def say(self, text: Text, lane: Lane = Lane.RESULT) -> None:
        """Say something to the channel."""
        if self.channel.open:
            self.voice.say(text, self._name, lane)

    async def say_last(self, text: Text) -> None:
        """Say something behind all else that waits for the channel; return when it has left, or cannot."""
        left = Event()
        if self.channel.open:
            self.voice.say(text, self._name, Lane.CHATTER, lambda *_: left.set())
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

    async def player(self, person: Person) -> int:
        """Give the person's number in the store."""
        player = self._services.journal.player
        return await self.insist(partial(player, self.channel.network, person.identity, person.nick, person.account))

    def manner(self, person: Person) -> Manner:
        """Tell how somebody wants to be spoken to."""
        return self._services.manners.of(self.channel.network, person.identity)

    async def change_manner(self, person: Person, manner: Manner) -> None:
        """Speak to somebody like this from now on, wherever they are on the network."""
        keep, player = self._services.manners.keep, await self.player(person)
        await self.insist(partial(keep, self.channel.network, person.identity, player, manner))

    def computer_level(self, game: AnyGame) -> str:
        """Give the level of the computer players here unless an operator says otherwise."""
        return computers.level(game, self.config.computer_level)

    async def computer_player(self, level: str) -> int:
        """Give the number in the store of the computer players of a level."""
        player, identity = self._services.journal.player, computers.identity(level)
        return await self.insist(partial(player, self.channel.network, identity, level, kind=Kind.COMPUTER))

    async def exhibit(self, players: int) -> None:
        """Let so many computer players play a match by themselves, for onlookers, if the table is free."""
        if not self.play and not self.lobby:
            await self.reception.exhibit(self.default_game, players)

    async def play_match(self, match: AnyMatch, seating: Seating, seed: bytes) -> None:
        """Begin a match."""
        self._recovery.begin_anew()
        play = await self.sit_down(match, seating, seed)
        holding = (seat.number for seat in seating.humans if seat.person and self.manner(seat.person).hold)
        await play.begin(holding)

    async def sit_down(self, match: AnyMatch, seating: Seating, seed: bytes) -> Play:
        """Let a match be the one that is played here."""
        services, level = self._services, self.computer_level(match.game)
        player = await self.computer_player(level)
        players = computers.Players(player, level, services.chance, self.config.computer_pause)
        announcer = Announcer(match, seating, self.voice, services.now, self._hear_of_prompt)
        warnings = Warnings(match, seating, self.voice, lambda: self.config.warnings)
        keeper = Keeper(match, seating, services.journal, self._patience, services.wall)
        self._seed = seed
        self.play = Play(
            match, seating, announcer=announcer, keeper=keeper, players=players, warnings=warnings, now=services.now,
            channel=self.channel, on_sign=self._hear_of_sign,
        )  # fmt: skip
        return self.play

    def finish(self) -> None:
        """Tell the seed of the match, if it is over, and let the table be free."""
        if self.play and self.play.match.over:
            match = self.play.match.header.match
            text = phrase(
                "Match {match} is over. The seed of its cards was {seed}; whoever runs the bot can prove them by it.",
                match=str(match), seed=self._seed.hex(),
            )  # fmt: skip
            self._on_result(self.channel, self.play)
            self.last = self.play.game, self.play.options
            self.play = None
            self.end(match, text)

    def end(self, match: int, text: Text) -> None:
        """Say that a match has ended. Once that has left it is noted, so that it is not said again."""
        if self.channel.open:
            self.voice.say(text, self._name, left=partial(self._hear_of_end, match))
        self._services.on_over()
        self.do(self.waiting.seat)

    @property
    def due(self) -> int | None:
        """When there is something to do without anybody's asking, in real ms."""
        times = (self.reception.due, self.play.due if self.play else None, self._ends_at)
        return min((time for time in times if time is not None), default=None)

    def seats(self, person: Person) -> bool:
        """Tell whether the person sits here."""
        if self.play and self.play.seating.of(person):
            return True
        return bool(self.lobby and self.lobby.guest(person))

    def moment(self, stamp: int | None) -> Moment | None:
        """Note when a line comes; `stamp` is the server's time of it."""
        return self.play.timing.moment(stamp) if self.play else None

    # What happens

    def do(self, job: Job, asker: Person | None = None) -> None:
        """Put something in, to be handled in its turn; `asker` is who wants it, if it is a person."""
        self._jobs.put_nowait((job, asker))

    def wake(self) -> None:
        """Look at the clock: something may be due."""
        self.do(self._wake)

    async def run(self) -> None:
        """Handle what comes, one after the other, until cancelled."""
        bind_contextvars(network=self.channel.network, channel=self.channel.name)
        while True:
            await self._handle(*await self._jobs.get())
            self._jobs.task_done()

    async def settle(self) -> None:
        """Wait until all that was put in has been handled."""
        await self._jobs.join()

    async def enter(self) -> None:
        """The bot is in the channel: for the first time, or again."""
        self._ends_at = None
        await self.settings.load()
        await self.planner.load()
        if self._closed_unseen:
            self._closed_unseen = False
            join = self.typed("join")
            self.say(phrase("I was away; the table that was open is closed. {join} opens one.", join=join))
        await self._recovery.take_up(phrase("I am here again."))

    async def lose(self, loss: Loss) -> None:
        """The bot is not in the channel any more. If it was put out, the match does not wait for ever."""
        if self.play:
            await self.play.lose_network()
            if loss is Loss.EXPELLED:
                self._ends_at = self._services.now() + round(self.config.expelled_grace * 1000)
        elif self.lobby:
            await self.reception.close(self.lobby)
            self._closed_unseen = True

    # How it happens

    async def _handle(self, job: Job, asker: Person | None) -> None:
        lobby = self.lobby
        try:
            await job()
            self.finish()
        except Exception as fault:  # noqa: BLE001 - whatever happens at a table, the others play on
            _log.exception("table fault", network=self.channel.network, channel=self.channel.name)
            await self._recovery.recover(fault, asker, lobby)
        self._services.alarm.set(self, self.due)

    async def _wake(self) -> None:
        await self.reception.wake()
        ends = self._ends_at is not None and self._ends_at <= self._services.now()
        if ends:
            self._ends_at = None
        if self.play:
            await (self.play.stop() if ends else self.play.wake())

    def _hear_of_prompt(self, prompt: Prompt) -> None:
        self.do(partial(self._prompt_left, prompt))

    def _hear_of_sign(self, sign: Sign, silence: int | None) -> None:
        self.do(partial(self._sign_heard, sign, silence))

    def _hear_of_end(self, match: int, delivery: Delivery, _stamp: int | None) -> None:
        if delivery is Delivery.SENT:
            self.do(partial(self._note_end, match))

    async def _note_end(self, match: int) -> None:
        await self.insist(partial(self._services.journal.announce, match))

    async def _sign_heard(self, sign: Sign, silence: int | None) -> None:
        if self.play:
            await self.play.hear_sign(sign, silence)

    async def _prompt_left(self, prompt: Prompt) -> None:
        if self.play:
            await self.play.prompt_left(prompt)

    def _tell_trouble(self) -> None:
        self.say(phrase("I cannot save anything just now. Time stands still here until I can."))

    def _name(self, seat: int) -> str:
        return self.play.seating.name(seat) if self.play else ""

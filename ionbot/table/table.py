"""One channel's table: it takes what happens in the channel one by one, and plays a match of it."""

from asyncio import Queue, to_thread
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TypeAlias, TypeVar

import structlog

from games.kit.inputs import Cause, Kind, Reason
from games.kit.match import AnyMatch, Match
from games.kit.protocol import AnyGame
from games.kit.registry import find_game
from games.kit.text import Phrase, Text, phrase
from ionbot.channel import Channel, Departure, Lane, Person
from ionbot.store.database import Contradiction
from ionbot.store.resume import StoredSeat, Unresumable
from ionbot.table import computers
from ionbot.table.address import BARE
from ionbot.table.announcer import Announcer
from ionbot.table.keeper import Keeper
from ionbot.table.lobby import Lobby
from ionbot.table.operators import Operators
from ionbot.table.patience import Patience
from ionbot.table.play import Play
from ionbot.table.prompt import Prompt
from ionbot.table.reception import Reception
from ionbot.table.seating import Seat, Seating
from ionbot.table.services import Services
from ionbot.table.speaker import line
from ionbot.table.timing import Moment, Sign

_log = structlog.get_logger()

T = TypeVar("T")
Job: TypeAlias = Callable[[], Awaitable[None]]

_FAULTS = 3
"""With so many faults a match ends."""

_HELD = {Departure.SPLIT: Cause.SPLIT, Departure.PING_TIMEOUT: Cause.PING_TIMEOUT}
_GONE = {Departure.PART: Reason.PART, Departure.QUIT: Reason.DISCONNECT, Departure.KICK: Reason.KICK}
_LOST = {*_HELD, Departure.QUIT}
"""How a connection ends, but not always a person's presence: services end the older one of two."""


class Table:
    """A table. What happens is put in by `do` and by the methods of its parts; `run` handles one after the other.

    A fault of one thing is logged and told; the table goes on with the next, and other tables never notice. `closed`: a
    lobby was open here when the bot was stopped.
    """

    def __init__(self, channel: Channel, services: Services, *, closed: bool = False) -> None:
        self.channel = channel
        self.play: Play | None = None
        self.resting: Text | None = None
        self.reception = Reception(self, services)
        self._services = services
        self._operators = Operators(channel, services.config.operators)
        self._patience = Patience(services.sleep, self._tell_trouble)
        self._closed_unseen = closed
        self._seed = b""
        self._faults = 0
        self._jobs: Queue[Job] = Queue()

    # What the table is asked for by its parts and by commands

    @property
    def lobby(self) -> Lobby | None:
        """The lobby, while there is one."""
        return self.reception.lobby

    @property
    def prefix(self) -> str:
        """What commands begin with here."""
        return self._services.config.prefix

    @property
    def default_game(self) -> AnyGame:
        """The game that is played here unless somebody asks for another."""
        return find_game(self._services.config.game)

    @property
    def game(self) -> AnyGame:
        """The game that is played now, or would be."""
        if self.play:
            return self.play.game
        return self.lobby.game if self.lobby else self.default_game

    @property
    def bare(self) -> bool:
        """Whether some commands need no prefix here."""
        return self._services.config.bare

    def typed(self, command: str) -> str:
        """Give a command as it is typed here."""
        return command if self.bare and command in BARE else f"{self.prefix}{command}"

    def operates(self, person: Person) -> bool:
        """Tell whether somebody may use the operators' commands."""
        return person in self._operators

    def say(self, text: Text, lane: Lane = Lane.RESULT) -> None:
        """Say something to the channel."""
        if self.channel.open:
            self.channel.say(line(text, self._name), lane)

    def tell(self, person: Person, text: Text, lane: Lane = Lane.ANSWER) -> None:
        """Tell somebody something in private."""
        self.channel.tell(person, line(text, self._name), lane)

    async def insist(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Give what a thing done with the database gives, however long that takes. Raises Contradiction."""
        return await self._patience.insist(attempt)

    async def player(self, person: Person) -> int:
        """Give the person's number in the store."""
        player = self._services.journal.player
        return await self.insist(partial(player, self.channel.network, person.identity, person.nick, person.account))

    def computer_level(self, game: AnyGame) -> str:
        """Give the level of the computer players here unless an operator says otherwise."""
        return computers.level(game, self._services.config.computer_level)

    async def computer_player(self, level: str) -> int:
        """Give the number in the store of the computer players of a level."""
        player, identity = self._services.journal.player, computers.identity(level)
        return await self.insist(partial(player, self.channel.network, identity, level, kind=Kind.COMPUTER))

    async def join(self, person: Person, game: AnyGame | None, word: str) -> None:
        """Seat somebody: in the lobby, or in the match that runs."""
        if person not in self.channel.people():
            self.tell(person, phrase("Come to {channel} to play.", channel=self.channel.name))
        elif self.resting:
            self.tell(person, self.resting)
        elif not self.play:
            await self.reception.join(person, game, word)
        elif self.play.seating.of(person):
            self.tell(person, phrase("You play already; {inv} shows what you hold.", inv=self.typed("inv")))
        elif seat := self.play.own(person):
            await self.play.reclaim(seat, person)
        elif refused := await self.play.join(person, await self.player(person)):
            self.tell(person, refused.text)

    async def quit(self, person: Person) -> None:
        """Let somebody leave of their own will."""
        if self.play and (seat := self.play.seating.of(person)):
            await self.play.leave(seat, Reason.QUIT)
        elif self.lobby and self.lobby.guest(person):
            await self.reception.leave(person)
        else:
            self.tell(person, phrase("You do not sit at this table; {join} sits down.", join=self.typed("join")))

    async def go(self, person: Person) -> None:
        """Start the match of the lobby at once."""
        if self.play:
            self.tell(person, phrase("The match runs already."))
        else:
            await self.reception.go(person)

    async def exhibit(self, players: int) -> None:
        """Let so many computer players play a match by themselves, for onlookers, if the table is free."""
        if not self.play and not self.lobby:
            await self.reception.exhibit(self.default_game, players)

    async def play_match(self, match: AnyMatch, seating: Seating, seed: bytes) -> None:
        """Begin a match."""
        self._faults = 0
        play = await self._sit_down(match, seating, seed)
        await play.begin()

    def seats(self, person: Person) -> bool:
        """Tell whether the person sits here."""
        if self.play and self.play.seating.of(person):
            return True
        return bool(self.lobby and self.lobby.guest(person))

    def moment(self, stamp: int | None) -> Moment | None:
        """Note when a line comes; `stamp` is the server's time of it."""
        return self.play.timing.moment(stamp) if self.play else None

    # What happens

    def do(self, job: Job) -> None:
        """Put something in, to be handled in its turn."""
        self._jobs.put_nowait(job)

    def wake(self) -> None:
        """Look at the clock: something may be due."""
        self.do(self._wake)

    async def run(self) -> None:
        """Handle what comes, one after the other, until cancelled."""
        while True:
            job = await self._jobs.get()
            await self._handle(job)
            self._jobs.task_done()

    async def settle(self) -> None:
        """Wait until all that was put in has been handled."""
        await self._jobs.join()

    async def enter(self) -> None:
        """The bot is in the channel: for the first time, or again."""
        if self._closed_unseen:
            self._closed_unseen = False
            join = self.typed("join")
            self.say(phrase("I was away; the table that was open is closed. {join} opens one.", join=join))
        await self._take_up(phrase("I am here again."))

    async def lose(self) -> None:
        """The bot is not in the channel any more."""
        if self.play:
            await self.play.lose_network()
        elif self.lobby:
            await self.reception.close(self.lobby)
            self._closed_unseen = True

    async def arrive(self, person: Person) -> None:
        """Somebody comes into the channel; a seat that was held for them is theirs again."""
        if self.play and (seat := self.play.own(person)) and not seat.person:
            await self.play.reclaim(seat, person)

    async def depart(self, person: Person, departure: Departure) -> None:
        """Somebody is gone from the channel, or only one of the connections that they have there."""
        await self.reception.leave(person)
        if not self.play or not (seat := self.play.seating.of(person)):
            return
        others = (other for other in self.channel.people() if seat.belongs_to(other))
        if departure in _LOST and (other := next(others, None)):
            await self.play.reclaim(seat, other)
        elif cause := _HELD.get(departure):
            await self.play.hold(seat, cause)
        else:
            await self.play.leave(seat, _GONE[departure])

    # How it happens

    async def _handle(self, job: Job) -> None:
        try:
            await job()
            self._finish()
        except Exception:  # noqa: BLE001 - whatever happens at a table, the others play on
            self._log_fault("table fault")
            await self._recover()
        due = [time for time in (self.reception.due, self.play.due if self.play else None) if time is not None]
        self._services.alarm.set(self, min(due, default=None))

    async def _wake(self) -> None:
        await self.reception.wake()
        if self.play:
            await self.play.wake()

    async def _recover(self) -> None:
        """Go on after a fault: with the match as the journal has it, or without it if that does not help either."""
        if not self.play:
            self.say(phrase("Something went wrong; whoever runs the bot finds the reason in its log."))
        while self.play and not await self._has_recovered(self.play.match.header.match):
            continue

    async def _has_recovered(self, match: int) -> bool:
        """Try to go on after a fault, and tell whether it did; each fault counts."""
        self.play = None
        self._faults += 1
        try:
            if self._faults < _FAULTS:
                await self._take_up(phrase("Something went wrong; the match goes on as it was saved."))
            if not self.play and not self.resting:
                await self._give_up(match)
            self._finish()
        except Exception:  # noqa: BLE001 - whatever happens at a table, the others play on
            self._log_fault("table fault again")
            return False
        return True

    async def _give_up(self, match: int) -> None:
        """End a match that cannot go on, whether it has begun or not."""
        journal = self._services.journal
        for end in (journal.abandon, journal.cancel):
            with suppress(Contradiction):  # only one of them fits, or none if the match has come to its end
                await self.insist(partial(end, match))
        self.say(phrase("Something went wrong; match {match} ends here.", match=str(match)))
        self._services.on_over()

    async def _take_up(self, greeting: Phrase) -> None:
        """Go on with the match that is played here, if there is one."""
        if not self.play:
            await self._restore()
        if self.play and self.channel.open:
            await self.play.return_to(self.channel, greeting)

    async def _restore(self) -> None:
        """Take the match from the journal that runs in this channel, if there is one."""
        self.resting = None
        resume = partial(self._services.resume, self.channel.network, self.channel.folded)
        stored = await self.insist(partial(to_thread, resume))
        if isinstance(stored, Unresumable):
            self._rest(stored.match, stored.why)
        elif stored:
            try:
                match = Match.fold(stored.game, stored.header, stored.log, stored.seed)
            except Exception as error:  # noqa: BLE001 - a game may break in any way on what it wrote in earlier days
                self._rest(stored.match, repr(error))
            else:
                seats = [_seat(seat, stored.game) for seat in stored.seats]
                await self._sit_down(match, Seating(seats), stored.seed)

    def _rest(self, match: int, why: str) -> None:
        """Play nothing here while the journal has a match that cannot go on."""
        _log.error("match cannot go on", match=match, why=why)
        self.resting = phrase(
            "Match {match} cannot go on just now; whoever runs the bot finds the reason in its log.", match=str(match)
        )
        self.say(self.resting)

    async def _sit_down(self, match: AnyMatch, seating: Seating, seed: bytes) -> Play:
        services, level = self._services, self.computer_level(match.game)
        player = await self.computer_player(level)
        players = computers.Players(player, level, services.chance, services.config.computer_pause)
        announcer = Announcer(match, seating, self.channel, self._hear_of_prompt)
        keeper = Keeper(match, seating, services.journal, self._patience, services.wall)
        self._seed = seed
        self.play = Play(
            match, seating, announcer=announcer, keeper=keeper, players=players, now=services.now,
            channel=self.channel, on_sign=self._hear_of_sign,
        )  # fmt: skip
        return self.play

    def _finish(self) -> None:
        if self.play and self.play.match.over:
            text = phrase(
                "Match {match} is over. Its seed was {seed}: `ionbot matches verify {match}` proves the cards fair.",
                match=str(self.play.match.header.match), seed=self._seed.hex(),
            )  # fmt: skip
            self.say(text)
            self.play = None
            self._services.on_over()

    def _hear_of_prompt(self, prompt: Prompt) -> None:
        self.do(partial(self._prompt_left, prompt))

    def _hear_of_sign(self, sign: Sign, silence: int | None) -> None:
        self.do(partial(self._sign_heard, sign, silence))

    async def _sign_heard(self, sign: Sign, silence: int | None) -> None:
        if self.play:
            await self.play.hear_sign(sign, silence)

    async def _prompt_left(self, prompt: Prompt) -> None:
        if self.play:
            await self.play.prompt_left(prompt)

    def _tell_trouble(self) -> None:
        self.say(phrase("I cannot save anything just now. Time stands still here until I can."))

    def _log_fault(self, what: str) -> None:
        _log.exception(what, network=self.channel.network, channel=self.channel.name)

    def _name(self, seat: int) -> str:
        return self.play.seating.name(seat) if self.play else ""


def _seat(stored: StoredSeat, game: AnyGame) -> Seat:
    level = "" if stored.kind is Kind.HUMAN else computers.level_of(game, stored.identity)
    return Seat(stored.seat, stored.player, stored.kind, stored.nick, stored.account, stored.address or "", level=level)

"""A room to play in: a channel with people, a table, a store, and a clock that moves when a test says so."""

import asyncio
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from games.kit.rng import Rng
from games.kit.text import Card, Points
from ionbot.channel import (
    Delivery,
    Departure,
    Lane,
    Line,
    Loss,
    Nick,
    OnDelivery,
    OnSign,
    Person,
    Refusal,
    Status,
)
from ionbot.config import Local, TableConfig
from ionbot.store import check, stores
from ionbot.store.database import Database
from ionbot.store.history import WholeMatch, match
from ionbot.store.journal import Journal
from ionbot.store.resume import running
from ionbot.store.writer import Writer
from ionbot.table.enquiries import Enquiries
from ionbot.table.hall import Hall
from ionbot.table.services import Services

NETWORK, CHANNEL = "net", "#cards"
START_MS = 1_000_000
"""What the monotonic clock shows first."""
WALL_MS = 1_700_000_000_000
SEED = bytes(range(32))
FOLDS = str.maketrans(ascii_uppercase + "[]\\~", ascii_lowercase + "{}|^")
"""CASEMAPPING rfc1459."""
WAITS = "You are number 1 on the list for the next match; !quit takes you off it."
"""What the first is told who can play the next match only."""
PATIENT = {"person_burst": 1000, "channel_burst": 10_000, "warnings": False}
"""In a room nobody is too fast, unless a test says otherwise: much happens there at one instant. Nor is anybody called
whose time runs out."""


def shown(line: Line) -> str:
    """Give a line as plain text; the nick that rings stands between stars."""
    return "".join(_shown(span) for span in line)


def _shown(span: object) -> str:
    if isinstance(span, Nick):
        return f"*{span.name}*" if span.rings else span.name
    assert isinstance(span, str | Card | Points)
    return span.face if isinstance(span, Card) else str(span)


@dataclass
class Said:
    """A line that the bot has sent: to the channel if `to` is None."""

    text: str
    to: Person | None
    lane: Lane
    key: str = ""
    left: OnDelivery | None = field(default=None, repr=False)
    notice: bool = True


class FakeChannel:
    """A channel. What is sent has `delivery` as its fate at once, or leaves when the test says so (None).

    `stamp` is the server's time of what has been sent.
    """

    def __init__(self, name: str = CHANNEL, network: str = NETWORK) -> None:
        self.network = network
        self.name = name
        self.folded = name.lower()
        self.me = "ionbot"
        self.open = True
        self.idle = True
        self.private = False
        self.delivery: Delivery | None = Delivery.SENT
        self.stamp: int | None = None
        self.sent: list[Said] = []
        self.persons: list[Person] = []

    def say(self, line: Line, lane: Lane = Lane.RESULT, left: OnDelivery | None = None) -> None:
        assert self.open, f"said while away: {shown(line)}"
        self._send(Said(shown(line), None, lane, "", left))

    def tell(
        self,
        person: Person,
        line: Line,
        lane: Lane = Lane.ANSWER,
        key: str = "",
        left: OnDelivery | None = None,
        *,
        notice: bool = True,
    ) -> None:
        if person in self.persons:
            self._send(Said(shown(line), person, lane, key, left, notice))
        elif left:
            left(Delivery.REFUSED, None)

    def confirm(self, done: OnSign) -> None:
        done(None)

    def people(self) -> Collection[Person]:
        return list(self.persons)

    def find(self, nick: str) -> Person | None:
        return next((person for person in self.persons if person.folded == self.fold(nick)), None)

    def fold(self, text: str) -> str:
        return text.translate(FOLDS)

    def _send(self, said: Said) -> None:
        self.sent.append(said)
        if said.left and self.delivery:
            left, said.left = said.left, None
            left(self.delivery, self.stamp)


class FakeAlarm:
    """Wakes when the room's clock gets there."""

    def __init__(self) -> None:
        self.due: dict[Any, int] = {}

    def set(self, sleeper: Any, due: int | None) -> None:
        self.due.pop(sleeper, None)
        if due is not None:
            self.due[sleeper] = due


class Room:
    """A hall with one channel. `says`, `joins` and so on happen, and return once the table has dealt with it.

    `tick` is how far the clock moves whenever somebody looks at it, in ms.
    """

    def __init__(
        self,
        folder: Path,
        empty: Path,
        game: str = "pebbles",
        options: Mapping[str, Any] | None = None,
        seed: bytes = SEED,
        tick: int = 0,
        **config: Any,
    ) -> None:
        self.file = folder / "room.db"
        shutil.copy(empty, self.file)
        self.database = Database(f"sqlite:///{self.file}")
        self.channel = FakeChannel()
        self.channels = [self.channel]
        self.alarm = FakeAlarm()
        self.config = TableConfig(**PATIENT | {"game": game, "computer_pause": (1, 1)} | config)
        self.options = {game: dict(options or {})}
        self.admins: list[str] = []
        self.seed = seed
        self.time = START_MS
        self.slept: list[float] = []
        self.over = 0
        """How many matches have come to their end."""
        self.given_up = 0
        self.resume: Callable[[str, str], Any] = partial(running, self.database)
        self._tick = tick
        self._heard = 0

    # Opening and closing

    async def open(self) -> None:
        """Start the bot and let it come into the channel."""
        self.writer = Writer(self.database.engine)
        self.journal = Journal(self.writer, clock=self.wall)
        self.services = services = Services(
            stores=await stores.load(self.writer, self.journal), resume=self.resume, alarm=self.alarm,
            enquiries=Enquiries(self.database, wall=self.wall),
            config=self.config, local=lambda _: Local(self.config, self.options, self.admins),
            now=self.now, wall=self.wall, sleep=self._sleep, seed=lambda: self.seed, chance=Rng(b"computers"),
            over_hearers=[self._on_over],
        )  # fmt: skip
        lost = [(NETWORK, name) for name in await self.journal.cancel_lobbies(NETWORK)]
        self.hall = Hall(services, lost)
        for channel in self.channels:
            self.hall.entered(channel)
        await self.settle()

    async def close(self) -> None:
        """Stop the bot as it is. What was not saved is lost."""
        await self.hall.close()
        await self.writer.close()
        self.alarm.due.clear()

    async def restart(self) -> None:
        """Let the bot be killed and started again; everybody in the channel is still there, as new connections."""
        await self.close()
        for channel in self.channels:
            channel.persons = [
                Person(p.network, p.nick, p.folded, p.user, p.host, p.account, dict(p.status)) for p in channel.persons
            ]
        await self.open()

    @property
    def table(self) -> Any:
        return self.hall.tables[NETWORK, CHANNEL]

    @property
    def state(self) -> Any:
        """The state of the match."""
        return self.table.play.match.state

    # The clock

    def now(self) -> int:
        self.time += self._tick
        return self.time

    def wall(self) -> int:
        return WALL_MS + self.time

    async def advance(self, ms: int) -> None:
        """Let time pass, and all that it brings happen."""
        target = self.time + ms
        while (due := min(self.alarm.due.values(), default=target + 1)) <= target:
            self.time = max(due, self.time)
            for sleeper in [sleeper for sleeper, at in self.alarm.due.items() if at <= self.time]:
                del self.alarm.due[sleeper]
                sleeper.wake()
            await self.settle()
        self.time = max(target, self.time)

    async def settle(self) -> None:
        """Wait until everything put into the tables has been handled."""
        await self.hall.settle()

    # People

    def person(self, nick: str, account: str | None = None, host: str | None = None) -> Person:
        """Make somebody, who is nowhere yet."""
        folded = nick.translate(FOLDS)
        return Person(NETWORK, nick, folded, f"~{nick.lower()}", host or f"{nick.lower()}.example", account)

    def present(self, *nicks: str, channel: FakeChannel | None = None) -> list[Person]:
        """Put people into a channel before the bot looks."""
        channel = channel or self.channel
        people = [self.person(nick) for nick in nicks]
        for person in people:
            person.status[channel.folded] = Status.NONE
        channel.persons += people
        return people

    async def arrives(self, person: Person, status: Status = Status.NONE) -> Person:
        person.status[self.channel.folded] = status
        self.channel.persons.append(person)
        self.hall.joined(self.channel, person)
        await self.settle()
        return person

    async def leaves(self, person: Person, how: Departure = Departure.PART) -> None:
        person.status.pop(self.channel.folded)
        self.channel.persons.remove(person)
        self.hall.left(self.channel, person, how)
        await self.settle()

    async def logs_in(self, person: Person, account: str | None) -> None:
        """Let somebody log in to services, or out (None)."""
        person.account = account
        self.hall.identified(person)
        await self.settle()

    def rename(self, person: Person, nick: str) -> None:
        person.nick, person.folded = nick, nick.translate(FOLDS)

    async def says(self, person: Person, text: str, stamp: int | None = None) -> None:
        self.hall.heard(self.channel, person, text, stamp)
        await self.settle()

    async def whispers(self, person: Person, text: str, stamp: int | None = None) -> None:
        """Say something to the bot in private."""
        self.hall.told(person, text, stamp)
        await self.settle()

    async def begins(self, *people: Person) -> list[Person]:
        """Let people join and start, forget what was said on the way, and give them with whose turn it is in front."""
        for person in people:
            await self.says(person, "!join")
        await self.says(people[0], "!go")
        self.fresh()
        return self.from_turn(*people)

    def from_turn(self, *people: Person) -> list[Person]:
        """Give people in the order of joining, from the one on whose turn it is, or the first who can act."""
        acting = min(self.table.game.actors(self.state))
        return [*people[acting:], *people[:acting]]

    # The network

    async def disconnects(self, loss: Loss = Loss.DISCONNECTED) -> None:
        self.channel.open = False
        self.channel.persons = []
        self.hall.lost(self.channel, loss)
        await self.settle()

    async def refuses(self, to: Person | FakeChannel, why: str, refusal: Refusal | None = None) -> None:
        """Let the server refuse a line of the bot to somebody or to the channel."""
        refusal = refusal or (Refusal.UNWANTED if isinstance(to, Person) else Refusal.SILENCED)
        self.hall.refused(to, refusal, why)
        await self.settle()

    async def reconnects(self, *people: Person) -> None:
        self.channel.open = True
        for person in people:
            person.status[self.channel.folded] = Status.NONE
        self.channel.persons = list(people)
        self.hall.entered(self.channel)
        await self.settle()

    async def leave_now(self, delivery: Delivery = Delivery.SENT) -> None:
        """Let everything that was held back leave."""
        for said in self.channel.sent:
            left, said.left = said.left, None
            if left:
                left(delivery, None)
        await self.settle()

    # What was said

    def fresh(self) -> list[Said]:
        """Give what was sent since the last look."""
        fresh, self._heard = self.channel.sent[self._heard :], len(self.channel.sent)
        return fresh

    def public(self) -> list[str]:
        """Give what the channel has heard since the last look."""
        return [said.text for said in self.fresh() if said.to is None]

    def private(self, person: Person) -> list[str]:
        """Give what somebody was told since the last look."""
        return [said.text for said in self.fresh() if said.to is person]

    # The store

    def findings(self) -> list[str]:
        return list(check.findings(self.database))

    def stored(self, number: int = 1) -> WholeMatch:
        stored = match(self.database, number)
        assert stored
        return stored

    def watch_database(self) -> list[Any]:
        """Give a list to which every job for the database is put from now on."""
        write, jobs = self.writer.write, list[Any]()

        async def noting(job: Any) -> Any:
            jobs.append(job)
            return await write(job)

        self.writer.write = noting
        return jobs

    # Trouble

    def break_database(self, times: int, error: Callable[[], Exception], *, after_commit: bool = False) -> None:
        """Let so many of the next writes fail, before or after they are committed."""
        write, errors = self.writer.write, iter(error() for _ in range(times))

        async def failing(job: Any) -> Any:
            failure = next(errors, None)
            if failure is None:
                return await write(job)
            if after_commit:
                await write(job)
            raise failure

        self.writer.write = failing

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += round(seconds * 1000)
        await asyncio.sleep(0)

    def _on_over(self, finished: bool) -> None:
        self.over += finished
        self.given_up += not finished


class Rooms:
    """Makes rooms, and closes them."""

    def __init__(self, folder: Path, empty: Path, stack: AsyncExitStack) -> None:
        self._folder = folder
        self._empty = empty
        self._stack = stack

    def made(self, **settings: Any) -> Room:
        """Make a room whose bot is not started."""
        room = Room(self._folder, self._empty, **settings)
        self._stack.callback(room.database.close)
        return room

    async def open(self, **settings: Any) -> Room:
        """Make a room with the bot in its channel."""
        room = self.made(**settings)
        await room.open()
        self._stack.push_async_callback(room.close)
        return room


def faults(logs: list[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield what was logged as an error."""
    return (entry for entry in logs if entry["log_level"] in {"error", "critical"})

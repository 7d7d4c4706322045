"""How late after its due time a time-out is told: committed, and handed to the channel.

The tables, the alarm and the database are the bot's own; the channels are not, so that no server's pace is measured. A
prompt leaves when the measurement says so, and from then on its turn's time runs.
"""

import asyncio
from asyncio import Future, gather, get_running_loop
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from ionbot.channel import Delivery, Lane, Line, OnDelivery, OnSign, Person, Status
from ionbot.config import Local, TableConfig
from ionbot.store import stores
from ionbot.store.database import Database
from ionbot.store.journal import Journal
from ionbot.store.resume import running
from ionbot.store.writer import Writer
from ionbot.table.alarm import Alarm
from ionbot.table.enquiries import Enquiries
from ionbot.table.hall import Hall
from ionbot.table.services import Services, monotonic_ms
from ionbot.table.table import Table
from tests.bench.figures import Figure, spread
from tests.bench.stage import until

TABLES = 300
NETWORK = "bench"
NICKS = ("ann", "bob")
MOVE_S = 1
"""The shortest time for a move that ION has."""
CONFIG = Local(TableConfig(countdown=0), {"ion": {"move_time": MOVE_S}})


class Clock:
    """The real clock in ms, which can be held: what happens meanwhile happens at one instant."""

    def __init__(self) -> None:
        self.held: int | None = None

    def now(self) -> int:
        """Give the time."""
        return monotonic_ms() if self.held is None else self.held


class Ear:
    """A channel that keeps the prompts' way open until they shall leave, and hears when a time-out is told."""

    network = NETWORK
    me = "ionbot"
    open = True
    idle = False
    private = True

    def __init__(self, name: str) -> None:
        self.name = self.folded = name
        self.told: Future[float] = get_running_loop().create_future()
        # Others at each table: nobody may say so much at once as to join hundreds.
        nicks = [f"{nick}{name.removeprefix('#')}" for nick in NICKS]
        self._persons = [Person(NETWORK, nick, nick, status={name: Status.NONE}) for nick in nicks]
        self._waiting: list[OnDelivery] = []
        self._started = False

    def say(self, line: Line, lane: Lane = Lane.RESULT, left: OnDelivery | None = None) -> None:
        """Hear a line."""
        if self._started and not self.told.done():
            self.told.set_result(1000 * monotonic())
        if left:
            self._waiting.append(left)

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
        """Hear what one person is told."""
        if left:
            self._waiting.append(left)

    def confirm(self, done: OnSign) -> None:
        """Give a sign soon: how long a server takes is not measured."""
        get_running_loop().call_soon(done, None)

    def people(self) -> list[Person]:
        """Give the two who play here."""
        return self._persons

    def find(self, nick: str) -> Person | None:
        """Find one of them."""
        return next((person for person in self._persons if person.nick == nick), None)

    def fold(self, text: str) -> str:
        """Fold a name."""
        return text.lower()

    def let_go(self) -> None:
        """Let the prompt leave."""
        self._started = True
        for left in self._waiting:
            left(Delivery.SENT, None)


def figures(quick: bool) -> list[Figure]:
    """Measure deadlines all over a second, and all at one instant."""
    tables = 20 if quick else TABLES
    apart, together = (asyncio.run(late(tables, at_once=at_once)) for at_once in (False, True))
    return [
        *spread(f"time-out late, {tables} in 1 s", apart, "ms"),
        *spread(f"time-out late, {tables} at once", together, "ms"),
    ]


async def late(tables: int, *, at_once: bool) -> list[float]:
    """Give how many ms late each table tells its first time-out."""
    clock, random = Clock(), Random(tables)
    async with opened(clock) as hall:
        ears = [Ear(f"#{number}") for number in range(tables)]
        for ear in ears:
            hall.entered(ear)
            for person in ear.people():
                hall.heard(ear, person, "!join")
        playing = [await begun(table) for table in hall.tables.values()]
        clock.held = clock.now() if at_once else None
        waits = [0 if at_once else random.uniform(0, MOVE_S) for _ in ears]
        due = await gather(*map(asked, playing, ears, waits))
        clock.held = None
        told = [await ear.told for ear in ears]
    return [heard - time for heard, time in zip(told, due, strict=True)]


async def begun(table: Table) -> Table:
    """Wait until a match has begun and its first prompt is on its way."""
    await until(lambda: table.play)
    await table.settle()
    return table


async def asked(table: Table, ear: Ear, wait: float) -> int:
    """Let a prompt leave after so many s, and tell when the turn is lost, in ms."""
    await asyncio.sleep(wait)
    ear.let_go()
    await table.settle()
    assert table.play
    assert table.play.due
    return table.play.due


@asynccontextmanager
async def opened(clock: Clock) -> AsyncIterator[Hall]:
    """Open a hall with a database on disk; two who join begin at once."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        database = Database(f"sqlite:///{Path(folder) / 'bench.db'}")
        stack.callback(database.close)
        database.upgrade()
        writer = Writer(database.engine)
        stack.push_async_callback(writer.close)
        alarm = Alarm(clock.now)
        alarm.start()
        stack.callback(alarm.stop)
        services = Services(
            stores=await stores.load(writer, Journal(writer)), resume=partial(running, database), alarm=alarm,
            config=CONFIG.tables, local=lambda _: CONFIG, enquiries=Enquiries(database), now=clock.now,
        )  # fmt: skip
        hall = Hall(services)
        stack.push_async_callback(hall.close)
        yield hall

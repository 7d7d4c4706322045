"""The leases of a cluster: each channel is one worker's at a time, and each worker is heard of every few seconds.

A lease holds while its worker does: `workers.until` is renewed in one row, however many channels the worker has. Whose
time is over is struck off by whoever notices, and its leases are free; taking one raises its epoch. So a worker that
stood still finds when it wakes that its leases are gone, and what it still writes meets the `Fence`. All times are the
database's. This is plain SQL that any PostgreSQL knows; two that do the same at once are put in an order by it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, select, text, update

from ionbot.store.database import DatabaseError
from ionbot.store.fence import Fence
from ionbot.store.lease_tables import leases, presences, workers
from ionbot.store.models import channels, networks
from ionbot.store.places import PLACES, Where, channel_id, network_id
from ionbot.store.stays import Stay, all_stays
from ionbot.store.upsert import absent, upsert
from ionbot.store.writer import Writer

VALID_MS = 8000
"""For how long a worker that is not heard of keeps its leases."""
_LOOK_S = 1.0
"""How often it is looked whether another process by the same name lives."""

_CLOCKS = {
    "sqlite": text("SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"),
    "postgresql": text("SELECT CAST(extract(epoch FROM now()) * 1000 AS bigint)"),
}

Clock = Callable[[Connection], int]


def database_ms(connection: Connection) -> int:
    """Give the database's time at the beginning of the transaction, in Unix ms."""
    return int(connection.execute(_CLOCKS[connection.dialect.name]).scalar_one())


class Replaced(Exception):
    """Another process works by this worker's name; this one must do nothing more."""

    def __init__(self, name: str) -> None:
        super().__init__(f"another process works as worker {name}")


@dataclass(frozen=True)
class Worker:
    """A process of a cluster. `run` tells it from others by the same name, of which there may be one at a time."""

    name: str
    run: str


@dataclass(frozen=True)
class Lease:
    """Who holds a channel, None while it is free, in which epoch. An `away` channel is not to be taken."""

    channel: int
    worker: str | None
    epoch: int
    away: bool

    def fence(self, worker: Worker) -> Fence | None:
        """Give the fence of this lease, if it is a worker's."""
        return Fence(self.channel, worker.name, self.epoch) if self.worker == worker.name else None


@dataclass(frozen=True)
class Survey:
    """A cluster at a moment: its leases, the workers that are on each network, and where admins have sent the bot.

    `next_end` is in how many ms the first of the other workers ends if it is not heard of, None without others.
    """

    leases: Mapping[Where, Lease]
    live: Mapping[str, Collection[str]]
    stays: Sequence[Stay] = ()
    next_end: int | None = None


@dataclass(frozen=True)
class Leases:
    """One worker's hand on the leases, through a writer of its own. `clock` gives Unix ms.

    All methods raise DatabaseError as those of the journal do, and all but `begin` Replaced.
    """

    writer: Writer
    worker: Worker
    clock: Clock = field(default=database_ms)

    async def begin(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Begin as the worker of this name, without any leases; `sleep` takes s.

        One of this name that has ended without a word is waited for. Raises DatabaseError if there is one that lives.
        """
        until = await self.writer.write(partial(_claim, self))
        while until:
            await sleep(_LOOK_S)
            before, until = until, await self.writer.write(partial(_claim, self))
            if until > before:
                raise DatabaseError(
                    f"worker {self.worker.name} runs already; stop it first, or set another name as cluster.worker"
                )

    async def beat(self, posts: Mapping[str, str], *, strike: bool = True) -> Survey:
        """Be heard of, on these networks with these nicks, and look how all stands; `strike` off who is not."""
        return await self.writer.write(partial(_beat, self, posts, strike))

    async def take(self, places: Collection[Where]) -> dict[Where, str | None]:
        """Take these channels, as far as they are free; give the workers that have the others, None for nobody."""
        return await self.writer.write(partial(_take, self, sorted(places)))

    async def holder(self, where: Where) -> str | None:
        """Give the worker that has a channel, None for nobody."""
        return await self.writer.write(partial(_holder, where))

    async def free(self, places: Collection[Where]) -> None:
        """Give these channels up, as far as they are this worker's."""
        await self.writer.write(partial(_free, self, sorted(places)))

    async def send_away(self, where: Where, *, away: bool) -> None:
        """Let nobody take a channel, or let it be taken again."""
        await self.writer.write(partial(_send_away, where, away))

    async def leave(self) -> None:
        """End as a worker, and give everything up."""
        await self.writer.write(partial(_leave, self))


def _claim(mine: Leases, connection: Connection) -> int:
    """Take the name, unless another process has it: then tell until when."""
    now, name = mine.clock(connection), mine.worker.name
    known = connection.execute(select(workers).where(workers.c.name == name).with_for_update()).one_or_none()
    if known and known.until > now and known.run != mine.worker.run:
        return int(known.until)
    row = {"name": name, "run": mine.worker.run, "until": now + VALID_MS}
    connection.execute(upsert(connection.dialect.name, workers, ("name",), ("run", "until")), row)
    _strip(connection, [name])
    connection.execute(update(leases).where(leases.c.away).values(away=False))
    return 0


def _beat(mine: Leases, posts: Mapping[str, str], strike: bool, connection: Connection) -> Survey:
    now = mine.clock(connection)
    _renew(mine, now + VALID_MS, connection)
    if strike:
        _strike_off(connection, now)
    _post(mine.worker, posts, connection)
    rows = connection.execute(_LEASES).all()
    return Survey(
        {Where(row.network, row.name): _lease(row) for row in rows},
        _live(connection, now),
        all_stays(connection),
        _next_end(mine.worker, now, connection),
    )


_LEASES = select(leases, networks.c.name.label("network"), channels.c.name).select_from(
    leases.join(PLACES, leases.c.channel == channels.c.id)
)


def _lease(row: Row[Any]) -> Lease:
    return Lease(row.channel, row.worker, row.epoch, row.away)


def _renew(mine: Leases, until: int, connection: Connection) -> None:
    if not connection.execute(update(workers).where(_is(mine.worker)).values(until=until)).rowcount:
        raise Replaced(mine.worker.name)


def _strike_off(connection: Connection, now: int) -> None:
    """Free what workers hold whose time is over.

    Their rows are written, so that one of them that is heard of at the same moment comes before this or after.
    """
    over = workers.c.until > 0, workers.c.until <= now
    gone = connection.scalars(update(workers).where(*over).values(until=0).returning(workers.c.name)).all()
    if gone:
        _strip(connection, gone)


def _strip(connection: Connection, names: Collection[str]) -> None:
    """Take everything from some workers."""
    connection.execute(update(leases).where(leases.c.worker.in_(names)).values(worker=None))
    connection.execute(delete(presences).where(presences.c.worker.in_(names)))


def _post(worker: Worker, posts: Mapping[str, str], connection: Connection) -> None:
    """Note on which networks a worker is; rows that are right stay as they are."""
    wanted = {network_id(connection, name): nick for name, nick in posts.items()}
    there = select(presences.c.network, presences.c.nick).where(presences.c.worker == worker.name)
    if [tuple(row) for row in connection.execute(there.order_by(presences.c.network))] != sorted(wanted.items()):
        connection.execute(delete(presences).where(presences.c.worker == worker.name))
        rows = [{"worker": worker.name, "network": network, "nick": nick} for network, nick in wanted.items()]
        if rows:
            connection.execute(insert(presences), rows)


def _live(connection: Connection, now: int) -> dict[str, list[str]]:
    there = (
        select(networks.c.name, presences.c.worker)
        .select_from(presences.join(networks).join(workers))
        .where(workers.c.until > now)
        .order_by(presences.c.worker)
    )
    live: dict[str, list[str]] = {}
    for network, worker in connection.execute(there):
        live.setdefault(network, []).append(worker)
    return live


def _next_end(worker: Worker, now: int, connection: Connection) -> int | None:
    others = workers.c.name != worker.name, workers.c.until > now
    end = connection.scalar(select(func.min(workers.c.until)).where(*others))
    return None if end is None else int(end) - now


def _take(mine: Leases, places: Sequence[Where], connection: Connection) -> dict[Where, str | None]:
    now = mine.clock(connection)
    _renew(mine, now + VALID_MS, connection)  # a worker that was struck off meanwhile is one again, or replaced
    others: dict[Where, str | None] = {}
    for where in places:
        channel = _row_of(where, connection)
        free = leases.c.channel == channel, leases.c.worker.is_(None), ~leases.c.away
        taken = {"worker": mine.worker.name, "epoch": leases.c.epoch + 1, "taken": now}
        if not connection.execute(update(leases).where(*free).values(taken)).rowcount:
            others[where] = connection.scalar(select(leases.c.worker).where(leases.c.channel == channel))
    return others


def _holder(where: Where, connection: Connection) -> str | None:
    row = connection.execute(_LEASES.where(where.clause)).one_or_none()
    return row.worker if row else None


def _row_of(where: Where, connection: Connection) -> int:
    """Make sure that a channel has a lease; give the channel's number."""
    channel = channel_id(connection, where)
    row = {"channel": channel, "worker": None, "epoch": 0, "taken": 0, "away": False}
    connection.execute(absent(connection.dialect.name, leases), row)
    return channel


def _free(mine: Leases, places: Sequence[Where], connection: Connection) -> None:
    _demand(mine, connection)
    for where in places:
        held = leases.c.channel == channel_id(connection, where), leases.c.worker == mine.worker.name
        connection.execute(update(leases).where(*held).values(worker=None))


def _send_away(where: Where, away: bool, connection: Connection) -> None:
    connection.execute(update(leases).where(leases.c.channel == _row_of(where, connection)).values(away=away))


def _leave(mine: Leases, connection: Connection) -> None:
    _demand(mine, connection)
    _strip(connection, [mine.worker.name])
    connection.execute(update(workers).where(workers.c.name == mine.worker.name).values(until=0))


def _demand(mine: Leases, connection: Connection) -> None:
    """See that no other process works by this worker's name. Raises Replaced."""
    me = select(workers.c.name).where(_is(mine.worker))
    if connection.execute(me.with_for_update()).one_or_none() is None:
        raise Replaced(mine.worker.name)


def _is(worker: Worker) -> ColumnElement[bool]:
    """Match the row of a worker, as long as no other process has its name."""
    return and_(workers.c.name == worker.name, workers.c.run == worker.run)

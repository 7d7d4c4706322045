"""Who holds what in a cluster: its workers and its channels, as the database has them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, func, select

from ionbot.store.database import Database
from ionbot.store.lease_tables import leases, presences, workers
from ionbot.store.leases import VALID_MS, database_ms
from ionbot.store.models import OPEN, MatchStatus, channels, matches, networks
from ionbot.store.places import PLACES


@dataclass(frozen=True)
class WorkerStatus:
    """A worker: whether it lives, when it was heard of last (Unix ms; None if it has taken its leave), and where it is.

    `nicks` are those that it has on networks, by their names. It holds so many `channels`.
    """

    name: str
    live: bool
    heard: int | None
    nicks: dict[str, str]
    channels: int


@dataclass(frozen=True)
class LeaseStatus:
    """A channel: who holds it (None: nobody), in which epoch, since when (Unix ms; None if nobody ever did).

    `playing` tells in a few words what is played. `away`: an admin has sent the bot away.
    """

    network: str
    channel: str
    worker: str | None
    epoch: int
    since: int | None
    away: bool
    playing: str


@dataclass(frozen=True)
class RollCall:
    """A cluster at a moment."""

    workers: list[WorkerStatus]
    channels: list[LeaseStatus]

    @property
    def live(self) -> set[str]:
        """Name the workers that live."""
        return {worker.name for worker in self.workers if worker.live}


_MATCH = and_(matches.c.channel == leases.c.channel, matches.c.status.in_(sorted(OPEN)))
_HELD: Select[Any] = (
    select(
        networks.c.name.label("network"), channels.c.name, leases.c.worker, leases.c.epoch, leases.c.taken,
        leases.c.away, matches.c.id, matches.c.game, matches.c.status, workers.c.until,
    )
    .select_from(
        leases.join(PLACES, channels.c.id == leases.c.channel)
        .outerjoin(workers, workers.c.name == leases.c.worker)
        .outerjoin(matches, _MATCH)
    )
    .order_by(networks.c.name, channels.c.name)
)  # fmt: skip


def call_roll(database: Database) -> RollCall:
    """Give the workers by name, and the channels. Raises DatabaseError."""
    with database.read() as connection:
        now = database_ms(connection)
        held = [_lease(row, now) for row in connection.execute(_HELD)]
        return RollCall(list(_workers(connection, now)), held)


def _workers(connection: Connection, now: int) -> Iterator[WorkerStatus]:
    held = select(leases.c.worker, func.count().label("channels")).group_by(leases.c.worker)
    counted = {row.worker: row.channels for row in connection.execute(held)}
    nicks: dict[str, dict[str, str]] = {}
    there = select(presences.c.worker, networks.c.name, presences.c.nick).join(networks).order_by(networks.c.name)
    for worker, network, nick in connection.execute(there):
        nicks.setdefault(worker, {})[network] = nick
    for row in connection.execute(select(workers).order_by(workers.c.name)):
        heard = row.until - VALID_MS if row.until else None
        live = row.until > now
        yield WorkerStatus(
            row.name, live, heard, nicks.get(row.name, {}) if live else {}, counted.get(row.name, 0) if live else 0
        )


def _lease(row: Row[Any], now: int) -> LeaseStatus:
    worker = row.worker if row.until and row.until > now else None
    return LeaseStatus(row.network, row.name, worker, row.epoch, row.taken or None, row.away, _playing(row))


def _playing(row: Row[Any]) -> str:
    if row.id is None:
        return "nothing is played"
    what = f"match {row.id} of {row.game}"
    return f"open for {what}" if row.status == MatchStatus.LOBBY else what

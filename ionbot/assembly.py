"""Puts a bot together: its store, tables and networks, and what looks after them. Nothing else knows all of them.

Each part is cleared away in the opposite order, when the stack closes that it was put on.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from ionbot.administration.cluster import Cluster, given_back
from ionbot.administration.current import Current
from ionbot.administration.networks import Networks
from ionbot.administration.nightly import Nightly
from ionbot.administration.orders import Orders
from ionbot.administration.reloading import Reread
from ionbot.administration.season import SeasonEnd
from ionbot.bot import Bot
from ionbot.config import BackupConfig, Config
from ionbot.measures import UNMEASURED, Measures
from ionbot.network.gate import Gate
from ionbot.network.link.sts import Policies
from ionbot.store import policies, stores
from ionbot.store.database import Database
from ionbot.store.files import refuse_damaged
from ionbot.store.journal import Journal
from ionbot.store.leases import Leases, Worker
from ionbot.store.lock import held
from ionbot.store.nightly import Backups
from ionbot.store.resume import running
from ionbot.store.stays import Stays
from ionbot.store.stores import Stores
from ionbot.store.writer import Writer
from ionbot.table.alarm import Alarm
from ionbot.table.background import Background
from ionbot.table.enquiries import Enquiries
from ionbot.table.hall import Hall
from ionbot.table.services import OnOver, Services, monotonic_ms

if TYPE_CHECKING:
    from ionbot.metrics import Metrics


@asynccontextmanager
async def bot(config: Config, on_over: OnOver = lambda _: None, reread: Reread | None = None) -> AsyncIterator[Bot]:
    """Set a bot up, and clear it away afterwards.

    `on_over` hears when a match has ended, as in `Services`. `reread` reads the configuration again.
    Raises DatabaseError.
    """
    async with AsyncExitStack() as stack:
        metrics = _metrics(config)
        measures = metrics or UNMEASURED
        storage = await _storage(stack, config, measures)
        alarm = _alarm(stack, measures)
        _close_seasons(stack, config, storage.writer, alarm)
        current = Current(config)
        services = Services(
            storage.stores, partial(running, storage.database), alarm, config.tables, current.local,
            Enquiries(storage.database, config.scores.season, url=config.web.url),
            over_hearers=[on_over], measures=measures,
        )  # fmt: skip
        hall = await _hall(stack, config, services, alone=storage.leases is None)
        gate = Gate(leased=storage.leases is not None)
        networks = Networks(config.networks, hall, storage.sts, lambda: hall.was_entered, measures, gate=gate)
        await _follow_admins(networks, storage.stays)
        cluster = None
        if leases := storage.leases:
            cluster = Cluster(leases=leases, gate=gate, networks=networks, hall=hall, stores=storage.stores)
        background = Background()
        stack.push_async_callback(background.close)
        nightly = await _nightly(stack, config.backup, storage.database, alarm)
        put_together = Bot(hall, networks, background, nightly, cluster)
        hall.house = Orders(
            hall=hall, networks=networks, current=current, stays=storage.stays, background=background,
            services=services, reread=reread, stop=put_together.stop_soon, cluster=cluster,
        )  # fmt: skip
        if cluster:
            await stack.enter_async_context(cluster.working(replaced=put_together.stop_soon))
        if metrics:
            await stack.enter_async_context(metrics.served(config.metrics, put_together.survey))
        yield put_together


@dataclass(frozen=True)
class _Storage:
    """All that is kept: `sts` is what servers have said about encryption; `leases` are those of a worker."""

    database: Database
    leases: Leases | None
    writer: Writer
    sts: Policies
    stores: Stores
    stays: Stays


async def _storage(stack: AsyncExitStack, config: Config, measures: Measures) -> _Storage:
    """Open the database, and read what is kept in memory. Raises DatabaseError."""
    database = await _opened(stack, config)
    leases = await _leases(stack, database, config.cluster.worker)
    writer = Writer(database.engine, measures)
    stack.push_async_callback(writer.close)
    sts = await policies.load(writer)
    stack.push_async_callback(sts.close)
    kept = await stores.load(writer, Journal(writer, season=config.scores.season))
    return _Storage(database, leases, writer, sts, kept, Stays(writer))


async def _opened(stack: AsyncExitStack, config: Config) -> Database:
    """Open the database as this version wants it; for this bot alone, if it works alone. Raises DatabaseError.

    A worker changes the schema only while no other one works by the old one.
    """
    database = Database(config.database.url)
    stack.callback(database.close)
    if config.cluster.worker:
        await asyncio.to_thread(database.upgrade, partial(held, database))
        stack.enter_context(held(database, shared=True))
        return database
    stack.enter_context(held(database))
    await asyncio.to_thread(refuse_damaged, database)
    await asyncio.to_thread(database.upgrade)
    return database


async def _leases(stack: AsyncExitStack, database: Database, worker: str) -> Leases | None:
    """Begin as a worker of a cluster, if this is one. Raises DatabaseError.

    The leases have a writer of their own: whatever that of the matches waits for, the worker is heard of.
    """
    if not worker:
        return None
    writer = Writer(database.engine)
    stack.push_async_callback(writer.close)
    leases = Leases(writer, Worker(worker, token_hex(16)))
    await leases.begin()
    stack.push_async_callback(given_back, leases)
    return leases


def _metrics(config: Config) -> "Metrics | None":
    """Give what keeps what is measured, if anybody may ask for it."""
    if not config.metrics.port:
        return None
    from ionbot.metrics import Metrics  # noqa: PLC0415 - it takes a while, and most bots start without

    return Metrics()


def _alarm(stack: AsyncExitStack, measures: Measures) -> Alarm:
    alarm = Alarm(monotonic_ms, measures)
    alarm.start()
    stack.callback(alarm.stop)
    return alarm


def _close_seasons(stack: AsyncExitStack, config: Config, writer: Writer, alarm: Alarm) -> None:
    """Close each season at its end, and now those that have ended meanwhile."""
    season_end = SeasonEnd(writer, alarm, config.scores.season)
    stack.push_async_callback(season_end.close)
    season_end.wake()


async def _hall(stack: AsyncExitStack, config: Config, services: Services, *, alone: bool) -> Hall:
    """Open the hall. Who works `alone` closes the lobbies that a crash has left; a worker only those that it takes."""
    cancel = services.stores.journal.cancel_lobbies
    lost = [(network, name) for network in (config.networks if alone else ()) for name in await cancel(network)]
    hall = Hall(services, lost)
    stack.push_async_callback(hall.close)
    return hall


async def _follow_admins(networks: Networks, stays: Stays) -> None:
    """Want to be in the channels, besides the configured ones, that admins have sent the bot to."""
    for stay in await stays.all():
        if stay.network in networks:
            networks[stay.network].join(stay.channel, stay.key)


async def _nightly(stack: AsyncExitStack, config: BackupConfig, database: Database, alarm: Alarm) -> Nightly | None:
    """Make backups, if they are wanted."""
    if not config.directory:
        return None
    backups = Backups(database, Path(config.directory), config.keep, with_seeds=config.with_seeds)
    nightly = Nightly(backups, alarm, config.time)
    stack.push_async_callback(nightly.close)
    await nightly.start()
    return nightly

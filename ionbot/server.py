"""The bot: puts networks, tables and store together. Nothing else knows all of them."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial

import structlog

from games.kit.registry import broken_games
from ionbot.administration.background import Background
from ionbot.administration.current import Current
from ionbot.administration.leaving import Leaving
from ionbot.administration.networks import Networks
from ionbot.administration.orders import Orders
from ionbot.administration.reloading import Reloading, Reread
from ionbot.administration.shutdown import Shutdown
from ionbot.config import Config
from ionbot.control import BotStatus, survey, told
from ionbot.store import manners, policies, subscriptions
from ionbot.store.database import Database
from ionbot.store.decks import Decks
from ionbot.store.joined import Joined
from ionbot.store.journal import Journal
from ionbot.store.lock import held
from ionbot.store.plans import Plans
from ionbot.store.resume import running
from ionbot.store.settings import Settings
from ionbot.store.writer import Writer
from ionbot.table.alarm import Alarm
from ionbot.table.hall import Hall
from ionbot.table.season import SeasonEnd
from ionbot.table.services import Services, monotonic_ms

FAREWELL = "I am being stopped; matches go on when I am back."

HAND_S = 0.5
"""How long tables may take at the end to deal with what is in hand."""

_log = structlog.get_logger()


class Bot:
    """A running bot: its tables and its networks."""

    def __init__(self, hall: Hall, networks: Networks, background: Background) -> None:
        self.hall = hall
        self._networks = networks
        self._background = background

    async def run(self) -> None:
        """Be on all networks until `stop`. Raises NetworkError as `Networks.run` does."""
        await self._networks.run()

    async def stop(self, reason: str) -> None:
        """Finish what is in hand and say goodbye on all networks; `run` then returns."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.hall.finish(), HAND_S)
        await self._networks.stop(reason)

    def stop_soon(self) -> None:
        """Stop, without waiting for it."""
        self._background.start("stopping", self.stop(FAREWELL))

    def reload_soon(self) -> None:
        """Read the configuration again, without waiting for it; the log tells what came of it."""
        if self.hall.house:
            self._background.start("reload", self.hall.house.reload("SIGHUP"))

    def status(self) -> BotStatus:
        """Tell how networks and tables are."""
        return survey((network.status() for network in self._networks), self.hall.tables.values())


@asynccontextmanager
async def bot(
    config: Config, on_over: Callable[[], None] = lambda: None, reread: Reread | None = None
) -> AsyncIterator[Bot]:
    """Set a bot up, and clear it away afterwards.

    `on_over` hears when a match has ended. `reread` reads the configuration again. Raises DatabaseError.
    """
    async with AsyncExitStack() as stack:
        database = Database(config.database.url)
        stack.callback(database.close)
        stack.enter_context(held(database))
        await asyncio.to_thread(database.upgrade)
        writer = Writer(database.engine)
        stack.push_async_callback(writer.close)
        sts = await policies.load(writer)
        stack.push_async_callback(sts.close)
        journal = Journal(writer, season=config.scores.season)
        alarm = Alarm(monotonic_ms)
        alarm.start()
        stack.callback(alarm.stop)
        season_end = SeasonEnd(writer, alarm, config.scores.season)
        stack.push_async_callback(season_end.close)
        season_end.wake()
        current = Current(config)

        def over() -> None:
            on_over()
            leaving.look()

        services = Services(
            journal, partial(running, database), alarm, config.tables, current.local, Decks(writer),
            Settings(writer), Plans(writer), await manners.load(writer), await subscriptions.load(writer),
            on_over=over,
        )  # fmt: skip
        lost = [(network, name) for network in config.networks for name in await journal.cancel_lobbies(network)]
        hall = Hall(services, lost)
        stack.push_async_callback(hall.close)
        networks = Networks(config.networks, hall, sts, lambda: bool(hall.tables))
        joined = Joined(writer)
        for stay in await joined.all():
            if stay.network in networks:
                networks[stay.network].join(stay.channel, stay.key)
        background = Background()
        stack.push_async_callback(background.close)
        running_bot = Bot(hall, networks, background)
        leaving = Leaving(hall, networks, current, background)
        hall.house = Orders(
            hall=hall, networks=networks, current=current, joined=joined, background=background, leaving=leaving,
            reloading=Reloading(
                reread, current=current, hall=hall, networks=networks, joined=joined, leaving=leaving
            ),
            shutdown=Shutdown(hall, services, running_bot.stop_soon), now=services.now,
        )  # fmt: skip
        yield running_bot


async def run_bot(config: Config, reread: Reread) -> None:
    """Run the bot until SIGINT, SIGTERM or an admin's order; with SIGHUP the configuration is read again.

    Raises DatabaseError, and NetworkError as `Networks.run` does.
    """
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    async with bot(config, reread=reread) as running_bot, told(config.database.url, running_bot.status):
        loop.add_signal_handler(signal.SIGHUP, running_bot.reload_soon)
        for name, why in broken_games().items():
            _log.warning("game cannot be played", game=name, why=why)
        _log.info("started", networks=[*config.networks], database=config.database.url)
        farewell = asyncio.create_task(_stop_when(stopped, running_bot))
        try:
            await running_bot.run()
        finally:
            farewell.cancel()
    _log.info("stopped")


async def _stop_when(stopped: asyncio.Event, running_bot: Bot) -> None:
    await stopped.wait()
    _log.info("stopping")
    await running_bot.stop(FAREWELL)

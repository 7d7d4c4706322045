"""The bot: puts networks, tables and store together. Nothing else knows all of them."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial

import structlog

from games.kit.registry import broken_games
from ionbot.administration.current import Current
from ionbot.administration.networks import Networks
from ionbot.administration.orders import Orders
from ionbot.administration.reloading import Reread
from ionbot.config import Config
from ionbot.control import BotStatus, survey, told
from ionbot.store import policies, stores
from ionbot.store.database import Database
from ionbot.store.joined import Joined
from ionbot.store.journal import Journal
from ionbot.store.lock import held
from ionbot.store.resume import running
from ionbot.store.writer import Writer
from ionbot.table.alarm import Alarm
from ionbot.table.background import Background
from ionbot.table.enquiries import Enquiries
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
        database = await _opened(stack, config.database.url)
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
            house.leaving.look()

        services = Services(
            await stores.load(writer, journal), partial(running, database), alarm, config.tables, current.local,
            Enquiries(database, config.scores.season, url=config.web.url), on_over=over,
        )  # fmt: skip
        lost = [(network, name) for network in config.networks for name in await journal.cancel_lobbies(network)]
        hall = Hall(services, lost)
        stack.push_async_callback(hall.close)
        networks = Networks(config.networks, hall, sts, lambda: hall.was_entered)
        joined = Joined(writer)
        for stay in await joined.all():
            if stay.network in networks:
                networks[stay.network].join(stay.channel, stay.key)
        background = Background()
        stack.push_async_callback(background.close)
        running_bot = Bot(hall, networks, background)
        hall.house = house = Orders(
            hall=hall, networks=networks, current=current, joined=joined, background=background, services=services,
            reread=reread, stop=running_bot.stop_soon,
        )  # fmt: skip
        yield running_bot


async def _opened(stack: AsyncExitStack, url: str) -> Database:
    """Open the database for this bot alone, as its version wants it, until the stack closes. Raises DatabaseError."""
    database = Database(url)
    stack.callback(database.close)
    stack.enter_context(held(database))
    await asyncio.to_thread(database.upgrade)
    return database


async def run_bot(config: Config, reread: Reread) -> None:
    """Run the bot until SIGINT, SIGTERM or an admin's order; with SIGHUP the configuration is read again.

    Raises DatabaseError, and NetworkError as `Networks.run` does.
    """
    stopped, hung_up = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    loop.add_signal_handler(signal.SIGHUP, hung_up.set)  # at once: else the system ends a bot that only starts
    async with bot(config, reread=reread) as running_bot, told(config.database.url, running_bot.status):
        for name, why in broken_games().items():
            _log.warning("game cannot be played", game=name, why=why)
        _log.info("started", networks=[*config.networks], database=config.database.url)
        waiting = [
            asyncio.create_task(each) for each in (_stop_when(stopped, running_bot), _reload_when(hung_up, running_bot))
        ]
        try:
            await running_bot.run()
        finally:
            for each in waiting:
                each.cancel()
    _log.info("stopped")


async def _stop_when(stopped: asyncio.Event, running_bot: Bot) -> None:
    await stopped.wait()
    _log.info("stopping")
    await running_bot.stop(FAREWELL)


async def _reload_when(hung_up: asyncio.Event, running_bot: Bot) -> None:
    while await hung_up.wait():
        hung_up.clear()
        running_bot.reload_soon()

"""The bot: puts networks, tables and store together. Nothing else knows all of them."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import structlog

from games.kit.registry import broken_games
from ionbot.channel import Channel
from ionbot.config import Config, Local
from ionbot.control import BotStatus, survey, told
from ionbot.network import Network, NetworkError, Unreachable
from ionbot.store import manners, policies, subscriptions
from ionbot.store.database import Database
from ionbot.store.decks import Decks
from ionbot.store.journal import Journal
from ionbot.store.lock import held
from ionbot.store.plans import Plans
from ionbot.store.resume import running
from ionbot.store.settings import Settings
from ionbot.store.writer import Writer
from ionbot.table.alarm import Alarm
from ionbot.table.hall import Hall
from ionbot.table.services import Services, monotonic_ms

_log = structlog.get_logger()


class Bot:
    """A running bot: its tables and its networks."""

    def __init__(self, hall: Hall, networks: list[Network]) -> None:
        self.hall = hall
        self._networks = networks
        self._refusals: dict[str, NetworkError] = {}

    async def run(self) -> None:
        """Be on all networks until `stop`.

        A network that does not let us in at first is tried again while another one may. Raises NetworkError, with each
        network's reason, when none does, or none is left that makes sense to try.
        """
        given_up = await asyncio.gather(*map(self._stay, self._networks))
        if self._is_nowhere or all(given_up):
            raise NetworkError("; ".join(map(str, self._refusals.values())))

    async def stop(self, reason: str) -> None:
        """Say goodbye on all networks; `run` then returns."""
        await asyncio.gather(*(network.stop(reason) for network in self._networks))

    def status(self) -> BotStatus:
        """Tell how networks and tables are."""
        return survey((network.status() for network in self._networks), self.hall.tables.values())

    @property
    def _is_nowhere(self) -> bool:
        """Whether every network has refused us before we were in any channel."""
        return len(self._refusals) == len(self._networks) and not self.hall.tables

    async def _stay(self, network: Network) -> bool:
        """Be on a network until `stop`. Tells whether it was given up."""
        patient = False
        while True:
            try:
                await network.run(patient=patient)
            except NetworkError as error:
                patient = isinstance(error, Unreachable)
                self._refusals[network.name] = error
                if self._is_nowhere:
                    await self.stop("No network lets me in.")
                elif len(self._networks) > 1:
                    _log.error("given up", why=str(error), tried_again=patient)
                if not patient:
                    return True
            else:
                return False


def _local(config: Config, channel: Channel) -> Local:
    return config.at(channel.network, channel.folded, channel.fold)


@asynccontextmanager
async def bot(config: Config, on_over: Callable[[], None] = lambda: None) -> AsyncIterator[Bot]:
    """Set a bot up, and clear it away afterwards. `on_over` hears when a match has ended. Raises DatabaseError."""
    async with AsyncExitStack() as stack:
        database = Database(config.database.url)
        stack.callback(database.close)
        stack.enter_context(held(database))
        await asyncio.to_thread(database.upgrade)
        writer = Writer(database.engine)
        stack.push_async_callback(writer.close)
        sts = await policies.load(writer)
        stack.push_async_callback(sts.close)
        journal = Journal(writer)
        alarm = Alarm(monotonic_ms)
        alarm.start()
        stack.callback(alarm.stop)
        services = Services(
            journal, partial(running, database), alarm, config.tables, partial(_local, config), Decks(writer),
            Settings(writer), Plans(writer), await manners.load(writer), await subscriptions.load(writer),
            on_over=on_over,
        )  # fmt: skip
        lost = [(network, name) for network in config.networks for name in await journal.cancel_lobbies(network)]
        hall = Hall(services, lost)
        stack.push_async_callback(hall.close)
        yield Bot(hall, [Network(name, each, hall, policies=sts) for name, each in config.networks.items()])


async def run_bot(config: Config) -> None:
    """Run the bot until SIGINT or SIGTERM. Raises DatabaseError, and NetworkError as `Bot.run` does."""
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with bot(config) as running_bot, told(config.database.url, running_bot.status):
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
    await running_bot.stop("I am being stopped; matches go on when I am back.")

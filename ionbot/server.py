"""The bot: puts networks, tables and store together. Nothing else knows all of them."""

import asyncio
import signal
from asyncio import TaskGroup
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import structlog

from ionbot.config import Config
from ionbot.network import Network, NetworkError
from ionbot.store.database import Database
from ionbot.store.journal import Journal
from ionbot.store.resume import running
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

    async def run(self) -> None:
        """Be on all networks until `stop`. Raises NetworkError when none is left that makes sense to try."""
        refusals = [refusal for refusal in await asyncio.gather(*map(_run, self._networks)) if refusal]
        if len(refusals) == len(self._networks):
            raise refusals[0]

    async def stop(self, reason: str) -> None:
        """Say goodbye on all networks; `run` then returns."""
        await asyncio.gather(*(network.stop(reason) for network in self._networks))


@asynccontextmanager
async def bot(config: Config, on_over: Callable[[], None] = lambda: None) -> AsyncIterator[Bot]:
    """Set a bot up, and clear it away afterwards. `on_over` hears when a match has ended. Raises DatabaseError."""
    async with AsyncExitStack() as stack:
        database = Database(config.database.url)
        stack.callback(database.close)
        await asyncio.to_thread(database.upgrade)
        writer = Writer(database.engine)
        stack.push_async_callback(writer.close)
        journal = Journal(writer)
        alarm = Alarm(monotonic_ms)
        alarm.start()
        stack.callback(alarm.stop)
        services = Services(journal, partial(running, database), alarm, config.tables, config.games, on_over=on_over)
        lost = [(network, name) for network in config.networks for name in await journal.cancel_lobbies(network)]
        hall = Hall(services, lost)
        stack.push_async_callback(hall.close)
        yield Bot(hall, [Network(name, network, hall) for name, network in config.networks.items()])


async def run_bot(config: Config) -> None:
    """Run the bot until SIGINT or SIGTERM. Raises DatabaseError, or NetworkError when no network is left."""
    async with bot(config) as running_bot, TaskGroup() as group:
        loop = asyncio.get_running_loop()

        def stop() -> None:
            group.create_task(running_bot.stop("I am being stopped; matches go on when I am back."))

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop)
        await running_bot.run()


async def _run(network: Network) -> NetworkError | None:
    """Run a network; one that is refused leaves the others alone."""
    try:
        await network.run()
    except NetworkError as error:
        _log.error("network given up", network=network.name, why=str(error))
        return error
    return None

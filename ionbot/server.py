"""The bot as a process: it runs until a signal or an admin's order ends it, and tells meanwhile how it is."""

import asyncio
import signal

import structlog

from games.kit.registry import broken_games
from ionbot.administration.reloading import Reread
from ionbot.assembly import bot
from ionbot.bot import Bot
from ionbot.config import Config
from ionbot.config.place import shown
from ionbot.control import told

_log = structlog.get_logger()


async def run_bot(config: Config, reread: Reread) -> None:
    """Run the bot until SIGINT, SIGTERM or an admin's order; with SIGHUP the configuration is read again.

    Raises DatabaseError, and NetworkError as `Networks.run` does.
    """
    stopped, hung_up = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    loop.add_signal_handler(signal.SIGHUP, hung_up.set)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGHUP})  # held back, since it would have ended us
    async with (
        bot(config, reread=reread) as running_bot,
        told(config.database.url, running_bot.status, config.cluster.worker),
    ):
        for name, why in broken_games().items():
            _log.warning("game cannot be played", game=name, why=why)
        _log.info("started", networks=[*config.networks], database=shown(config.database.url))
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
    await running_bot.stop()


async def _reload_when(hung_up: asyncio.Event, running_bot: Bot) -> None:
    while await hung_up.wait():
        hung_up.clear()
        running_bot.reload_soon()

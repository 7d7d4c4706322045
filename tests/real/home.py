"""The whole bot in this process, on one network; quick to come back, and as patient as a test wants it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ionbot import assembly
from ionbot.administration import networks
from ionbot.bot import Bot
from ionbot.channel import Channel
from ionbot.config import Config, DatabaseConfig, NetworkConfig, TableConfig
from ionbot.network import Network
from ionbot.store.check import findings
from ionbot.store.database import Database
from ionbot.table.play import Play
from ionbot.table.table import Table
from tests.network.conftest import QUICK
from tests.real.client import PATIENCE
from tests.real.company import Company
from tests.real.records import Records

TIMING = replace(QUICK, ison=0.1, regain_first=0.1, regain_most=0.2)


class Home:
    """The bot at its table in #ion."""

    def __init__(self, bot: Bot, directory: Path, database: Database) -> None:
        self.records = Records(directory / "ionbot.db")
        self._bot = bot
        self._database = database

    @property
    def table(self) -> Table:
        """The table in #ion; it has to have been there once."""
        return self._bot.hall.tables["home", "#ion"]

    @property
    def channel(self) -> Channel:
        """The channel of that table."""
        return self.table.channel

    @property
    def play(self) -> Play:
        """The match that is played there."""
        assert self.table.play
        return self.table.play

    async def arrives(self) -> None:
        """Wait until the bot is in the channel and hears what is said there."""
        async with asyncio.timeout(PATIENCE):
            await self._bot.hall.first_table()

    async def begins(self, company: Company) -> None:
        """Let people sit down, play a few turns of a match, and stop at one."""
        await company.sit_down()
        await company.play_on(4)
        await self.agrees(company)

    async def agrees(self, company: Company) -> None:
        """See that the database has what people were told, and does not contradict itself; nobody moves meanwhile."""
        await company.pause()
        told, points, there = await company.scores(), self.records.points(), self.records.holdings()
        assert told == {nick: points[nick] for nick in told}
        assert company.holdings == {nick: there[nick] for nick in company.holdings}
        self.check()

    def check(self) -> None:
        """See that nothing in the database contradicts itself."""
        assert [*findings(self._database)] == []


@asynccontextmanager
async def home(
    directory: Path,
    port: int,
    tables: dict[str, Any] | None = None,
    ion: dict[str, Any] | None = None,
    haven: dict[str, Any] | None = None,
    **network: Any,
) -> AsyncIterator[Home]:
    """Run the bot with these options of its tables, of its games and of its network."""
    url = f"sqlite:///{directory}/ionbot.db"
    usual = {"channels": ["#ion"], "burst": 100, "rate": 1000}
    quick = {"countdown": 0, "person_burst": 1000, "channel_burst": 10_000, "warnings": False}
    config = Config(
        database=DatabaseConfig(url=url),
        networks={"home": NetworkConfig(host="127.0.0.1", port=port, tls=False, **usual | network)},
        tables=TableConfig(**quick | (tables or {})),
        games={"ion": {"even": False, "extra_minutes": 0, "move_time": 20} | (ion or {}), "haven": haven or {}},
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(networks, "Network", partial(Network, timing=TIMING))
        async with assembly.bot(config) as bot:
            life = asyncio.create_task(bot.run())
            try:
                yield Home(bot, directory, Database(url))
            finally:
                await bot.stop("The test is over.")
                await life

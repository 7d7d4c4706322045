"""A running bot, and what can be asked of it from outside."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress

from ionbot.administration.cluster import Cluster
from ionbot.administration.networks import Networks
from ionbot.administration.nightly import Nightly
from ionbot.control import BotStatus, survey
from ionbot.network.status import NetworkStatus
from ionbot.table.background import Background
from ionbot.table.hall import Hall
from ionbot.table.table import Table

FAREWELL = "I am being stopped; matches go on when I am back."

HAND_S = 0.5
"""How long tables may take at the end to deal with what is in hand."""


class Bot:
    """A running bot: its tables and its networks; its nightly backups, if they are wanted, and its cluster, if any."""

    def __init__(
        self, hall: Hall, networks: Networks, background: Background, nightly: Nightly | None, cluster: Cluster | None
    ) -> None:
        self.hall = hall
        self._cluster = cluster
        self._networks = networks
        self._background = background
        self._nightly = nightly

    async def run(self) -> None:
        """Be on all networks until `stop`. Raises NetworkError as `Networks.run` does."""
        await self._networks.run()

    async def stop(self, reason: str = FAREWELL) -> None:
        """Finish what is in hand and say goodbye on all networks; `run` then returns."""
        if self._cluster:
            self._cluster.stop()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.hall.finish(), HAND_S)
        await self._networks.stop(reason)

    def stop_soon(self) -> None:
        """Stop, without waiting for it."""
        self._background.start("stopping", self.stop())

    def reload_soon(self) -> None:
        """Read the configuration again, without waiting for it; the log tells what came of it."""
        if self.hall.house:
            self._background.start("reload", self.hall.house.reload("SIGHUP"))

    def status(self) -> BotStatus:
        """Tell how networks, tables and backups are."""
        return survey(*self.survey(), self._nightly.status if self._nightly else None)

    def survey(self) -> tuple[Iterable[NetworkStatus], Iterable[Table]]:
        """Tell how each network is, and give the tables."""
        return [network.status() for network in self._networks], self.hall.tables.values()

"""A channel's settings as the store keeps them: what is changed is stored first, and then counts."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ionbot.channel import Person
from ionbot.store.settings import Change
from ionbot.table.services import Services
from ionbot.table.settings import ChannelSettings

if TYPE_CHECKING:
    from ionbot.table.table import Table


class KeptSettings(ChannelSettings):
    """The settings of a table's channel. Its methods here wait for the database, however long that takes."""

    def __init__(self, table: "Table", services: Services) -> None:
        local = services.local(table.channel)
        super().__init__(local.tables, local.games)
        self._local = services.local
        self._table = table
        self._store = services.stores.settings
        self._wall = services.wall

    def take(self, stored: Mapping[str, Any]) -> None:
        """Let this be set, for what is said as well."""
        super().take(stored)
        self._table.voice.coloured = self.config.colour
        self._table.voice.ascii = self.config.ascii
        self._table.voice.language = self.config.language

    async def configure(self) -> None:
        """Let the configuration count as it is now; what is set here still goes before it."""
        self._configured, self._options, _ = self._local(self._table.channel)
        await self.load()

    async def load(self) -> None:
        """Let what the store has set for the channel count."""
        self.take(await self._table.insist(partial(self._store.of, self._table.where)))

    async def change(self, values: Mapping[str, Any], person: Person) -> None:
        """Set something for somebody, or with None leave it to the configuration; it counts at once."""
        where, who = self._table.where, await self._table.people.number(person)
        self.take(await self._table.insist(partial(self._store.change, where, values, who, self._wall())))

    async def log(self, most: int, name: str | None = None) -> list[Change]:
        """Give the last changes, or those of one setting, the latest first."""
        return await self._table.insist(partial(self._store.log, self._table.where, most, name))

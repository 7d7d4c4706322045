"""People and computer players as the store knows them: by their numbers, and how each wants to be spoken to."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from games.kit.inputs import Kind
from ionbot.channel import Manner, Person
from ionbot.store.stores import Stores
from ionbot.table import computers

if TYPE_CHECKING:
    from ionbot.table.table import Table


class People:
    """Whom a table has to do with. What is written here is tried until it is done, as by `Table.insist`."""

    def __init__(self, table: "Table", stores: Stores) -> None:
        self._table = table
        self._stores = stores

    async def number(self, person: Person) -> int:
        """Give somebody's number in the store; who is new there gets one."""
        player = self._stores.journal.player
        network = self._table.channel.network
        return await self._table.insist(partial(player, network, person.identity, person.nick, person.account))

    async def computer(self, level: str) -> int:
        """Give the number in the store of the computer players of a level."""
        player, identity = self._stores.journal.player, computers.identity(level)
        return await self._table.insist(
            partial(player, self._table.channel.network, identity, level, kind=Kind.COMPUTER)
        )

    def manner(self, person: Person) -> Manner:
        """Tell how somebody wants to be spoken to."""
        return self._stores.manners.of(self._table.channel.network, person.identity)

    async def change_manner(self, person: Person, changes: Mapping[str, Any]) -> None:
        """Speak to somebody otherwise from now on, wherever they are on the network."""
        change, whose = self._stores.manners.change, (self._table.channel.network, person.identity)
        await self._table.insist(partial(change, *whose, await self.number(person), changes))

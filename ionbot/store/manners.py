"""How the bot speaks to players who have said so. All are kept in memory too, since each line asks for one."""

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import Connection, RowMapping, select

from ionbot.channel import Manner
from ionbot.store.models import networks, players
from ionbot.store.upsert import upsert
from ionbot.store.wish_tables import manners
from ionbot.store.writer import Writer

Key: TypeAlias = tuple[str, str]
"""A network and an identity there."""

USUAL = Manner()


class Manners:
    """The manners by network and identity."""

    def __init__(self, writer: Writer, known: Mapping[Key, Manner]) -> None:
        self._writer = writer
        self._known = dict(known)

    def of(self, network: str, identity: str) -> Manner:
        """Give how somebody wants to be spoken to."""
        return self._known.get((network, identity), USUAL)

    async def change(self, network: str, identity: str, player: int, changes: Mapping[str, Any]) -> None:
        """Keep some of what somebody, a player by that number, wants; the rest stays as it is. Raises DatabaseError."""
        await self._writer.write(partial(_change, player, changes))
        self._known[network, identity] = replace(self.of(network, identity), **changes)

    async def reload(self) -> None:
        """Learn what others have kept meanwhile. Raises DatabaseError."""
        self._known = await self._writer.write(_all)

    def drop(self, network: str, identity: str) -> None:
        """Hold in memory nothing of somebody any more who was forgotten."""
        self._known.pop((network, identity), None)


async def load(writer: Writer) -> Manners:
    """Give the manners that are kept. Raises DatabaseError."""
    return Manners(writer, await writer.write(_all))


def _all(connection: Connection) -> dict[Key, Manner]:
    them = (
        select(networks.c.name, players.c.identity, manners)
        .join_from(manners, players)
        .join(networks, players.c.network == networks.c.id)
    )
    return {(row["name"], row["identity"]): _manner(row) for row in connection.execute(them).mappings()}


def _manner(row: RowMapping) -> Manner:
    return Manner(**{field.name: row[field.name] for field in fields(Manner)})


def _change(player: int, changes: Mapping[str, Any], connection: Connection) -> None:
    row = {"player": player, **asdict(replace(USUAL, **changes))}
    connection.execute(upsert(connection.dialect.name, manners, ("player",), tuple(changes)), row)

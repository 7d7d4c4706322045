"""Who wants to hear of tables that open for a game. All are kept in memory too, since each table asks for them."""

from collections.abc import Iterable
from functools import partial
from typing import TypeAlias

from sqlalchemy import Connection, delete, insert, select

from ionbot.store.models import networks, players
from ionbot.store.wish_tables import subscriptions
from ionbot.store.writer import Writer

Key: TypeAlias = tuple[str, str, str]
"""A network, an identity there, and a game."""


class Subscriptions:
    """The subscriptions by network, identity and game."""

    def __init__(self, writer: Writer, known: Iterable[Key]) -> None:
        self._writer = writer
        self._known = set(known)

    def has(self, network: str, identity: str, game: str) -> bool:
        """Tell whether somebody wants to hear of a game's tables."""
        return (network, identity, game) in self._known

    async def keep(self, network: str, identity: str, game: str, player: int, *, wanted: bool) -> None:
        """Keep whether somebody, a player by that number, wants to hear of a game's tables. Raises DatabaseError."""
        await self._writer.write(partial(_keep, player, game, wanted))
        key = (network, identity, game)
        self._known = self._known | {key} if wanted else self._known - {key}

    async def reload(self) -> None:
        """Learn what others have kept meanwhile. Raises DatabaseError."""
        self._known = set(await self._writer.write(_all))

    def drop(self, network: str, identity: str) -> None:
        """Hold in memory nothing of somebody any more who was forgotten."""
        self._known = {key for key in self._known if key[:2] != (network, identity)}


async def load(writer: Writer) -> Subscriptions:
    """Give the subscriptions that are kept. Raises DatabaseError."""
    return Subscriptions(writer, await writer.write(_all))


def _all(connection: Connection) -> list[Key]:
    them = (
        select(networks.c.name, players.c.identity, subscriptions.c.game)
        .join_from(subscriptions, players)
        .join(networks, players.c.network == networks.c.id)
    )
    return [(name, identity, game) for name, identity, game in connection.execute(them)]


def _keep(player: int, game: str, wanted: bool, connection: Connection) -> None:
    row = {"player": player, "game": game}
    connection.execute(delete(subscriptions).filter_by(**row))
    if wanted:
        connection.execute(insert(subscriptions).values(**row))

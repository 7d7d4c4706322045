"""Channels that the bot was sent to by an admin, besides the configured ones: it goes there after a restart too.

All methods raise DatabaseError as those of the journal do: then the call can be repeated as it was.
"""

from dataclasses import dataclass, field
from functools import partial

from sqlalchemy import Connection, delete, select

from ionbot.store.models import networks
from ionbot.store.places import network_id
from ionbot.store.upsert import upsert
from ionbot.store.wish_tables import joined_channels
from ionbot.store.writer import Writer


@dataclass(frozen=True)
class Stay:
    """A channel of a network, by its name as it was typed, and its key, "" where there is none, or it is known."""

    network: str
    channel: str
    key: str = field(default="", repr=False)


class Stays:
    """Keeps the channels, through the writer: what is answered is durable."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def all(self) -> list[Stay]:
        """Give all of them."""
        return await self._writer.write(all_stays)

    async def add(self, stay: Stay) -> None:
        """Keep a channel, or another key for it."""
        await self._writer.write(partial(_add, stay))

    async def remove(self, network: str, channel: str) -> None:
        """Forget a channel, by its name as it was typed, if it was kept."""
        await self._writer.write(partial(_remove, network, channel))


def all_stays(connection: Connection) -> list[Stay]:
    """Give all channels that the bot was sent to."""
    them = select(networks.c.name, joined_channels.c.channel, joined_channels.c.key).join_from(
        joined_channels, networks
    )
    return [Stay(*row) for row in connection.execute(them.order_by(networks.c.name, joined_channels.c.channel))]


def _add(stay: Stay, connection: Connection) -> None:
    row = {"network": network_id(connection, stay.network), "channel": stay.channel, "key": stay.key}
    changed = "key" if stay.key else "channel"
    connection.execute(upsert(connection.dialect.name, joined_channels, ("network", "channel"), (changed,)), row)


def _remove(network: str, channel: str, connection: Connection) -> None:
    row = {"network": network_id(connection, network), "channel": channel}
    connection.execute(delete(joined_channels).filter_by(**row))

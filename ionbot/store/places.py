"""The numbers of networks and channels; one that is new gets its row."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_

from ionbot.store.models import channels, networks
from ionbot.store.upsert import keep

PLACES = channels.join(networks)
"""The channels with their networks."""


@dataclass(frozen=True, order=True)
class Where:
    """A network's channel (folded)."""

    network: str
    channel: str

    @property
    def clause(self) -> ColumnElement[bool]:
        """What picks the channel from `PLACES`, or from what is joined to it."""
        return and_(networks.c.name == self.network, channels.c.name == self.channel)


def network_id(connection: Connection, name: str) -> int:
    """Give the number of a network."""
    return keep(connection, networks, {"name": name}, {}, {})


def channel_id(connection: Connection, where: Where) -> int:
    """Give the number of a channel."""
    key = {"network": network_id(connection, where.network), "name": where.channel}
    return keep(connection, channels, key, {}, {})

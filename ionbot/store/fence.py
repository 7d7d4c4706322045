"""The fence around a channel of a cluster: whoever holds its lease writes for it, and nobody else.

What is done within `FENCE` writes only while the lease is the one that it was begun under: each transaction locks the
lease's row first and looks. Without a cluster there is no fence, and nothing is looked at.
"""

from collections.abc import Collection
from contextvars import ContextVar
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from ionbot.store.lease_tables import leases


class Fenced(BaseException):
    """The channel is another worker's: nothing was written, and nothing more is to be done or said here.

    Like a cancellation it is no fault that a table could recover from, and passes by all who handle those.
    """


@dataclass(frozen=True)
class Fence:
    """A lease that a worker has taken, of a channel by its number."""

    channel: int
    worker: str
    epoch: int


FENCE: ContextVar[Fence | None] = ContextVar("fence", default=None)
"""The fence around what is being done; a table's task has its channel's from its beginning to its end."""

# In one order, so that no two transactions wait for each other.
_HELD = (
    select(leases.c.channel, leases.c.worker, leases.c.epoch)
    .where(leases.c.channel.in_(bindparam("channels", expanding=True)))
    .order_by(leases.c.channel)
    .with_for_update()
)


def demand(connection: Connection, fences: Collection[Fence]) -> None:
    """Keep leases as they are until the transaction ends. Raises Fenced if one of them is another one by now."""
    rows = connection.execute(_HELD, {"channels": [fence.channel for fence in fences]})
    held = {Fence(channel, worker, epoch) for channel, worker, epoch in rows}
    if lost := set(fences) - held:
        channels = ", ".join(str(fence.channel) for fence in lost)
        raise Fenced(f"this worker does not hold these channels any more, by number: {channels}")

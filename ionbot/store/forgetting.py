"""Forgetting somebody while the bot runs: in the database, and in what is kept in memory."""

from functools import partial

from sqlalchemy import Connection, select

from ionbot.store import people
from ionbot.store.manners import Manners
from ionbot.store.models import networks, players
from ionbot.store.subscriptions import Subscriptions
from ionbot.store.writer import Writer


class Forgetting:
    """Lets people be forgotten who want it, as `ionbot players forget` does."""

    def __init__(self, writer: Writer, manners: Manners, subscriptions: Subscriptions) -> None:
        self._writer = writer
        self._manners = manners
        self._subscriptions = subscriptions

    async def forget(self, network: str, identity: str) -> str | None:
        """Let nothing tell any more who somebody is; give what they are called from now on, None if nobody is known.

        Raises Refused while they sit in a running match, DatabaseError.
        """
        name = await self._writer.write(partial(_forget, network, identity))
        self._manners.drop(network, identity)
        self._subscriptions.drop(network, identity)
        return name


def _forget(network: str, identity: str, connection: Connection) -> str | None:
    theirs = select(players.c.id).join(networks, networks.c.id == players.c.network)
    player = connection.scalar(theirs.where(networks.c.name == network, players.c.identity == identity))
    return None if player is None else people.forget(connection, player)

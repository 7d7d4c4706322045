"""One IRC network: it connects and stays connected, knows who is who, and speaks no faster than the network bears.

`Network` is all that the rest of the bot needs. `session` is where a connection's lines go: to the rooms `entry`
(getting in: capabilities, login, nick), `whereabouts` (who is where) and `sending` (what leaves, and what became of
it), and to `speech` (what is said to us). `link` is the connection itself. Over connections last the `channels` (the
table's side), the outbox and what else is in `shared`; `formatting` turns styled lines into texts.
"""

from ionbot.network.errors import NetworkError, Unreachable
from ionbot.network.network import Network

__all__ = ["Network", "NetworkError", "Unreachable"]

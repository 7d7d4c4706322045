"""One IRC network: it connects and stays connected, knows who is who, and speaks no faster than the network bears.

`Network` is all that the rest of the bot needs. Below it, per connection: `transport` (sockets, on the package irc),
`session` (what a server's line means), `registration`, `presence` and `people` (who is where), `speech` (what is said
to us), `receipts` (what became of what we say), `joins`, `liveness`. Over connections: `channels` (the table's side),
`outbox` and `formatting` (what we say), `signs` (whether all has been heard).
"""

from ionbot.network.errors import NetworkError
from ionbot.network.network import Network

__all__ = ["Network", "NetworkError"]

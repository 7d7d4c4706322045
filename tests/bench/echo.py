"""The bare package irc as a client that says again what it hears: `python -m tests.bench.echo NICK PORT`.

It imports nothing else, so that its start is that of the package.
"""

import asyncio
import sys
from typing import Any

from irc.client_aio import AioReactor


class Echo:
    """A client in one channel."""

    def __init__(self) -> None:
        self._reactor = AioReactor(loop=asyncio.new_event_loop())

    def run(self, nick: str, port: int) -> None:
        """Be there until the connection ends."""
        connection = self._reactor.server()
        connection.add_global_handler("welcome", lambda link, _event: link.join("#table0"))
        connection.add_global_handler("pubmsg", self._answer)
        connection.add_global_handler("disconnect", lambda *_: sys.exit())
        self._reactor.loop.run_until_complete(connection.connect("127.0.0.1", port, nick))
        self._reactor.process_forever()

    def _answer(self, link: Any, event: Any) -> None:
        link.privmsg(event.target, event.arguments[0])


if __name__ == "__main__":
    Echo().run(sys.argv[1], int(sys.argv[2]))

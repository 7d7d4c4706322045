"""One client's connection: bytes, time limits and what happens when a client reads too slowly."""

import asyncio
from dataclasses import dataclass
from typing import cast

from ionbot.demo.ircd.commands import obey
from ionbot.demo.ircd.wire import Inbox, Message
from ionbot.demo.ircd.world import User, World


@dataclass(frozen=True)
class Limits:
    """How patient the server is. Times in seconds."""

    register: float = 30
    """For a new connection to register."""
    ping_after: float = 90
    """Silence after which a client is sent a PING."""
    ping_timeout: float = 30
    """Further silence after which it is dropped."""
    linger: float = 1
    """For a closed connection to take its last lines."""
    queue: int = 1 << 20
    """Bytes that may wait for a client to read them."""


class Connection(asyncio.Protocol):
    """A client's socket. Lines written in one iteration of the event loop leave in one write."""

    def __init__(self, world: World, limits: Limits, everybody: set["Connection"]) -> None:
        self.gone = asyncio.Event()
        """Set once the socket is closed."""
        self._world = world
        self._limits = limits
        self._everybody = everybody
        self._loop = asyncio.get_running_loop()
        self._inbox = Inbox()
        self._queue: list[bytes] = []
        self._waiting = 0
        self._opened = self._heard = self._loop.time()
        self._pinged = False
        self._closing = False
        self.transport: asyncio.Transport
        self.user: User
        self._timer: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Join the set of everybody, and wait: a client speaks first."""
        self.transport = cast("asyncio.Transport", transport)  # a stream protocol gets no other
        host = str(transport.get_extra_info("peername")[0])
        # A parameter cannot begin with a colon, as ::1 does.
        self.user = User(self._world.name, f"0{host}" if host.startswith(":") else host, self)
        self._timer = self._loop.call_later(0, self._watch)
        self._everybody.add(self)

    def data_received(self, data: bytes) -> None:
        """Obey the lines that have come."""
        self._heard = self._loop.time()
        self._pinged = False
        for line in self._inbox.feed(data):
            if self._closing:
                break
            obey(self._world, self.user, line)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the others, if they do not know yet."""
        if not self._closing:
            reason = "Connection closed" if exc is None else f"Read error: {exc.__class__.__name__}"
            self._world.quit(self.user, reason, last_word=False)
        self._timer.cancel()
        self._everybody.discard(self)
        self.gone.set()

    def write(self, data: bytes) -> None:
        """Queue whole lines. A client whose queue is too long is dropped in the loop's next iteration."""
        if self.transport.is_closing():
            return
        if not self._queue:
            self._loop.call_soon(self._flush)
        if self._waiting <= self._limits.queue:
            self._queue.append(data)
            self._waiting += len(data)

    def _flush(self) -> None:
        data = b"".join(self._queue)
        self._queue.clear()
        full = self._waiting > self._limits.queue
        self._waiting = 0
        if self.transport.is_closing():
            return
        self.transport.write(data)
        self._waiting = self.transport.get_write_buffer_size()
        if full or self._waiting > self._limits.queue:
            self.drop("Max SendQ exceeded")

    def close(self) -> None:
        """Close after what was written, or after `Limits.linger`."""
        self._closing = True
        self._flush()
        self.transport.close()
        self._timer.cancel()
        self._timer = self._loop.call_later(self._limits.linger, self.transport.abort)

    def drop(self, reason: str) -> None:
        """Send the client away, unless it is on its way already."""
        if not self._closing:
            self._world.quit(self.user, reason)

    def _watch(self) -> None:
        left = self._patience()
        if left > 0:
            # Never longer than ping_after: the patience changes when the client registers.
            self._timer = self._loop.call_later(min(left, self._limits.ping_after), self._watch)
        elif not self.user.registered:
            self.drop("Registration timed out")
        elif self._pinged:
            self.drop(f"Ping timeout: {self._limits.ping_after + self._limits.ping_timeout:g} seconds")
        else:
            self._pinged = True
            self.user.send(Message(None, "PING", self._world.name))
            self._timer = self._loop.call_later(self._limits.ping_timeout, self._watch)

    def _patience(self) -> float:
        """How long from now the client may stay as it is, in seconds."""
        if not self.user.registered:
            return self._opened + self._limits.register - self._loop.time()
        allowed = self._limits.ping_after + self._limits.ping_timeout * self._pinged
        return self._heard + allowed - self._loop.time()

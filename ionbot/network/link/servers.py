"""Which server is tried next, and after what pause."""

from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import NamedTuple

from ionbot.config import Server
from ionbot.network.clock import Growing, Timing

_CHANCE = SystemRandom()


class Route(NamedTuple):
    """A way to a server. `sts`: it is encrypted since the server wants that, whatever the configuration says."""

    server: Server
    tls: bool
    sts: bool = False

    def __str__(self) -> str:
        return f"{self.server} by STS" if self.sts else str(self.server)


class Attempts:
    """The servers of a network, which take turns. Times in seconds.

    The pause before each attempt is a random part of a delay, so that not everybody comes back at once after a
    disturbance. The delay grows with each round; within a round it stays the first one.
    """

    def __init__(
        self,
        servers: Sequence[Server],
        timing: Timing,
        part: Callable[[float, float], float] = _CHANCE.uniform,
    ) -> None:
        self._servers = servers
        self._turn = 0
        self._within = timing.reconnect_first
        self._between = Growing(timing.reconnect_first, timing.reconnect_most)
        self._part = part

    @property
    def server(self) -> Server:
        """The server whose turn it is."""
        return self._servers[self._turn]

    def next(self) -> float:
        """Let the next server have its turn, and give the pause before it."""
        self._turn = (self._turn + 1) % len(self._servers)
        if self._turn:
            return self._part(0, self._within)
        delay = self._between.delay
        self._between.grow()
        return self._part(0, delay)

    def begin_anew(self) -> None:
        """Let the first server be next, after a short pause: a connection was stable."""
        self._turn = len(self._servers) - 1
        self._between.reset()

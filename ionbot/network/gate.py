"""Whether the bot may be in channels and speak there. Without a cluster it always may."""

import time
from collections.abc import Callable
from typing import TypeAlias

Uptime: TypeAlias = Callable[[], float]
"""Gives the seconds since some moment, those included in which the machine slept, where the system can tell them."""
Ask: TypeAlias = Callable[[str, str], None]
"""Asks for a channel (network, folded name) to which the bot is invited, but which it may not be in."""

_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def uptime() -> float:
    """Give the seconds since the machine was started."""
    return time.clock_gettime(_CLOCK)


class Gate:
    """One for all networks of a worker.

    `leased`: a channel is left alone until it is held. `until` is when what is held may have become another worker's,
    by `now`: from then on no message leaves, also none that waits. `ask` and `arrived` are called by the networks:
    they want a channel, or have let the bot in.
    """

    def __init__(self, *, leased: bool = False, now: Uptime = uptime) -> None:
        self.leased = leased
        self.until = float("-inf") if leased else float("inf")
        self.ask: Ask = lambda _network, _channel: None
        self.arrived: Callable[[], None] = lambda: None
        self._now = now

    @property
    def open(self) -> bool:
        """Whether a message may leave now."""
        return self.until > self._now()

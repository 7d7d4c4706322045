"""Time as the network layer knows it: seconds of a monotonic clock, the event loop's or a test's; and the date."""

import asyncio
import time
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass
from typing import Protocol


class Timer(Protocol):
    """Something that will be called."""

    def cancel(self) -> None:
        """Call it no more."""
        ...


class Clock(Protocol):
    """A monotonic clock that calls back."""

    def time(self) -> float:
        """Give the time in seconds since some moment."""
        ...

    def wall(self) -> int:
        """Give the date in Unix ms, only good to judge a server's date by."""
        ...

    def call_later(self, delay: float, callback: Callable[[], object], /) -> Timer:
        """Call back after so many seconds."""
        ...

    def call_soon(self, callback: Callable[[], object], /) -> object:
        """Call back once what happens now is done."""
        ...


class LoopClock:
    """The clock of the event loop that is running when it is asked. It calls back in a context, which the log needs."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def time(self) -> float:
        """Give the monotonic time in seconds, which every loop goes by; asked directly it comes at once."""
        return time.monotonic()

    def wall(self) -> int:
        """Give the date by the system's clock."""
        return time.time_ns() // 1_000_000

    def call_later(self, delay: float, callback: Callable[[], object], /) -> Timer:
        """Call back after so many seconds."""
        return asyncio.get_running_loop().call_later(delay, callback, context=self._context)

    def call_soon(self, callback: Callable[[], object], /) -> object:
        """Call back in the loop's next round."""
        return asyncio.get_running_loop().call_soon(callback, context=self._context)


@dataclass(frozen=True)
class Timing:
    """How patient we are, in seconds."""

    registration: float = 60
    """From the connection to the server's welcome."""
    greeting: float = 5
    """From our first line until a server that says nothing to it is taken for one without capabilities."""
    login: float = 10
    """For each step of a login to the network's services, and for what else they are asked."""
    ison: float = 60
    """Between two questions whether somebody has the bot's nick."""
    regain_first: float = 30
    regain_most: float = 1800
    """Between attempts to get the bot's nick back: the first delay, doubled each time, and its bound."""
    people: float = 30
    """From our question (WHO) until a channel's people count as known, if the server will not tell them all."""
    rejoin_first: float = 20
    rejoin_most: float = 1800
    """Between attempts to enter a channel: the first delay, doubled each time, and its bound."""
    reconnect_first: float = 2
    reconnect_most: float = 300
    """Between connections: a random part of the first delay, doubled each time, and its bound."""
    stable: float = 300
    """After so much time without trouble the delays begin anew."""
    parting: float = 1.5
    """How long what waits may still take to leave before our QUIT."""
    farewell: float = 1
    """How long the server may take to close after our QUIT."""
    ctcp: float = 10
    """Between two answers to CTCP requests."""


class Growing:
    """A delay in seconds that begins with `first` and doubles when it is to `grow`, up to `most`."""

    def __init__(self, first: float, most: float) -> None:
        self.delay = first
        self._first = first
        self._most = most

    def grow(self) -> None:
        """Wait longer from now on."""
        self.delay = min(self._most, self.delay * 2)

    def reset(self) -> None:
        """Begin anew."""
        self.delay = self._first

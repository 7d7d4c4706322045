"""Time that passes as fast as there is nothing to do: an event loop that never waits for a clock."""

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor
from datetime import UTC, datetime, tzinfo
from typing import Any, Self, TypeVar, TypeVarTuple, Unpack
from unittest.mock import patch

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

START = datetime(2026, 3, 2, tzinfo=UTC)
"""When it is at the beginning."""
_READING_CLOCKS = (
    "ionbot.table.alarm.datetime",
    "apscheduler.schedulers.base.datetime",
    "apscheduler.executors.base.datetime",
)
_THREAD_S = 1.0


class VirtualLoop(asyncio.SelectorEventLoop):
    """Instead of waiting it sets its clock forward; only threads are really waited for. `threads` work just now."""

    def __init__(self) -> None:
        self.threads = 0
        self.elapsed_s = 0.0
        super().__init__(_Selector(self))

    def time(self) -> float:
        """Give the seconds since the beginning."""
        return self.elapsed_s

    def now_ms(self) -> int:
        """Give the whole ms since the beginning."""
        return round(self.elapsed_s * 1000)

    def wall_ms(self) -> int:
        """Give the time of the day in Unix ms."""
        return round(START.timestamp() * 1000) + self.now_ms()

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[Unpack[Ts]], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """Run something in a thread, and let no time pass meanwhile."""
        future = super().run_in_executor(executor, func, *args)
        self.threads += 1
        future.add_done_callback(self._end_thread)
        return future

    def _end_thread(self, _future: object) -> None:
        self.threads -= 1


class _Selector(selectors.DefaultSelector):
    """Looks for what can be read, and sets the loop's clock forward where nothing can."""

    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[Any]:
        found = super().select(0)
        if found or timeout == 0:
            return found
        if self._loop.threads:
            return super().select(_THREAD_S)
        if timeout is None:
            raise RuntimeError("nothing will ever happen any more")
        self._loop.elapsed_s += timeout
        return found


def clocks_of(loop: VirtualLoop) -> list[Any]:
    """Give patches that let the scheduler go by the loop's clock."""

    class Virtual(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls.fromtimestamp(loop.wall_ms() / 1000, tz)

    return [patch(name, Virtual) for name in _READING_CLOCKS]

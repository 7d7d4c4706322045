"""The alarm clock of all tables: one APScheduler job, for the earliest deadline.

A job is only a wake-up: a woken table asks its match what is due. One job for each of many deadlines would stall the
loop (10,000 at one instant: 207 ms late at the median, against 5 ms for one job), hence the heap. It holds each time
once, however many are to be woken then: what they take is dictionaries, not comparisons.
The scheduler waits by the wall clock, which may be set back; so the heap is looked at by the loop's own clock too.
"""

from asyncio import TimerHandle, get_running_loop
from contextvars import Context
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from typing import Protocol

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from apscheduler.triggers.date import DateTrigger

from ionbot.measures import UNMEASURED, Measures
from ionbot.table.clock import Now

_JOB = "earliest"
_LOOK_S = 5.0
"""How often the heap is looked at in any case: so late at most is what is due when the wall clock was set back."""


class Sleeper(Protocol):
    """Who can be woken."""

    def wake(self) -> None:
        """The time asked for has come."""
        ...


class Alarm:
    """Wakes sleepers at a time of the real clock, in ms. Use it inside a running event loop."""

    def __init__(self, now: Now, measures: Measures = UNMEASURED) -> None:
        self._now = now
        self._measures = measures
        self._due: dict[Sleeper, int] = {}
        self._heap: list[int] = []
        self._sleepers: dict[int, dict[Sleeper, None]] = {}
        """Who is to be woken at each time of the heap, in the order in which they asked."""
        self._armed: int | None = None
        self._context = Context()  # else the log would have it that a sleeper is whose alarm was set last
        self._next_look: TimerHandle | None = None
        # Without the first a job is dropped silently when the loop was stalled for a second. Without the second one is
        # dropped that is due at once when the one before ends: the scheduler hears of that end a little later.
        defaults = {"misfire_grace_time": None, "max_instances": 2}
        self._scheduler = AsyncIOScheduler(timezone=UTC, job_defaults=defaults)

    def start(self) -> None:
        """Begin to wake."""
        self._scheduler.start()
        self._look()

    def stop(self) -> None:
        """Wake nobody any more."""
        self._scheduler.shutdown(wait=False)
        if self._next_look:
            self._next_look.cancel()

    def set(self, sleeper: Sleeper, due: int | None) -> None:
        """Wake the sleeper at `due`, and not at any time set before; None: not at all."""
        before = self._due.get(sleeper)
        if before != due:
            if before is not None:
                del self._due[sleeper]
                self._sleepers.get(before, {}).pop(sleeper, None)
            if due is not None:
                self._add(sleeper, due)
        self._arm()

    def _add(self, sleeper: Sleeper, due: int) -> None:
        self._due[sleeper] = due
        if due not in self._sleepers:
            self._sleepers[due] = {}
            heappush(self._heap, due)
        self._sleepers[due][sleeper] = None

    def _look(self) -> None:
        self._next_look = get_running_loop().call_later(_LOOK_S, self._look)
        self._ring()

    async def _job(self) -> None:
        self._ring()

    def _ring(self) -> None:
        """Wake everybody whose time has come, and arm anew."""
        now = self._now()
        self._armed = None
        while self._heap and self._heap[0] <= now:
            due = heappop(self._heap)
            for sleeper in self._sleepers.pop(due):
                if self._due.get(sleeper) == due:  # else one that was woken before has just changed that
                    del self._due[sleeper]
                    self._measures.woken(now - due)
                    self._context.run(sleeper.wake)
        self._arm()

    def _arm(self) -> None:
        """Have one job, for the earliest time that still counts, or none."""
        while self._heap and not self._sleepers[self._heap[0]]:
            del self._sleepers[heappop(self._heap)]
        due = self._heap[0] if self._heap else None
        if due == self._armed:
            return
        self._armed = due
        if due is not None:
            delay = timedelta(milliseconds=max(due - self._now(), 0))
            trigger = DateTrigger(datetime.now(UTC) + delay)
            self._scheduler.add_job(self._job, trigger, id=_JOB, replace_existing=True)
        elif self._scheduler.get_job(_JOB):
            self._scheduler.remove_job(_JOB)

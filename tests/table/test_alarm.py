"""The alarm, on the real scheduler and the loop's real clock: a few milliseconds are waited for here."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import count
from typing import Any

import pytest
from apscheduler.schedulers import base
from structlog.contextvars import bound_contextvars, get_contextvars

from ionbot.table import alarm as alarm_module
from ionbot.table.alarm import Alarm
from ionbot.table.services import monotonic_ms

PATIENCE_S = 5


class Sleeper:
    """Notes when it is woken; `then` is done at that moment."""

    def __init__(self, then: Callable[[], None] = lambda: None) -> None:
        self.woken: list[int] = []
        self.awake = asyncio.Event()
        self.then = then

    def wake(self) -> None:
        self.woken.append(monotonic_ms())
        self.awake.set()
        self.then()

    async def wakes(self) -> None:
        await asyncio.wait_for(self.awake.wait(), PATIENCE_S)


@pytest.fixture
async def alarm() -> AsyncIterator[Alarm]:
    alarm = Alarm(monotonic_ms)
    alarm.start()
    yield alarm
    alarm.stop()


def jobs(alarm: Alarm) -> int:
    return len(alarm._scheduler.get_jobs())


async def test_it_wakes_when_the_time_has_come_and_not_before(alarm: Alarm):
    sleeper, due = Sleeper(), monotonic_ms() + 20
    alarm.set(sleeper, due)
    await sleeper.wakes()
    assert sleeper.woken[0] >= due
    assert jobs(alarm) == 0


async def test_many_deadlines_have_one_job_and_come_in_their_order(alarm: Alarm):
    order: list[int] = []
    start = monotonic_ms()
    sleepers = [Sleeper(lambda number=number: order.append(number)) for number in range(200)]
    for number in reversed(range(200)):
        alarm.set(sleepers[number], start + 5 + number // 10)
        assert jobs(alarm) == 1
    await sleepers[-1].wakes()
    assert [number // 10 for number in order] == [number // 10 for number in range(200)]
    assert all(len(sleeper.woken) == 1 for sleeper in sleepers)
    assert jobs(alarm) == 0


async def test_who_is_woken_may_change_when_others_are_that_were_due_too(alarm: Alarm):
    due = monotonic_ms() + 5
    put_off, called_off, last = Sleeper(), Sleeper(), Sleeper()

    def change() -> None:
        alarm.set(put_off, due + 15)
        alarm.set(called_off, None)

    for sleeper in (Sleeper(change), put_off, called_off):
        alarm.set(sleeper, due)
    alarm.set(last, due + 20)
    await last.wakes()
    assert [woken >= due + 15 for woken in put_off.woken] == [True]
    assert called_off.woken == []
    assert jobs(alarm) == 0


async def test_a_deadline_that_was_moved_counts_once_at_its_new_time(alarm: Alarm):
    now = monotonic_ms()
    earlier, later, last = Sleeper(), Sleeper(), Sleeper()
    alarm.set(earlier, now + 10_000)
    alarm.set(earlier, now + 10)
    alarm.set(later, now + 5)
    alarm.set(later, now + 20)
    alarm.set(last, now + 40)
    await last.wakes()
    assert earlier.woken[0] >= now + 10
    assert later.woken[0] >= now + 20
    assert len(earlier.woken) == len(later.woken) == 1


async def test_a_deadline_that_was_taken_back_does_not_come(alarm: Alarm):
    now = monotonic_ms()
    gone, last = Sleeper(), Sleeper()
    alarm.set(gone, now + 5)
    alarm.set(last, now + 30)
    alarm.set(gone, None)
    assert jobs(alarm) == 1
    await last.wakes()
    assert gone.woken == []


async def test_without_deadlines_there_is_no_job(alarm: Alarm):
    sleeper, other = Sleeper(), Sleeper()
    alarm.set(sleeper, None)
    assert jobs(alarm) == 0
    for due in (monotonic_ms() + 10_000, monotonic_ms() + 20_000):
        alarm.set(sleeper, due)
        alarm.set(other, due)
    alarm.set(sleeper, None)
    alarm.set(other, None)
    assert jobs(alarm) == 0


async def test_a_time_in_the_past_comes_at_once(alarm: Alarm):
    sleeper = Sleeper()
    alarm.set(sleeper, monotonic_ms() - 1_000)
    await sleeper.wakes()
    assert len(sleeper.woken) == 1


async def test_a_stalled_loop_loses_no_deadline(alarm: Alarm):
    """APScheduler would drop a job that is a second late."""
    sleeper = Sleeper()
    alarm.set(sleeper, monotonic_ms())
    long_ago = datetime.now(UTC) - timedelta(hours=1)
    alarm._scheduler.modify_job("earliest", next_run_time=long_ago)
    await sleeper.wakes()


async def test_a_sleeper_may_set_its_next_time_when_it_is_woken(alarm: Alarm):
    times = count()

    def again() -> None:
        if next(times) < 20:
            alarm.set(sleeper, monotonic_ms() + next(times) % 2)
        else:
            done.set()

    done = asyncio.Event()
    sleeper = Sleeper(again)
    alarm.set(sleeper, monotonic_ms())
    await asyncio.wait_for(done.wait(), PATIENCE_S)
    assert len(sleeper.woken) > 10


async def test_what_becomes_due_while_others_are_woken_is_not_lost():
    """The clock moves between the look at it and the next job, which is due at once then."""
    ticks: Iterator[int] = count()
    alarm = Alarm(lambda: next(ticks))
    alarm.start()
    sleepers = [Sleeper() for _ in range(5)]
    for number, sleeper in enumerate(sleepers):
        alarm.set(sleeper, 20 + number)
    for sleeper in sleepers:
        await sleeper.wakes()
    alarm.stop()


async def test_a_job_that_has_begun_when_its_deadline_is_taken_back_wakes_nobody(alarm: Alarm):
    sleeper, other = Sleeper(), Sleeper()
    alarm.set(sleeper, monotonic_ms())
    alarm._scheduler._process_jobs()
    assert jobs(alarm) == 0
    alarm.set(sleeper, None)
    alarm.set(other, monotonic_ms() + 1)
    await other.wakes()
    assert sleeper.woken == []


async def test_a_wall_clock_that_is_set_back_delays_nobody(monkeypatch: pytest.MonkeyPatch):
    """The scheduler then believes that there is an hour left."""

    class SetBack(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "SetBack":
            return super().now(tz) - shift

    shift = timedelta()
    monkeypatch.setattr(base, "datetime", SetBack)
    monkeypatch.setattr(alarm_module, "datetime", SetBack)
    monkeypatch.setattr(alarm_module, "_LOOK_S", 0.02)
    alarm = Alarm(monotonic_ms)
    alarm.start()
    first, second = Sleeper(), Sleeper()
    due = monotonic_ms() + 50
    alarm.set(first, due)
    alarm.set(second, due + 60)
    shift = timedelta(hours=1)
    for sleeper in (first, second):
        await sleeper.wakes()
        assert jobs(alarm) <= 1
    alarm.stop()
    assert due <= first.woken[0] < due + 1_000
    assert due + 60 <= second.woken[0]


async def test_who_is_woken_is_not_taken_for_whoever_set_an_alarm_last(alarm: Alarm):
    """Else the log would say of a table's doings that they are another one's."""
    seen: list[dict[str, Any]] = []
    sleeper = Sleeper(lambda: seen.append(get_contextvars()))
    with bound_contextvars(channel="#other"):
        alarm.set(sleeper, monotonic_ms() + 5)
    await sleeper.wakes()
    assert seen == [{}]

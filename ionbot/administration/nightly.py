"""The nightly backup: made in a thread when its time has come, or at the start if the bot was not there then."""

from asyncio import Task, create_task, gather
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import partial

import structlog

from ionbot.store.database import DatabaseError
from ionbot.store.journal import unix_ms
from ionbot.store.nightly import Backups
from ionbot.table.alarm import Alarm
from ionbot.table.services import monotonic_ms
from ionbot.threads import in_thread

_LOOK_MS = 600_000
"""How often the wall clock is looked at in any case, since it may be set."""
_AGAIN_MS = 3_600_000
"""How long after a failure it is tried again."""

_log = structlog.get_logger()


@dataclass(frozen=True)
class BackupStatus:
    """When the last backup was made and the next one will be (Unix ms), and why the last attempt failed, "" if not."""

    last: int | None
    next: int
    why: str = ""


class Nightly:
    """Makes the backups, each day at a time of the `clock` (HH:MM, UTC).

    `wall` gives Unix ms, `now` the alarm clock's ms.
    """

    def __init__(
        self,
        backups: Backups,
        alarm: Alarm,
        clock: str,
        wall: Callable[[], int] = unix_ms,
        now: Callable[[], int] = monotonic_ms,
    ) -> None:
        self._backups = backups
        self._alarm = alarm
        self._clock = time.fromisoformat(clock)
        self._wall = wall
        self._now = now
        self._making: Task[None] | None = None
        self._last: int | None = None
        self._next = self._after(wall())
        self._why = ""

    @property
    def status(self) -> BackupStatus:
        """Tell how it is."""
        return BackupStatus(self._last, self._next, self._why)

    async def start(self) -> None:
        """Look for the backups that there are; if there are some, and none of the last time, one is made at once."""
        try:
            self._last = await in_thread(self._backups.last)
        except OSError as error:
            self._fail(str(error))
        if self._last is not None:
            self._next = self._after(min(self._last, self._wall()))
        self.wake()

    def wake(self) -> None:
        """Look at the clock: a backup may be due, and one for a time that the clock had wrongly is not waited for."""
        self._next = min(self._next, self._after(self._wall()))
        if self._next <= self._wall() and (self._making is None or self._making.done()):
            self._making = create_task(self._make())
        self._alarm.set(self, self._now() + min(max(self._next - self._wall(), 0), _LOOK_MS) or _LOOK_MS)

    async def close(self) -> None:
        """Make no more backups. One that is being made is given up; it leaves no file that looks like one."""
        self._alarm.set(self, None)
        if self._making:
            self._making.cancel()
            await gather(self._making, return_exceptions=True)

    async def _make(self) -> None:
        now = self._wall()
        try:
            await in_thread(partial(self._backups.make, now))
        except (DatabaseError, OSError) as error:
            self._fail(str(error))
            self._next = now + _AGAIN_MS
        else:
            self._last, self._next, self._why = now, self._after(now), ""
            _log.info("backup made")
        self.wake()

    def _fail(self, why: str) -> None:
        self._why = why
        _log.error("backup failed; tried again in an hour", why=why)

    def _after(self, moment: int) -> int:
        """Give the first time for a backup after a Unix time in ms."""
        then = datetime.fromtimestamp(moment / 1000, UTC)
        due = datetime.combine(then, self._clock, UTC)
        return round((due if due > then else due + timedelta(days=1)).timestamp() * 1000)

"""The end of seasons: their standings become final when they are over, be the bot running then or not."""

from asyncio import Task, create_task
from collections.abc import Callable
from functools import partial

import structlog

from ionbot.store.database import DatabaseError
from ionbot.store.journal import unix_ms
from ionbot.store.seasons import SeasonUnit, close_seasons, next_close
from ionbot.store.writer import Writer
from ionbot.table.alarm import Alarm
from ionbot.table.services import monotonic_ms

_LOOK_MS = 600_000
"""How often the wall clock is looked at in any case, since it may be set."""

_log = structlog.get_logger()


class SeasonEnd:
    """Closes the seasons that are over, whenever it is woken. `wall` gives Unix ms, `now` the alarm clock's ms."""

    def __init__(
        self,
        writer: Writer,
        alarm: Alarm,
        unit: SeasonUnit,
        wall: Callable[[], int] = unix_ms,
        now: Callable[[], int] = monotonic_ms,
    ) -> None:
        self._writer = writer
        self._alarm = alarm
        self._unit = unit
        self._wall = wall
        self._now = now
        self._closing: Task[None] | None = None

    def wake(self) -> None:
        """Look at the clock: a season may be over."""
        if self._closing is None or self._closing.done():
            self._closing = create_task(self._close())
        self._arm()

    async def close(self) -> None:
        """Wait until what has begun is written, and close nothing any more."""
        self._alarm.set(self, None)
        if self._closing:
            await self._closing

    async def _close(self) -> None:
        try:
            closed = await self._writer.write(partial(close_seasons, self._wall()))
        except DatabaseError as error:
            _log.warning("seasons not closed; tried again in 10 minutes", why=str(error))
            return
        for game, season in closed:
            _log.info("season closed", game=game, season=season)

    def _arm(self) -> None:
        now = self._wall()
        end = next_close(self._unit, now)
        wait = _LOOK_MS if end is None else min(end - now, _LOOK_MS)
        self._alarm.set(self, self._now() + wait)

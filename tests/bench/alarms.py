"""How late the alarm wakes tables: many deadlines at one instant, and as many all over some time.

What a table then does is not measured here; `lateness` does that.
"""

import asyncio
from collections.abc import Sequence
from random import Random
from time import monotonic

from ionbot.table.alarm import Alarm
from ionbot.table.services import monotonic_ms
from tests.bench.figures import Figure, spread
from tests.bench.stage import until

DEADLINES = 10_000
SPREAD_MS = 5_000
SOON_MS = 1_000
"""So long after they are set the first is due: setting them takes a while, too."""


class Sleeper:
    """Notes how many ms late it is woken."""

    def __init__(self, due: int) -> None:
        self.due = due
        self.late: float | None = None

    def wake(self) -> None:
        """The time has come."""
        self.late = 1000 * monotonic() - self.due


def figures(quick: bool) -> list[Figure]:
    """Measure deadlines at one instant, and apart."""
    count = 100 if quick else DEADLINES
    soon, random = SOON_MS // 10 if quick else SOON_MS, Random(count)
    over = 0 if quick else SPREAD_MS
    together = asyncio.run(late([soon] * count))
    apart = asyncio.run(late([soon + random.randint(0, over) for _ in range(count)]))
    return [
        *spread(f"woken late, {count:,} at once", together, "ms", (None, 10)),
        *spread(f"woken late, {count:,} in {SPREAD_MS // 1000} s", apart, "ms", (None, 10)),
    ]


async def late(delays: Sequence[int]) -> list[float]:
    """Give how late each is woken that is due after so many ms."""
    alarm = Alarm(monotonic_ms)
    alarm.start()
    try:
        now = monotonic_ms()
        sleepers = [Sleeper(now + delay) for delay in delays]
        for sleeper in sleepers:
            alarm.set(sleeper, sleeper.due)
        await until(lambda: all(sleeper.late is not None for sleeper in sleepers))
        return [sleeper.late for sleeper in sleepers if sleeper.late is not None]
    finally:
        alarm.stop()

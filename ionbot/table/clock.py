"""The clock of a match: real time, less all the time in which the match could not go on."""

from collections.abc import Callable
from typing import TypeAlias

Now: TypeAlias = Callable[[], int]
"""A monotonic clock in ms."""

STILL_MS = 86_400_000
"""How long match time may stand still at a stretch, in a pause or without the network; then the match is to end."""
_LONG = {"network", "pause"}
"""The reasons that can last for so long."""


class MatchClock:
    """Match time in ms. It stands still while anything holds it: a prompt on its way, a lost network, a pause."""

    def __init__(self, now: Now, start: int = 0) -> None:
        self._now = now
        self._start = start
        self._since = now()
        self._still_since = self._since
        self._holds: set[str] = set()

    @property
    def runs(self) -> bool:
        """Whether match time passes."""
        return not self._holds

    @property
    def real_time(self) -> int:
        """The real time in ms, which never stands still."""
        return self._now()

    @property
    def time(self) -> int:
        """The match time in ms."""
        return self._start + (self._now() - self._since if self.runs else 0)

    @property
    def ends_at(self) -> int | None:
        """When a match that stands still has done so for too long, in real ms; None if it does so for a moment only."""
        return None if self._holds.isdisjoint(_LONG) else self._still_since + STILL_MS

    def real(self, due: int) -> int:
        """Tell when on the real clock a match time comes, if the clock runs until then."""
        return self._since + due - self._start

    def held_by(self, why: str) -> bool:
        """Tell whether this is one of the reasons for which the clock stands still."""
        return why in self._holds

    def hold(self, why: str) -> None:
        """Stop the clock for a reason, until that reason is released."""
        if self.runs:
            self._still_since = self._now()
        self._start, self._since = self.time, self._now()
        self._holds.add(why)

    def stood_for(self, ms: int) -> None:
        """Note that the time stands still for so long already."""
        self._still_since = self._now() - ms

    def turn_back(self, ms: int, least: int) -> None:
        """Take back some time that has passed, but not to before the match time `least`."""
        self._start, self._since = max(self.time - ms, least), self._now()

    def release(self, why: str) -> None:
        """Take a reason away; the clock goes on when none is left."""
        self._start, self._since = self.time, self._now()
        self._holds.discard(why)

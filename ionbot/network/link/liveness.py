"""Whether the server is still there."""

from collections.abc import Callable

from ionbot.network.clock import Clock, Timer


class Liveness:
    """Asks a silent server for a sign, and calls `dead` when none comes. Times in seconds.

    `lag` is how long the last answer took, None before the first.
    """

    def __init__(
        self, clock: Clock, ping_after: float, ping_timeout: float, ping: Callable[[], None], dead: Callable[[], None]
    ) -> None:
        self._clock = clock
        self._ping_after = ping_after
        self._ping_timeout = ping_timeout
        self._ping = ping
        self._dead = dead
        self.lag: float | None = None
        self._asked: float | None = None
        self._unanswered: float | None = None
        self._heard = clock.time()
        self._timer: Timer = clock.call_later(ping_after, self._check)

    def heard(self) -> None:
        """Note that the server has sent something."""
        self._heard = self._clock.time()
        self._asked = None

    def answered(self) -> None:
        """Note that the server has answered the question, and not only said something."""
        if self._unanswered is not None:
            self.lag = self._clock.time() - self._unanswered
            self._unanswered = None

    def stop(self) -> None:
        """Watch no more."""
        self._timer.cancel()

    def _check(self) -> None:
        now = self._clock.time()
        if self._asked is None and now >= self._heard + self._ping_after:
            self._asked = self._unanswered = now
            self._ping()
        due = self._heard + self._ping_after if self._asked is None else self._asked + self._ping_timeout
        if now >= due:
            self._dead()
        else:
            self._timer = self._clock.call_later(due - now, self._check)

"""How fast lines may leave: a token bucket."""

from ionbot.config import Pace

_LINE_END = len(b"\r\n")
_ALMOST = 1e-9
"""Floating point: a token less this much is a token."""


class Bucket:
    """`pace.burst` tokens after a pause, `pace.rate` more a second; no pace is no bounds. Times in seconds.

    A line may leave for one token, but is paid in full: after a long one the next waits longer. Servers that count by
    length do the same: they look at what was read before, not at what comes (irc2 and ircu, `parse_client_queued`).
    """

    def __init__(self, pace: Pace | None, now: float) -> None:
        self._pace = pace
        self._tokens: float = pace.burst if pace else 0
        self._filled = now

    def wait(self, now: float) -> float:
        """Tell in how many seconds a line may leave; 0 is now."""
        if self._pace is None:
            return 0
        self._tokens = min(self._pace.burst, self._tokens + (now - self._filled) * self._pace.rate)
        self._filled = now
        missing = 1 - self._tokens
        return missing / self._pace.rate if missing > _ALMOST else 0

    def change(self, pace: Pace | None, now: float) -> None:
        """Let another pace count from now on; tokens that are there stay, as far as it allows. No pace leaves none."""
        self.wait(now)
        if self._pace is None:
            self._tokens = 0
        self._pace, self._filled = pace, now

    def pay(self, line: str) -> None:
        """Pay for a line that leaves in its turn; it has no tags, which servers do not count."""
        self._tokens -= self._cost(line)

    def owe(self, line: str) -> None:
        """Pay for a line that leaves whatever waits, on credit, which is a burst at the most."""
        if self._pace:
            self._tokens = min(self._tokens, max(self._tokens - self._cost(line), -self._pace.burst))

    def _cost(self, line: str) -> float:
        if self._pace is None or self._pace.line_bytes is None:
            return 1
        return 1 + (len(line.encode("utf-8", "replace")) + _LINE_END) / self._pace.line_bytes

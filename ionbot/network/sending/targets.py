"""Whom the server lets us speak to, where it limits how many different people that may be."""

from ionbot.channel import Person
from ionbot.network.sending.lanes import Recipient

_KEPT = 10
"""How many people count as known; ircu and solanum keep as many or more (`check_target_limit`, `add_target`)."""


class Targets:
    """One connection's limit, which is there once the server has refused a line as one to too many. Times in seconds.

    Whoever was written to lately may be written to. Strangers wait as long as the server said, then they take turns:
    one in that time. A channel waits only if it was refused itself, since a match must not wait for the chatter.
    """

    def __init__(self) -> None:
        self._known: dict[Recipient, None] = {}
        self._barred: set[Recipient] = set()
        self._pause = 0.0
        self._until = float("-inf")

    def limited(self, now: float) -> bool:
        """Tell whether strangers have to take turns; a pause in which none was written to ends that."""
        return now < self._until + self._pause

    def bars(self, to: Recipient, now: float) -> bool:
        """Tell whether somebody has to wait."""
        return now < self._until and self._is_stranger(to)

    def wait(self, now: float) -> float:
        """Tell in how many seconds a stranger may be written to."""
        return max(0.0, self._until - now)

    def wrote(self, to: Recipient, now: float) -> None:
        """Note that a line to somebody has left."""
        if self._is_stranger(to) and self.limited(now):
            self._until = now + self._pause
        self._barred.discard(to)
        if isinstance(to, Person):
            self._known.pop(to, None)
            self._known[to] = None
            if len(self._known) > _KEPT:
                del self._known[next(iter(self._known))]

    def refused(self, to: Recipient, pause: float, now: float) -> None:
        """Note that the server wants a pause before a line to somebody."""
        self._barred.add(to)
        self._pause = pause
        self._until = max(self._until, now + pause)

    def _is_stranger(self, to: Recipient) -> bool:
        return to in self._barred or (isinstance(to, Person) and to not in self._known)

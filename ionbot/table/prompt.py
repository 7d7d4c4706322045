"""The prompt that is on its way: until it has left, the match's time stands still."""

from collections.abc import Callable

from ionbot.channel import Delivery

SILENCE_MS = 30_000
"""After this long without word of it, a prompt counts as left."""


class Prompt:
    """A prompt of one or more lines. `done` is called once all have left for the server; `limit` is in real ms."""

    def __init__(self, now: int, lines: int, done: Callable[["Prompt"], None]) -> None:
        self.limit = now + SILENCE_MS
        self._outstanding = lines
        self._done = done

    def left(self, delivery: Delivery) -> None:
        """Hear what became of one of the lines."""
        # A line that was lost or refused leaves its prompt open: a new prompt follows, or the silence ends it.
        if delivery is Delivery.SENT:
            self._outstanding -= 1
            if not self._outstanding:
                self._done(self)

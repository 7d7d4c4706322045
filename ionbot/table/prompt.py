"""The prompt that is on its way: until it has left, the match's time stands still."""

from collections.abc import Callable

from ionbot.channel import Delivery


class Prompt:
    """A prompt of one or more lines. `done` is called once the fate of all is known.

    `left`: all have left for the server; else the prompt has to be said again, at `again_at` in real ms once that is
    known. `stamp` is the server's time of the last one in Unix ms, where it gives one.
    """

    def __init__(self, lines: int, done: Callable[["Prompt"], None]) -> None:
        self.left = True
        self.again_at: int | None = None
        self.stamp: int | None = None
        self._outstanding = lines
        self._done = done

    def note(self, delivery: Delivery, stamp: int | None) -> None:
        """Hear what became of one of the lines."""
        self.left &= delivery is Delivery.SENT
        self.stamp = stamp
        self._outstanding -= 1
        if not self._outstanding:
            self._done(self)

"""The prompt that is on its way: until it has left, the match's time stands still."""

from collections.abc import Callable, Collection

from ionbot.channel import Delivery


class Prompt:
    """A line for the channel, and a private one for each of `seats`. `done` is called when the fates of all are known.

    `said`: the channel's line has left; `unheard` are the seats whose own has not. If it has to be said again, then at
    `again_at`, in real ms. `stamp` is the server's time of the line that left last, in Unix ms, where it gives one;
    `asked_at` is when it was given to the network, in real ms.
    """

    def __init__(self, seats: Collection[int], done: Callable[["Prompt"], None], asked_at: int) -> None:
        self.said = True
        self.unheard: set[int] = set()
        self.again_at: int | None = None
        self.stamp: int | None = None
        self.asked_at = asked_at
        self._outstanding = 1 + len(seats)
        self._done = done

    def note(self, seat: int | None, delivery: Delivery, stamp: int | None) -> None:
        """Hear what became of a seat's line, or of the channel's (None)."""
        if delivery is Delivery.SENT:
            self.stamp = stamp
        else:
            self.miss(seat)
        self._outstanding -= 1
        if not self._outstanding:
            self._done(self)

    def miss(self, seat: int | None) -> None:
        """Note that a seat's line, or the channel's, has not got through."""
        if seat is None:
            self.said = False
        else:
            self.unheard.add(seat)

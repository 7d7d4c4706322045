"""What waits to be sent, in which order, and how fast: lanes, turns between recipients, a token bucket."""

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, TypeAlias

from ionbot.channel import Delivery, Lane, OnDelivery
from ionbot.network.clock import Clock, Timer
from ionbot.network.containment import contained

PROTOCOL = 0
"""The lane before all others: JOIN, WHO and the like."""
MOST = 200
"""How many lines may wait."""
_LANES = (PROTOCOL, *Lane)
_MERGED = (Lane.ANSWER, Lane.CHATTER)
"""Where the same text for the same recipient is not queued twice."""
_ALMOST = 1e-9
"""Floating point: a token less this much is a token."""


class Wire(Protocol):
    """Where lines go."""

    @property
    def ready(self) -> bool:
        """Whether lines can be written now."""
        ...

    def write(self, lines: Sequence[str]) -> None:
        """Write lines, without their line ends, at once."""
        ...


@dataclass(eq=False)
class Parcel:
    """The lines of one message to a recipient.

    `line` makes a line of the protocol from a text, at the moment it is sent: it follows the recipient's nick. A new
    parcel to the same recipient with the same key, if there is one, takes the place of this one.
    """

    to: Hashable
    line: Callable[[str], str]
    texts: Sequence[str]
    lane: int
    key: str = ""
    lefts: list[OnDelivery | None] = field(default_factory=list)
    number: int = 0

    def replaced_by(self, other: "Parcel") -> bool:
        """Tell whether the other, which comes later, makes this one needless."""
        if self.to != other.to or self.key != other.key:
            return False
        return bool(self.key) or (self.lane == other.lane and self.lane in _MERGED and self.texts == other.texts)


OnWritten: TypeAlias = Callable[[Parcel, str, bool], None]
"""Hears of a message's line that was written, and whether it is its last; sees to it that the message is settled."""


class Bucket:
    """A token bucket: `burst` lines at once after a pause, `rate` lines a second in the long run."""

    def __init__(self, burst: float, rate: float, now: float) -> None:
        self._burst = burst
        self._rate = rate
        self._tokens = burst
        self._filled = now

    def wait(self, now: float) -> float:
        """Tell in how many seconds a line may be sent; 0 is now."""
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
        missing = 1 - self._tokens
        return missing / self._rate if missing > _ALMOST else 0

    def take(self) -> None:
        """Pay for a line, if need be on credit, which is a burst at the most."""
        self._tokens = max(self._tokens - 1, -self._burst)


class Turns:
    """One lane. Recipients take turns, line by line; a recipient's parcels keep their order."""

    def __init__(self) -> None:
        self._queues: dict[Hashable, deque[Parcel]] = {}

    def __bool__(self) -> bool:
        return bool(self._queues)

    def __iter__(self) -> Iterator[Parcel]:
        return (parcel for queue in self._queues.values() for parcel in queue)

    def add(self, parcel: Parcel) -> None:
        """Queue a parcel behind its recipient's others."""
        self._queues.setdefault(parcel.to, deque()).append(parcel)

    def remove(self, parcel: Parcel) -> None:
        """Take a parcel out."""
        queue = self._queues[parcel.to]
        queue.remove(parcel)
        if not queue:
            del self._queues[parcel.to]

    def replace(self, old: Parcel, new: Parcel) -> None:
        """Put a parcel in another's place."""
        queue = self._queues[old.to]
        queue[queue.index(old)] = new

    def first(self) -> Parcel:
        """Give the parcel whose turn it is."""
        return next(iter(self._queues.values()))[0]

    def next_turn(self) -> None:
        """Send the recipient whose turn it was to the end."""
        recipient = next(iter(self._queues))
        self._queues[recipient] = self._queues.pop(recipient)


class Outbox:
    """All that waits on one network. It outlives connections; what waits at the end of one is lost.

    `OnDelivery` callbacks never run inside a call of a method here, but soon after it.
    """

    def __init__(self, clock: Clock, burst: int, rate: float, most: int = MOST) -> None:
        self._clock = clock
        self._burst = burst
        self._rate = rate
        self._most = most
        self._lanes = {lane: Turns() for lane in _LANES}
        self._numbered = 0
        self._wire: Wire | None = None
        self._timer: Timer | None = None
        self._woken = False

    def open(self, wire: Wire, on_written: OnWritten) -> None:
        """Send to this wire from now on, beginning with a full burst."""
        self._wire = wire
        self._on_written = on_written
        self._bucket = Bucket(self._burst, self._rate, self._clock.time())

    def close(self) -> None:
        """Send no more. Everything that waits is lost."""
        self._wire = None
        if self._timer:
            self._timer.cancel()
            self._timer = None
        for parcel in list(self._waiting()):
            self._discard(parcel, Delivery.LOST)

    def put(self, parcel: Parcel) -> None:
        """Queue a parcel; it may replace one that waits, and the longest waiting chatter gives way if all is full."""
        if self._wire is None or not parcel.texts:
            self.settle(parcel, Delivery.LOST if self._wire is None else Delivery.SENT)
            return
        self._numbered += 1
        parcel.number = self._numbered
        self._place(parcel)
        while sum(len(waiting.texts) for waiting in self._waiting()) > self._most:
            self._discard(self._least_needed(), Delivery.LOST)
        self.wake()

    def drop(self, to: Hashable, fate: Delivery) -> None:
        """Take out everything for a recipient that cannot be reached any more."""
        for parcel in [parcel for parcel in self._waiting() if parcel.to == to]:
            self._discard(parcel, fate)

    def protocol(self, line: str, left: OnDelivery | None = None) -> None:
        """Queue a line of the protocol: before everybody's messages, but paced like them."""
        self.put(Parcel("", str, [line], PROTOCOL, lefts=[left]))

    def urgent(self, line: str) -> None:
        """Write a line at once, whatever waits; later lines pay for it."""
        if self._wire:
            self._wire.write([line])
            self._bucket.take()

    def wake(self) -> None:
        """Send what may be sent, soon: all that is said until then leaves in one write."""
        if not self._woken and self._timer is None:
            self._woken = True
            self._clock.call_soon(self._pump)

    def flush(self) -> None:
        """Send what may be sent now."""
        if self._wire is None or not self._wire.ready:
            return
        now = self._clock.time()
        lines, written = [], []
        while self._bucket.wait(now) == 0 and (turns := self._first_lane()):
            parcel = turns.first()
            text, *parcel.texts = parcel.texts
            lines.append(parcel.line(text))
            written.append((parcel, not parcel.texts))
            self._bucket.take()
            turns.next_turn()
            if not parcel.texts:
                turns.remove(parcel)
        if lines:
            self._wire.write(lines)
        for line, (parcel, last) in zip(lines, written, strict=True):
            self._note(parcel, line, last)
        if self._first_lane() and self._timer is None:
            self._timer = self._clock.call_later(self._bucket.wait(now), self._tick)

    def settle(self, parcel: Parcel, fate: Delivery, stamp: int | None = None) -> None:
        """Tell soon what became of a message, unless it was told before."""
        lefts, parcel.lefts = parcel.lefts, []
        for left in lefts:
            self.report(left, fate, stamp)

    def report(self, left: OnDelivery | None, fate: Delivery, stamp: int | None = None) -> None:
        """Tell soon what became of a line."""
        if left:
            self._clock.call_soon(partial(contained, "left", left, fate, stamp))

    def _note(self, parcel: Parcel, line: str, last: bool) -> None:
        """Pass on that a line was written; nobody answers for lines of the protocol, which are sent with that."""
        if parcel.lane != PROTOCOL:
            self._on_written(parcel, line, last)
        elif last:
            self.settle(parcel, Delivery.SENT)

    def _tick(self) -> None:
        self._timer = None
        self.flush()

    def _pump(self) -> None:
        self._woken = False
        self.flush()

    def _first_lane(self) -> Turns | None:
        return next((turns for turns in self._lanes.values() if turns), None)

    def _waiting(self) -> Iterator[Parcel]:
        return (parcel for turns in self._lanes.values() for parcel in turns)

    def _place(self, parcel: Parcel) -> None:
        old = next((waiting for waiting in self._waiting() if waiting.replaced_by(parcel)), None)
        if old is None:
            self._lanes[parcel.lane].add(parcel)
            return
        parcel.lefts, old.lefts = old.lefts + parcel.lefts, []
        if old.lane == parcel.lane:
            self._lanes[old.lane].replace(old, parcel)
        else:
            self._lanes[old.lane].remove(old)
            self._lanes[parcel.lane].add(parcel)

    def _least_needed(self) -> Parcel:
        """Give the oldest parcel of the last lane in which something waits."""
        return min(next(turns for turns in reversed(self._lanes.values()) if turns), key=lambda parcel: parcel.number)

    def _discard(self, parcel: Parcel, fate: Delivery) -> None:
        self._lanes[parcel.lane].remove(parcel)
        self.settle(parcel, fate)

"""What is to be sent leaves from here, no faster than the network bears."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import Protocol

from ionbot.channel import Delivery, OnDelivery
from ionbot.config import Pace
from ionbot.network.clock import Clock, Timer
from ionbot.network.containment import contained
from ionbot.network.gate import Gate
from ionbot.network.lines import MOST_BYTES
from ionbot.network.sending.bucket import Bucket
from ionbot.network.sending.lanes import PROTOCOL, QUESTION, Barred, Lanes, Parcel, Recipient
from ionbot.network.sending.targets import Targets

MOST = 200
"""How many lines of messages may wait; more of what a match needs."""


class Wire(Protocol):
    """Where lines go."""

    @property
    def ready(self) -> bool:
        """Whether lines can be written now."""
        ...

    def write(self, lines: Sequence[str]) -> None:
        """Write lines, without their line ends, at once."""
        ...


class Clerk(Protocol):
    """Who keeps account of a connection's messages, and sees to it that each is settled."""

    @property
    def sharing(self) -> int:
        """How many people may share a line."""
        ...

    def leaving(self, line: str, index: int, parcels: Sequence[Parcel]) -> str:
        """Note a line that is about to be written: the text of this index of parcels that share it.

        Give it as it is to be written, with tags.
        """
        ...


class Outbox:
    """All that waits on one network. It outlives connections; what waits at the end of one is lost.

    `OnDelivery` callbacks never run inside a call of a method here, but soon after it. `shrunk` is by how many bytes
    lines must be shorter than their names and prefix allow, since the server has refused one on this connection. While
    the `gate` is shut no message leaves: it is lost.
    """

    def __init__(self, clock: Clock, pace: Pace | None, most: int = MOST, gate: Gate | None = None) -> None:
        self.shrunk = 0
        self._clock = clock
        self._pace = pace
        self._gate = gate or Gate()
        self._lanes = Lanes(most)
        self._wire: Wire | None = None
        self._timer: Timer | None = None
        self._woken = False
        self._once_empty: list[Callable[[], object]] = []

    def __len__(self) -> int:
        """Tell how many lines wait."""
        return sum(len(parcel.waiting) for parcel in self._lanes.all())

    @property
    def idle(self) -> bool:
        """Whether a line that is put now leaves at once."""
        ready = self._wire is not None and self._wire.ready
        return ready and not self._lanes and self._bucket.wait(self._clock.time()) == 0

    def open(self, wire: Wire, clerk: Clerk) -> None:
        """Send to this wire from now on, beginning with a full burst."""
        self.shrunk = 0
        self._wire = wire
        self._clerk = clerk
        self._bucket = Bucket(self._pace, self._clock.time())
        self._targets = Targets()

    def close(self) -> None:
        """Send no more. Everything that waits is lost."""
        self._wire = None
        self._cancel()
        for parcel in self._lanes.all():
            self._discard(parcel, Delivery.LOST)
        self._tell_if_empty()

    def change_pace(self, pace: Pace | None) -> None:
        """Let lines leave at another pace from now on."""
        self._pace = pace
        if self._wire:
            self._bucket.change(pace, self._clock.time())
            self.wake()

    def once_empty(self, done: Callable[[], object]) -> None:
        """Call back soon, once nothing waits any more."""
        self._once_empty.append(done)
        self._tell_if_empty()

    def put(self, parcel: Parcel) -> None:
        """Queue a parcel; it may replace one that waits, and the longest waiting chatter gives way if all is full."""
        if self._wire is None or not parcel.texts:
            self.settle(parcel, Delivery.LOST if self._wire is None else Delivery.SENT)
            return
        if self._lanes.full:  # what may leave now has no need to give way
            self.flush()
        for gone in self._lanes.add(parcel):
            self.settle(gone, Delivery.LOST)
        self.wake()

    def again(self, parcel: Parcel, index: int, pause: float = 0) -> None:
        """Send the text of this index again, since the server has not passed it on.

        Where it wants a pause in seconds before that, strangers to whom nothing was said lately wait as well.
        """
        self._lanes.restore(parcel, index)
        if pause:
            self._targets.refused(parcel.to, pause, self._clock.time())
        self.wake()

    def drop(self, to: Recipient, fate: Delivery) -> None:
        """Take out everything for a recipient that cannot be reached any more."""
        for parcel in self._lanes.to(to):
            self._discard(parcel, fate)

    def hush(self) -> None:
        """Take out all messages that wait, whoever was to get them."""
        for parcel in self._lanes.all():
            if parcel.to is not None:
                self._discard(parcel, Delivery.LOST)

    def protocol(self, line: str, left: OnDelivery | None = None) -> None:
        """Queue a line of the protocol: before everybody's messages, in turn with them, and paced like them."""
        self.put(Parcel(None, [line], PROTOCOL, key=line, lefts=[left]))

    def question(self, line: str, left: OnDelivery | None = None) -> None:
        """Queue a question to the server that can wait, such as WHO: when no message waits, or after a few of them."""
        self.put(Parcel(None, [line], QUESTION, key=line, lefts=[left]))

    def urgent(self, line: str) -> None:
        """Write a line at once, whatever waits; later lines pay for it."""
        if self._wire:
            self._wire.write([line])
            self._bucket.owe(line)

    def wake(self) -> None:
        """Send what may be sent, soon: all that is said until then leaves in one write."""
        if not self._woken:
            self._woken = True
            self._clock.call_soon(self._pump)

    def flush(self) -> None:
        """Send what may be sent now."""
        if self._wire is None or not self._wire.ready:
            return
        if not self._gate.open:
            self.hush()
        now = self._clock.time()
        lines = []
        while self._bucket.wait(now) == 0 and (parcel := self._lanes.next(self._barred(now))):
            lines.append(self._leaving(parcel, now))
        if lines:
            self._wire.write(lines)
        self._cancel()
        if self._lanes:
            self._timer = self._clock.call_later(self._bucket.wait(now) or self._targets.wait(now), self.flush)
        self._tell_if_empty()

    def settle(self, parcel: Parcel, fate: Delivery, stamp: int | None = None) -> None:
        """Tell soon what became of a message, unless it was told before."""
        lefts, parcel.lefts = parcel.lefts, []
        for left in lefts:
            self.report(left, fate, stamp)

    def report(self, left: OnDelivery | None, fate: Delivery, stamp: int | None = None) -> None:
        """Tell soon what became of a line."""
        if left:
            self._clock.call_soon(partial(contained, "left", left, fate, stamp))

    def _leaving(self, parcel: Parcel, now: float) -> str:
        """Take the next text of a parcel, and give its line. Nobody answers for a line to the server itself."""
        parcels = self._sharing(parcel, now)
        index = self._lanes.take(parcels)
        line = parcel.line(parcel.texts[index], parcels[1:])
        self._bucket.pay(line)
        if parcel.to is None:
            self.settle(parcel, Delivery.SENT)
            return line
        for each in parcels:
            self._targets.wrote(each.to, now)
        return self._clerk.leaving(line, index, parcels)

    def _sharing(self, parcel: Parcel, now: float) -> list[Parcel]:
        """Give a parcel with those that can share its next line: as many as the server allows, and as fit into it."""
        parcels = [parcel]
        if self._clerk.sharing > 1 and not self._targets.limited(now):
            parcels += islice(self._lanes.company(parcel, self._barred(now)), self._clerk.sharing - 1)
        while len(parcels) > 1 and _size(parcel, parcels[1:]) > MOST_BYTES:
            parcels.pop()
        return parcels

    def _barred(self, now: float) -> Barred:
        return partial(self._targets.bars, now=now)

    def _pump(self) -> None:
        self._woken = False
        self.flush()

    def _tell_if_empty(self) -> None:
        if not self._lanes:
            waiting, self._once_empty = self._once_empty, []
            for done in waiting:
                self._clock.call_soon(done)

    def _cancel(self) -> None:
        """Forget when to send on."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _discard(self, parcel: Parcel, fate: Delivery) -> None:
        self._lanes.remove(parcel)
        self.settle(parcel, fate)


def _size(parcel: Parcel, others: Sequence[Parcel]) -> int:
    """Give the bytes of a parcel's next line."""
    return len(parcel.line(parcel.texts[parcel.waiting[0]], others).encode("utf-8", "replace"))

"""What became of the lines that were written: the server's answers, put to the lines they are about."""

from collections.abc import Sequence
from dataclasses import dataclass

from irctokens.line import Line

from ionbot.channel import Delivery
from ionbot.network.clock import Timer
from ionbot.network.formatting import clean
from ionbot.network.isupport import Isupport
from ionbot.network.lines import param
from ionbot.network.sending.labels import Labels
from ionbot.network.sending.lanes import Parcel
from ionbot.network.shared import Shared
from ionbot.network.whereabouts.people import People

PATIENCE = 5
"""Seconds after which a line counts as sent though no echo has come."""
KEPT = 30
"""Seconds for which a line is remembered, since a late echo is not to be taken for another line's."""
MOST = 200
"""How many lines are remembered."""
SHARING = 4
"""How many people may share a line at the most: networks take many targets for spam."""


@dataclass(eq=False)
class Written:
    """A line on its way to one recipient.

    `label` is that of the whole line, `shared` whether it went to others too. `index` says which text of its message it
    is, and `last` whether the last. `size` is in bytes. `echoed` is whether the server was asked to give it back,
    `awaited` whether its answer may still count.
    """

    parcel: Parcel
    index: int
    last: bool
    label: str
    shared: bool
    target: str
    size: int
    at: float
    echoed: bool
    awaited: bool

    @property
    def text(self) -> str:
        """What was said, without colours."""
        return clean(self.parcel.texts[self.index])

    @property
    def coloured(self) -> bool:
        """Whether it was said with colours."""
        return self.text != self.parcel.texts[self.index]

    def bleach(self) -> None:
        """Take the colours out of what is to be sent again."""
        self.parcel.texts[self.index] = self.text


class Receipts:
    """One connection's lines on their way. `capabilities` is the live set.

    With echo-message a line is sent when the server has given it back, with labels when it has acknowledged it, or
    after `PATIENCE`; without them, when it is written. The server reads our lines in order, so that an echo also tells
    of earlier lines to the same target.
    """

    def __init__(self, shared: Shared, people: People, isupport: Isupport, capabilities: set[str]) -> None:
        self.labels = Labels(capabilities)
        self._shared = shared
        self._people = people
        self._isupport = isupport
        self._capabilities = capabilities
        self._alone = False
        self._lines: list[Written] = []
        self._timer: Timer | None = None

    @property
    def sharing(self) -> int:
        """How many people may share a line: what TARGMAX says, 1 where it says nothing."""
        most = 1 if self._alone else self._isupport.targmax.get("NOTICE", 1)
        return SHARING if most is None else min(most, SHARING)

    def share_no_more(self) -> None:
        """Note that the server does not allow what it said."""
        self._alone = True

    def leaving(self, line: str, index: int, parcels: Sequence[Parcel]) -> str:
        """Note a line that is about to be written, and give it as it is to be written."""
        now = self._shared.clock.time()
        self._forget_old(now)
        label, size = self.labels.new(), len(line.encode("utf-8", "replace"))
        echoed = "echo-message" in self._capabilities
        awaited = echoed or self.labels.known
        for parcel in parcels:
            target, last, shared = self._people.fold(parcel.name), not parcel.waiting, len(parcels) > 1
            self._lines.append(Written(parcel, index, last, label, shared, target, size, now, echoed, awaited))
            if last and not awaited:
                self._shared.outbox.settle(parcel, Delivery.SENT)
        if awaited and self._timer is None:
            self._timer = self._shared.clock.call_later(PATIENCE, self._on_time)
        return self.labels.tagged(line, label)

    def echoed(self, echo: Line, stamp: int | None) -> None:
        """Take an echo, and the server's time of it in Unix ms."""
        line = self._given_back(echo)
        if line is None:
            return
        lines = self._to(line.target)
        for earlier in lines[: lines.index(line)]:
            self.read(earlier, None)
        self.read(line, stamp)

    def about(self, answer: Line, names: Sequence[str]) -> list[Written]:
        """Give the lines that an answer is about: by its label, and by whom it names if one line went to several.

        Without a label it is the oldest line to somebody it names whose fate is open, else the one that was last.
        """
        if label := self.labels.of(answer):
            sharers, targets = self.labelled(label), {self._people.fold(name) for name in names}
            return [line for line in sharers if line.target in targets] or sharers
        for lines in map(self._to, names):
            if lines:
                return [next((line for line in lines if line.awaited), lines[-1])]
        return []

    def longest(self) -> list[Written]:
        """Give the longest line whose fate is open, else the longest, as it went to each of its recipients."""
        longest = max(self._lines, key=lambda line: (line.awaited, line.size), default=None)
        return self.labelled(longest.label) if longest else []

    def labelled(self, label: str) -> list[Written]:
        """Give the line with this label, as it went to each of its recipients."""
        return [line for line in self._lines if line.label == label]

    def read(self, line: Written, stamp: int | None) -> None:
        """Note that the server has read a line, and forget it."""
        self._lines.remove(line)
        self._count(line, stamp)

    def refuse(self, line: Written) -> None:
        """Note that a line was not passed on, and forget it."""
        self._lines.remove(line)
        self._shared.outbox.settle(line.parcel, Delivery.REFUSED)

    def repeat(self, line: Written, pause: float = 0) -> None:
        """Forget a line that was not passed on, and send it again; `pause` is what the server wants before, in s."""
        self._lines.remove(line)
        self._shared.outbox.again(line.parcel, line.index, pause)

    def close(self) -> None:
        """Give up what is on its way: nobody knows how far it came."""
        if self._timer:
            self._timer.cancel()
        for line in self._lines:
            self._shared.outbox.settle(line.parcel, Delivery.LOST)
        self._lines.clear()

    def _to(self, target: str) -> list[Written]:
        folded = self._people.fold(target)
        return [line for line in self._lines if line.target == folded]

    def _given_back(self, echo: Line) -> Written | None:
        """Give the line that was echoed. Without a label, a changed text is that of the oldest."""
        lines = self._to(param(echo, 0))
        if label := self.labels.of(echo):
            return next((line for line in lines if line.label == label), None)
        text = clean(param(echo, 1))
        same = [line for line in lines if line.text == text]
        awaited = [line for line in lines if line.awaited]
        return next(iter([*(line for line in same if line.awaited), *same, *awaited]), None)

    def _count(self, line: Written, stamp: int | None) -> None:
        """Count a message as sent if this line is its last, unless its fate is known already."""
        line.awaited = False
        if line.last:
            self._shared.outbox.settle(line.parcel, Delivery.SENT, stamp)

    def _forget_old(self, now: float) -> None:
        while self._lines and (len(self._lines) >= MOST or self._lines[0].at + KEPT <= now):
            self.read(self._lines[0], None)

    def _on_time(self) -> None:
        """Wait no longer for echoes that are overdue."""
        self._timer = None
        now = self._shared.clock.time()
        for line in [line for line in self._lines if line.awaited]:
            if now < line.at + PATIENCE:
                self._timer = self._shared.clock.call_later(line.at + PATIENCE - now, self._on_time)
                return
            self._count(line, None)

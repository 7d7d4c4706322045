"""What waits to be sent, and in which order: lanes, and turns between recipients."""

from bisect import insort
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ionbot.channel import Channel, Lane, OnDelivery, Person
from ionbot.network.lines import write

SIGN, PROTOCOL, QUESTION = -1, 0, 5
"""The lanes of lines to the server itself, besides those of messages: PING for a sign; JOIN, NICK; WHO, MODE."""
_LANES = (SIGN, PROTOCOL, *Lane, QUESTION)
_GAPS = {SIGN: 0, PROTOCOL: 1, QUESTION: 3}
"""After how many other lines a line to the server has precedence; until then it waits for every message. Entering 100
channels must not hold up a match for minutes, nor must endless chatter keep the bot from entering one."""
_MERGED = (Lane.ANSWER, Lane.CHATTER)
"""Where the same texts for the same recipient are not queued twice, and one line may serve several people."""
_NEEDED = 25
"""So many times as many results and hands may wait: a bot that comes back to 1,000 tables has them all to tell at once,
and who does not hear of a hand cannot play."""

Recipient: TypeAlias = Channel | Person | None
"""None is the server itself."""
Barred: TypeAlias = Callable[[Recipient], bool]
"""Tells whether a recipient has to wait, whosever turn it is."""


@dataclass(eq=False)
class Parcel:
    """The lines of one message: to a channel, or to a person by NOTICE or not; or (None) lines to the server itself.

    A new parcel to the same recipient with the same key, if there is one, takes the place of this one.
    """

    to: Recipient
    texts: list[str]
    lane: int
    key: str = ""
    lefts: list[OnDelivery | None] = field(default_factory=list)
    number: int = 0
    """Its place in the order in which parcels were put."""
    notice: bool = True
    waiting: list[int] = field(init=False)
    """Which of the texts have not left, by index."""

    def __post_init__(self) -> None:
        self.waiting = list(range(len(self.texts)))

    @property
    def name(self) -> str:
        """What the recipient is called now: nicks change. The server itself has no name."""
        match self.to:
            case None:
                return ""
            case Person(nick=nick):
                return nick
            case channel:
                return channel.name

    def line(self, text: str, others: Sequence["Parcel"] = ()) -> str:
        """Make a line of the protocol from a text, at the moment it is sent; the others' recipients get it too."""
        if self.to is None:
            return text
        command = "NOTICE" if self.notice and isinstance(self.to, Person) else "PRIVMSG"
        return write(command, ",".join(parcel.name for parcel in (self, *others)), text)

    def same(self, other: "Parcel") -> bool:
        """Tell whether what waits of both is the same, whoever gets it."""
        return self.waiting == other.waiting and self.texts == other.texts and self.notice == other.notice


class Turns:
    """One lane. Recipients take turns, line by line; a recipient's parcels keep their order."""

    def __init__(self) -> None:
        self._queues: dict[Recipient, deque[Parcel]] = {}

    def __bool__(self) -> bool:
        return bool(self._queues)

    def __iter__(self) -> Iterator[Parcel]:
        return (parcel for queue in self._queues.values() for parcel in queue)

    def to(self, recipient: Recipient) -> Sequence[Parcel]:
        """Give what waits for a recipient."""
        return self._queues.get(recipient, ())

    def ready(self, barred: Barred) -> Iterator[Parcel]:
        """Yield the parcels of which a line may leave, whose turn it is first."""
        return (queue[0] for recipient, queue in self._queues.items() if not barred(recipient))

    def add(self, parcel: Parcel) -> None:
        """Queue a parcel before the recipient's later ones, if one that has left comes back."""
        queue = self._queues.setdefault(parcel.to, deque())
        queue.insert(len(queue) - sum(parcel.number < other.number for other in queue), parcel)

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

    def next_turn(self, recipient: Recipient) -> None:
        """Send the recipient whose turn it was to the end."""
        self._queues[recipient] = self._queues.pop(recipient)


class Lanes:
    """All that waits on one network. At most `most` lines of messages do, but for what a match needs (`_NEEDED`).

    Lines to the server are few by nature.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._turns = {lane: Turns() for lane in _LANES}
        self._keyed: dict[tuple[Recipient, str], Parcel] = {}
        self._passed = dict(_GAPS)
        self._lines = 0
        self._numbered = 0

    def __bool__(self) -> bool:
        return any(self._turns.values())

    @property
    def full(self) -> bool:
        """Whether something may have to give way to another message."""
        return self._lines >= self._most

    def all(self) -> list[Parcel]:
        """Give all that waits."""
        return [parcel for turns in self._turns.values() for parcel in turns]

    def to(self, recipient: Recipient) -> list[Parcel]:
        """Give what waits for a recipient."""
        return [parcel for turns in self._turns.values() for parcel in turns.to(recipient)]

    def add(self, parcel: Parcel) -> list[Parcel]:
        """Queue a parcel, maybe in another's place. Give what gives way if all is full: the oldest chatter first."""
        self._numbered += 1
        parcel.number = self._numbered
        self._place(parcel, self._outdated_by(parcel))
        gone = []
        while surplus := self._surplus():
            gone.append(surplus)
            self.remove(surplus)
        return gone

    def remove(self, parcel: Parcel) -> None:
        """Take a parcel out."""
        self._turns[parcel.lane].remove(parcel)
        self._forget(parcel)

    def next(self, barred: Barred) -> Parcel | None:
        """Give the parcel of which the next line is; None if nothing may leave."""
        firsts = (next(turns.ready(barred), None) for turns in self._turns.values() if turns)
        return min(filter(None, firsts), key=self._rank, default=None)

    def company(self, parcel: Parcel, barred: Barred) -> Iterator[Parcel]:
        """Yield what other people wait for that is the same, and may leave in one line with the next parcel."""
        if parcel.lane in _MERGED and isinstance(parcel.to, Person) and parcel.notice:
            for other in self._turns[parcel.lane].ready(barred):
                if other is not parcel and isinstance(other.to, Person) and other.same(parcel):
                    yield other

    def take(self, parcels: Sequence[Parcel]) -> int:
        """Take the next text of parcels that share a line, and give its index. Others have their turn then."""
        for lane, passed in self._passed.items():
            self._passed[lane] = 0 if lane == parcels[0].lane else passed + 1
        for parcel in parcels:
            turns = self._turns[parcel.lane]
            turns.next_turn(parcel.to)
            index = parcel.waiting.pop(0)
            self._lines -= 1 if parcel.to else 0
            if not parcel.waiting:
                self.remove(parcel)
        return index

    def restore(self, parcel: Parcel, index: int) -> None:
        """Let a text that was taken wait again, unless its message was outdated or given up meanwhile."""
        rival = self._keyed.get((parcel.to, parcel.key))
        if parcel in self._turns[parcel.lane].to(parcel.to):
            insort(parcel.waiting, index)
            self._lines += 1
        elif rival and rival.number > parcel.number:
            rival.lefts, parcel.lefts = parcel.lefts + rival.lefts, []
        elif not parcel.waiting:
            parcel.waiting = [index]
            self._place(parcel, rival)

    def _outdated_by(self, parcel: Parcel) -> Parcel | None:
        """Give what waits and is needless because of a new parcel."""
        if parcel.key or parcel.lane not in _MERGED:
            return self._keyed.get((parcel.to, parcel.key))
        waiting = self._turns[parcel.lane].to(parcel.to)
        return next((other for other in waiting if not other.key and other.same(parcel)), None)

    def _place(self, parcel: Parcel, old: Parcel | None) -> None:
        """Queue a parcel; the old one shares its fate, and gives it its place if the lane is the same."""
        if old:
            parcel.lefts, old.lefts = old.lefts + parcel.lefts, []
        if old and old.lane == parcel.lane:
            self._turns[old.lane].replace(old, parcel)
            self._forget(old)
        else:
            if old:
                self.remove(old)
            self._turns[parcel.lane].add(parcel)
        if parcel.key:
            self._keyed[parcel.to, parcel.key] = parcel
        self._lines += _size(parcel)

    def _forget(self, parcel: Parcel) -> None:
        """Note that a parcel waits no more."""
        self._lines -= _size(parcel)
        if self._keyed.get((parcel.to, parcel.key)) is parcel:
            del self._keyed[parcel.to, parcel.key]

    def _rank(self, parcel: Parcel) -> tuple[int, int]:
        """Tell how soon a parcel leaves: one to the server before all messages if it is its turn, else behind them."""
        gap = _GAPS.get(parcel.lane)
        if gap is None:
            return 0, parcel.lane
        return (-1 if self._passed[parcel.lane] >= gap else 1), parcel.lane

    def _surplus(self) -> Parcel | None:
        """Give what gives way if too much waits: the oldest of the last lane of messages in which something does."""
        if self._lines <= self._most:
            return None
        lane = next(lane for lane in reversed(Lane) if self._turns[lane])
        if lane not in _MERGED and self._lines <= self._most * _NEEDED:
            return None
        return min(self._turns[lane], key=lambda parcel: parcel.number)


def _size(parcel: Parcel) -> int:
    """Count the lines of messages that wait in a parcel."""
    return len(parcel.waiting) if parcel.to else 0

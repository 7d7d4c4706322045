"""When an input counts as made: nothing is late that was said in time, and nothing expires before that is certain.

A line that was in time may still be on its way when a timer is due. So a timer fires only once the server has given
a sign that came after its time, and a move counts from when the server stamped it, where it does. If the server is
silent, the match's time has stood still since it was last heard.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from games.kit.match import AnyMatch
from ionbot.channel import Channel
from ionbot.table.clock import MatchClock
from ionbot.table.prompt import Prompt

OVERDUE_MS = 1_000
"""So long after the server was asked for a sign, what comes before the sign was held up with it."""


@dataclass(frozen=True)
class Moment:
    """When a line came: at which time of which match, in real time, and by the server's stamp of it in Unix ms.

    `measured` is the same as `Measures.time` gives it.
    """

    match: AnyMatch
    arrived: int
    heard: int
    stamp: int | None
    measured: float


@dataclass(frozen=True)
class _Zero:
    """When a turn's time began: in match ms, by the server's stamp in Unix ms, and when we asked for it in real ms."""

    at: int
    stamp: int
    asked: int

    def to(self, stamp: int) -> int:
        """Give the match time of a stamp."""
        return self.at + stamp - self.stamp


@dataclass(frozen=True, eq=False)
class Sign:
    """A sign that the server was asked for, at a match time in ms."""

    asked: int


class Timing:
    """The times of a match's inputs. `on_sign` is called with what is to be handed to `hear` in its turn."""

    def __init__(
        self, match: AnyMatch, clock: MatchClock, channel: Channel, on_sign: Callable[[Sign, int | None], None]
    ) -> None:
        self._match = match
        self._clock = clock
        self._channel = channel
        self._on_sign = on_sign
        self._sign: Sign | None = None
        self._certain = match.now
        self._zero: _Zero | None = None

    @property
    def now(self) -> int:
        """The match time of an input that is no move: before every timer that may yet be met by a move in time."""
        now, due = self._clock.time, self._match.due
        if due is None or now < due:
            return now
        return max(self._match.now, min(now, max(due - 1, self._certain)))

    @property
    def due(self) -> int | None:
        """When a timer is due next on the real clock, in ms; None while none runs, or while a sign is waited for."""
        due = self._match.due
        return None if due is None or self._sign or not self._clock.runs else self._clock.real(due)

    def moment(self, stamp: int | None, measured: float) -> Moment:
        """Note when a line comes. One that was held up, nobody knows since when, is not late."""
        arrived = self.now if self._is_overdue else self._clock.time
        return Moment(self._match, arrived, self._clock.real_time, stamp, measured)

    def said(self, moment: Moment | None) -> int:
        """Give the match time of a move: from the prompt to the move on the server's clock, never more than on ours."""
        if moment is None or moment.match is not self._match:
            return self.now
        at = moment.arrived
        if moment.stamp is not None and self._zero:
            at = min(at, self._zero.to(moment.stamp))
        return max(at, self._match.now)

    def sent(self, moment: Moment | None) -> int | None:
        """Give the match time at which a move was sent, by the server's clock alone; None where it does not tell.

        It may lie before the match's last input, or behind the match's time, which stands still now and then. It is
        never more than on our own clock, which has run on since we asked.
        """
        if moment is None or moment.match is not self._match or moment.stamp is None or not (zero := self._zero):
            return None
        return min(zero.to(moment.stamp), zero.at + moment.heard - zero.asked)

    def prompt_left(self, prompt: Prompt) -> None:
        """Note that a turn's time starts with the match's last input, and when that was for the server and for us."""
        self._zero = None if prompt.stamp is None else _Zero(self._match.now, prompt.stamp, prompt.asked_at)

    def check(self) -> None:
        """Ask the server for a sign if a timer is due and it is not certain that nothing is on its way."""
        due = self._match.due
        if due is not None and self.now < due <= self._clock.time and not self._sign:
            self._ask()

    def hear(self, sign: Sign, silence: int | None) -> None:
        """Take the server's sign, or that it was silent for so many ms: then time has stood still for as long."""
        if sign is not self._sign:
            return
        self._sign = None
        if silence is None:
            self._certain = max(self._certain, sign.asked)
            self._clock.release("silence")
            return
        self._clock.turn_back(silence, self._match.now)
        self._clock.hold("silence")
        if self._channel.open:
            self._ask()

    def forget(self) -> None:
        """Wait for no sign any more: the network is lost, which stops the clock anyway."""
        self._sign = None
        self._zero = None
        self._clock.release("silence")

    @property
    def _is_overdue(self) -> bool:
        """Whether the sign takes so long that the server, or the way to it, may stand still."""
        return self._sign is not None and self._clock.time - self._sign.asked > OVERDUE_MS

    def _ask(self) -> None:
        self._sign = Sign(self._clock.time)
        self._channel.confirm(partial(self._on_sign, self._sign))

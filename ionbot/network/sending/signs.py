"""Signs of the server: whether all that it had read at some moment has been heard."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count

from ionbot.channel import OnSign
from ionbot.network.clock import Clock, Timer
from ionbot.network.containment import contained
from ionbot.network.sending.lanes import SIGN, Parcel
from ionbot.network.sending.outbox import Outbox

PATIENCE = 5
"""Seconds in which the sign must come."""
STALL = 1
"""By how many seconds a sign may be later than the last one: beyond that the server, or the way to it, stood still."""
PAUSE = 1
"""Seconds between two questions."""
_TOKEN = "sign"  # noqa: S105  names our questions, and keeps nothing secret


@dataclass(eq=False)
class _Wait:
    """Somebody who wants to know, until they are told."""

    done: OnSign
    timer: Timer


@dataclass(eq=False)
class _Asked:
    """A question that was written: when, for whom, and the longest silence of the server until its answer. In s."""

    at: float
    waits: list[_Wait]
    silence: float = 0


class _Question(Parcel):
    """A PING before all else that waits; what it says is given at the moment at which it is written."""

    def __init__(self, question: Callable[[], str]) -> None:
        super().__init__(None, [_TOKEN], SIGN, key=_TOKEN)
        self._question = question

    def line(self, text: str, others: Sequence[Parcel] = ()) -> str:  # noqa: ARG002  it is none of a text
        """Give the PING."""
        return self._question()


class Signs:
    """Asks the server by PING, at most once in `PAUSE`, for all who want to know. It outlives connections.

    One PING serves everybody who asked before it was written; who asks later waits for the next.
    """

    def __init__(self, clock: Clock, outbox: Outbox) -> None:
        self._clock = clock
        self._outbox = outbox
        self._open = False
        self._heard = clock.time()
        self._numbers = count(1)
        self._soonest = clock.time()
        self._timer: Timer | None = None
        self._waiting: list[_Wait] = []
        self._asked: dict[str, _Asked] = {}
        self._lag = 0.0

    def open(self) -> None:
        """Note that the server answers questions from now on."""
        self._open = True
        self._lag = 0

    def close(self) -> None:
        """Note that the connection is gone, and with it every sign that was waited for."""
        self._open = False
        if self._timer:
            self._timer.cancel()
            self._timer = None
        waits = [*(wait for asked in self._asked.values() for wait in asked.waits), *self._waiting]
        self._asked, self._waiting = {}, []
        for wait in waits:
            wait.timer.cancel()
            self._clock.call_soon(self._telling(wait.done))

    def heard(self) -> None:
        """Note that the server has sent something."""
        now = self._clock.time()
        for asked in self._asked.values():
            asked.silence = max(asked.silence, now - self._heard)
        self._heard = now

    def answered(self, token: str) -> None:
        """Take a PONG. Servers answer in order, so it serves earlier questions too."""
        if token not in self._asked:
            return
        now, late = self._clock.time(), self._lag + STALL
        self._lag = now - self._asked[token].at
        for earlier in list(self._asked):
            asked = self._asked.pop(earlier)
            silence = round(asked.silence * 1000) if now - asked.at > late else None
            for wait in asked.waits:
                wait.timer.cancel()
                contained("sign", wait.done, silence)
            if earlier == token:
                break

    def confirm(self, done: OnSign) -> None:
        """Ask for a sign; `done` is called once, never within this call."""
        if not self._open:
            self._clock.call_soon(self._telling(done))
            return
        wait = _Wait(done, self._clock.call_later(PATIENCE, lambda: self._give_up(wait)))
        self._waiting.append(wait)
        if self._timer is None:
            self._timer = self._clock.call_later(max(0, self._soonest - self._clock.time()), self._ask)

    def _ask(self) -> None:
        """Queue a PING. One that waits already is replaced, so that there are never two."""
        self._timer = None
        if self._waiting:
            self._outbox.put(_Question(self._question))

    def _question(self) -> str:
        """Give the PING, at the moment at which it is written: whoever waits now is served by it."""
        token = f"{_TOKEN}{next(self._numbers)}"
        now = self._clock.time()
        self._asked[token], self._waiting = _Asked(now, self._waiting), []
        self._soonest = now + PAUSE
        return f"PING {token}"

    def _give_up(self, wait: _Wait) -> None:
        """Tell somebody that no sign has come, and forget questions for which nobody waits any more."""
        for waits in (self._waiting, *(asked.waits for asked in self._asked.values())):
            if wait in waits:
                waits.remove(wait)
        self._asked = {token: asked for token, asked in self._asked.items() if asked.waits}
        self._telling(wait.done)()

    def _telling(self, done: OnSign) -> Callable[[], None]:
        """Make the call that tells for how long the server is silent, as it is then."""
        return lambda: contained("sign", done, self._silence())

    def _silence(self) -> int:
        return round((self._clock.time() - self._heard) * 1000)

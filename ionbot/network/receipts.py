"""What became of the lines that were written: the server's echoes and refusals, put to the lines they are about."""

from dataclasses import dataclass

import structlog
from irctokens.line import Line, tokenise

from ionbot.channel import Delivery, Person
from ionbot.network.channels import IrcChannel
from ionbot.network.clock import Timer
from ionbot.network.formatting import clean
from ionbot.network.lines import Handlers, param
from ionbot.network.outbox import Parcel
from ionbot.network.people import People
from ionbot.network.shared import Shared

PATIENCE = 5
"""Seconds after which a line counts as sent though no echo has come."""
KEPT = 30
"""Seconds for which a line is remembered, since a late echo is not to be taken for another line's."""
MOST = 200
"""How many lines are remembered."""
_GONE = "401"
"""No such nick: the QUIT or NICK that explains it is heard as well."""
_REFUSALS = (
    _GONE, "403", "404", "407", "408", "415", "439", "477", "486", "489", "494", "531", "707", "716",
)  # fmt: skip
"""Answers that say that a message of ours was not passed on, with its target; some may be about a JOIN as well."""
_NAMELESS = ("412", "417")
"""Answers that say so, and do not tell of which."""

_log = structlog.get_logger()


@dataclass(eq=False)
class _Written:
    """A line on its way. `last` is whether it is its message's last, `awaited` whether its echo may still count."""

    parcel: Parcel
    last: bool
    target: str
    text: str
    at: float
    awaited: bool


class Receipts:
    """One connection's lines on their way. `capabilities` is the live set.

    With echo-message a line is sent when the server has given it back, or after `PATIENCE`; without it, when it is
    written. The server reads our lines in order, so that an echo also tells of earlier lines to the same target.
    """

    def __init__(self, shared: Shared, people: People, capabilities: set[str]) -> None:
        self.handlers: Handlers = {
            **dict.fromkeys(_REFUSALS, self._on_refused),
            **dict.fromkeys(_NAMELESS, self._on_nameless),
        }
        self._shared = shared
        self._people = people
        self._capabilities = capabilities
        self._lines: list[_Written] = []
        self._timer: Timer | None = None

    def written(self, parcel: Parcel, text: str, last: bool) -> None:
        """Note a line of a message that was just written."""
        line = tokenise(text)
        now = self._shared.clock.time()
        awaited = "echo-message" in self._capabilities
        self._forget(now)
        target, said = self._people.fold(param(line, 0)), clean(param(line, 1))
        self._lines.append(_Written(parcel, last, target, said, now, awaited))
        if last and not awaited:
            self._shared.outbox.settle(parcel, Delivery.SENT)
        if awaited and self._timer is None:
            self._timer = self._shared.clock.call_later(PATIENCE, self._on_time)

    def echoed(self, target: str, text: str, stamp: int | None) -> None:
        """Take an echo. A text that the server has changed is that of the oldest line to the target."""
        lines = self._to(target)
        same = [line for line in lines if line.text == clean(text)]
        awaited = [line for line in lines if line.awaited]
        best = [*(line for line in same if line.awaited), *same, *awaited]
        if not best:
            return
        for line in lines[: lines.index(best[0])]:
            self._read(line, None)
        self._read(best[0], stamp)

    def close(self) -> None:
        """Give up what is on its way: nobody knows how far it came."""
        if self._timer:
            self._timer.cancel()
        for line in self._lines:
            self._shared.outbox.settle(line.parcel, Delivery.LOST)
        self._lines.clear()

    def _to(self, target: str) -> list[_Written]:
        folded = self._people.fold(target)
        return [line for line in self._lines if line.target == folded]

    def _read(self, line: _Written, stamp: int | None) -> None:
        """Note that the server has read a line, and forget it."""
        self._lines.remove(line)
        self._count(line, stamp)

    def _count(self, line: _Written, stamp: int | None) -> None:
        """Count a message as sent if this line is its last, unless its fate is known already."""
        line.awaited = False
        if line.last:
            self._shared.outbox.settle(line.parcel, Delivery.SENT, stamp)

    def _forget(self, now: float) -> None:
        while self._lines and (len(self._lines) >= MOST or self._lines[0].at + KEPT <= now):
            self._read(self._lines[0], None)

    def _on_time(self) -> None:
        """Wait no longer for echoes that are overdue."""
        self._timer = None
        now = self._shared.clock.time()
        for line in [line for line in self._lines if line.awaited]:
            if now < line.at + PATIENCE:
                self._timer = self._shared.clock.call_later(line.at + PATIENCE - now, self._on_time)
                return
            self._count(line, None)

    def _on_nameless(self, numeric: Line) -> None:
        _log.warning("message refused", numeric=numeric.command, answer=param(numeric, -1))

    def _on_refused(self, numeric: Line) -> None:
        """Put a refusal to the oldest line whose fate is open, else to the one that was written last."""
        lines = self._to(param(numeric, 1))
        if not lines:
            return
        _log.warning("message refused", numeric=numeric.command, answer=" ".join(numeric.params[1:]))
        line = next((line for line in lines if line.awaited), lines[-1])
        self._lines.remove(line)
        self._shared.outbox.settle(line.parcel, Delivery.REFUSED)
        to, why = line.parcel.to, clean(param(numeric, -1))
        if numeric.command == _GONE:
            return
        if (isinstance(to, Person) and self._people.knows(to)) or (isinstance(to, IrcChannel) and to.open):
            self._shared.listener.refused(to, why)

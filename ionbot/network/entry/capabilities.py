"""What a server can do beyond the old protocol (ircv3.net/specs/extensions/capability-negotiation)."""

from collections import deque
from collections.abc import Callable, Collection, Iterable
from typing import TypeAlias

from irctokens.line import Line

from ionbot.network.lines import Handlers, param, write

SASL, STS = "sasl", "sts"
WANTED = frozenset(
    {
        "account-notify",
        "account-tag",
        "away-notify",
        "batch",
        "cap-notify",
        "chghost",
        "echo-message",
        "extended-join",
        "invite-notify",
        "labeled-response",
        "message-tags",
        "multi-prefix",
        "server-time",
        "setname",
        "userhost-in-names",
    }
)
"""The capabilities that are asked for wherever they are offered, besides sasl."""
_NEEDS = {"labeled-response": "batch"}
"""What is of no use without another: a labeled answer of several lines comes as a batch."""

Send: TypeAlias = Callable[..., None]
"""Writes lines at once."""


class Capabilities:
    """One connection's capabilities: `offered` with their values, and `granted`, the live set of those in use.

    A request is granted or refused as a whole, so a refused one is put again in halves: one bad capability costs no
    other. Requests go one at a time, and in alphabetical order.
    """

    def __init__(self, send: Send, listed: Callable[[Collection[str]], None], settled: Callable[[], None]) -> None:
        """`listed` hears what the server offers, or offers anew; `settled` is called when each request is answered."""
        self.handlers: Handlers = {"CAP": self._on_cap, "410": self._on_invalid}
        self.offered: dict[str, str] = {}
        self.granted: set[str] = set()
        self._send = send
        self._listed = listed
        self._settled = settled
        self._new: set[str] = set()
        self._queue: deque[list[str]] = deque()
        self._asked: list[str] = []
        self._acknowledged: list[str] = []

    def request(self, wanted: Collection[str]) -> None:
        """Ask for what is wanted, offered and not in use."""
        self._queue.append(sorted(self.offered.keys() & set(wanted)))
        if not self._asked:
            self._ask()

    def _on_cap(self, line: Line) -> None:
        """Follow CAP. A star before the list says that it goes on in another line."""
        names = [name for name in param(line, -1).split(" ") if name]
        is_last = param(line, 2) != "*"
        match param(line, 1).upper():
            case "LS" | "NEW":
                self._on_offer(names, is_last)
            case "ACK":
                self._on_granted(names, is_last)
            case "NAK":
                self._on_refused()
            case "DEL":
                self._on_gone(names)

    def _on_offer(self, names: list[str], is_last: bool) -> None:
        values = dict(name.partition("=")[::2] for name in names)
        self.offered |= values
        self._new |= values.keys()
        if is_last:
            new, self._new = self._new, set()
            self._listed(new)

    def _on_granted(self, names: list[str], is_last: bool) -> None:
        """Take what the server grants, and give up what is granted with a minus before it."""
        self._acknowledged += names
        if not is_last:
            return
        names, self._acknowledged = self._acknowledged, []
        self.granted.update(name for name in names if not name.startswith("-"))
        self._give_up(name[1:] for name in names if name.startswith("-"))
        if self._asked:
            self._asked = []
            self._ask()

    def _on_refused(self) -> None:
        names, self._asked = self._asked, []
        if len(names) > 1:
            half = len(names) // 2
            self._queue.extendleft((names[half:], names[:half]))
        if names:
            self._ask()

    def _on_gone(self, names: list[str]) -> None:
        for name in names:
            self.offered.pop(name, None)
        self._give_up(names)

    def _on_invalid(self, _line: Line) -> None:
        """Take a server that knows CAP but not what we said for one that refuses it, or has nothing to offer."""
        if self._asked:
            self._on_refused()
        else:
            self._on_offer([], is_last=True)

    def _give_up(self, names: Iterable[str]) -> None:
        self.granted.difference_update(names)
        self.granted.difference_update(name for name, need in _NEEDS.items() if need not in self.granted)

    def _ask(self) -> None:
        """Ask for what is next, or note that all is answered."""
        while self._queue:
            names = self._queue.popleft()
            usable = self.granted.union(names)
            self._asked = [name for name in names if name not in self.granted and _NEEDS.get(name, name) in usable]
            if self._asked:
                self._send(write("CAP", "REQ", " ".join(self._asked)))
                return
        self._settled()

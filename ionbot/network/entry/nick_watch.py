"""Whether somebody carries a nick: by MONITOR (ircv3.net/specs/extensions/monitor), else by ISON (RFC 2812, 4.9)."""

from collections.abc import Callable

from irctokens.line import Line

from ionbot.network.clock import Timer
from ionbot.network.isupport import Isupport
from ionbot.network.lines import Handlers, param, write
from ionbot.network.shared import Shared


class NickWatch:
    """One connection's watch over one nick. What the server tells of it is passed on, over and over."""

    def __init__(
        self, shared: Shared, isupport: Isupport, fold: Callable[[str], str], told: Callable[[bool], None]
    ) -> None:
        """`told` hears whether somebody has the nick."""
        self.handlers: Handlers = {
            "303": self._on_ison,
            "730": self._on_online,
            "731": self._on_offline,
            "734": self._on_full,
        }
        self._shared = shared
        self._isupport = isupport
        self._fold = fold
        self._told = told
        self._nick = ""
        self._timer: Timer | None = None

    @property
    def on(self) -> bool:
        """Whether a nick is watched."""
        return bool(self._nick)

    def begin(self, nick: str) -> None:
        """Watch this nick."""
        self._nick = nick
        if self._isupport.monitor:
            self._shared.outbox.protocol(write("MONITOR", "+", nick))
        else:
            self._ask()

    def stop(self) -> None:
        """Watch no more."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        elif self._nick:
            self._shared.outbox.protocol(write("MONITOR", "-", self._nick))
        self._nick = ""

    def left(self, nick: str) -> None:
        """Note that somebody does not carry this nick any more."""
        if self._is_it(nick):
            self._told(False)

    def taken(self, nick: str) -> None:
        """Note that the server refuses us this nick, since somebody has it."""
        if self._is_it(nick):
            self._told(True)

    def _is_it(self, nick: str) -> bool:
        return self.on and self._fold(nick) == self._fold(self._nick)

    def _ask(self) -> None:
        self._shared.outbox.protocol(write("ISON", self._nick))
        self._timer = self._shared.clock.call_later(self._shared.timing.ison, self._ask)

    def _on_ison(self, line: Line) -> None:
        if self.on:
            self._told(any(map(self._is_it, param(line, -1).split(" "))))

    def _on_online(self, line: Line) -> None:
        for mask in param(line, 1).split(","):
            self.taken(mask.partition("!")[0])

    def _on_offline(self, line: Line) -> None:
        for nick in param(line, 1).split(","):
            self.left(nick)

    def _on_full(self, _line: Line) -> None:
        """Ask again and again where the server watches nothing more for us."""
        if self.on and self._timer is None:
            self._ask()

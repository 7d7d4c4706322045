"""One connection from its first line to its last: every line goes to whom it concerns."""

import re
from typing import Protocol

import structlog
from irctokens.line import Line

from ionbot.network.containment import contained
from ionbot.network.errors import NetworkError
from ionbot.network.isupport import Isupport
from ionbot.network.joins import Joins
from ionbot.network.lines import Handler, param, read, write
from ionbot.network.liveness import Liveness
from ionbot.network.outbox import Wire
from ionbot.network.people import People
from ionbot.network.presence import Presence
from ionbot.network.receipts import Receipts
from ionbot.network.registration import Registration
from ionbot.network.shared import Shared
from ionbot.network.speech import Speech

_BAN = re.compile(r"\b(banned|a(uto)?-?kill(ed)?|[gkz]-?line[ds]?)\b", re.IGNORECASE)
"""How servers name a ban in ERROR."""

_log = structlog.get_logger()


class Link(Wire, Protocol):
    """A connection that was made."""

    def abort(self) -> None:
        """End the connection without ado."""
        ...


class Session:
    """What holds between connecting and disconnecting: `begin`, any number of `receive`, `end`.

    `registered_at` is the clock's time of the server's welcome. `failure` is why we or the server ended it.
    """

    def __init__(self, shared: Shared) -> None:
        self.registered_at: float | None = None
        self.failure: Exception | None = None
        self._shared = shared
        self._ready = False
        self._given_up = False
        self._isupport = Isupport()
        self._people = People(shared.name, self._isupport, shared.config.nick)
        self._registration = Registration(shared.config, shared.clock, shared.timing, self._send, self.give_up)
        granted = self._registration.capabilities
        self._joins = Joins(shared, self._isupport)
        self._presence = Presence(shared, self._people, self._isupport, self._joins, granted)
        self._receipts = Receipts(shared, self._people, granted)
        speech = Speech(shared, self._people, granted, self._receipts)
        self._handlers: dict[str, list[Handler]] = {}
        own = {
            "PING": self._on_ping,
            "PONG": self._on_pong,
            "ERROR": self._on_error,
            "001": self._on_welcome,
            "005": self._on_isupport,
            "376": self._on_ready,
            "422": self._on_ready,
            "465": self._on_banned,
        }
        for handlers in (
            own,
            self._registration.handlers,
            self._registration.login.handlers,
            self._joins.handlers,
            self._presence.handlers,
            self._receipts.handlers,
            speech.handlers,
        ):
            for command, handler in handlers.items():
                self._handlers.setdefault(command, []).append(handler)

    def begin(self, link: Link) -> None:
        """Register on a connection that was just made."""
        self._link = link
        self._shared.channels.fold_by(self._isupport.fold)
        self._shared.outbox.open(link, self._receipts.written)
        config = self._shared.config
        self._liveness = Liveness(
            self._shared.clock, config.ping_after, config.ping_timeout, self._ping, self._on_silence
        )
        self._deadline = self._shared.clock.call_later(self._shared.timing.registration, self._on_late)
        self._registration.begin()

    def receive(self, text: str) -> None:
        """Handle a line. Whatever it is, the next one can be handled; once we gave up, nothing is any more."""
        if self._given_up:
            return
        self._liveness.heard()
        self._shared.signs.heard()
        line = read(text)
        if line is None:
            _log.debug("malformed line")
            return
        for handler in self._handlers.get(line.command, ()):
            contained(line.command, handler, line)

    def resume(self) -> None:
        """Send on: the connection takes lines again."""
        self._shared.outbox.wake()

    def quit(self, reason: str) -> None:
        """Send what may be sent now, and take leave of the server, which then ends the connection."""
        self._shared.outbox.flush()
        self._send(write("QUIT", reason))

    def give_up(self, failure: Exception) -> None:
        """End the connection for this reason."""
        self._given_up = True
        self.failure = failure
        self._link.abort()

    def end(self, why: str) -> None:
        """Leave everything: the connection is gone."""
        self._liveness.stop()
        self._deadline.cancel()
        self._registration.login.stop()
        self._joins.stop()
        self._presence.disconnected(str(self.failure or why))
        self._shared.outbox.close()
        self._receipts.close()
        self._shared.signs.close()

    def _send(self, *lines: str) -> None:
        self._link.write(lines)

    def _ping(self) -> None:
        self._shared.outbox.urgent(write("PING", "ionbot"))

    def _on_silence(self) -> None:
        quiet = self._shared.config.ping_after + self._shared.config.ping_timeout
        self.give_up(ConnectionError(f"the server was silent for {quiet:g} s"))

    def _on_late(self) -> None:
        self.give_up(ConnectionError(f"the server did not let us in within {self._shared.timing.registration:g} s"))

    def _on_ping(self, line: Line) -> None:
        self._shared.outbox.urgent(write("PONG", param(line, 0)))

    def _on_pong(self, line: Line) -> None:
        self._shared.signs.answered(param(line, -1))

    def _on_welcome(self, line: Line) -> None:
        self.registered_at = self._shared.clock.time()
        self._deadline.cancel()
        self._shared.signs.open()
        self._people.rename(self._people.me, param(line, 0) or self._people.me.nick)

    def _on_isupport(self, line: Line) -> None:
        casemapping = self._isupport.casemapping
        self._isupport.load(line.params)
        if self._isupport.casemapping != casemapping:
            self._people.refold()
            self._shared.channels.fold_by(self._isupport.fold)

    def _on_ready(self, _line: Line) -> None:
        """Join the channels: with the end of the message of the day, ISUPPORT is known."""
        if not self._ready:
            self._ready = True
            _log.info("registered", nick=self._people.me.nick, server=self._isupport.network)
            self._joins.begin()

    def _on_error(self, line: Line) -> None:
        text = param(line, 0)
        if _BAN.search(text):
            self.give_up(NetworkError(f"the server has banned us: {text}"))
        else:
            self.failure = self.failure or ConnectionError(text)

    def _on_banned(self, line: Line) -> None:
        self.give_up(NetworkError(f"the server has banned us: {param(line, 1)}"))

"""One connection from its first line to its last: every line goes to whom it concerns."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Protocol

import structlog
from irctokens.line import Line

from ionbot.channel import Person
from ionbot.network.batches import Batches
from ionbot.network.channels import IrcChannel
from ionbot.network.containment import contained
from ionbot.network.entry.nick import Regain
from ionbot.network.entry.registration import Registration
from ionbot.network.errors import NetworkError
from ionbot.network.formatting import clean
from ionbot.network.isupport import Isupport
from ionbot.network.lines import Handler, Handlers, param, read, sender, write
from ionbot.network.link.endings import banned, ending
from ionbot.network.link.liveness import Liveness
from ionbot.network.link.servers import Route
from ionbot.network.link.sts import Sts
from ionbot.network.link.tls import vouched
from ionbot.network.sending.answers import Answers
from ionbot.network.sending.outbox import Wire
from ionbot.network.sending.receipts import Receipts
from ionbot.network.shared import Shared
from ionbot.network.speech import Speech
from ionbot.network.whereabouts.accounts import Accounts
from ionbot.network.whereabouts.invites import Invites
from ionbot.network.whereabouts.joins import Joins
from ionbot.network.whereabouts.people import People
from ionbot.network.whereabouts.presence import Presence
from ionbot.network.whereabouts.questions import Questions

_LIVENESS = "ionbot"
"""Marks the answers to our question whether the server is there."""

_log = structlog.get_logger()


class Link(Wire, Protocol):
    """A connection that was made."""

    def abort(self) -> None:
        """End the connection without ado."""
        ...


class Session:
    """What holds between connecting and disconnecting: `begin`, any number of `receive`, `end`.

    `registered_at` is the clock's time of the server's welcome, `server` how it calls itself. `entered` tells whether
    the bot came as far as the channels. `failure` is why we or the server ended it.
    """

    def __init__(self, shared: Shared, route: Route) -> None:
        self.registered_at: float | None = None
        self.server = ""
        self.entered = False
        self.failure: BaseException | None = None
        self._shared = shared
        self._encrypted = route.tls
        self._sts = Sts(route, shared.policies, shared.clock, vouched=vouched(shared.config))
        self._ready = False
        self._given_up = False
        self._isupport = Isupport()
        self._people = People(shared.name, self._isupport, shared.config.nick)
        self._registration = Registration(
            shared, self._people, encrypted=route.tls,
            send=self._send, give_up=self.give_up, heed_sts=self._heed_sts, enter=self._enter,
        )  # fmt: skip
        granted = self._registration.capabilities
        self._joins = Joins(shared, self._isupport)
        self._batches = Batches()
        self._accounts = accounts = Accounts(shared, self._people, granted)
        self._questions = Questions(shared, self._people, self._isupport, accounts)
        self._presence = Presence(
            shared, self._people, self._isupport, granted,
            joins=self._joins, accounts=accounts, questions=self._questions, batches=self._batches,
        )  # fmt: skip
        invites = Invites(shared, self._people, self._joins, accounts)
        self._regain = Regain(shared, self._people, self._isupport)
        self._receipts = Receipts(shared, self._people, self._isupport, granted)
        answers = Answers(shared, self._people, self._receipts)
        speech = Speech(shared, self._people, granted, self._receipts, accounts)
        own: Handlers = {
            "PING": self._on_ping,
            "PONG": self._on_pong,
            "ERROR": self._on_error,
            "001": self._on_welcome,
            "005": self._on_isupport,
            "376": self._on_ready,
            "422": self._on_ready,
            "465": self._on_banned,
        }
        parts = (
            self._registration, self._joins, invites, self._batches, accounts, self._questions, self._presence,
            self._regain, answers, speech,
        )  # fmt: skip
        self._handlers = _by_command([own, *(part.handlers for part in parts)])

    @property
    def me(self) -> Person:
        """The bot, as the server knows it."""
        return self._people.me

    @property
    def lag(self) -> float | None:
        """How many seconds the server's last answer to our question took, None before the first."""
        return self._liveness.lag

    @property
    def refusals(self) -> Mapping[IrcChannel, str]:
        """Why the bot is kept out of channels, and when it tries again, in words."""
        return self._joins.refusals()

    def begin(self, link: Link) -> None:
        """Register on a connection that was just made."""
        self._link = link
        self._shared.channels.fold_by(self._isupport.fold)
        self._shared.outbox.open(link, self._receipts)
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
        if self._batches.past(line) and line.command != "BATCH":
            return
        for handler in self._handlers.get(line.command, ()):
            contained(line.command, handler, line)

    def resume(self) -> None:
        """Send on: the connection takes lines again."""
        self._shared.outbox.wake()

    def obstacle(self, name: str) -> str:
        """Give why the server would not let the bot into another channel; "" if it would, or that is not known yet."""
        return self._joins.obstacle(name) if self.entered else ""

    def join(self, channel: IrcChannel) -> None:
        """Enter a channel, unless the bot is in it or has not come as far as the channels."""
        if self.entered and channel.held and channel.folded not in self._people.me.status:
            self._joins.seek(channel)

    def enter(self, channels: Iterable[IrcChannel]) -> None:
        """Enter channels, many in a line, once the bot has come as far as that."""
        if self.entered:
            self._joins.enter(each for each in channels if each.folded not in self._people.me.status)

    def hush(self) -> None:
        """Be in no channel for whoever listens, until `come_back`."""
        self._presence.hush()

    def come_back(self) -> None:
        """Be in the channels again for whoever listens."""
        self._presence.come_back()

    def part(self, channel: IrcChannel) -> None:
        """Leave a channel, or try no more to enter it."""
        self._joins.leave(channel, inside=channel.folded in self._people.me.status)

    def quit(self, reason: str) -> None:
        """Send what may be sent now, and take leave of the server, which then ends the connection."""
        self._shared.outbox.flush()
        self._send(write("QUIT", reason))

    def give_up(self, failure: Exception) -> None:
        """End the connection for this reason."""
        self._given_up = True
        self.failure = failure
        self._link.abort()

    def end(self, error: BaseException | None) -> None:
        """Leave everything: the connection is gone, by this error if any."""
        if self.registered_at is None and not self._encrypted:
            error = _turned_away(error)
        self.failure = self.failure or error
        self._sts.ended()
        self._liveness.stop()
        self._deadline.cancel()
        self._registration.stop()
        self._regain.stop()
        self._joins.stop()
        self._questions.stop()
        self._presence.disconnected()
        self._shared.outbox.close()
        self._receipts.close()
        self._shared.signs.close()

    def _send(self, *lines: str) -> None:
        self._link.write(lines)

    def _ping(self) -> None:
        self._shared.outbox.urgent(write("PING", _LIVENESS))

    def _on_silence(self) -> None:
        quiet = self._shared.config.ping_after + self._shared.config.ping_timeout
        self.give_up(ConnectionError(f"the server was silent for {quiet:g} s"))

    def _on_late(self) -> None:
        self.give_up(ConnectionError(f"the server did not let us in within {self._shared.timing.registration:g} s"))

    def _on_ping(self, line: Line) -> None:
        self._shared.outbox.urgent(write("PONG", param(line, 0)))

    def _on_pong(self, line: Line) -> None:
        if param(line, -1) == _LIVENESS:
            self._liveness.answered()
        self._accounts.once_all_known(partial(self._shared.signs.answered, param(line, -1)))

    def _on_welcome(self, line: Line) -> None:
        self.registered_at = self._shared.clock.time()
        self.server = sender(line).nickname
        self._deadline.cancel()
        self._shared.signs.open()
        self._presence.rename(self._people.me, param(line, 0) or self._people.me.nick)

    def _on_isupport(self, line: Line) -> None:
        casemapping = self._isupport.casemapping
        self._isupport.load(line.params)
        if self._isupport.casemapping != casemapping:
            self._people.refold(self._shared.channels.fold_by(self._isupport.fold))

    def _on_ready(self, _line: Line) -> None:
        """Go on to the channels: with the end of the message of the day, ISUPPORT is known."""
        if not self._ready:
            self._ready = True
            _log.info("registered", nick=self._people.me.nick, server=self.server)
            self._registration.arrive()

    def _enter(self) -> None:
        """Be a bot as the network knows them, and join the channels."""
        self.entered = True
        bot = self._isupport.bot and f"+{self._isupport.bot}"
        if modes := self._shared.config.user_modes + bot:
            self._shared.outbox.protocol(write("MODE", self._people.me.nick, modes))
        self._regain.begin()
        self._joins.begin()
        self._shared.gate.arrived()

    def _heed_sts(self, value: str) -> bool:
        """Take the server's policy of encryption, and tell whether to go on with this connection."""
        if upgrade := self._sts.heard(value):
            self.give_up(upgrade)
        return upgrade is None

    def _on_error(self, line: Line) -> None:
        failure = ending(clean(param(line, 0)) or "the server closed the connection")
        if isinstance(failure, NetworkError):
            self.give_up(failure)
        else:
            self.failure = self.failure or failure

    def _on_banned(self, line: Line) -> None:
        self.give_up(banned(clean(param(line, -1))))


def _turned_away(error: BaseException | None) -> ConnectionError:
    """Give what it may mean that a plain connection ends before the server's welcome, and without its ERROR."""
    why = error or "the server closed the connection"
    return ConnectionError(f"{why}; if the port takes encrypted connections only, set tls = true")


def _by_command(all_handlers: Iterable[Handlers]) -> Mapping[str, list[Handler]]:
    """Give who handles each command, in their order."""
    found: dict[str, list[Handler]] = {}
    for handlers in all_handlers:
        for command, handler in handlers.items():
            found.setdefault(command, []).append(handler)
    return found

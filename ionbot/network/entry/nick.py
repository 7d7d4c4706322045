"""The bot's nick: which one to take, and how to get back the one that it should have."""

import re
from collections.abc import Callable, Iterator
from secrets import randbelow

import structlog
from irctokens.line import Line

from ionbot.network.clock import Growing, Timer
from ionbot.network.entry.nick_watch import NickWatch
from ionbot.network.entry.services import message
from ionbot.network.isupport import Isupport
from ionbot.network.lines import Handlers, param, sender, write
from ionbot.network.shared import Shared
from ionbot.network.whereabouts.people import People

MOST_NICKS = 20
"""How many nicks are tried on one connection."""
SHORT_NICK = 9
"""The nick length that every server allows (RFC 2812, 1.2.1)."""

_log = structlog.get_logger()


def nicks(nick: str, alternatives: list[str]) -> Iterator[str]:
    """Yield the nicks to try: the configured ones, then short ones made from the first."""
    yield nick
    yield from alternatives
    base = re.sub(r"[^A-Za-z0-9\[\]\\^_{|}-]", "", nick).lstrip("0123456789-") or "ionbot"
    for _ in range(MOST_NICKS - 1 - len(alternatives)):
        yield f"{base[: SHORT_NICK - 3]}{randbelow(1000):03}"


class Regain:
    """One connection's efforts to carry the configured nick while it carries another, for whatever reason.

    The nick is watched, and taken once it is free. While somebody has it, the network's services are asked for it where
    the bot is logged in: once for each loss. Each attempt puts off the next, further each time: if services or somebody
    else take the nick away again and again, or the server refuses it, there is no fight.
    """

    def __init__(self, shared: Shared, people: People, isupport: Isupport) -> None:
        self._watch = NickWatch(shared, isupport, people.fold, self._on_told)
        self.handlers: Handlers = {
            **self._watch.handlers,
            "NICK": self._on_nick,
            "QUIT": self._on_quit,
            "433": self._on_refused,
            "900": self._on_logged_in,
        }
        self._shared = shared
        self._people = people
        self._isupport = isupport
        self._begun = False
        self._held = False
        self._asking = False
        self._messages: list[str] = []
        self._soonest = shared.clock.time()
        self._delays = Growing(shared.timing.regain_first, shared.timing.regain_most)
        self._timer: Timer | None = None

    def begin(self) -> None:
        """See to it from now on that the bot carries its nick."""
        self._begun = True
        self._look()

    def stop(self) -> None:
        """Do nothing more."""
        self._begun = False
        self._rest()

    @property
    def _wanted(self) -> str:
        """The configured nick, as short as the server has nicks."""
        return self._shared.config.nick[: self._isupport.nicklen]

    def _look(self) -> None:
        """Begin to strive for the nick, or stop."""
        if self._people.me.folded == self._people.fold(self._wanted):
            if self._watch.on:
                _log.info("nick got back", nick=self._wanted)
            self._rest()
        elif self._begun and not self._watch.on:
            self._strive()

    def _strive(self) -> None:
        _log.warning("another nick than wanted", nick=self._people.me.nick, wanted=self._wanted)
        timing = self._shared.timing
        if self._shared.clock.time() - self._soonest >= timing.stable:
            self._delays.reset()
        self._messages = list(self._shared.config.regain)
        self._watch.begin(self._wanted)

    def _rest(self) -> None:
        self._asking = False
        self._watch.stop()
        if self._timer:
            self._timer.cancel()

    def _on_told(self, held: bool) -> None:
        """Take the nick if it is free, at once if that may be our doing."""
        self._held = held
        if not self._asking:
            self._act()
        elif not held:
            self._take()

    def _act(self) -> None:
        """Do what can be done for the nick, unless the last attempt was a short while ago: then later."""
        now = self._shared.clock.time()
        if now < self._soonest:
            self._later(self._soonest - now, self._act)
        elif not self._held:
            self._take()
        elif self._messages and self._people.me.account is not None:
            self._asking = True
            self._put_off()
            self._ask()

    def _ask(self) -> None:
        """Ask the services in one way, and after a while in the next."""
        if not self._messages:
            self._take()
            return
        self._shared.outbox.protocol(message(self._messages.pop(0), nick=self._wanted))
        self._later(self._shared.timing.login, self._ask)

    def _take(self) -> None:
        """Ask for the nick, and come back to it if the server does not give it."""
        self._asking = False
        self._shared.outbox.protocol(write("NICK", self._wanted))
        self._put_off()
        self._later(self._soonest - self._shared.clock.time(), self._act)

    def _put_off(self) -> None:
        """Let the next attempt be later, after a longer delay each time."""
        self._soonest = self._shared.clock.time() + self._delays.delay
        self._delays.grow()

    def _later(self, delay: float, act: Callable[[], None]) -> None:
        """Act after so many seconds, instead of what was to come."""
        if self._timer:
            self._timer.cancel()
        self._timer = self._shared.clock.call_later(delay, act)

    def _on_nick(self, line: Line) -> None:
        """Note that the nick's holder gives it up, or that we carry another one, or ours again."""
        self._watch.left(sender(line).nickname)
        self._look()

    def _on_quit(self, line: Line) -> None:
        self._watch.left(sender(line).nickname)

    def _on_refused(self, line: Line) -> None:
        self._watch.taken(param(line, 1))

    def _on_logged_in(self, _line: Line) -> None:
        """Go on where the services did not know us before."""
        if self._watch.on and self._held and not self._asking:
            self._act()

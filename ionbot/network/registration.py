"""Getting in: capabilities, login, password, nick. Ends with the server's welcome (001)."""

import re
from collections.abc import Callable, Iterator
from secrets import randbelow

from irctokens.line import Line

from ionbot.config import NetworkConfig
from ionbot.network.clock import Clock, Timing
from ionbot.network.errors import NetworkError
from ionbot.network.lines import Handlers, param, write
from ionbot.network.sasl import Login

WANTED = (
    "account-notify",
    "account-tag",
    "batch",
    "chghost",
    "echo-message",
    "extended-join",
    "message-tags",
    "multi-prefix",
    "server-time",
    "setname",
    "userhost-in-names",
)
"""The capabilities that are asked for where they are offered (ircv3.net/specs), besides sasl."""
MOST_NICKS = 20
"""How many nicks are tried on one connection."""
SHORT_NICK = 9
"""The nick length that every server allows (RFC 2812, 1.2.1)."""

Send = Callable[..., None]


class Registration:
    """One connection's registration. `capabilities` are those that the server has granted and not taken back.

    `login` has handlers of its own.
    """

    def __init__(
        self, config: NetworkConfig, clock: Clock, timing: Timing, send: Send, give_up: Callable[[Exception], None]
    ) -> None:
        """`send` writes lines at once; `give_up` ends the connection with the reason."""
        self.capabilities: set[str] = set()
        self.done = False
        self.login = Login(config, clock, timing.login, send=send, go_on=self._end, give_up=give_up)
        self.handlers: Handlers = {
            "CAP": self._on_cap,
            "410": self._on_cap_refused,
            "001": self._on_welcome,
            "432": self._on_nick_refused,
            "433": self._on_nick_refused,
            "436": self._on_nick_refused,
            "437": self._on_nick_refused,
            "464": self._on_password_refused,
        }
        self._config = config
        self._send = send
        self._give_up = give_up
        self._offered: dict[str, str] = {}
        self._nicks = nicks(config.nick, config.alternatives)

    def begin(self) -> None:
        """Send all that can be sent before the server's answer. A server without CAP goes on with the rest."""
        opening = [write("CAP", "LS", "302")]
        if self._config.password:
            opening.append(write("PASS", self._config.password.get_secret_value()))
        opening.append(write("NICK", next(self._nicks)))
        opening.append(write("USER", self._config.user, "0", "*", self._config.realname))
        self._send(*opening)

    def _on_cap(self, line: Line) -> None:
        """Follow CAP: `LS * :...` and `ACK * :...` go on in another line, one without the star is the last."""
        verb, listed = param(line, 1).upper(), param(line, -1)
        values = dict(entry.partition("=")[::2] for entry in listed.split(" ") if entry)
        if verb == "LS" and not self.done:
            self._offered |= values
            if param(line, 2) != "*":
                self._request()
        elif verb == "ACK":
            self.capabilities |= {name for name in values if not name.startswith("-")}
            if param(line, 2) != "*":
                self._log_in()
        elif verb == "NAK":
            self._log_in()
        elif verb == "DEL":
            self.capabilities -= set(values)

    def _request(self) -> None:
        wanted = {*WANTED, "sasl"} if self.login.wanted else {*WANTED}
        if names := sorted(wanted.intersection(self._offered)):
            self._send(write("CAP", "REQ", " ".join(names)))
        else:
            self._log_in()

    def _on_cap_refused(self, _line: Line) -> None:
        self._log_in()

    def _log_in(self) -> None:
        """Log in where that is wanted and granted; registration ends after it."""
        if self.done or self.login.begun:
            return
        if self.login.wanted and "sasl" in self.capabilities:
            self.login.begin(self._offered.get("sasl", ""))
        else:
            self.login.skip()

    def _end(self) -> None:
        if not self.done:
            self._send(write("CAP", "END"))

    def _on_welcome(self, _line: Line) -> None:
        """End, also with a server that knows no capabilities and so takes no login."""
        self.done = True
        self.login.skip()

    def _on_nick_refused(self, _line: Line) -> None:
        if self.done:
            return
        if nick := next(self._nicks, None):
            self._send(write("NICK", nick))
        else:
            self._give_up(ConnectionError(f"the server took none of {MOST_NICKS} nicks"))

    def _on_password_refused(self, _line: Line) -> None:
        if not self.done:
            self._give_up(NetworkError("the server refused the password"))


def nicks(nick: str, alternatives: list[str]) -> Iterator[str]:
    """Yield the nicks to try: the configured ones, then short ones made from the first."""
    yield nick
    yield from alternatives
    base = re.sub(r"[^A-Za-z0-9\[\]\\^_{|}-]", "", nick).lstrip("0123456789-") or "ionbot"
    for _ in range(MOST_NICKS - 1 - len(alternatives)):
        yield f"{base[: SHORT_NICK - 3]}{randbelow(1000):03}"

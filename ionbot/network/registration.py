"""Getting in: capabilities, password, nick. Ends with the server's welcome (001)."""

import re
from collections.abc import Callable, Iterator
from secrets import randbelow

from irctokens.line import Line

from ionbot.config import NetworkConfig
from ionbot.network.errors import NetworkError
from ionbot.network.lines import Handlers, param, write

WANTED = (
    "account-notify",
    "account-tag",
    "batch",
    "chghost",
    "extended-join",
    "message-tags",
    "multi-prefix",
    "server-time",
    "setname",
    "userhost-in-names",
)
"""The capabilities that are asked for where they are offered (ircv3.net/specs)."""
MOST_NICKS = 20
"""How many nicks are tried on one connection."""
SHORT_NICK = 9
"""The nick length that every server allows (RFC 2812, 1.2.1)."""

Send = Callable[..., None]


class Registration:
    """One connection's registration. `capabilities` are those that the server has granted and not taken back."""

    def __init__(self, config: NetworkConfig, send: Send, give_up: Callable[[Exception], None]) -> None:
        """`send` writes lines at once; `give_up` ends the connection with the reason."""
        self.capabilities: set[str] = set()
        self.done = False
        self.handlers: Handlers = {
            "CAP": self._on_cap,
            "410": self._on_no_capabilities,
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
        self._offered: set[str] = set()
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
        """Follow CAP: `LS * :...` goes on in another line, one without the star is the last."""
        verb, listed = param(line, 1).upper(), param(line, -1)
        names = [name.partition("=")[0] for name in listed.split(" ") if name]
        if verb == "LS" and not self.done:
            self._offered |= set(names)
            if param(line, 2) != "*":
                self._request()
        elif verb == "ACK":
            self.capabilities |= {name for name in names if not name.startswith("-")}
            self._end()
        elif verb == "NAK":
            self._end()
        elif verb == "DEL":
            self.capabilities -= set(names)

    def _request(self) -> None:
        if wanted := sorted(self._offered.intersection(WANTED)):
            self._send(write("CAP", "REQ", " ".join(wanted)))
        else:
            self._end()

    def _on_no_capabilities(self, _line: Line) -> None:
        self._end()

    def _end(self) -> None:
        if not self.done:
            self._send(write("CAP", "END"))

    def _on_welcome(self, _line: Line) -> None:
        self.done = True

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

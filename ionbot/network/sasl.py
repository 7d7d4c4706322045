"""Logging in to a network's services while connecting (ircv3.net/specs/extensions/sasl-3.2)."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from typing import Protocol

import structlog
from irctokens.line import Line

from ionbot.config import NetworkConfig
from ionbot.network.clock import Clock, Timer
from ionbot.network.errors import NetworkError
from ionbot.network.lines import Handlers, param, write

CHUNK = 400
"""Characters of base64 in one AUTHENTICATE; a shorter one, or `+`, is the last."""
LONGEST = 20 * CHUNK
"""Characters of a challenge that are kept; no server has so much to ask."""

_log = structlog.get_logger()


class Mechanism(Protocol):
    """A way to prove who we are, for one attempt."""

    @property
    def name(self) -> str:
        """The name by which servers know it."""
        ...

    def answer(self, challenge: bytes) -> bytes:
        """Answer what the server asks. Raises ValueError if that makes no sense."""
        ...


class Plain:
    """Account and password as they are, whatever the server asks (RFC 4616)."""

    name = "PLAIN"

    def __init__(self, account: str, password: str) -> None:
        self._answer = f"\0{account}\0{password}".encode()

    def answer(self, _challenge: bytes) -> bytes:
        """Give account and password."""
        return self._answer


def mechanisms(config: NetworkConfig) -> list[Mechanism]:
    """Give the ways to log in that the configuration has what is needed for, the best first."""
    if config.sasl == "off" or config.account is None or config.account_password is None:
        return []
    return [Plain(config.account, config.account_password.get_secret_value())]


class Login:
    """One connection's login. It ends in `go_on`, or in `give_up` where it is required and fails.

    What another attempt would not mend, such as a wrong password, is a NetworkError; what it might, such as services
    that are away, is a ConnectionError.
    """

    def __init__(
        self,
        config: NetworkConfig,
        clock: Clock,
        patience: float,
        *,
        send: Callable[..., None],
        go_on: Callable[[], None],
        give_up: Callable[[Exception], None],
    ) -> None:
        """`patience` is how many seconds the services may take for each step."""
        self.handlers: Handlers = {
            "AUTHENTICATE": self._on_challenge,
            "900": self._on_logged_in,
            "901": self._on_logged_out,
            "902": self._on_refused,
            "903": self._on_success,
            "904": self._on_refused,
            "905": self._on_refused,
            "906": self._on_aborted,
            "907": self._on_success,
            "908": self._on_mechanisms,
        }
        self._required = config.sasl == "required"
        self._clock = clock
        self._patience = patience
        self._send = send
        self._go_on = go_on
        self._give_up = give_up
        self._untried = mechanisms(config)
        self._mechanism: Mechanism | None = None
        self._challenge = ""
        self._timer: Timer | None = None

    @property
    def wanted(self) -> bool:
        """Whether there is something to log in with that was not tried yet."""
        return bool(self._untried)

    @property
    def begun(self) -> bool:
        """Whether the server is to answer something."""
        return self._mechanism is not None

    def begin(self, offer: str) -> None:
        """Log in: the server has granted SASL. `offer` is its list of mechanisms, empty where it gives none."""
        self._keep(offer)
        self._try(f"the network takes logins only by {offer}")

    def skip(self) -> None:
        """Go on: there will be no login any more, unless it is done already."""
        if self.wanted or self.begun:
            self._fail(ConnectionError("the network takes no login (SASL) now"))
        else:
            self._go_on()

    def stop(self) -> None:
        """Wait for nothing more."""
        self._untried.clear()
        self._mechanism = None
        if self._timer:
            self._timer.cancel()

    def _keep(self, offer: str) -> None:
        if offer:
            known = offer.upper().split(",")
            self._untried = [mechanism for mechanism in self._untried if mechanism.name in known]

    def _try(self, refusal: str) -> None:
        """Try the next mechanism; if there is none left, the login is refused."""
        if self._untried:
            self._mechanism = self._untried.pop(0)
            self._challenge = ""
            self._say(self._mechanism.name)
        else:
            self._fail(NetworkError(refusal))

    def _say(self, *texts: str) -> None:
        """Send what is due, and give the server its time to answer."""
        if self._timer:
            self._timer.cancel()
        self._timer = self._clock.call_later(self._patience, self._on_silence)
        self._send(*(write("AUTHENTICATE", text) for text in texts))

    def _fail(self, failure: Exception) -> None:
        self.stop()
        if self._required:
            self._give_up(failure)
        else:
            _log.warning("not logged in", why=str(failure))
            self._go_on()

    def _on_challenge(self, line: Line) -> None:
        """Collect the challenge, and answer it once it is whole."""
        chunk = param(line, 0)
        if self._mechanism is None or len(self._challenge) > LONGEST:
            return
        self._challenge += "" if chunk == "+" else chunk
        if len(chunk) == CHUNK:
            return
        challenge, self._challenge = self._challenge, ""
        try:
            answer = self._mechanism.answer(b64decode(challenge, validate=True))
        except ValueError:
            self._say("*")
        else:
            self._say(*chunks(answer))

    def _on_success(self, _line: Line) -> None:
        if self._mechanism:
            self.stop()
            self._go_on()

    def _on_refused(self, line: Line) -> None:
        if self._mechanism:
            self._try(f"the network refused the login: {param(line, -1)}")

    def _on_aborted(self, line: Line) -> None:
        if self._mechanism:
            self._fail(ConnectionError(f"the network broke off the login: {param(line, -1)}"))

    def _on_silence(self) -> None:
        self._fail(ConnectionError(f"the network's services did not answer the login in {self._patience:g} s"))

    def _on_mechanisms(self, line: Line) -> None:
        """Note what the server knows; that it refuses the mechanism at hand, it says in another line."""
        self._keep(param(line, 1))

    def _on_logged_in(self, line: Line) -> None:
        _log.info("logged in", account=param(line, 2))

    def _on_logged_out(self, _line: Line) -> None:
        _log.warning("logged out")


def chunks(answer: bytes) -> Iterator[str]:
    """Give an answer as the parameters of AUTHENTICATE: the last is shorter than `CHUNK`, `+` where nothing is left."""
    text = b64encode(answer).decode()
    for start in range(0, len(text) + 1, CHUNK):
        yield text[start : start + CHUNK] or "+"

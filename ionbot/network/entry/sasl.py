"""Logging in to a network's services by SASL (ircv3.net/specs/extensions/sasl-3.2)."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator

import structlog
from irctokens.line import Line

from ionbot.network.clock import Clock, Timer
from ionbot.network.entry.capabilities import Send
from ionbot.network.entry.mechanisms import Mechanism
from ionbot.network.entry.own_account import OwnAccount
from ionbot.network.errors import NetworkError
from ionbot.network.lines import Handlers, param, write

CHUNK = 400
"""Characters of base64 in one AUTHENTICATE; a shorter one, or `+`, is the last."""
LONGEST = 20 * CHUNK
"""Characters of a challenge that are kept; no server has so much to ask."""

_log = structlog.get_logger()


class Login:
    """One connection's logins by SASL: the ways that are there are tried one after the other.

    What another attempt would not mend, such as a wrong password, is a NetworkError; what it might, such as services
    that are away, is a ConnectionError.
    """

    def __init__(
        self, account: OwnAccount, clock: Clock, patience: float, send: Send, done: Callable[[Exception | None], None]
    ) -> None:
        """`patience` is how many seconds each step may take; `done` hears why a login failed, or None."""
        self.handlers: Handlers = {
            "AUTHENTICATE": self._on_challenge,
            "902": self._on_refused,
            "903": self._on_success,
            "904": self._on_refused,
            "905": self._on_refused,
            "906": self._on_aborted,
            "907": self._on_success,
            "908": self._on_mechanisms,
        }
        self._account = account
        self._clock = clock
        self._patience = patience
        self._send = send
        self._done = done
        self._untried: list[Mechanism] = []
        self._mechanism: Mechanism | None = None
        self._challenge = ""
        self._timer: Timer | None = None

    @property
    def wanted(self) -> bool:
        """Whether there is a way to log in that was not tried yet."""
        return bool(self._untried)

    @property
    def begun(self) -> bool:
        """Whether the server is to answer something."""
        return self._mechanism is not None

    def prepare(self, mechanisms: list[Mechanism], offer: str) -> None:
        """Note the ways there are. `offer` is the server's list of those that it takes, empty where it gives none."""
        self._untried = mechanisms
        self._keep(offer)

    def begin(self) -> None:
        """Log in: there is a way, and the server has granted SASL."""
        self._mechanism = self._untried.pop(0)
        self._challenge = ""
        self._say(self._mechanism.name)

    def stop(self) -> None:
        """Wait for nothing more, and try nothing more."""
        self._untried.clear()
        self._mechanism = None
        if self._timer:
            self._timer.cancel()

    def _keep(self, offer: str) -> None:
        if offer:
            known = offer.upper().split(",")
            self._untried = [mechanism for mechanism in self._untried if mechanism.name in known]

    def _say(self, *texts: str) -> None:
        """Send what is due, and give the server its time to answer."""
        if self._timer:
            self._timer.cancel()
        self._timer = self._clock.call_later(self._patience, self._on_silence)
        self._send(*(write("AUTHENTICATE", text) for text in texts))

    def _end(self, failure: Exception | None) -> None:
        self.stop()
        self._done(failure)

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
        except ValueError as error:
            self._break_off(str(error))
        else:
            self._say(*chunks(answer))

    def _break_off(self, why: str) -> None:
        """End the login, and all others: whoever is not what they should be gets no password by another way."""
        self._say("*")
        self._end(ConnectionError(f"the login was broken off: {why}"))

    def _on_success(self, _line: Line) -> None:
        if self._mechanism is None:
            return
        if self._mechanism.satisfied:
            self._account.granted()
            self._end(None)
        else:
            self._break_off("the server has not proved that it knows the account")

    def _on_refused(self, line: Line) -> None:
        """Try the next way; if there is none left, the login has failed."""
        if self._mechanism is None:
            return
        if self._untried:
            self.begin()
        else:
            why = f"{param(line, -1)} ({self._mechanism.name}); {self._mechanism.remedy}"
            self._end(NetworkError(f"the network refused the login: {why}"))

    def _on_aborted(self, line: Line) -> None:
        if self._mechanism:
            self._end(ConnectionError(f"the network broke off the login: {param(line, -1)}"))

    def _on_silence(self) -> None:
        self._end(ConnectionError(f"the network's services did not answer the login in {self._patience:g} s"))

    def _on_mechanisms(self, line: Line) -> None:
        """Note what the server knows; that it refuses the mechanism at hand, it says in another line."""
        self._keep(param(line, 1))


def chunks(answer: bytes) -> Iterator[str]:
    """Give an answer as the parameters of AUTHENTICATE: the last is shorter than `CHUNK`, `+` where nothing is left."""
    text = b64encode(answer).decode()
    for start in range(0, len(text) + 1, CHUNK):
        yield text[start : start + CHUNK] or "+"

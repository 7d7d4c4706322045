"""What is said to a network's services in messages, as the configuration has it."""

import re
from collections.abc import Callable

from irctokens.line import Line

from ionbot.config import NetworkConfig
from ionbot.network.clock import Timer
from ionbot.network.entry.own_account import OwnAccount
from ionbot.network.formatting import clean
from ionbot.network.lines import Handlers, param, sender, write
from ionbot.network.shared import Shared
from ionbot.network.whereabouts.people import People


def message(template: str, **values: str) -> str:
    """Give the line that says a message: its first word is to whom, and `{name}` stands for a value."""
    target, _, text = template.partition(" ")
    return write("PRIVMSG", target, re.sub(r"\{(\w+)\}", lambda match: values[match[1]], text))


class Identify:
    """One connection's login by a message to the services, for networks without SASL.

    Networks tell of its success in many ways, or not at all; so the server is asked at half time who we are for it.
    """

    def __init__(
        self, shared: Shared, people: People, account: OwnAccount, done: Callable[[Exception | None], None]
    ) -> None:
        """`done` hears why the login failed, or None."""
        self.handlers: Handlers = {"401": self._on_nobody, "440": self._on_nobody, "NOTICE": self._on_notice}
        self._shared = shared
        self._people = people
        self._account = account
        self._done = done
        self._line = _login(shared.config)
        self._said = ""
        self._timer: Timer | None = None

    @property
    def possible(self) -> bool:
        """Whether the configuration has what is needed."""
        return self._line is not None

    @property
    def begun(self) -> bool:
        """Whether the services are to answer."""
        return self._timer is not None

    def begin(self) -> None:
        """Log in, if that is possible."""
        if self._line is not None:
            self._shared.outbox.protocol(self._line)
            self._wait(self._ask)

    def heard(self) -> None:
        """Note that the server has told something of our account."""
        if self.begun and self._account.known:
            self._end(None)

    def stop(self) -> None:
        """Wait no more."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _wait(self, then: Callable[[], None]) -> None:
        """Give the services half of their time."""
        self._timer = self._shared.clock.call_later(self._shared.timing.login / 2, then)

    def _ask(self) -> None:
        self._shared.outbox.protocol(write("WHOIS", self._people.me.nick))
        self._wait(self._on_silence)

    def _end(self, failure: Exception | None) -> None:
        self.stop()
        self._done(failure)

    def _on_silence(self) -> None:
        patience = self._shared.timing.login
        said = self._said and f"; the last that they said: {self._said}"
        self._end(ConnectionError(f"the network's services did not confirm the login in {patience:g} s{said}"))

    def _on_notice(self, line: Line) -> None:
        """Keep what the services say, which may be why they refuse the login; not the password, if they repeat it."""
        password = self._shared.config.account_password
        if self.begun and password and self._is_asked(sender(line).nickname):
            self._said = clean(param(line, 1)).replace(password.get_secret_value(), "***")

    def _on_nobody(self, line: Line) -> None:
        """Give up at once where nobody is there to log in with (401), or services are down (440)."""
        if self.begun and self._is_asked(param(line, 1)):
            self._end(ConnectionError(f"there is no {self._target} to log in with: {param(line, -1)}"))

    @property
    def _target(self) -> str:
        return self._shared.config.identify.partition(" ")[0]

    def _is_asked(self, name: str) -> bool:
        """Tell whether the login is said to somebody, whom the configuration may name with their server."""
        return self._people.fold(name) in map(self._people.fold, (self._target, self._target.partition("@")[0]))


def _login(config: NetworkConfig) -> str | None:
    """Give the line that logs in, None where the configuration has not all that is needed for it."""
    if not config.identify or config.account is None or config.account_password is None:
        return None
    return message(config.identify, account=config.account, password=config.account_password.get_secret_value())

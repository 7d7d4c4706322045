"""Logging in to a network's services, in whatever way there is, and what it means if that fails."""

from collections.abc import Callable

import structlog

from ionbot.network.entry.capabilities import Send
from ionbot.network.entry.mechanisms import mechanisms
from ionbot.network.entry.own_account import OwnAccount
from ionbot.network.entry.sasl import Login
from ionbot.network.entry.services import Identify
from ionbot.network.errors import NetworkError
from ionbot.network.lines import Handlers
from ionbot.network.shared import Shared
from ionbot.network.whereabouts.people import People

_log = structlog.get_logger()


class Authentication:
    """One connection's login: by SASL before the server's welcome, or else by a message to the services after it.

    It comes before the channels, since some let in only who is logged in. Where it is required, its failure ends the
    connection; else the bot goes on without. When SASL comes later, since the services are back, it logs in then; by
    that time a failure ends nothing any more.
    """

    def __init__(
        self,
        shared: Shared,
        people: People,
        *,
        encrypted: bool,
        send: Send,
        go_on: Callable[[], None],
        give_up: Callable[[Exception], None],
    ) -> None:
        """`send` writes lines at once; `give_up` ends the connection with the reason."""
        self._account = OwnAccount(people, shared.config.account, self._on_account)
        self._sasl = Login(self._account, shared.clock, shared.timing.login, send, self._on_end)
        self._identify = Identify(shared, people, self._account, self._on_end)
        self.handlers: Handlers = {**self._account.handlers, **self._sasl.handlers, **self._identify.handlers}
        self._config = shared.config
        self._encrypted = encrypted
        self._go_on = go_on
        self._give_up = give_up
        self._offer: str | None = None
        self._decided = False

    @property
    def wants_sasl(self) -> bool:
        """Whether SASL is of use: it is offered, and there is a way to log in that was not tried yet."""
        return self._sasl.wanted

    def offered(self, offer: str) -> None:
        """Note that the network has SASL, at first or again. `offer` lists its mechanisms, or is empty."""
        self._offer = offer
        self._sasl.prepare(mechanisms(self._config, encrypted=self._encrypted), offer)

    def log_in(self, *, granted: bool) -> None:
        """Log in by SASL, if it is granted and needed; else go on, unless that is decided already."""
        if self._sasl.begun:
            return
        if granted and self._sasl.wanted and not self._account.known:
            self._sasl.begin()
        elif not self._decided and not self._identify.begun:
            self._without_sasl()

    def arrive(self) -> None:
        """Go on after the server's welcome, once we are logged in, or know that we will not be."""
        if self._sasl.begun:
            return
        if self._decided or self._account.known or not self._wanted:
            self._decided = True
            self._go_on()
        elif self._identify.possible:
            self._identify.begin()
        else:
            self._without_sasl()

    def stop(self) -> None:
        """Wait for nothing more."""
        self._sasl.stop()
        self._identify.stop()

    @property
    def _wanted(self) -> bool:
        """Whether the configuration has what is needed to log in."""
        return self._identify.possible or bool(mechanisms(self._config, encrypted=self._encrypted))

    def _without_sasl(self) -> None:
        """Go on where there is no login, or a message will do after the welcome; else the login has failed."""
        if self._identify.possible or not self._wanted:
            self._go_on()
        elif self._offer and not self._sasl.wanted:
            self._on_end(NetworkError(f"the network takes logins only by {self._offer}"))
        else:
            self._on_end(ConnectionError("the network takes no login (SASL) now"))

    def _on_account(self) -> None:
        self._identify.heard()

    def _on_end(self, failure: Exception | None) -> None:
        """Go on after an attempt, if we wait for it."""
        if failure and not self._decided and self._config.sasl == "required":
            self._give_up(failure)
            return
        if failure:
            _log.warning("not logged in", why=str(failure))
        if not self._decided:
            self._decided = True
            self._go_on()

"""Getting in: capabilities, password, nick, login. It ends where the channels begin."""

from collections.abc import Callable, Collection

from irctokens.line import Line

from ionbot.network.clock import Timer
from ionbot.network.entry.authentication import Authentication
from ionbot.network.entry.capabilities import SASL, STS, WANTED, Capabilities, Send
from ionbot.network.entry.nick import MOST_NICKS, nicks
from ionbot.network.formatting import clean
from ionbot.network.lines import Handlers, param, write
from ionbot.network.link.endings import password_refused
from ionbot.network.shared import Shared
from ionbot.network.whereabouts.people import People


class Registration:
    """One connection's way in: up to the server's welcome (001), and from there to the channels.

    `capabilities` is the live set of those that the server has granted and not taken back.
    """

    def __init__(
        self,
        shared: Shared,
        people: People,
        *,
        encrypted: bool,
        send: Send,
        give_up: Callable[[Exception], None],
        heed_sts: Callable[[str], bool],
        enter: Callable[[], None],
    ) -> None:
        """`send` writes lines at once; `give_up` ends the connection with the reason; `enter` goes on to the channels.

        `heed_sts` hears the value of the server's STS policy, and tells whether to go on with this connection.
        """
        self._negotiation = Capabilities(send, self._on_listed, self._on_settled)
        self._authentication = Authentication(
            shared, people, encrypted=encrypted, send=send, go_on=self._go_on, give_up=give_up
        )
        self.capabilities = self._negotiation.granted
        self.handlers: Handlers = {
            **self._negotiation.handlers,
            **self._authentication.handlers,
            "001": self._on_welcome,
            "421": self._on_unknown,
            "451": self._on_unknown,
            **dict.fromkeys(("432", "433", "436", "437"), self._on_nick_refused),
            "464": self._on_password_refused,
        }
        self._shared = shared
        self._encrypted = encrypted
        self._send = send
        self._give_up = give_up
        self._heed_sts = heed_sts
        self._enter = enter
        self._nicks = nicks(shared.config.nick, shared.config.alternatives)
        self._patience: Timer | None = None
        self._introduced = False
        self._welcome = False
        self._arrived = False

    def begin(self) -> None:
        """Ask for capabilities, and say who we are, without waiting for the answer: old servers give none.

        A password waits where it could be read: the answer may be that there are encrypted connections (STS). It comes
        before nick and user, which so wait too (RFC 2812, 3.1.1).
        """
        if self._encrypted or self._shared.config.password is None:
            self._introduce(write("CAP", "LS", "302"))
        else:
            self._send(write("CAP", "LS", "302"))
            self._patience = self._shared.clock.call_later(self._shared.timing.greeting, self._introduce)

    def arrive(self) -> None:
        """Go on to the channels: the server has told all about itself."""
        self._arrived = True
        self._authentication.arrive()

    def stop(self) -> None:
        """Wait for nothing more."""
        self._authentication.stop()
        if self._patience:
            self._patience.cancel()

    def _introduce(self, *before: str) -> None:
        """Say who we are, once."""
        if self._introduced:
            return
        self._introduced = True
        if self._patience:
            self._patience.cancel()
        config = self._shared.config
        password = [write("PASS", config.password.get_secret_value())] if config.password else []
        user = write("USER", config.user, "0", "*", config.realname)
        self._send(*before, *password, write("NICK", next(self._nicks)), user)

    def _on_listed(self, new: Collection[str]) -> None:
        """Ask for capabilities that are offered, unless the server wants us elsewhere."""
        offered = self._negotiation.offered
        if STS in new and not self._heed_sts(offered[STS]):
            return
        self._introduce()
        if SASL in new:
            self._authentication.offered(offered[SASL])
        self._negotiation.request({*WANTED, SASL} if self._authentication.wants_sasl else WANTED)

    def _on_settled(self) -> None:
        self._authentication.log_in(granted=SASL in self.capabilities)

    def _go_on(self) -> None:
        """End the negotiation, which lets the server welcome us; or after the welcome go on to the channels."""
        if not self._welcome:
            self._send(write("CAP", "END"))
        elif self._arrived:
            self._enter()

    def _on_unknown(self, _line: Line) -> None:
        """Go on with a server that does not know CAP, or nothing before it knows us."""
        self._introduce()

    def _on_welcome(self, _line: Line) -> None:
        self._welcome = True

    def _on_nick_refused(self, _line: Line) -> None:
        if self._welcome:
            return
        if nick := next(self._nicks, None):
            self._send(write("NICK", nick))
        else:
            self._give_up(ConnectionError(f"the server took none of {MOST_NICKS} nicks"))

    def _on_password_refused(self, line: Line) -> None:
        if not self._welcome:
            self._give_up(password_refused(clean(param(line, -1))))

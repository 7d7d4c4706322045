"""Ways to prove who we are to a network's services (SASL), and which of them go first."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol

from ionbot.config import NetworkConfig

if TYPE_CHECKING:
    from scramp import ScramClient

MOST_ITERATIONS = 1_000_000
"""How often a server may have a password hashed, which takes half a second at the most; 4,096 times are usual."""
_CREDENTIALS = "look at account and account_password"


class Mechanism(Protocol):
    """A way to prove who we are, for one attempt."""

    @property
    def name(self) -> str:
        """The name by which servers know it."""
        ...

    @property
    def remedy(self) -> str:
        """What to set right where the network refuses it."""
        ...

    @property
    def satisfied(self) -> bool:
        """Whether the server may say now that the login is done."""
        ...

    def answer(self, challenge: bytes) -> bytes:
        """Answer what the server asks. Raises ValueError if that makes no sense, or not from an honest server."""
        ...


class External:
    """The certificate with which the connection was made (RFC 4422, appendix A): nothing is left to say."""

    name = "EXTERNAL"
    remedy = "look whether NickServ knows the certificate of tls_cert (CERT LIST, CERT ADD)"
    satisfied = True

    def answer(self, _challenge: bytes) -> bytes:
        """Leave it to the services to know the account by the certificate."""
        return b""


class Plain:
    """Account and password as they are, whatever the server asks (RFC 4616)."""

    name = "PLAIN"
    remedy = _CREDENTIALS
    satisfied = True

    def __init__(self, account: str, password: str) -> None:
        self._answer = f"\0{account}\0{password}".encode()

    def answer(self, _challenge: bytes) -> bytes:
        """Give account and password."""
        return self._answer


class Scram:
    """A proof of the password that does not tell it, and the server's proof that it knows it too (RFC 5802, 7677)."""

    name = "SCRAM-SHA-256"
    remedy = _CREDENTIALS

    def __init__(self, account: str, password: str) -> None:
        self.satisfied = False
        self._account = account
        self._password = password
        self._client: ScramClient
        self._steps: Iterator[Callable[[str], str]] = iter((self._begin, self._prove, self._check))

    def answer(self, challenge: bytes) -> bytes:
        """Give our name, then our proof, then nothing to the server's proof."""
        from scramp import ScramException  # noqa: PLC0415 - it takes a while, and most bots start without

        step = next(self._steps, None)
        if step is None:
            raise ValueError("the server asks for more than there is to say")
        try:
            return step(challenge.decode()).encode()
        except ScramException as error:
            raise ValueError(str(error)) from error

    def _begin(self, _nothing: str) -> str:
        from scramp import ScramClient  # noqa: PLC0415 - as above

        self._client = ScramClient([self.name], self._account, self._password)
        return str(self._client.get_client_first())

    def _prove(self, server_first: str) -> str:
        self._client.set_server_first(server_first)
        if int(self._client.iterations) > MOST_ITERATIONS:
            raise ValueError("the server wants the password hashed for too long")
        return str(self._client.get_client_final())

    def _check(self, server_final: str) -> str:
        self._client.set_server_final(server_final)
        self.satisfied = True
        return ""


def mechanisms(config: NetworkConfig, *, encrypted: bool) -> list[Mechanism]:
    """Give the ways to log in that the configuration has what is needed for, in the order of trial."""
    if config.sasl == "off":
        return []
    found: list[Mechanism] = [External()] if config.tls_cert and encrypted else []
    if config.account and config.account_password:
        account, password = config.account, config.account_password.get_secret_value()
        by_password: list[Mechanism] = [Plain(account, password), Scram(account, password)]
        # Without encryption PLAIN can be read on its way. With it PLAIN goes first: every network's services know it.
        found += by_password if encrypted else reversed(by_password)
    return found

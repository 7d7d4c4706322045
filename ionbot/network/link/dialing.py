"""Making a connection: a server's addresses, the local one, encryption."""

import asyncio
import errno
import socket
import ssl
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from typing import TypeVar

from aiohappyeyeballs import AddrInfoType, start_connection

from ionbot.config import NetworkConfig, Server
from ionbot.network.link.servers import Route
from ionbot.network.link.tls import Tls, anybody, fingerprint
from ionbot.threads import in_thread

HEAD_START = 0.25
"""Seconds that an address is tried alone, before the next is tried too (RFC 8305, 5)."""
_FAMILIES = {4: socket.AF_INET, 6: socket.AF_INET6}
_PLAIN = "if the port takes plain connections only, set the port for encrypted ones, usually 6697, or tls = false"
_MISNAMED = (62, 64)
"""OpenSSL's codes of a certificate for other names, or addresses (X509_V_ERR_HOSTNAME_MISMATCH and so on)."""

P = TypeVar("P", bound=asyncio.Protocol)


class Dialer:
    """Makes the connections of a network."""

    def __init__(self, config: NetworkConfig) -> None:
        self._tls = Tls(config)
        self._config = config
        self._dialled: Counter[str] = Counter()

    async def open(self, protocol: P, route: Route) -> tuple[asyncio.Transport, P]:
        """Connect a protocol, which then calls `check`.

        Raises OSError, which says what is wrong, and NetworkError if files for the encryption cannot be used.
        """
        patience = self._config.connect_timeout
        context = self._tls.context if route.tls else None
        connected = None
        try:
            async with asyncio.timeout(patience):
                connected = await self._dial(route.server)
                if context:
                    return await self._encrypted(protocol, route, connected, context)
                return await asyncio.get_running_loop().create_connection(lambda: protocol, sock=connected)
        except TimeoutError as error:
            if connected:
                raise TimeoutError(f"no encrypted connection within {patience:g} s; {_PLAIN}") from error
            raise TimeoutError(f"no connection within {patience:g} s") from error
        except ssl.SSLError as error:
            raise ConnectionError(f"no encrypted connection (tls): {error.reason or error}; {_PLAIN}") from error

    def check(self, route: Route, transport: asyncio.Transport) -> None:
        """Raise ConnectionError if a connection leads to somebody else than it should."""
        if route.tls:
            self._tls.check(transport)

    async def _encrypted(
        self, protocol: P, route: Route, connected: socket.socket, context: ssl.SSLContext
    ) -> tuple[asyncio.Transport, P]:
        address, host = Server(*connected.getpeername()[:2]), route.server.host
        loop = asyncio.get_running_loop()
        try:
            return await loop.create_connection(lambda: protocol, sock=connected, ssl=context, server_hostname=host)
        except ssl.SSLCertVerificationError as error:
            raise ConnectionError(await self._distrust(error, route, address)) from error

    async def _dial(self, server: Server) -> socket.socket:
        """Connect to a server, each time beginning with another address: the last did not let us in, or not stay."""
        self._dialled[server.host] += 1
        return await dial(server, self._config.bind, self._dialled[server.host] - 1)

    async def _distrust(self, error: ssl.SSLCertVerificationError, route: Route, address: Server) -> str:
        """Say why a certificate is not trusted, and what to do if it is the right one all the same."""
        pin = "tls_fingerprint"
        with suppress(OSError):
            pin = f'tls_fingerprint = "{await self._seen(route.server.host, address)}"'
        if route.sts:
            pin = f"tls = true, port = {route.server.port} and {pin}"
        other = "tls_ca to the certificate of the authority that has signed it"
        if error.verify_code in _MISNAMED:
            other = "host to a name that it is valid for"
        why = error.verify_message.rstrip(".")
        return f"the server's certificate cannot be trusted: {why}; if it is the right one, set {pin}, or {other}"

    async def _seen(self, host: str, address: Server) -> str:
        """Give the fingerprint of the certificate that is shown at an address; nothing is said there."""
        connected = await dial(address, self._config.bind)
        connecting = asyncio.get_running_loop().create_connection
        transport, _ = await connecting(asyncio.Protocol, sock=connected, ssl=anybody(), server_hostname=host)
        try:
            return fingerprint(transport)
        finally:
            transport.abort()


async def dial(server: Server, bind: str | None, first: int = 0) -> socket.socket:
    """Connect to the first of a server's addresses that answers, beginning with that of index `first`, counted round.

    Raises OSError, which says what is wrong.
    """
    known = usable(await _addresses(server), server.host, bind)
    addresses = [known[(first + number) % len(known)] for number in range(len(known))]
    local = socket.getaddrinfo(bind, 0, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST) if bind else None
    try:
        return await start_connection(addresses, local_addr_infos=local, happy_eyeballs_delay=HEAD_START)
    except ConnectionRefusedError as error:
        raise ConnectionRefusedError(
            f"nobody takes connections there: the server is down, or host or port is wrong ({error.strerror})"
        ) from error
    except OSError as error:
        if bind and error.errno == errno.EADDRNOTAVAIL:
            raise OSError(f"{bind} (bind) is no address of this machine") from error
        raise


def usable(addresses: Sequence[AddrInfoType], host: str, bind: str | None) -> Sequence[AddrInfoType]:
    """Give the addresses of a host that can be reached from a local one. Raises OSError if there are none."""
    if bind is None:
        return addresses
    version = ip_address(bind).version
    same = [address for address in addresses if address[0] == _FAMILIES[version]]
    if not same:
        raise OSError(f"{host} has no IPv{version} address, which it must have to be reached from {bind} (bind)")
    return same


async def _addresses(server: Server) -> Sequence[AddrInfoType]:
    try:
        # The event loop's own way would keep the process from ending while a nameserver is silent.
        return await in_thread(partial(socket.getaddrinfo, server.host, server.port, type=socket.SOCK_STREAM))
    except socket.gaierror as error:
        raise OSError(f"the address of {server.host} is not to be had: {error.strerror}") from error
    except UnicodeError as error:
        raise OSError(f"{server.host} is no name that a server can have: {error}") from error

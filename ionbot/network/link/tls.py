"""Encryption: whom the bot trusts, and what it shows of itself."""

import asyncio
import ssl
from collections.abc import Iterator, Mapping
from functools import cached_property
from hashlib import sha256

from ionbot.config import NetworkConfig
from ionbot.network.errors import NetworkError


class Tls:
    """How the connections of a network are encrypted."""

    def __init__(self, config: NetworkConfig) -> None:
        self._config = config

    @cached_property
    def context(self) -> ssl.SSLContext:
        """How to encrypt. Raises NetworkError as `load` does."""
        return self.load()

    def load(self) -> ssl.SSLContext:
        """Read the files that are needed to encrypt. Raises NetworkError if one cannot be used."""
        context = self._trusting() if vouched(self._config) else anybody()
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        if self._config.tls_cert:
            self._show_own(context)
        return context

    def check(self, transport: asyncio.BaseTransport) -> None:
        """Raise ConnectionError if the other end has another certificate than the one that is pinned."""
        pinned = self._config.tls_fingerprint
        if pinned and (seen := fingerprint(transport)) != pinned:
            raise ConnectionError(f"the server's certificate is not the one of tls_fingerprint: it has {seen}")

    def _trusting(self) -> ssl.SSLContext:
        try:
            return ssl.create_default_context(cafile=self._config.tls_ca)
        except OSError as error:
            raise NetworkError(f"tls_ca = {self._config.tls_ca} cannot be used: {_reason(error)}") from error

    def _show_own(self, context: ssl.SSLContext) -> None:
        certificate, key = self._config.tls_cert, self._config.tls_key
        try:
            context.load_cert_chain(str(certificate), key, _refuse_password)
        except OSError as error:
            files = f"tls_cert = {certificate}" + (f" with tls_key = {key}" if key else "")
            wanted = "a certificate and its key as PEM, without a password" + ("" if key else ", or tls_key set too")
            raise NetworkError(f"{files} cannot be used: {_reason(error)}; right would be {wanted}") from error


def unusable(networks: Mapping[str, NetworkConfig]) -> Iterator[str]:
    """Tell which networks have certificates or keys that cannot be used."""
    for name, network in networks.items():
        try:
            Tls(network).load()
        except NetworkError as error:
            yield f"networks.{name}: {error}"


def vouched(config: NetworkConfig) -> bool:
    """Tell whether an authority must vouch for the server's name; a certificate that is pinned counts by itself."""
    return config.tls_verify and config.tls_fingerprint is None


def anybody() -> ssl.SSLContext:
    """Give how to encrypt with whoever it is."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def fingerprint(transport: asyncio.BaseTransport) -> str:
    """Give the SHA-256 of the certificate (DER) that the other end has shown, in hexadecimal."""
    return sha256(transport.get_extra_info("ssl_object").getpeercert(binary_form=True)).hexdigest()


def _refuse_password() -> str:
    """Keep OpenSSL from asking for a key's password on the terminal."""
    raise OSError("the key has a password")


def _reason(error: OSError) -> str:
    """Say what is wrong with a file of certificates or keys."""
    if isinstance(error, ssl.SSLError):
        return error.reason.replace("_", " ").lower() if error.reason else "it is no such PEM"
    return error.strerror or str(error)

"""Bytes: the package irc, subclassed where it lets go of a connection that can be kept.

What differs: lines are decoded whatever their bytes, and handled by a session that cannot raise; the transport is there
as soon as the connection is; a connection's end concerns that connection alone; nothing that is sent is logged, holds a
line end, or is longer than servers take.
"""

import asyncio
import codecs
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import structlog
from irc.client_aio import AioConnection, AioReactor, IrcProtocol
from irc.connection import AioFactory
from jaraco.stream.buffer import DecodingLineBuffer

from ionbot.config import NetworkConfig
from ionbot.network.formatting import MOST
from ionbot.network.lines import LINE_ENDS
from ionbot.network.session import Session

LONGEST = 16_384
"""Bytes of the longest line that is read: tags up to 8,191 and the line, with room (ircv3.net, message tags)."""
UNSENT = 4_096
"""Bytes that may wait in the transport before nothing more is written."""
_LATIN_1 = "ionbot.latin-1"

_log = structlog.get_logger()


def _as_latin_1(error: UnicodeError) -> tuple[str, int]:
    """Read the bytes that are not UTF-8 as Latin-1."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error(_LATIN_1, _as_latin_1)


class Buffer(DecodingLineBuffer):  # type: ignore[misc]  # the package is untyped
    """Lines from bytes: UTF-8, and Latin-1 where it is none. An endless line is skipped, not kept."""

    errors = _LATIN_1

    def __init__(self) -> None:
        super().__init__()
        self.buffer: bytes = b""
        self._skipping = False

    def feed(self, data: bytes) -> None:
        """Take more bytes."""
        if self._skipping:
            _, newline, data = data.partition(b"\n")
            self._skipping = not newline
        super().feed(data)
        if len(self.buffer) > LONGEST and b"\n" not in self.buffer:
            self.buffer = b""
            self._skipping = True


class Stream(IrcProtocol):  # type: ignore[misc]  # the package is untyped
    """Hands what happens on a socket to its connection, and to no other."""

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin at once: the server may speak before whoever awaits the connection goes on."""
        self.connection.made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.connection.gone(exc)

    def pause_writing(self) -> None:
        """Stop writing: the server does not read fast enough."""
        self.connection.clogged = True

    def resume_writing(self) -> None:
        """Write again."""
        self.connection.clogged = False
        self.connection.session.resume()


class Connection(AioConnection):  # type: ignore[misc]  # the package is untyped
    """One connection, used once. `closed` is set when it has ended."""

    buffer_class = Buffer
    protocol_class = Stream

    def __init__(self, reactor: "Reactor") -> None:
        super().__init__(reactor)
        self.session = reactor.session
        self.closed = asyncio.Event()
        self.clogged = False
        self._begun = False
        self.transport: asyncio.Transport

    @property
    def ready(self) -> bool:
        """Whether lines can be written now."""
        return not self.clogged and not self.transport.is_closing()

    def made(self, transport: asyncio.Transport) -> None:
        """Take the socket's transport."""
        self._begun = True
        self.transport = transport
        transport.set_write_buffer_limits(high=UNSENT)
        self.session.begin(self)

    def gone(self, error: BaseException | None) -> None:
        """Note the end, once."""
        if not self.closed.is_set():
            self.closed.set()
            self.session.end(str(error or "the server closed the connection"))

    def write(self, lines: Sequence[str]) -> None:
        """Write lines at once, in one piece; servers delay the second of two small pieces."""
        self.send_raw(*lines)

    def send_raw(self, *lines: str) -> None:
        """Write lines, unless the connection is ending. Nothing of them is logged: some hold passwords."""
        if not self.transport.is_closing():
            self.transport.write(b"".join(map(self._prep_message, lines)))

    def abort(self) -> None:
        """End the connection without ado."""
        self.transport.abort()

    def dropped(self, error: BaseException) -> None:
        """Note that the making of the connection was broken off: uvloop then closes the socket and says nothing."""
        if self._begun:
            self.abort()
            self.gone(error)

    async def finish(self) -> None:
        """End the connection, if it ever was made, and wait until its socket is closed."""
        if self._begun:
            self.abort()
            await self.closed.wait()

    def nick(self, newnick: str) -> None:
        """Send nothing: registration is the session's affair, not the transport's."""

    def user(self, username: str, realname: str) -> None:
        """Send nothing, like `nick`."""

    def _prep_message(self, string: str) -> bytes:
        """Encode a line. It holds no CR, LF or NUL, and is cut at 510 bytes, between characters."""
        data = string.translate(LINE_ENDS).encode("utf-8", "replace")
        if len(data) > MOST:
            _log.warning("line cut", command=string.partition(" ")[0], bytes=len(data))
            data = data[:MOST].decode("utf-8", "ignore").encode()
        return data + b"\r\n"

    def _process_line(self, line: str) -> None:
        self.session.receive(line)


class Reactor(AioReactor):  # type: ignore[misc]  # the package is untyped
    """Makes one connection for a session."""

    connection_class = Connection

    def __init__(self, session: Session) -> None:
        self.session = session
        super().__init__(loop=asyncio.get_running_loop())


def tls_context(config: NetworkConfig) -> ssl.SSLContext | None:
    """Give how to encrypt, None where it is not wanted. Raises OSError if the certificates cannot be read."""
    if not config.tls:
        return None
    context = ssl.create_default_context(cafile=config.tls_ca)
    if not config.tls_verify:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


@asynccontextmanager
async def connected(
    config: NetworkConfig, context: ssl.SSLContext | None, session: Session
) -> AsyncIterator[Connection]:
    """Connect, and let the session begin; at the end the socket is closed and the session knows.

    Raises OSError if there is no connection within the configured time.
    """
    connection: Connection = Reactor(session).server()
    try:
        try:
            await _dial(connection, config, context)
        except BaseException as error:
            connection.dropped(error)
            raise
        yield connection
    finally:
        await connection.finish()


async def _dial(connection: Connection, config: NetworkConfig, context: ssl.SSLContext | None) -> None:
    factory = AioFactory(ssl=context, local_addr=(config.bind, 0) if config.bind else None)
    try:
        async with asyncio.timeout(config.connect_timeout):
            await connection.connect(config.host, config.port, config.nick, connect_factory=factory)
    except TimeoutError as error:
        raise TimeoutError(f"no connection within {config.connect_timeout:g} s") from error
    except ssl.SSLCertVerificationError as error:
        raise ConnectionError(f"the server's certificate cannot be trusted: {error.verify_message}") from error
    except ssl.SSLError as error:
        raise ConnectionError(f"no encrypted connection (tls): {error.reason or error}") from error

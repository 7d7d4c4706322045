"""Bytes: the package irc, subclassed where it lets go of a connection that can be kept.

What differs: lines are decoded whatever their bytes, and handled by a session that cannot raise; the transport is there
as soon as the connection is; a connection's end concerns that connection alone; nothing that is sent is logged, holds a
line end, or is longer than servers take.
"""

import asyncio
import codecs
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial

import structlog
from irc.client_aio import AioConnection, AioReactor, IrcProtocol
from jaraco.stream.buffer import DecodingLineBuffer

from ionbot.network.lines import LINE_ENDS, LONGEST, MOST_BYTES
from ionbot.network.link.dialing import Dialer
from ionbot.network.link.servers import Route
from ionbot.network.session import Session

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
    """One connection, used once. `closed` is set when it has ended; `refusal` is why it must not be used."""

    buffer_class = Buffer
    protocol_class = Stream

    def __init__(self, reactor: "Reactor") -> None:
        super().__init__(reactor)
        self.session = reactor.session
        self.closed = asyncio.Event()
        self.refusal: ConnectionError | None = None
        self.clogged = False
        self._check = reactor.check
        self._made = False
        self.transport: asyncio.Transport

    @property
    def ready(self) -> bool:
        """Whether lines can be written now."""
        return not self.clogged and not self.transport.is_closing()

    def made(self, transport: asyncio.Transport) -> None:
        """Take the socket's transport, and let the session begin if the other end is who it should be."""
        self._made = True
        self.transport = transport
        transport.set_write_buffer_limits(high=UNSENT)
        try:
            self._check(transport)
        except ConnectionError as refusal:
            self.refusal = refusal
            self.abort()
        else:
            self.session.begin(self)

    def gone(self, error: BaseException | None) -> None:
        """Note the end, once."""
        if not self.closed.is_set():
            self.closed.set()
            if self.refusal is None:
                self.session.end(error)

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
        if self._made:
            self.abort()
            self.gone(error)

    async def finish(self) -> None:
        """End the connection, if it ever was made, and wait until its socket is closed."""
        if self._made:
            self.abort()
            await self.closed.wait()

    def nick(self, newnick: str) -> None:
        """Send nothing: registration is the session's affair, not the transport's."""

    def user(self, username: str, realname: str) -> None:
        """Send nothing, like `nick`."""

    def _prep_message(self, string: str) -> bytes:
        """Encode a line. It holds no CR, LF or NUL, and is cut at 510 bytes, tags not counted, between characters."""
        text = string.translate(LINE_ENDS)
        tags, blank, line = text.partition(" ") if text.startswith("@") else ("", "", text)
        data = line.encode("utf-8", "replace")
        if len(data) > MOST_BYTES:
            _log.warning("line cut", command=line.partition(" ")[0], bytes=len(data))
            data = data[:MOST_BYTES].decode("utf-8", "ignore").encode()
        return f"{tags}{blank}".encode() + data + b"\r\n"

    def _process_line(self, line: str) -> None:
        self.session.receive(line)


class Reactor(AioReactor):  # type: ignore[misc]  # the package is untyped
    """Makes one connection for a session. `check` raises ConnectionError if it leads to somebody else."""

    connection_class = Connection

    def __init__(self, session: Session, check: Callable[[asyncio.Transport], None]) -> None:
        self.session = session
        self.check = check
        super().__init__(loop=asyncio.get_running_loop())


@asynccontextmanager
async def connected(dialer: Dialer, route: Route, session: Session) -> AsyncIterator[Connection]:
    """Connect, and let the session begin; at the end the socket is closed and the session knows.

    Raises OSError if there is no connection, or one to somebody else than it should be, and NetworkError as the dialer
    does.
    """
    connection: Connection = Reactor(session, partial(dialer.check, route)).server()
    try:
        try:
            await connection.connect(*route.server, "", connect_factory=lambda stream, _: dialer.open(stream, route))
        except BaseException as error:
            connection.dropped(error)
            raise
        if connection.refusal:
            raise connection.refusal
        yield connection
    finally:
        await connection.finish()

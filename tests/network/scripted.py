"""A server on 127.0.0.1 that says only what a test tells it to, and keeps what it hears."""

import asyncio
import ssl
from collections.abc import Callable
from types import TracebackType

PATIENCE = 30
"""Seconds after which a test that waits has failed; processes that start on a busy machine take long."""


async def until(condition: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until something is so, for so many seconds at most."""
    async with asyncio.timeout(patience):
        while not condition():  # noqa: ASYNC110  what a test looks at has no event to wait for
            await asyncio.sleep(0)


class Peer:
    """The server's end of one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.lines: list[str] = []

    def send(self, *lines: str) -> None:
        self.send_bytes("".join(f"{line}\r\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        self._writer.write(data)

    async def expect(self, start: str) -> str:
        """Read on until a line begins like this, and give it."""
        while True:
            data = await asyncio.wait_for(self._reader.readline(), PATIENCE)
            assert data, f"the connection ended before {start}; heard {self.lines}"
            line = data.decode().removesuffix("\r\n")
            self.lines.append(line)
            if line.startswith(start):
                return line

    async def chunk(self) -> bytes:
        """Give what comes next, as it comes."""
        return await asyncio.wait_for(self._reader.read(65536), PATIENCE)

    async def answers(self) -> bool:
        """Tell whether the other end still answers; it has read all that was sent before."""
        self.send("PING :are you there")
        return bool(await self.expect("PONG"))

    async def gone(self) -> None:
        """Wait until the other end has closed or broken the connection."""
        try:
            async with asyncio.timeout(PATIENCE):
                while await self._reader.read(65536):
                    pass
        except ConnectionError:
            pass
        self.close()

    async def register(self, nick: str = "ionbot") -> None:
        """Let the client in."""
        if not any(line.startswith("USER") for line in self.lines):
            await self.expect("USER")
        self.send(f":irc.test 001 {nick} :Welcome", f":irc.test 376 {nick} :End of MOTD")

    async def enter(self, channel: str = "#ion", names: str = "@ann bob", *, asked: str = "") -> None:
        """Let the client into a channel that it asks for, by a JOIN of `asked` if that is not for this one first."""
        await self.expect(f"JOIN {asked or channel}")
        self.send(
            f":ionbot!bot@bot.host JOIN {channel}",
            f":irc.test 353 ionbot = {channel} :ionbot {names}",
            f":irc.test 366 ionbot {channel} :End of /NAMES",
            f":irc.test 315 ionbot {channel} :End of /WHO",
        )
        await self.expect(f"MODE {channel}")

    @property
    def address(self) -> str:
        """Where the client connected from."""
        return str(self._writer.get_extra_info("peername")[0])

    def close(self) -> None:
        self._writer.close()


class Scripted:
    """The server. Use it as an async context; `accept` gives the next connection's server end."""

    def __init__(self, tls: ssl.SSLContext | None = None, greeting: bytes = b"") -> None:
        self._tls = tls
        self._greeting = greeting
        self._peers: asyncio.Queue[Peer] = asyncio.Queue()
        self._all: list[Peer] = []
        self.port = 0

    async def accept(self) -> Peer:
        return await asyncio.wait_for(self._peers.get(), PATIENCE)

    @property
    def connections(self) -> int:
        return len(self._all)

    async def __aenter__(self) -> "Scripted":
        self._server = await asyncio.start_server(self._on_connection, "127.0.0.1", self.port, ssl=self._tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        self.hang_up()
        await self._server.wait_closed()

    def hang_up(self) -> None:
        """Close all connections."""
        for peer in self._all:
            peer.close()

    async def _on_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(self._greeting)
        peer = Peer(reader, writer)
        self._all.append(peer)
        self._peers.put_nowait(peer)

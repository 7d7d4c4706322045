"""An IRC server whose people are all puppets: what they say it writes to the bot, what the bot says it hands to them.

There is one connection, so that no server's work is measured with the bot's. It knows no capabilities: a line of the
bot has left when it is written.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tests.bench.players import BOT

HOST = "127.0.0.1"
SERVER = "irc.bench"

Hear = Callable[[str, str], None]
"""Hears what the bot says: to whom, and what."""


@dataclass
class Rooms:
    """The channels with who is in each, and who hears what the bot says there and to them."""

    people: Mapping[str, Sequence[str]]
    hear: Hear


class Puppets(asyncio.Protocol):
    """The server's end of the bot's connection. `joined` are the channels that the bot has asked for, in order.

    `asked` are those whose people it has asked for; then it is at work there.
    """

    def __init__(self, rooms: Rooms) -> None:
        self.joined: list[str] = []
        self.asked: list[str] = []
        self._rooms = rooms
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self._said: list[str] = []

    @property
    def connected(self) -> bool:
        """Whether the bot is there."""
        return self._transport is not None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin with a connection."""
        assert isinstance(transport, asyncio.Transport)
        self._transport, self._rest = transport, b""

    def connection_lost(self, _error: Exception | None) -> None:
        """Note that the bot is gone, from its channels too."""
        self._transport = None
        self.joined.clear()
        self.asked.clear()

    def data_received(self, data: bytes) -> None:
        """Hear what the bot sends."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            command, _, rest = line.decode().rstrip("\r").partition(" ")
            self._hear(command, rest)

    def say(self, nick: str, target: str, text: str) -> None:
        """Let a puppet say something; what is said in the same turn of the loop leaves in one write."""
        if not self._said:
            asyncio.get_running_loop().call_soon(self._flush)
        self._said.append(f":{nick}!{nick}@host PRIVMSG {target} :{text}")

    def _hear(self, command: str, rest: str) -> None:
        target, _, text = rest.partition(" ")
        match command:
            case "PRIVMSG" | "NOTICE":
                self._rooms.hear(target, text.removeprefix(":"))
            case "PING":
                self._send([f":{SERVER} PONG {SERVER} {rest}"])
            case "USER":
                self._send([f":{SERVER} 001 {BOT} :Welcome", f":{SERVER} 422 {BOT} :There is no motto"])
            case "JOIN":
                self._let_in(rest.split(","))
            case "WHO":
                self.asked.append(rest)
                self._send([f":{SERVER} 315 {BOT} {rest} :End"])
            case "MODE" if rest.startswith("#"):
                self._send([f":{SERVER} 324 {BOT} {rest} +nt"])
            case "QUIT" if self._transport:
                self._transport.close()

    def _let_in(self, channels: Sequence[str]) -> None:
        self.joined += channels
        for channel in channels:
            names = " ".join((BOT, *self._rooms.people[channel]))
            self._send([
                f":{BOT}!bot@host JOIN {channel}",
                f":{SERVER} 353 {BOT} = {channel} :{names}",
                f":{SERVER} 366 {BOT} {channel} :End",
            ])  # fmt: skip

    def _flush(self) -> None:
        said, self._said = self._said, []
        self._send(said)

    def _send(self, lines: Iterable[str]) -> None:
        if self._transport:
            self._transport.write("".join(f"{line}\r\n" for line in lines).encode())


@asynccontextmanager
async def serving(rooms: Rooms) -> AsyncIterator[tuple[Puppets, int]]:
    """Serve the bot on a free port, one connection after the other; gives it with the server's end."""
    puppets = Puppets(rooms)
    server = await asyncio.get_running_loop().create_server(lambda: puppets, HOST, 0)
    try:
        yield puppets, server.sockets[0].getsockname()[1]
    finally:
        server.close()

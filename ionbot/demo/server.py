"""The embedded IRC server: for the demo, and the other side in tests of the network."""

import asyncio
from collections.abc import Iterable
from typing import Self

from ionbot.demo.ircd import modes
from ionbot.demo.ircd.connection import Connection, Limits
from ionbot.demo.ircd.wire import Message
from ionbot.demo.ircd.world import CASEMAPPINGS, Room, User, World

__all__ = ["Limits", "Server"]


class Server:
    """A small IRC server for many clients, without accounts and services.

    `name` is what it calls itself, `network` what ISUPPORT says; `casemapping` is "rfc1459" or "ascii"; with a
    `password`, a client without it is refused. Use it as a context manager, or call `start` and `close`.

    >>> async with Server() as server:
    ...     print(server.port)

    The methods below `close` do what operators, services and bad luck do on a network. They raise KeyError where
    there is no such nick or channel.
    """

    def __init__(
        self,
        name: str = "irc.example",
        network: str = "Demo",
        casemapping: str = "rfc1459",
        password: str | None = None,
        limits: Limits | None = None,
    ) -> None:
        if casemapping not in CASEMAPPINGS:
            raise ValueError(f"casemapping is {casemapping!r}; known are {', '.join(CASEMAPPINGS)}")
        self.port = 0
        """Where it listens; 0 while it does not."""
        self._world = World(name, network, casemapping, password)
        self._limits = limits or Limits()
        self._connections: set[Connection] = set()
        self._listener: asyncio.Server | None = None

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> int:
        """Listen, and give the port; 0 takes a free one. Raises OSError if that cannot be."""
        loop = asyncio.get_running_loop()
        self._listener = await loop.create_server(self._connection, host, port)
        self.port = self._listener.sockets[0].getsockname()[1]
        return self.port

    async def close(self, reason: str = "Server is shutting down") -> None:
        """Stop listening and send everybody away."""
        if self._listener is None:
            return
        self._listener.close()
        self._listener, self.port = None, 0
        for connection in self._connections:
            self._world.forget(connection.user)  # so that nobody hears of all the others' leaving
        while leaving := list(self._connections):
            for connection in leaving:
                connection.drop(reason)
            await asyncio.gather(*(connection.gone.wait() for connection in leaving))

    async def __aenter__(self) -> Self:
        """Start on a free port of 127.0.0.1."""
        await self.start()
        return self

    async def __aexit__(self, *_exception: object) -> None:
        await self.close()

    def nicks(self) -> list[str]:
        """Give the nicks of all registered clients."""
        return [user.nick for user in self._world.registered()]

    def kill(self, nick: str, reason: str) -> None:
        """Disconnect a client as an operator does."""
        user = self._user(nick)
        user.send(Message(self._world.name, "KILL", user.nick, reason))
        self._world.quit(user, f"Killed ({self._world.name} ({reason}))")

    def split(self, nicks: Iterable[str]) -> None:
        """Lose clients as in a netsplit: the others see them quit, with the names of two servers."""
        gone = [self._user(nick) for nick in nicks]
        for user in gone:
            user.link.close()  # first, so that none of them hears of another
        for user in gone:
            self._world.quit(user, f"{self._world.name} leaf.example", last_word=False)

    def mode(self, channel: str, letters: str, *arguments: str) -> None:
        """Change a channel's modes as services do: `mode("#ion", "+o", "ann")`."""
        room = self._room(channel)
        modes.change(self._world, room, self._world.name, modes.changes(letters, arguments))

    def mute(self, channel: str) -> None:
        """Let only operators and the voiced speak in a channel."""
        self.mode(channel, "+m")

    def rename(self, nick: str, new: str) -> None:
        """Force another nick on a client, as services do. Raises ValueError if somebody else has it."""
        user = self._user(nick)
        if self._world.users.get(self._world.fold(new), user) is not user:
            raise ValueError(f"{new} is in use")
        self._world.rename(user, new)

    def send(self, nick: str, *lines: str | bytes) -> None:
        """Send lines as they are to one client; text as UTF-8. They need no line ends."""
        for line in lines:
            raw = line if isinstance(line, bytes) else line.encode()
            self._user(nick).link.write(raw + b"\r\n")

    def freeze(self, nick: str) -> None:
        """Read nothing more of a client: its lines, PINGs too, stay unanswered until `thaw`."""
        self._link(nick).transport.pause_reading()

    def thaw(self, nick: str) -> None:
        """Read on."""
        self._link(nick).transport.resume_reading()

    def _connection(self) -> Connection:
        return Connection(self._world, self._limits, self._connections)

    def _user(self, nick: str) -> User:
        user = self._world.find(nick)
        if user is None:
            raise KeyError(nick)
        return user

    def _room(self, channel: str) -> Room:
        return self._world.rooms[self._world.fold(channel)]

    def _link(self, nick: str) -> Connection:
        user = self._user(nick)
        return next(connection for connection in self._connections if connection.user is user)

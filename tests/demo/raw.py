"""A bare IRC client for tests: what is sent, and what comes."""

import asyncio
from typing import cast

PATIENCE = 5
"""Seconds until a line that should come is missed."""


class Raw:
    """A socket with lines. `sync` gives all lines that the server sent before it answered."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.syncs = 0

    @classmethod
    async def connect(cls, port: int) -> "Raw":
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    def send(self, *lines: str | bytes) -> None:
        for line in lines:
            self.writer.write((line if isinstance(line, bytes) else line.encode()) + b"\r\n")

    async def line(self) -> str:
        raw = await asyncio.wait_for(self.reader.readline(), PATIENCE)
        return raw.decode(errors="surrogateescape").removesuffix("\r\n")

    async def until(self, part: str) -> list[str]:
        """Give the lines up to the first that holds this text."""
        lines = [await self.line()]
        while part not in lines[-1]:
            assert lines[-1], f"closed before {part!r}: {lines}"
            lines.append(await self.line())
        return lines

    async def sync(self, *lines: str | bytes) -> list[str]:
        """Send lines and give everything that came until the server had read them."""
        self.syncs += 1
        token = f"sync-{self.syncs}"
        self.send(*lines, f"PING {token}")
        return (await self.until(f"PONG irc.example {token}"))[:-1]

    async def rest(self) -> list[str]:
        """Give the lines until the server closes."""
        raw = await asyncio.wait_for(self.reader.read(), PATIENCE)
        return raw.decode(errors="surrogateescape").splitlines()

    def pause(self) -> None:
        """Read nothing more from the socket."""
        cast("asyncio.Transport", self.writer.transport).pause_reading()

    async def close(self) -> None:
        self.writer.transport.abort()
        await asyncio.gather(self.writer.wait_closed(), return_exceptions=True)


def numerics(lines: list[str]) -> list[str]:
    """Give the numerics of the server's lines."""
    return [line.split()[1] for line in lines if line.startswith(":irc.example")]

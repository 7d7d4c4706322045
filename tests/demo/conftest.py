"""A server for each test, and clients that are closed after it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

import pytest

from ionbot.demo.server import Server
from tests.demo.raw import Raw

Connect: TypeAlias = Callable[..., Awaitable[Raw]]


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with Server() as server:
        yield server


@pytest.fixture
async def connect(server: Server) -> AsyncIterator[Connect]:
    """Connect to the server: with a nick the client is registered, with a channel it is in it."""
    clients: list[Raw] = []

    async def connect(nick: str = "", channel: str = "", caps: str = "", to: Server = server) -> Raw:
        client = await Raw.connect(to.port)
        clients.append(client)
        if caps:
            client.send("CAP LS 302", f"CAP REQ :{caps}", "CAP END")
        if nick:
            client.send(f"NICK {nick}", f"USER {nick} 0 * :{nick.title()} Real")
        if channel:
            client.send(f"JOIN {channel}")
        if nick or caps or channel:
            await client.sync()
        return client

    yield connect
    for client in clients:
        await client.close()

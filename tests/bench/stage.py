"""An IRC server, the bot with its database on disk, and tables full of scripted humans, all in this process."""

import asyncio
from asyncio import create_task, gather
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ionbot.assembly import bot
from ionbot.config import Config, DatabaseConfig, NetworkConfig, TableConfig
from ionbot.demo.client import Client
from ionbot.demo.ircd.connection import Connection
from ionbot.demo.server import Server
from tests.bench.players import BOT, Human

HOST = "127.0.0.1"
NICKS = ("ann", "bob")
DAY_S = 86_400


class CountingServer(Server):
    """A server that counts what the bot writes: `lines`, `bytes`, and the lines that are `public`."""

    def __init__(self) -> None:
        super().__init__()
        self.written = Counter[str]()

    def _connection(self) -> Connection:
        return CountedConnection(self)


class CountedConnection(Connection):
    """A connection to a server that counts."""

    def __init__(self, server: CountingServer) -> None:
        super().__init__(server._world, server._limits, server._connections)
        self._written = server.written

    def data_received(self, data: bytes) -> None:
        """Count, and go on."""
        if self.user.nick == BOT:
            self._written += Counter(lines=data.count(b"\n"), bytes=len(data), public=data.count(b"PRIVMSG #"))
        super().data_received(data)


@asynccontextmanager
async def playing(tables: int) -> AsyncIterator[tuple[CountingServer, list[Human]]]:
    """Let two humans play at each of so many tables."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(CountingServer())
        folder = stack.enter_context(TemporaryDirectory())
        channels = [f"#table{number}" for number in range(tables)]
        running = await stack.enter_async_context(bot(config(server.port, Path(folder) / "bench.db", channels)))
        tasks = [create_task(running.run())]
        await until(lambda: len(running.hall.tables) == tables)
        humans = [await enter(stack, server.port, nick, channel) for channel in channels for nick in NICKS]
        tasks += [create_task(listen(client, human)) for client, human in humans]
        try:
            yield server, [human for _, human in humans]
        finally:
            await running.stop("That is enough.")
            await server.close()
            await gather(*tasks)


async def enter(stack: AsyncExitStack, port: int, nick: str, channel: str) -> tuple[Client, Human]:
    """Let somebody come into a channel and sit down."""
    client = Client(HOST, port, f"{nick}{channel.removeprefix('#table')}", channel)
    await stack.enter_async_context(client)
    client.say("!join")
    return client, Human(client)


async def listen(client: Client, human: Human) -> None:
    """Let somebody play until the connection ends."""
    async for heard in client.listen():
        if heard.who == BOT:
            human.hear(heard.text, private=heard.private)


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    while not holds():  # noqa: ASYNC110 - nothing rings when it does
        await asyncio.sleep(0.01)


def config(port: int, database: Path, channels: list[str]) -> Config:
    """Give a bot that is not throttled and hears everything, starts matches at once, and plays them without end."""
    network = NetworkConfig(host=HOST, port=port, tls=False, nick=BOT, channels=channels)
    unthrottled = network.model_copy(update={"burst": 1_000_000, "rate": 1e6})
    return Config(
        database=DatabaseConfig(url=f"sqlite:///{database}"),
        networks={"bench": unthrottled},
        tables=TableConfig(countdown=0, person_burst=1000, person_rate=1000, channel_burst=10_000, channel_rate=10_000),
        games={"ion": {"round_time": DAY_S}},
    )

"""A bot on the networks `one` and `two`, each a scripted server, configured by a file that tests rewrite."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from string import Template

import pytest
from structlog.testing import capture_logs

from ionbot.assembly import bot
from ionbot.bot import Bot
from ionbot.config import load
from tests.environment import bare_environment
from tests.network.scripted import Peer, Scripted

ADMIN = ":ann!ann@desk.test"
CONFIG = """
[database]
url = "sqlite:///$folder/bot.db"
[networks.one]
host = "127.0.0.1"
port = $one
tls = false
channels = ["#ion"]
pace = "none"
colour = false
admins = ["*!ann@desk.test"]
[networks.two]
host = "127.0.0.1"
port = $two
tls = false
channels = ["#ion"]
pace = "none"
colour = false
"""


class Stage:
    """The bot, its configuration, and the server's end of each of its connections, with the bot in #ion."""

    def __init__(self, folder: Path, one: Scripted, two: Scripted) -> None:
        self.servers = {"one": one, "two": two}
        self.peers: dict[str, Peer] = {}
        self._file = folder / "config.toml"
        self._places = {"folder": str(folder), "one": one.port, "two": two.port}
        self.config = CONFIG
        self.write(CONFIG)

    def write(self, config: str) -> None:
        """Let this be the configuration's text from now on, with $one and $two for the servers' ports."""
        self.config = config
        self._file.write_text(Template(config).substitute(self._places))

    def change(self, before: str, after: str) -> None:
        """Change a part of the configuration's text."""
        assert before in self.config
        self.write(self.config.replace(before, after))

    async def start(self, stack: AsyncExitStack, **joins: str) -> None:
        """Let the bot come into #ion; `joins` are the channels that it asks for on a network, if there are others."""
        reread = partial(load, self._file)
        self.bot: Bot = await stack.enter_async_context(bot(reread(), reread=reread))
        self.life = asyncio.create_task(self.bot.run())
        for name, server in self.servers.items():
            self.peers[name] = await server.accept()
            await self.peers[name].register()
            await self.peers[name].enter(asked=joins.get(name, ""))
            assert await self.peers[name].answers()

    async def restart(self, stack: AsyncExitStack) -> None:
        """Stop the bot, and start it again on the same database."""
        await self.stop()
        await stack.aclose()
        await self.start(stack)

    async def stop(self) -> None:
        stopping = asyncio.create_task(self.bot.stop("The test is over."))
        for peer in self.peers.values():
            await peer.expect("QUIT")
            peer.close()
        await stopping
        await self.life

    async def order(self, text: str) -> str:
        """Let the admin say something in private on `one`, and give the first line of the answer."""
        self.peers["one"].send(f"{ADMIN} PRIVMSG ionbot :{text}")
        return await self.answer()

    async def answer(self) -> str:
        return (await self.peers["one"].expect("NOTICE ann :")).partition(" :")[2]

    async def hears(self, name: str, start: str) -> str:
        """Give the first line that a server has ever got, or gets, that begins like this."""
        peer = self.peers[name]
        return next((line for line in peer.lines if line.startswith(start)), None) or await peer.expect(start)

    def say(self, name: str, text: str, nick: str = "bob") -> None:
        """Let somebody say something in #ion."""
        self.peers[name].send(f":{nick}!{nick}@h PRIVMSG #ion :{text}")

    async def play(self, name: str) -> None:
        """Let bob and eve begin a match of ION in #ion."""
        self.peers[name].send(":eve!eve@h JOIN #ion")
        for nick in ("bob", "eve"):
            self.say(name, "!join", nick)
        self.say(name, "!go")
        await self.peers[name].expect("PRIVMSG #ion :Team +")

    async def end(self, name: str) -> None:
        """Let one of them leave the match, which ends it."""
        self.say(name, "!quit")
        await self.peers[name].expect("PRIVMSG #ion :Match 1 is over.")


@pytest.fixture(autouse=True)
def nothing_configures_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ.keys() - bare_environment().keys():
        monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def logs() -> Iterator[list[object]]:
    with capture_logs() as logs:
        yield logs  # type: ignore[misc]


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as stack:
        yield stack


@pytest.fixture
async def stage(tmp_path: Path, stack: AsyncExitStack) -> AsyncIterator[Stage]:
    async with Scripted() as one, Scripted() as two:
        stage = Stage(tmp_path, one, two)
        await stage.start(stack)
        yield stage
        if not stage.life.done():
            one.hang_up()
            two.hang_up()
            await stage.bot.stop("The test is over.")
            await stage.life

"""Workers of a cluster as processes of their own, on one PostgreSQL database and one IRC server."""

import asyncio
import signal
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

from ionbot.store.database import Database
from ionbot.store.rollcall import RollCall, call_roll
from tests.demo.raw import Raw
from tests.environment import bare_environment
from tests.test_restart import Player

IONBOT = (sys.executable, "-c", "from ionbot.cli import app; app()")
PATIENCE = 30
"""Seconds until something that should be so is missed; the machine may be busy."""
CONFIG = """
[database]
url = "{url}"
[cluster]
worker = "{name}"
[networks.home]
host = "127.0.0.1"
port = {port}
tls = false
nick = "{name}"
channels = {channels}
burst = {burst}
rate = {rate}
colour = false
[tables]
countdown = 0
[games.ion]
even = false
hand = 20
move_time = 50
"""


class Fleet:
    """Workers by name. `folder` is where their configurations and logs are; none outlives `close`."""

    def __init__(self, folder: Path, database: Database, port: int, channels: Sequence[str] = ("#ion",)) -> None:
        self.database = database
        self._folder = folder
        self._url = str(database.url.set(query={}).render_as_string(hide_password=False))
        self._port = port
        self._channels = list(channels)
        self._processes: dict[str, Process] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_exception: object) -> None:
        for process in self._processes.values():
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def start(self, name: str, burst: int = 100, rate: float = 1000) -> None:
        """Start a worker, and wait until it is on the network."""
        values = {"url": self._url, "port": self._port, "channels": str(self._channels).replace("'", '"')}
        (self._folder / f"{name}.toml").write_text(CONFIG.format(name=name, burst=burst, rate=rate, **values), "utf-8")
        with (self._folder / f"{name}.log").open("ab") as log:
            self._processes[name] = await asyncio.create_subprocess_exec(
                *IONBOT, "run", "--config", f"{name}.toml",
                cwd=self._folder, env=bare_environment(), stdin=DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        await self.until(lambda roll: name in roll.live)

    async def run(self, *words: str) -> tuple[int | None, str]:
        """Run a command; give its exit code and what it has said."""
        process = await asyncio.create_subprocess_exec(
            *IONBOT, *words, cwd=self._folder, env=bare_environment(),
            stdin=DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        said, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
        return process.returncode, said.decode()

    def send(self, name: str, number: signal.Signals) -> None:
        """Send a worker a signal."""
        self._processes[name].send_signal(number)

    async def ended(self, name: str) -> int:
        """Wait for the end of a worker, and give its exit code."""
        return await asyncio.wait_for(self._processes[name].wait(), PATIENCE)

    def log(self, name: str) -> str:
        """Give what a worker has logged."""
        return (self._folder / f"{name}.log").read_text("utf-8")

    def roll(self) -> RollCall:
        """Give who has what now."""
        return call_roll(self.database)

    async def until(self, so: Callable[[RollCall], bool]) -> RollCall:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not so(roll := await asyncio.to_thread(self.roll)):  # noqa: ASYNC110 - other processes make it so
                await asyncio.sleep(0.05)
        return roll


class Sitter(Player):
    """Somebody at the table who notes every line that comes, with its source."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(reader, writer)
        self.log: list[str] = []

    async def line(self) -> str:
        raw = await asyncio.wait_for(self.reader.readline(), PATIENCE)  # a takeover takes its time
        self.log.append(raw.decode().removesuffix("\r\n"))
        return self.log[-1]


@asynccontextmanager
async def witness(port: int, *channels: str) -> AsyncIterator[Raw]:
    """Let somebody be in channels meanwhile who is given every line that comes, with its source."""
    eve = await Raw.connect(port)
    try:
        eve.send("NICK eve", "USER eve 0 * :eve", f"JOIN {','.join(channels)}")
        await eve.until(f" {channels[-1]} :End of")
        yield eve
    finally:
        await eve.close()


def sources(lines: Iterable[str]) -> set[str]:
    """Name who has sent lines, servers left out."""
    return {line[1:].partition("!")[0] for line in lines if line.startswith(":") and "!" in line.partition(" ")[0]}

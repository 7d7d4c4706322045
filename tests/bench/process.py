"""Programs in a process of their own, so that what they take of time and memory is theirs alone."""

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tests.bench.players import BOT
from tests.environment import bare_environment

IONBOT = (sys.executable, "-c", "from ionbot.cli import app; app()", "run", "--config")
ECHO = (sys.executable, "-m", "tests.bench.echo", BOT)
PACE_OFF = """
[tables]
countdown = 0
person_burst = 1000
person_rate = 1000
channel_burst = 10000
channel_rate = 10000
warnings = false
"""
"""What a configuration says where nobody is ever too fast and two who sit down begin."""
_ROOT = Path(__file__).parent.parent.parent
_OF_PROCESS = 2
"""With a process's number it makes the clock of what all its threads take, as `clock_getcpuclockid` does in C."""
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Program:
    """A program that runs on this machine."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._ending = False

    @property
    def cpu_s(self) -> float:
        """How much time of the processor all its threads have taken together, in s."""
        return time.clock_gettime(~self._process.pid << 3 | _OF_PROCESS)

    @property
    def memory_mb(self) -> float:
        """What it holds in memory now, in MB."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * _PAGE / 1e6

    async def kill(self) -> None:
        """End it without a warning."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """End it as the system does, by SIGTERM."""
        await self._end(signal.SIGTERM)

    async def watch(self) -> None:
        """Return when it ends. Raises RuntimeError if nobody has ended it."""
        code = await self._process.wait()
        if not self._ending:
            raise RuntimeError(f"a program that is measured has ended by itself, with {code}")

    async def _end(self, number: signal.Signals) -> None:
        self._ending = True
        if self._process.returncode is None:
            self._process.send_signal(number)
        await self._process.wait()


@asynccontextmanager
async def running(*command: str) -> AsyncIterator[Program]:
    """Let a program run for a while; what it has to say it says to the standard error output.

    Raises ExceptionGroup if it ends by itself.
    """
    process = await asyncio.create_subprocess_exec(*command, cwd=_ROOT, env=bare_environment(), stdout=DEVNULL)
    program = Program(process)
    async with asyncio.TaskGroup() as group:
        group.create_task(program.watch())
        try:
            yield program
        finally:
            await program.stop()


def configured(folder: Path, port: int, channels: Sequence[str], *more: str, pace: str = "none") -> list[str]:
    """Write a bot's configuration with its database in a folder; give the command that starts it."""
    names = ", ".join(f'"{channel}"' for channel in channels)
    file = folder / "config.toml"
    file.write_text(f"""
[database]
url = "sqlite:///{folder}/bench.db"
[log]
level = "error"
[networks.bench]
host = "127.0.0.1"
port = {port}
tls = false
pace = "{pace}"
channels = [{names}]
{"".join(more)}""")
    return [*IONBOT, str(file)]

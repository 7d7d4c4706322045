"""Starts bots cheaply: a process that has imported everything, and forks one bot after the other.

It is told line by line on its input: `start CONFIG` begins a bot and gives its number of process; with `POINT AFTER
CALL` behind that the bot is armed (see `tests.torture.points`); `wait` gives how the bot has ended, once it has.
"""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from tests.environment import bare_environment
from tests.torture.points import Point, arm

_ROOT = Path(__file__).parent.parent.parent


class Nursery:
    """The process from which bots are forked, seen from outside. One bot lives at a time."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._bot: int | None = None

    async def start(self, config: Path, point: Point | None = None, call: int = 1) -> int:
        """Start a bot with a configuration, armed with a point if there is one. Gives its number of process."""
        armed = f" {point.module}:{point.name} {int(point.after)} {call}" if point else ""
        self._bot = int(await self._ask(f"start {config}{armed}"))
        return self._bot

    async def wait(self) -> int:
        """Wait until the bot has ended. Gives its exit code, or minus the signal that has ended it."""
        code = int(await self._ask("wait"))
        self._bot = None
        return code

    def kill(self) -> None:
        """Kill the bot, if one lives."""
        if self._bot is not None:
            os.kill(self._bot, signal.SIGKILL)

    async def _ask(self, question: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{question}\n".encode())
        answer = await self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the process that forks bots has ended")
        return answer.decode().strip()


@asynccontextmanager
async def nursery(log: Path) -> AsyncIterator[Nursery]:
    """Have bots meanwhile; what they log goes to a file."""
    with log.open("ab") as file:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", __name__, cwd=_ROOT, env=bare_environment(), stdin=PIPE, stdout=PIPE, stderr=file
        )
    bots = Nursery(process)
    try:
        yield bots
    finally:
        bots.kill()  # else its end would be waited for
        assert process.stdin
        process.stdin.close()
        await process.wait()


def _serve() -> None:
    """Do what the input says, until it ends."""
    _warm_up()
    number = 0
    for line in sys.stdin:
        match line.split():
            case ["start", config, *armed]:
                number = os.fork()
                if not number:
                    _live(config, armed)
                print(number, flush=True)
            case ["wait"]:
                _, status = os.waitpid(number, 0)
                print(os.waitstatus_to_exitcode(status), flush=True)


def _warm_up() -> None:
    """Import and make once whatever a bot needs, so that those that are forked have it."""
    from tempfile import TemporaryDirectory

    import ionbot.server  # noqa: F401 - the bots need it
    from games.kit.registry import all_games
    from ionbot.store.database import Database

    all_games()
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{folder}/warm.db")
        database.upgrade()
        database.close()


def _live(config: str, armed: list[str]) -> None:
    """Be a bot, to its end."""
    from ionbot.cli import loop
    from ionbot.config import load, load_again
    from ionbot.log import configure
    from ionbot.server import run_bot

    if armed:
        place, after, call = armed
        module, _, name = place.partition(":")
        arm(Point(module, name, after=after == "1"), int(call))
    settings = load(Path(config))
    configure(settings.log)
    loop.run(run_bot(settings, partial(load_again, Path(config))))
    sys.exit(0)


if __name__ == "__main__":
    _serve()

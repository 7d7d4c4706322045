"""The demo: an IRC server, the bot and computer players in one process, and a person or an onlooker."""

import getpass
import re
import sys
from asyncio import Queue, create_task, wait
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ionbot.config import Config, DatabaseConfig, NetworkConfig, TableConfig
from ionbot.demo.client import Client
from ionbot.demo.console import console, watch
from ionbot.demo.race import race
from ionbot.demo.server import Server
from ionbot.server import Bot, bot

HOST = "127.0.0.1"
COMPUTERS = 3
"""How many computer players a person meets."""

QUICK: dict[str, dict[str, Any]] = {"ion": {"limit": 6, "round_time": 120}}
FAST: dict[str, dict[str, Any]] = {"ion": {"limit": 6, "round_time": 1}}
"""Options of a match that one can watch from beginning to end, and of one that is over at once."""


@dataclass(frozen=True)
class Demo:
    """What is shown. `watch`: computers play alone; `matches`: end after so many; `port` 0 takes a free one."""

    watch: bool = False
    fast: bool = False
    game: str = "ion"
    matches: int | None = None
    database: str | None = None
    port: int = 0


async def play(demo: Demo) -> None:
    """Show it. Raises OSError if the port cannot be had, DatabaseError, NetworkError."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    alone = demo.watch or not terminal
    over = Queue[None]()
    async with AsyncExitStack() as stack:
        server = Server()
        port = await server.start(HOST, demo.port)
        stack.push_async_callback(server.close)
        folder = stack.enter_context(TemporaryDirectory())
        url = demo.database or f"sqlite:///{Path(folder) / 'demo.db'}"
        running = await stack.enter_async_context(
            bot(_config(demo, port, url, alone=alone), partial(over.put_nowait, None))
        )
        client = await stack.enter_async_context(Client(HOST, port, _nick(), f"#{demo.game}"))
        print(f"The channel is #{demo.game} on {HOST}, port {port}, without TLS: any IRC client can come too.")
        screen = create_task(watch(client) if alone else console(client))
        matches = _matches(running, over, demo.matches or (None if terminal else 1), alone=alone)
        try:
            await race(running.run(), matches, wait([screen]))
        finally:
            await running.stop("The demo is over.")
            await server.close()
            await screen  # what was said last is still shown; it ends with the connection


async def _matches(running: Bot, over: Queue[None], wanted: int | None, *, alone: bool) -> None:
    """Wait until so many matches were played; where computers are `alone`, let them play."""
    table = await running.hall.first_table()
    for _ in repeat(None) if wanted is None else repeat(None, wanted):
        if alone:
            table.do(partial(table.exhibit, COMPUTERS + 1))
        await over.get()


def _config(demo: Demo, port: int, url: str, *, alone: bool) -> Config:
    """Give the bot's configuration: no throttling, since the server is our own, and a short match."""
    network = NetworkConfig(host=HOST, port=port, tls=False, channels=[f"#{demo.game}"], burst=100, rate=1000)
    pause = (0.0, 0.0) if demo.fast else (1.0, 3.0)
    tables = TableConfig(game=demo.game, countdown=5, fill=0 if alone else COMPUTERS, computer_pause=pause)
    options = FAST if demo.fast else QUICK
    return Config(database=DatabaseConfig(url=url), networks={"demo": network}, tables=tables, games=options)


def _nick() -> str:
    """Give the person's login name as a nick."""
    try:
        name = re.sub(r"[^A-Za-z0-9_-]", "", getpass.getuser())
    except (KeyError, OSError):
        name = ""
    return name[:16] if name[:1].isalpha() else "player"

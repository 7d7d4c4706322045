"""The demo: an IRC server, the bot and computer players in one process, and a person or an onlooker."""

import getpass
import re
import sys
from asyncio import Event, Future, Queue, create_task, get_running_loop, timeout, wait
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from signal import SIGHUP, SIGTERM
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from games.kit.registry import find_game
from ionbot.assembly import bot
from ionbot.bot import Bot
from ionbot.config import Config, DatabaseConfig, NetworkConfig, TableConfig
from ionbot.demo.client import Client
from ionbot.demo.console import console, put, watch
from ionbot.demo.race import race
from ionbot.demo.server import Server
from ionbot.table.table import Table

HOST = "127.0.0.1"
LOOK_S = 1.0
"""How often it is looked whether the table is free, and whether anything is played there."""
ALL = f"*!*@{HOST}"
"""Everybody who can come here is an operator, so that they can try all there is, such as another spread of Fia."""
COMPUTERS = 3
"""How many computer players a person meets."""

BEGIN = "To play, type join; when you are called, type a move. !rules tells what moves there are, !help all else."
"""The first hint for a person."""

LEVEL = "normal"
"""How well computer players play here, in a game that has that level."""

Options: TypeAlias = dict[str, dict[str, Any]]

QUICK: Options = {
    "ion": {"limit": 6, "round_time": 120},
    "haven": {"composure": 12, "max_rounds": 8},
    "menagerie": {"hp": 16, "max_rounds": 8},
}
BRIEF: Options = {
    "ion": {"limit": 6, "round_time": 45, "extra_minutes": 0},
    "haven": {"composure": 6, "max_rounds": 4},
    "menagerie": {"hp": 8, "max_rounds": 4},
}
FAST: Options = {"ion": {"limit": 6, "round_time": 1}}
"""Options of a match that one can watch from beginning to end, of one without a terminal, where nobody can tell that it
was enough, and of one that is over at once."""


@dataclass(frozen=True)
class Demo:
    """What is shown. `watch`: computers play alone; `matches`: end after so many; `port` 0 takes a free one."""

    watch: bool = False
    fast: bool = False
    game: str = "ion"
    matches: int | None = None
    database: str | None = None
    port: int = 0


class Stuck(Exception):
    """Nothing is played, and nothing will be; the message says why."""


async def play(demo: Demo) -> None:
    """Show it, until SIGTERM or SIGHUP at the latest.

    Raises OSError if the port cannot be had, DatabaseError, NetworkError, Stuck after a fault.
    """
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    alone = demo.watch or not terminal
    over, stopped = Queue[bool](), Event()
    for number in (SIGTERM, SIGHUP):
        get_running_loop().add_signal_handler(number, stopped.set)
    async with AsyncExitStack() as stack:
        server = Server()
        port = await server.start(HOST, demo.port)
        stack.push_async_callback(server.close)
        folder = stack.enter_context(TemporaryDirectory())
        url = demo.database or f"sqlite:///{Path(folder) / 'demo.db'}"
        running = await stack.enter_async_context(
            bot(_config(demo, port, url, alone=alone, brief=not terminal), over.put_nowait)
        )
        client = await stack.enter_async_context(Client(HOST, port, _nick(), f"#{demo.game}"))
        put(f"The channel is #{demo.game} on {HOST}, port {port}, without TLS: any IRC client can come too.")
        if not alone:
            put(BEGIN)
        screen = create_task(watch(client) if alone else console(client))
        matches = _matches(running, over, demo.matches or (None if terminal else 1), alone=alone)
        try:
            await race(running.run(), matches, wait([screen]), stopped.wait())
        finally:
            await running.stop("The demo is over.")
            await server.close()
            await screen  # what was said last is still shown; it ends with the connection


async def _matches(running: Bot, over: Queue[bool], wanted: int | None, *, alone: bool) -> None:
    """Wait until so many matches were played; where computers are `alone`, let them play. Raises Stuck."""
    table = await running.hall.first_table()
    for _ in repeat(None) if wanted is None else repeat(None, wanted):
        if alone:
            await exhibit(table, over)
        else:
            _require(await over.get())


async def exhibit(table: Table, over: Queue[bool]) -> None:
    """Wait until a match is over, and let computers play it as soon as nobody else has the table. Raises Stuck."""
    while over.empty():
        _require(await _is_taken(table) or not over.empty())
        with suppress(TimeoutError):
            async with timeout(LOOK_S):
                _require(await over.get())
                return
    _require(over.get_nowait())


def _require(sound: bool) -> None:
    if not sound:
        raise Stuck("a fault has ended what was played; the log tells of it")


async def _is_taken(table: Table) -> bool:
    """Let computers sit down at a table that is free. Tells whether anybody sits there then."""
    taken: Future[bool] = get_running_loop().create_future()

    async def sit_down() -> None:
        try:
            await table.exhibit(COMPUTERS + 1)
        finally:
            if not taken.done():  # else nobody waits for it any more
                taken.set_result(bool(table.play or table.lobby))

    table.do(sit_down)
    return await taken


def _config(demo: Demo, port: int, url: str, *, alone: bool, brief: bool) -> Config:
    """Give the bot's configuration: no throttling, since the server is our own, and a short match."""
    network = NetworkConfig(host=HOST, port=port, tls=False, channels=[f"#{demo.game}"], burst=100, rate=1000)
    tables = TableConfig(
        game=demo.game,
        countdown=5,
        fill=0 if alone else COMPUTERS,
        bare=True,
        operators=[ALL],
        computer_pause=(0.0, 0.0) if demo.fast else (0.5, 1.5) if brief else (1.0, 3.0),
        computer_level=LEVEL if LEVEL in find_game(demo.game).computers else TableConfig().computer_level,
    )
    options = FAST if demo.fast else BRIEF if brief else QUICK
    return Config(database=DatabaseConfig(url=url), networks={"demo": network}, tables=tables, games=options)


def _nick() -> str:
    """Give the person's login name as a nick."""
    try:
        name = re.sub(r"[^A-Za-z0-9_-]", "", getpass.getuser())
    except (KeyError, OSError):
        name = ""
    return name[:16] if name[:1].isalpha() else "player"

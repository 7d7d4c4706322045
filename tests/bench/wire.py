"""Moves over the wire: typed, committed, said. One table and twenty, with two humans each who answer at once.

Server, bot and humans share one process and so one core: the bot alone would be faster. The latency of a move is from
the player's line to the channel's line about it, both as the player sees them; it holds one durable commit. The
yardstick is how many commits of one row the same disk takes, measured before, between and after: disks have moods.

What the bot writes is counted at the twenty tables over 150 moves each, a match of 10 minutes with 4 s a move: hands
grow with time, and with them the lines that tell them.
"""

import asyncio
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.bench.figures import Figure, spread
from tests.bench.stage import playing, until

TABLES = 20
MATCH = 150
"""Moves in a match as people play it."""


@dataclass(frozen=True)
class Run:
    """What was measured: how long, the wait for each move, in s, and what the bot wrote."""

    seconds: float
    waits: list[float]
    written: Counter[str]

    @property
    def speed(self) -> float:
        """Moves/s."""
        return len(self.waits) / self.seconds

    def each(self, what: str) -> float:
        """Tell how much of something the bot wrote for a move."""
        return self.written[what] / len(self.waits)


def figures(quick: bool) -> list[Figure]:
    """Measure one table, then many."""
    scale = 0.1 if quick else 1.0
    plain = [plain_commits(scale)]
    one = asyncio.run(run(1, round(6 * MATCH * scale)))
    plain.append(plain_commits(scale))
    many = asyncio.run(run(TABLES, round(MATCH * scale)))
    plain.append(plain_commits(scale))
    commits = median(plain)
    return [
        Figure("a plain commit of one row", commits, "commits/s"),
        Figure("wire, 1 table", one.speed, "moves/s"),
        Figure("wire, 1 table, to plain commits", one.speed / commits, "times"),
        *spread("move until told, 1 table", [1000 * wait for wait in one.waits], "ms"),
        Figure(f"wire, {TABLES} tables", many.speed, "moves/s"),
        Figure(f"wire, {TABLES} tables, to plain commits", many.speed / commits, "times"),
        *spread(f"move until told, {TABLES} tables", [1000 * wait for wait in many.waits], "ms"),
        Figure("lines a move", many.each("lines"), "lines", aim=2.1, at_most=True),
        Figure("public lines a move", many.each("public"), "lines", aim=1.1, at_most=True),
        Figure("bytes a move", many.each("bytes"), "bytes", aim=300, at_most=True),
    ]


async def run(tables: int, moves: int) -> Run:
    """Let humans play so many moves a table, and count while all tables do."""
    async with playing(tables) as (server, humans):
        await until(lambda: all(human.waits for human in humans))
        for human in humans:
            human.waits.clear()
        server.written.clear()
        began = perf_counter()
        await until(lambda: sum(len(human.waits) for human in humans) >= tables * moves)
        ended = perf_counter()
        waits = [wait for human in humans for wait in human.waits]
        return Run(ended - began, waits, Counter(server.written))


def plain_commits(seconds: float) -> float:
    """Give how many commits/s SQLite takes with the settings of the bot's database."""
    with TemporaryDirectory() as folder, closing(sqlite3.connect(Path(folder) / "plain.db")) as database:
        database.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (x)")
        commits = 0
        began = perf_counter()
        while perf_counter() < began + seconds:
            with database:
                database.execute("INSERT INTO t VALUES (1)")
            commits += 1
        return commits / (perf_counter() - began)

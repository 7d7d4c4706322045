"""Lets many tables play for a day: `python -m tests.torture.soak [--hours H] [--tables N] [--seed S] [--json]`.

The clock runs as fast as all that is to be done is done (`tests.torture.virtual`), the alarm is the bot's own, the
database a file. The network is left out: people are in channels of the tests (`tests.torture.village`).

It fails if memory or open files grow, if a timer was lost or fired at another time than its own, or if the database
does not agree. Memory is what the process holds (RSS), looked at every ten minutes of the day after the first tenth.
"""

import asyncio
import gc
import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection

from games.kit.inputs import Expired
from games.kit.match import Match
from games.kit.registry import find_game
from ionbot.config import Local, TableConfig
from ionbot.store import check, stores
from ionbot.store.database import Database
from ionbot.store.history import WholeMatch, match, matches_list
from ionbot.store.journal import Journal
from ionbot.store.models import STARTED
from ionbot.store.resume import running
from ionbot.store.writer import Writer
from ionbot.table.alarm import Alarm, Sleeper
from ionbot.table.enquiries import Enquiries
from ionbot.table.hall import Hall
from ionbot.table.services import Services
from tests.torture.crowd import game_of
from tests.torture.village import Folk
from tests.torture.virtual import VirtualLoop, clocks_of

T = TypeVar("T")

LOOK_S = 600.0
"""How often memory is looked at, in s of the day."""
GROWTH_MOST_MB = 2.0
LATE_MOST_MS = 5
"""How late the alarm may ring, in ms of the day: it is asked for whole ms."""
OPTIONS = {
    "ion": {"round_time": 300, "move_time": 30},
    "fia": {"lp": 20},
    "haven": {"composure": 15, "max_rounds": 6},
    "menagerie": {"hp": 15, "max_rounds": 6},
}


@dataclass
class Soaked:
    """What came of it: memory in MB and open files, looked at again and again, and all that should not be."""

    memory: list[float] = field(default_factory=list)
    files: list[int] = field(default_factory=list)
    moves: int = 0
    matches: int = 0
    expired: int = 0
    rings: int = 0
    findings: list[str] = field(default_factory=list)

    @property
    def growth_mb(self) -> float:
        """How much more memory the second half has taken than the first, each by its median."""
        half = len(self.memory) // 2
        return median(self.memory[half:]) - median(self.memory[:half])

    def conclude(self) -> None:
        """Find what can be told of memory and files."""
        if self.growth_mb > GROWTH_MOST_MB:
            self.findings.append(f"memory has grown by {self.growth_mb:.1f} MB")
        half = len(self.files) // 2
        if max(self.files[half:]) > max(self.files[:half]):
            self.findings.append(f"open files: at first {max(self.files[:half])}, then {max(self.files[half:])}")


class WatchedWriter(Writer):
    """A writer for which the clock stands still."""

    def __init__(self, database: Database, loop: VirtualLoop) -> None:
        super().__init__(database.engine)
        self._virtual = loop

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job, and let no time pass meanwhile."""
        self._virtual.threads += 1
        try:
            return await super().write(job)
        finally:
            self._virtual.threads -= 1


class WatchedAlarm(Alarm):
    """An alarm whose rings are counted and timed. What is asked for when it is past already may ring at once."""

    def __init__(self, loop: VirtualLoop, soaked: Soaked) -> None:
        super().__init__(loop.now_ms)
        self._virtual = loop
        self._soaked = soaked
        self.wanted: dict[Sleeper, int] = {}

    def set(self, sleeper: Sleeper, due: int | None) -> None:
        """Note what is asked for; a sleeper that was rung asks anew."""
        now = self._virtual.now_ms()
        before = self.wanted.pop(sleeper, None)
        if before is not None and before + LATE_MOST_MS < now:
            self._soaked.findings.append(f"rung {now - before} ms too late")
        self._soaked.rings += before is not None and before <= now
        if due is not None:
            self.wanted[sleeper] = max(due, now)
        super().set(sleeper, due)


async def soak(hours: float, tables: int, chance: Random, file: Path) -> Soaked:
    """Let so many tables play for so long, in a loop of its own."""
    loop, soaked = asyncio.get_running_loop(), Soaked()
    assert isinstance(loop, VirtualLoop)
    async with AsyncExitStack() as stack:
        stack.enter_context(_faults_noted(soaked.findings))
        for patched in clocks_of(loop):
            stack.enter_context(patched)
        database = stack.enter_context(closing(Database(f"sqlite:///{file}")))
        database.upgrade()
        writer = WatchedWriter(database, loop)
        stack.push_async_callback(_close, writer, loop)
        alarm = WatchedAlarm(loop, soaked)
        alarm.start()
        stack.callback(alarm.stop)
        hall = Hall(await _services(database, writer, alarm, loop))
        stack.push_async_callback(hall.close)
        people = [Folk(number, Random(chance.random())) for number in range(tables)]
        for folk in people:
            hall.entered(folk.channel)
        await hall.settle()
        lives = [asyncio.create_task(folk.live(hall)) for folk in people]
        await _watch(hours, soaked)
        soaked.findings += (f"not rung: {due}" for due in alarm.wanted.values() if due + LATE_MOST_MS < loop.now_ms())
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)
        await hall.settle()
        soaked.moves = sum(folk.moved for folk in people)
    return soaked


async def _watch(hours: float, soaked: Soaked) -> None:
    """Look again and again, after a tenth of the time in which all comes to what it needs."""
    await asyncio.sleep(hours * 360)
    for _ in range(max(4, int(hours * 3240 / LOOK_S))):
        await asyncio.sleep(min(LOOK_S, hours * 3240 / 4))
        gc.collect()
        soaked.memory.append(_resident_mb())
        soaked.files.append(_open_files())


async def _services(database: Database, writer: Writer, alarm: Alarm, loop: VirtualLoop) -> Services:
    journal = Journal(writer, clock=loop.wall_ms)
    every = TableConfig(person_burst=1000, channel_burst=10_000, countdown=10)
    each = {game: every.model_copy(update={"game": game}) for game in OPTIONS}
    return Services(
        stores=await stores.load(writer, journal), resume=partial(running, database), alarm=alarm,
        config=every, enquiries=Enquiries(database, wall=loop.wall_ms),
        local=lambda channel: Local(each[game_of(channel.name)], OPTIONS, []),
        now=loop.now_ms, wall=loop.wall_ms,
    )  # fmt: skip


async def _close(writer: Writer, loop: VirtualLoop) -> None:
    loop.threads += 1  # for good: the thread that ends it is not the loop's
    await writer.close()


def examine(database: Database, soaked: Soaked) -> None:
    """Check the database, and each timer of each match."""
    soaked.findings += check.findings(database)
    for row in matches_list(database):
        if row.status in STARTED and (found := match(database, row.id)):
            soaked.matches += 1
            soaked.expired += sum(isinstance(entry.command, Expired) for entry in found.log)
            soaked.findings += (f"match {row.id}: {why}" for why in late(found))


def late(stored: WholeMatch) -> Iterator[str]:
    """Find timers of a match that fired at another time than their own, or were passed over."""
    assert stored.header
    folded = Match.open(find_game(stored.match.game), stored.header, seed=b"")  # folding draws nothing
    timers: dict[str, int] = {}
    for entry in folded.replay(stored.log):
        match entry.command:
            case Expired(timer) if timers.get(timer) != entry.at:
                yield f"entry {entry.seq}: {timer} fired at {entry.at}, and was due at {timers.get(timer)}"
        yield from (
            f"entry {entry.seq} at {entry.at}: {timer} was due at {due}"
            for timer, due in timers.items()
            if due < entry.at
        )
        timers = dict(folded.game.timers(folded.state))


def _resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def _open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@contextmanager
def _faults_noted(findings: list[str]) -> Iterator[None]:
    """Note what is logged as an error meanwhile; nothing else of the log is of interest."""

    def note(_logger: object, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        if method in {"error", "exception", "critical"}:
            findings.append(f"logged: {event}")
        raise structlog.DropEvent

    before = structlog.get_config()
    structlog.configure(processors=[note])
    try:
        yield
    finally:
        structlog.configure(**before)


def run(hours: float, tables: int, seed: int) -> Soaked:
    """Let tables play, and look at all that came of it."""
    with TemporaryDirectory() as folder, asyncio.Runner(loop_factory=VirtualLoop) as runner:
        file = Path(folder) / "soak.db"
        soaked = runner.run(soak(hours, tables, Random(seed), file))
        with closing(Database(f"sqlite:///{file}")) as database:
            examine(database, soaked)
    soaked.conclude()
    return soaked


def main(arguments: Sequence[str]) -> int:
    """Run, and print what came of it; 1 if anything was found."""
    parser = ArgumentParser("python -m tests.torture.soak", description="Let many tables play for a day.")
    parser.add_argument("--hours", type=float, default=24.0, help="how long, by the players' clock (default: 24)")
    parser.add_argument("--tables", type=int, default=200, help="how many tables (default: 200)")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**9), help="what decides all")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    wanted = parser.parse_args(arguments)
    began = perf_counter()
    soaked = run(wanted.hours, wanted.tables, wanted.seed)
    half = len(soaked.memory) // 2
    figures = {
        "seed": wanted.seed, "hours": wanted.hours, "tables": wanted.tables, "seconds": round(perf_counter() - began),
        "matches": soaked.matches, "moves": soaked.moves, "expired": soaked.expired, "rings": soaked.rings,
        "first_half_mb": round(median(soaked.memory[:half]), 1),
        "second_half_mb": round(median(soaked.memory[half:]), 1),
        "files": max(soaked.files), "findings": soaked.findings,
    }  # fmt: skip
    print(json.dumps(figures) if wanted.json else "\n".join(f"{name:<16} {value}" for name, value in figures.items()))
    return int(bool(soaked.findings))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

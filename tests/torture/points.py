"""Where a bot is killed: at a moment by chance, or exactly where it has written and not yet spoken, and the like.

A point is a function of the bot. A bot that is armed with one kills itself with SIGKILL, as any other process would do
it, at the given one of its calls: before it, or after it, when all that it does is done.
"""

import importlib
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from inspect import iscoroutinefunction
from itertools import count
from typing import Any


@dataclass(frozen=True)
class Point:
    """A function by its module and its name there, and whether the kill comes after it."""

    module: str
    name: str
    after: bool


@dataclass(frozen=True)
class Phase:
    """When a bot is killed. Without points it is after up to `most_s`, else at one of up to `calls` calls of a point.

    `settled`: only once all its matches go on, so that what it says of itself can be looked at. `again`: and another
    one right after it. `powerless`: before that the power goes, see `tests.torture.power`.
    """

    name: str
    points: tuple[Point, ...] = ()
    calls: int = 1
    most_s: float = 0.0
    settled: bool = False
    again: bool = False
    powerless: bool = False


def _before(module: str, *names: str) -> tuple[Point, ...]:
    return tuple(Point(f"ionbot.{module}", name, after=False) for name in names)


def _after(module: str, *names: str) -> tuple[Point, ...]:
    return tuple(Point(f"ionbot.{module}", name, after=True) for name in names)


PHASES = (
    Phase("play", most_s=0.5, settled=True),
    Phase("start", most_s=0.35),
    Phase("storm", most_s=0.1, again=True),
    Phase("power", most_s=0.1, settled=True, powerless=True),
    Phase("commit", _after("store.record", "_store") + _after("store.writer", "Writer._commit"), calls=40),
    Phase("announcement", _after("table.keeper", "Keeper.save") + _after("table.announcer", "Announcer.publish"), 40),
    Phase("upgrade", _before("store.database", "Database.upgrade") + _after("store.database", "Database.upgrade")),
    Phase(
        "recovery",
        _after("assembly", "running")
        + _before("table.play", "Play.return_to") + _after("table.play", "Play.return_to"),
        calls=4,
    ),
    Phase("lobby", _after("store.journal", "Journal.open") + _before("store.journal", "Journal.start"), calls=4),
    Phase(
        "end",
        _after("store.record", "end") + _after("store.summaries", "add") + _after("store.ratings", "rate")
        + _before("table.stage", "Stage.end") + _after("table.stage", "Stage.end")
        + _before("store.journal", "Journal.announce") + _after("store.journal", "Journal.announce"),
        calls=3,
    ),
)  # fmt: skip
"""All that is tried. `commit` is within a transaction and right behind it, `announcement` before a line is written."""


def arm(point: Point, call: int) -> None:
    """Let this process kill itself at a call of a function, the first being 1."""
    owner: Any = importlib.import_module(point.module)
    *path, name = point.name.split(".")
    for part in path:
        owner = getattr(owner, part)
    setattr(owner, name, _deadly(getattr(owner, name), call, after=point.after))


def _deadly(function: Callable[..., Any], call: int, *, after: bool) -> Callable[..., Any]:
    calls = count(1)

    @wraps(function)
    def deadly(*arguments: Any, **named: Any) -> Any:
        is_last = next(calls) == call
        if is_last and not after:
            _die()
        outcome = function(*arguments, **named)
        if is_last:
            _die()
        return outcome

    @wraps(function)
    async def deadly_later(*arguments: Any, **named: Any) -> Any:
        is_last = next(calls) == call
        if is_last and not after:
            _die()
        outcome = await function(*arguments, **named)
        if is_last:
            _die()
        return outcome

    return deadly_later if iscoroutinefunction(function) else deadly


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)

"""Many matches of computer players on several processes, and what to change where a game is dull or lopsided."""

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from multiprocessing import get_context
from typing import Any

from msgspec import to_builtins

from games.kit.measure import Balance, Measure, balance_of, measure_of
from games.kit.options import read_options
from games.kit.registry import all_games, find_game
from games.kit.simulate import Plan, play
from games.kit.tally import Tally

BATCH = 5
"""Matches that a process plays before it reports."""

AHEAD = 3
"""So many things for each process are taken before it is their turn."""

Play = Callable[[Plan], Tally]
"""Plays the matches of a plan."""
Spread = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""Does some work with each of many things, and yields what comes of each, in order."""


@dataclass(frozen=True)
class Finding:
    """What is wrong with so many seats, and the options that were `tried` against it.

    Where the last of them help they are the `proposal`, and `outcome` says what comes of it.
    """

    seats: int
    fault: str
    tried: list[dict[str, Any]]
    proposal: dict[str, Any] | None = None
    outcome: str = ""


@dataclass(frozen=True)
class _Fault:
    """A way to be dull or lopsided: how to tell how bad it is, and whether it is gone."""

    told: Callable[[Tally], str]
    gone: Callable[[Tally], bool]


@contextmanager
def players(jobs: int, matches: int, tell: Callable[[int], object]) -> Iterator[Play]:
    """Give what plays so many matches of a plan on so many processes; `tell` hears how many more were played.

    The tally does not depend on the number of processes. A match in which the game breaks raises Fault.
    """
    batches = [range(first, min(first + BATCH, matches + 1)) for first in range(1, matches + 1, BATCH)]

    def sum_up(parts: Iterable[Tally]) -> Tally:
        total = Tally()
        for part in parts:
            total.merge(part)
            tell(part.matches)
        return total

    with processes(jobs) as spread:
        yield lambda plan: sum_up(spread(_Batch(plan), batches))


@contextmanager
def processes(jobs: int) -> Iterator[Spread]:
    """Give what does some work with each of many things on so many processes, and yields what comes of it in order.

    Of the things only a few are taken before it is their turn. With one process the work is done in this one.
    """
    if jobs == 1:
        yield map
        return
    # A fresh process each: forking one that has threads (a progress bar's) can hang.
    with ProcessPoolExecutor(jobs, get_context("spawn"), _leave_interrupts_alone) as pool:
        try:
            yield partial(_spread, pool, AHEAD * jobs)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _spread(pool: ProcessPoolExecutor, ahead: int, work: Callable[[Any], Any], things: Iterable[Any]) -> Iterator[Any]:
    begun: deque[Future[Any]] = deque()
    for thing in things:
        begun.append(pool.submit(work, thing))
        if len(begun) > ahead:
            yield begun.popleft().result()
    while begun:
        yield begun.popleft().result()


def examine(plan: Plan, tally: Tally, play_all: Play) -> Iterator[Finding]:
    """See whether a game is dull, too short or long, or lopsided; if so, try what it proposes until something helps."""
    measure, balance = measure_of(plan.game, plan.options), balance_of(plan.game, plan.options)
    remedies = measure.remedies if measure else ()

    @cache
    def outcome(number: int) -> Tally:
        options = read_options(plan.game, {**to_builtins(plan.options), **remedies[number]})
        return play_all(replace(plan, options=options))

    def finding(name: str, fault: _Fault) -> Finding:
        wrong = f"{name}, {fault.told(tally)}"
        for number, changes in enumerate(remedies):
            if fault.gone(outcome(number)):
                return Finding(plan.seats, wrong, [*remedies[: number + 1]], changes, fault.told(outcome(number)))
        return Finding(plan.seats, wrong, [*remedies])

    if measure and tally.dull(measure):
        yield finding("dull", _Fault(partial(_rate, measure), lambda other: not other.dull(measure)))
    if balance and not _timely(balance, tally):
        name = "short" if tally.length < balance.length[0] else "long"
        yield finding(name, _Fault(partial(_length, balance), partial(_timely, balance)))
    for group in tally.lopsided(balance):
        yield finding("lopsided", _Fault(partial(_wins, group, balance), partial(_fair, group, balance)))


def _rate(measure: Measure, tally: Tally) -> str:
    return f"{tally.lively(measure):.2f} {measure.plural} a round (at least {measure.least:g} are wanted)"


def _length(balance: Balance, tally: Tally) -> str:
    least, most = balance.length
    return f"{tally.length:g} {balance.moves} in the median match ({least:g} to {most:g} are wanted)"


def _timely(balance: Balance, tally: Tally) -> bool:
    least, most = balance.length
    return least <= tally.length <= most


def _wins(group: str, balance: Balance | None, tally: Tally) -> str:
    share = tally.group(group)
    wanted = f"{share.fair_percent:.1f} % would be fair"
    if balance and group in balance.wins:
        wanted = "{:g} to {:g} % are wanted".format(*balance.wins[group])
    return f"{group} wins {share.percent:.1f} % of the matches ({wanted})"


def _fair(group: str, balance: Balance | None, tally: Tally) -> bool:
    return tally.fair(group, balance)


_BY_NAME: Any = None
"""In place of a game that goes by name."""


@dataclass(frozen=True)
class _Batch:
    """Plays some matches of a plan. To another process an installed game goes by name: it may hold what cannot go."""

    plan: Plan

    def __call__(self, numbers: Iterable[int]) -> Tally:
        return Tally.of(play(self.plan, number) for number in numbers)

    def __reduce__(self) -> tuple[Callable[..., "_Batch"], tuple[Any, ...]]:
        game = self.plan.game
        if all_games().get(game.name) is not game:
            return _Batch, (self.plan,)
        return _batch_of, (game.name, replace(self.plan, game=_BY_NAME))


def _batch_of(name: str, plan: Plan) -> _Batch:
    return _Batch(replace(plan, game=find_game(name)))


def _leave_interrupts_alone() -> None:
    """Let Ctrl-C reach the command alone, which ends its processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

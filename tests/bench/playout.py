"""Random playouts without a network or a database: ION in its match, and UNO of rlcard beside it.

A move of ION is a player's command with the `Prompted` before it: two inputs, all their events applied, both entries
logged, all timers heeded. It is measured with the choice among the legal moves (what the player sees, what they can do,
one of it by chance) and without: then the same inputs are given to a second match.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any

from msgspec import to_builtins

from games.ion import ION
from games.kit import fair
from games.kit.errors import Refused
from games.kit.inputs import Prompted
from games.kit.match import AnyMatch, Match
from games.kit.options import read_options
from games.kit.protocol import Chair, Header
from games.kit.rng import ALGORITHM, Rng
from tests.bench.figures import Figure

SEATS = 4
PACE = 1000
"""How long a move takes, in match ms; a match of 10 minutes so has about 600."""

Moves = list[tuple[Any, int]]


def figures(quick: bool) -> list[Figure]:
    """Measure in turns, and give the best of each: whatever else the machine does only slows."""
    rounds, matches = (2, 1) if quick else (9, 12)
    runs: list[Callable[[int, int], list[float]]] = [ion]
    if find_spec("rlcard"):
        runs.append(uno)
    else:
        print("rlcard is not installed, so there is no ratio; `make bench` installs it.", file=sys.stderr)
    speeds = [[speed for run in runs for speed in run(number, matches)] for number in range(rounds)]
    choosing, given, *others = map(max, zip(*speeds, strict=True))
    return [
        Figure("ION: move, all events, the log", given, "moves/s", aim=160_000),
        Figure("ION: the same, and choosing the move", choosing, "moves/s"),
        *(Figure("UNO of rlcard: step, choosing it", other, "moves/s") for other in others),
        *(Figure("ION to UNO, both choosing", choosing / other, "times") for other in others),
    ]


def ion(first: int, matches: int) -> list[float]:
    """Give moves/s with and without choosing them."""
    numbers = range(first * matches, (first + 1) * matches)
    live, twins = ([opened(number) for number in numbers] for _ in range(2))
    began = process_time()
    played = [list(chosen(match, number)) for match, number in zip(live, numbers, strict=True)]
    between = process_time()
    for match, moves in zip(twins, played, strict=True):
        rerun(match, moves)
    ended = process_time()
    count = sum(map(len, played))
    return [count / (between - began), count / (ended - between)]


def opened(number: int) -> AnyMatch:
    """Begin a match; each number has a chance of its own."""
    seed = number.to_bytes(fair.SEED_BYTES, "little")
    options = to_builtins(read_options(ION, {}))
    header = Header(number, ION.name, ION.rules_version, fair.commitment(seed), options, (Chair(),) * SEATS, ALGORITHM)
    match = Match.open(ION, header, seed)
    match.begin()
    return match


def chosen(match: AnyMatch, number: int) -> Iterator[tuple[Any, int]]:
    """Play a match by chance, and yield the moves, until the round's clock ends it."""
    rng, easy = Rng(b"players %d" % number), ION.computers["easy"]
    with suppress(Refused):
        while True:
            give(match, 0, Prompted())
            seat = match.state.current
            command = easy.move(ION.view(match.state, seat), ION.choices(match.state, seat), rng)
            give(match, PACE, command, seat)
            yield command, seat


def rerun(match: AnyMatch, moves: Moves) -> None:
    """Give a match moves that were chosen before."""
    for command, seat in moves:
        give(match, 0, Prompted())
        give(match, PACE, command, seat)


def give(match: AnyMatch, wait: int, command: Any, seat: int | None = None) -> None:
    """Give a match an input after so many ms. Raises Refused."""
    for _ in match.submit(match.now + wait, command, seat):
        continue


def uno(first: int, games: int) -> list[float]:
    """Give the steps/s of rlcard's UNO environment by chance, with what the player sees after each step."""
    import rlcard

    random = Random(first)
    environment = rlcard.make("uno", config={"seed": first})
    steps = 0
    began = process_time()
    for _ in range(games):
        state, _ = environment.reset()
        while not environment.is_over():
            state, _ = environment.step(random.choice(list(state["legal_actions"])))
            steps += 1
    return [steps / (process_time() - began)]

"""Random playouts without a network or a database: each game in its match, and UNO of rlcard beside them.

A move of ION, or of Fia in turns, is a player's command with the `Prompted` before it: two inputs, all their events
applied, both entries logged, all timers heeded. A draw of Fia's Free spread has two moves, with two `Prompted` and the
call before them; in a card battle an answer of somebody who is asked is a move too. All is measured with the choice
among the legal moves (what the player sees, what they can do, one of it by chance) and without: then the same inputs
are given to a second match.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any

from msgspec import to_builtins

from games.fia import FIA
from games.haven import HAVEN
from games.ion import ION
from games.kit import fair
from games.kit.errors import Refused
from games.kit.inputs import Prompted
from games.kit.match import AnyMatch, Match
from games.kit.options import read_options
from games.kit.protocol import AnyGame, Chair, Header
from games.kit.rng import ALGORITHM, Rng
from games.menagerie import MENAGERIE
from tests.bench.figures import Figure

PACE = 1000
"""How long a move takes, in match ms; a match of ION of 10 minutes so has about 600."""

Input = tuple[int, Any, int | None]
"""When it comes, in match ms, what it is, and from which seat."""


@dataclass(frozen=True)
class Playout:
    """What is played; so many `matches` of it have about as many moves as one of ION. The `aim` is in moves/s."""

    name: str
    game: AnyGame
    seats: int
    aim: int
    matches: int = 1
    options: Mapping[str, object] = field(default_factory=dict)


PLAYOUTS = (
    Playout("ION", ION, seats=4, aim=160_000),
    Playout("Fia, palette", FIA, seats=2, aim=80_000, matches=10),
    Playout("Fia, free", FIA, seats=2, aim=80_000, matches=10, options={"spread": "free"}),
    Playout("Haven", HAVEN, seats=2, aim=40_000, matches=4),
    Playout("Menagerie", MENAGERIE, seats=2, aim=40_000, matches=4),
)


def figures(quick: bool) -> list[Figure]:
    """Measure in turns, and give the best of each: whatever else the machine does only slows."""
    rounds, size = (2, 1) if quick else (9, 12)
    runs: list[Callable[[int, int], list[float]]] = [partial(speeds, playout) for playout in PLAYOUTS]
    if find_spec("rlcard"):
        runs.append(uno)
    else:
        print("rlcard is not installed, so there is no ratio; `make bench` installs it.", file=sys.stderr)
    measured = [[run(number, size) for run in runs] for number in range(rounds)]
    best = [list(map(max, zip(*turns, strict=True))) for turns in zip(*measured, strict=True)]
    found = [figure for playout, of_it in zip(PLAYOUTS, best, strict=False) for figure in shown(playout, *of_it)]
    for (other,) in best[len(PLAYOUTS) :]:
        found.append(Figure("UNO of rlcard: step, choosing it", other, "moves/s"))
        found.append(Figure("ION to UNO, both choosing", best[0][1] / other, "times"))
    return found


def shown(playout: Playout, given: float, choosing: float) -> list[Figure]:
    """Give the speeds without and with choosing the moves."""
    return [
        Figure(f"{playout.name}: move, all events, the log", given, "moves/s", playout.aim),
        Figure(f"{playout.name}: that, and choosing it", choosing, "moves/s"),
    ]


def speeds(playout: Playout, number: int, size: int) -> list[float]:
    """Play a round of a size; give moves/s without and with choosing them."""
    count = size * playout.matches
    numbers = range(number * count, (number + 1) * count)
    live, twins = ([opened(playout, each) for each in numbers] for _ in range(2))
    began = process_time()
    played = [list(chosen(match, each)) for match, each in zip(live, numbers, strict=True)]
    between = process_time()
    for match, inputs in zip(twins, played, strict=True):
        rerun(match, inputs)
    ended = process_time()
    moves = sum(seat is not None for inputs in played for _, _, seat in inputs)
    return [moves / (ended - between), moves / (between - began)]


def opened(playout: Playout, number: int) -> AnyMatch:
    """Begin a match; each number has a chance of its own."""
    game, seed = playout.game, number.to_bytes(fair.SEED_BYTES, "little")
    options, chairs = to_builtins(read_options(game, playout.options)), (Chair(),) * playout.seats
    header = Header(number, game.name, game.rules_version, fair.commitment(seed), options, chairs, ALGORITHM)
    match = Match.open(game, header, seed)
    match.begin()
    return match


def chosen(match: AnyMatch, number: int) -> Iterator[Input]:
    """Play a match by chance until it is over, and yield the inputs."""
    game, rng = match.game, Rng(b"players %d" % number)
    easy = game.computers["easy"]
    with suppress(Refused):
        while True:
            yield give(match, match.now, Prompted())
            while not (actors := game.actors(match.state)):
                yield give(match, match.due or match.now, Prompted())
            for seat in actors:
                if seat not in game.actors(match.state):
                    continue  # somebody's answer was enough
                command = easy.move(game.view(match.state, seat), game.choices(match.state, seat), rng)
                yield give(match, match.now + PACE, command, seat)


def rerun(match: AnyMatch, inputs: list[Input]) -> None:
    """Give a match inputs that were given to another one."""
    for each in inputs:
        give(match, *each)


def give(match: AnyMatch, at: int, command: Any, seat: int | None = None) -> Input:
    """Give a match an input. Raises Refused."""
    for _ in match.submit(at, command, seat):
        continue
    return at, command, seat


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

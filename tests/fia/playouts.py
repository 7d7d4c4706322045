"""Whole duels by chance: every kind of input at every kind of moment, from a seed."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from games.fia import FIA
from games.fia.events import Event
from games.fia.game import Fia
from games.fia.state import Stage, State
from games.kit import fair
from games.kit.errors import Refused
from games.kit.inputs import Away, Back, Cause, Joined, Left, Paused, Prompted, Reason, Resumed, Stopped
from games.kit.match import Match
from games.kit.options import read_options
from games.kit.protocol import Chair, Entry, Header
from games.kit.rng import ALGORITHM, Rng
from games.kit.stamps import stamped

SEED = bytes(range(32))
STEPS = 3000
"""More inputs than any of these duels takes: the decks end them before."""


class Watched(Fia):
    """Fia that proves after every event that no card is lost and that the ledger tells exactly what it changed."""

    def evolve(self, state: State, event: Event) -> None:
        points, cards = lives(state), decks(state)
        super().evolve(state, event)
        told = Counter[int]()
        for posting in self.postings(event):
            assert posting.seat is not None
            told[posting.seat] += posting.delta
        assert {seat: lp - points.get(seat, 0) for seat, lp in lives(state).items() if lp != points.get(seat, 0)} == {
            seat: delta for seat, delta in told.items() if delta
        }
        assert all(held == decks(state)[seat] for seat, held in cards.items() if held)


def lives(state: State) -> dict[int, int]:
    return {seat: side.lp for seat, side in enumerate(state.sides)}


def decks(state: State) -> dict[int, list[str]]:
    """All cards of each player, wherever they are."""
    return {seat: sorted(side.cards) for seat, side in enumerate(state.sides)}


def header(*, chairs: tuple[Chair, ...] = (Chair(), Chair()), **options: object) -> Header:
    chosen = to_builtins(read_options(FIA, options))
    return Header(7, "fia", FIA.rules_version, fair.commitment(SEED), chosen, chairs, ALGORITHM)


def opened(**options: object) -> Match:
    """A duel that watches itself and has not begun."""
    return Match.open(Watched(), header(**options), SEED)


def playout(match: Match, seed: int) -> Iterator[Entry]:
    """Play a duel to its end, with all that can happen on the way."""
    rng = Rng(b"playout %d" % seed)
    yield match.begin()
    for _ in range(STEPS):
        if match.over:
            return
        try:
            yield from step(match, rng)
        except Refused:
            continue
    raise AssertionError("the duel does not end")


def step(match: Match, rng: Rng) -> Iterator[Entry]:
    """Give a duel its next input: mostly a move, now and then something else."""
    state, now = match.state, match.now + rng.below("time", 1000)
    if rng.percent("event", 4):
        return match.submit(now, *_happening(rng))
    if state.held and rng.percent("back", 90):
        return match.submit(now, Back(), rng.below("seat", 2))
    if state.due is not None and rng.percent("late", 5):
        return match.tick(state.due)
    if FIA.waits(state) and rng.percent("prompted", 80):
        return match.submit(now, Prompted())
    actors = sorted(FIA.actors(state))
    if actors:
        seat = rng.choice("actor", actors)
        command = easy(state, seat, rng)
        if rng.percent("stamped", 50):
            command = stamped(FIA, state, command, now - rng.below("lag", 300))
        return match.submit(now, command, seat)
    if state.stage is Stage.CALM and rng.percent("early", 30):
        seat = rng.below("seat", 2)
        return match.submit(now, FIA.parse(state, seat, rng.choice("card", state.sides[seat].hand)), seat)
    return match.tick(now if match.due is None else match.due)


def easy(state: State, seat: int, rng: Rng) -> Any:
    """What the easy computer player would do."""
    return FIA.computers["easy"].move(FIA.view(state, seat), FIA.choices(state, seat), rng)


def _happening(rng: Rng) -> tuple[Any, int | None]:
    """Something that is no move, on either seat: what fits as well as what does not."""
    seat = rng.below("seat", 2)
    kinds = {"away": 40, "back": 5, "join": 8, "leave": 1, "pause": 7, "resume": 8, "stop": 1}
    happening = rng.choice("happening", [kind for kind, weight in kinds.items() for _ in range(weight)])
    match happening:
        case "away":
            causes = [cause for cause in Cause if cause is not Cause.QUIT]
            return Away(Cause.QUIT if rng.percent("quit", 3) else rng.choice("cause", causes)), seat
        case "back":
            return Back(), seat
        case "join":
            return Joined(), rng.below("join", 3)
        case "leave":
            return Left(rng.choice("reason", list(Reason))), seat
        case "pause":
            return Paused(rng.percent("asked", 50)), None
        case "resume":
            return Resumed(rng.percent("asked", 50)), None
        case _:
            return Stopped(rng.percent("scored", 50)), None

"""Whole matches by chance: every kind of input at every kind of moment, from a seed."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from games.ion import ION
from games.ion.events import Banked, Ended, Event, Gained, Missed, RoundEnded
from games.ion.game import Ion
from games.ion.state import State
from games.kit import fair
from games.kit.errors import Refused
from games.kit.inputs import Away, Back, Cause, Joined, Kind, Left, Paused, Prompted, Reason, Resumed, Stopped
from games.kit.match import Match
from games.kit.options import read_options
from games.kit.protocol import Chair, Entry, Header
from games.kit.rng import ALGORITHM, Rng

SEED = bytes(range(32))
STEPS = 3000
"""More inputs than any of these matches takes: the round's clock ends it before."""


class Watched(Ion):
    """ION that proves after every event that the ledger tells exactly what it changed, and where points come from."""

    def evolve(self, state: State, event: Event) -> None:
        before = holdings(state)
        super().evolve(state, event)
        after = holdings(state)
        told = Counter[Any]()
        for posting in self.postings(event):
            told[posting.seat, posting.asset, posting.item] += posting.delta
        assert {key: after[key] - before[key] for key in {*before, *after} if after[key] != before[key]} == {
            key: delta for key, delta in told.items() if delta
        }
        assert total(after) - total(before) == from_outside(event)


def holdings(state: State) -> Counter[Any]:
    """What everybody and the bank hold, as the ledger names it."""
    held = Counter[Any]({(None, "points", ""): state.bank})
    for number, seat in enumerate(state.seats):
        held[number, "points", ""] = seat.points
        held[number, "coins", ""] = seat.coins
        for item, count in seat.hand.items():
            held[number, "item", item] = count
    return held


def total(held: Counter[Any]) -> int:
    return sum(amount for (_, asset, _), amount in held.items() if asset == "points")


def from_outside(event: Event) -> int:
    """The points that an event makes or destroys."""
    match event:
        case Banked(points):
            return points
        case Missed(_, penalty):
            return -penalty
        case Gained():
            return -event.stolen
        case RoundEnded(_, void) | Ended(_, void):
            return -void
        case _:
            return 0


def header(seats: int, kinds: tuple[Kind, ...] = (), **options: object) -> Header:
    chosen = to_builtins(read_options(ION, options))
    chairs = tuple(Chair(kinds[seat] if kinds else Kind.HUMAN, seat, f"word{seat}") for seat in range(seats))
    return Header(7, "ion", ION.rules_version, fair.commitment(SEED), chosen, chairs, ALGORITHM)


def opened(seats: int, **options: object) -> Match:
    """A match that watches itself and has not begun."""
    return Match.open(Watched(), header(seats, **options), SEED)


def playout(match: Match, seed: int) -> Iterator[Entry]:
    """Play a match to its end, with all that can happen on the way."""
    rng = Rng(b"playout %d" % seed)
    yield match.begin()
    for _ in range(STEPS):
        if match.over:
            return
        try:
            yield from step(match, rng)
        except Refused:
            continue
    raise AssertionError("the match does not end")


def step(match: Match, rng: Rng) -> Iterator[Entry]:
    """Give a match its next input: mostly a move, now and then something else."""
    now = match.now + rng.below("time", 1000)
    if rng.percent("event", 5):
        command, seat = _happening(match.state, rng)
        return match.submit(now, command, seat)
    if match.state.turn_due is not None and rng.percent("late", 5):
        return match.tick(match.state.turn_due)
    if ION.waits(match.state) and rng.percent("prompted", 80):
        return match.submit(now, Prompted())
    if (mover := match.state.acting) is None:
        return match.tick(now)
    return match.submit(now, easy(match.state, mover, rng), mover)


def easy(state: State, seat: int, rng: Rng) -> Any:
    """What the easy computer player would do."""
    return ION.computers["easy"].move(ION.view(state, seat), ION.choices(state, seat), rng)


def _happening(state: State, rng: Rng) -> tuple[Any, int | None]:
    """Something that is no move, on any seat: what fits as well as what does not."""
    seat = rng.below("seat", len(state.seats))
    kinds = {"away": 25, "back": 35, "join": 15, "return": 8, "leave": 6, "pause": 4, "resume": 7, "stop": 1}
    happening = rng.choice("happening", [kind for kind, weight in kinds.items() for _ in range(weight)])
    match happening:
        case "away":
            return Away(rng.choice("cause", list(Cause))), seat
        case "back":
            return Back(), seat
        case "join":
            kind = Kind.FILLER if ION.fillers(state) else rng.choice("kind", [Kind.HUMAN, Kind.COMPUTER])
            return Joined(kind), len(state.seats)
        case "return":
            return Joined(), seat
        case "leave":
            return Left(rng.choice("reason", list(Reason))), seat
        case "pause":
            return Paused(rng.percent("asked", 50)), None
        case "resume":
            return Resumed(rng.percent("asked", 50)), None
        case _:
            return Stopped(rng.percent("scored", 50)), None

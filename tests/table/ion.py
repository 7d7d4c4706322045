"""ION with the hands a test needs: a seed for them is searched for."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from msgspec import to_builtins

from games.ion import ION
from games.ion.state import State
from games.kit import fair
from games.kit.match import Match
from games.kit.options import read_options
from games.kit.protocol import Chair, Header
from games.kit.rng import ALGORITHM

NO_FILLERS = {"even": False}


def seed_for(people: int, wanted: Callable[[State], bool], options: Mapping[str, Any] | None = None) -> bytes:
    """Find the seed of a room's first match of so many people that begins as wanted."""
    chosen = to_builtins(read_options(ION, options or {}))
    chairs = tuple(Chair(player=number) for number in range(1, people + 1))
    for number in range(10_000):
        seed = number.to_bytes(32, "big")
        header = Header(1, ION.name, ION.rules_version, fair.commitment(seed), chosen, chairs, ALGORITHM)
        match = Match.open(ION, header, seed)
        match.begin()
        if wanted(match.state):
            return seed
    raise AssertionError("no such seed")


@cache
def card_seed(people: int, **options: Any) -> bytes:
    """Give the seed of a match without fillers, with these options, in which everybody holds a +."""
    return seed_for(people, lambda state: all("+" in seat.hand for seat in state.seats), NO_FILLERS | options)

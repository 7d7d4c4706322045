"""Scenes of ION: a match with given hands, bank and turn, and moves whose gains are decided."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from games.ion import ION
from games.ion.events import Event
from games.ion.state import State
from games.kit.protocol import Entry
from games.kit.scenario import Scenario
from games.kit.text import Text, plain

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal")
QUIET = {"bonus": [0], "item": ["±"], "coin": [False], "theft": [False]}
"""What a move brings in a scene unless a test says otherwise: a single ±."""


def scene(*hands: str, teams: str = "", options: dict[str, object] | None = None, **fields: Any) -> Scenario:
    """Begin a match with these hands ("++ x2 S"); teams alternate, seat 0 is to move; fields are those of the state."""
    match = Scenario.begun(ION, len(hands), options, starter=[0])
    for number, (seat, hand) in enumerate(zip(match.state.seats, hands, strict=True)):
        seat.hand = dict(Counter(hand.split()))
        seat.team = teams[number] if teams else "+-"[number % 2]
    for name, value in fields.items():
        setattr(match.state, name, value)
    return match


def play(match: Scenario, seat: int, text: str, at: int | None = None, **draws: Iterable[object]) -> list[Event]:
    """Make a complete move, which brings a ± unless `draws` decide otherwise; give its events."""
    events = match.say(seat, text, at, **{**QUIET, **draws})[-1].events
    assert match.rng.unused == {}
    return list(events)


def points(match: Scenario) -> list[int]:
    return [seat.points for seat in match.state.seats]


def hand(match: Scenario, seat: int) -> str:
    return plain(ION.words.hand(match.state, seat)).removeprefix("You hold ").removesuffix(".")


def of(events: Iterable[Event], *kinds: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kinds)]


def written(text: Text, name: Callable[[int], str] = NAMES.__getitem__) -> str:
    return plain(text, name)


def lines(state: State, entry: Entry, name: Callable[[int], str] = NAMES.__getitem__) -> list[str]:
    """What the channel reads of an entry: its lines, with the prompt behind the last one if somebody is called."""
    said = [written(text, name) for text in ION.words.public(state, entry)]
    if said and ION.waits(state):
        said[-1] += " " + written(ION.words.prompt(state), name)
    return said

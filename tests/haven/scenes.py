"""Scenes of Haven: a main step with given hands and things in play, for seat 0 to act."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from games.cardbattle.cards import Card
from games.cardbattle.changes import Event
from games.cardbattle.loader import read_cards
from games.cardbattle.state import Step, Thing
from games.haven import HAVEN
from games.haven.cards import DIALECT
from games.haven.state import State
from games.kit.inputs import Prompted
from games.kit.protocol import Entry
from games.kit.scenario import Scenario
from games.kit.text import Text, plain

NAMES = ("ann", "bob", "carl", "dora", "emil", "fay", "gus", "hal")
DECK = ("dawn-lamb", "night-kitten", "spark-mouse", "puff-chick", "picnic")
"""What the decks of a scene hold unless a test says otherwise; the first card is on top."""


def scene(*hands: str, cards: str = "", **options: Any) -> Scenario:
    """Begin a main step: each seat holds these cards, and has 10 AP and 9 GP of each kind; nothing is in play.

    `cards` are more cards than those of the game, in TOML.
    """
    hands = (*hands, *[""] * (2 - len(hands)))
    match: Scenario = Scenario.begun(HAVEN, len(hands), options, starter=[0])
    state = match.state
    state.cards |= more_cards(cards)
    state.opening = []
    state.step = Step.MAIN
    state.turn = 2
    for side, hand in zip(state.sides, (*hands, ""), strict=False):
        side.hand = dict(enumerate(hand.split(), 1))
        side.next_number = len(side.hand) + 1
        side.deck = [*reversed(DECK)]
        side.ap = 10
        side.mana = dict.fromkeys(("sun", "moon", "star", "cloud"), 9)
    return match


def more_cards(text: str) -> dict[str, Card]:
    """Read cards that a test has made up."""
    return read_cards(text, "test", DIALECT) if text else {}


def put(match: Scenario, seat: int, *codes: str, fresh: bool = False, exhausted: bool = False) -> list[int]:
    """Put cards into play for a seat; give their numbers."""
    state = match.state
    numbers = []
    for code in codes:
        numbers.append(state.next_thing)
        state.things[state.next_thing] = Thing(code, seat, seat, fresh=fresh, exhausted=exhausted)
        state.next_thing += 1
    return numbers


def say(match: Scenario, seat: int, text: str, at: int | None = None, **draws: Iterable[object]) -> list[Event]:
    """Make a move, and give all its events."""
    return [event for entry in match.say(seat, text, at, **draws) for event in entry.events]


def of(events: Iterable[Event], *kinds: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kinds)]


def prompted(match: Scenario, at: int | None = None) -> None:
    """Let the prompt leave."""
    match.input(Prompted(), at=at)


def timed_out(match: Scenario) -> list[Event]:
    """Let the prompt leave, and the time of who is asked be over."""
    if HAVEN.waits(match.state):
        prompted(match)
    assert match.due is not None
    return [event for entry in match.tick(match.due) for event in entry.events]


def hand(match: Scenario, seat: int) -> list[str]:
    return [*match.state.sides[seat].hand.values()]


def inplay(match: Scenario, seat: int) -> list[str]:
    """The cards that a seat controls."""
    return [thing.card for thing in match.state.things.values() if thing.controller == seat]


def composure(match: Scenario) -> list[int]:
    return [side.life for side in match.state.sides]


def stack(match: Scenario) -> list[str]:
    """What lies on the stack, the top last: cards by their ids, moves by their kinds, questions by their words."""
    return [(item.card or item.kind) if hasattr(item, "kind") else f"{item.ask.word}?" for item in match.state.stack]


def choices(match: Scenario, seat: int) -> dict[str, tuple[str, ...]]:
    return {choice.kind: choice.candidates for choice in HAVEN.choices(match.state, seat)}


def written(text: Text, name: Callable[[int], str] = NAMES.__getitem__) -> str:
    return plain(text, name)


def lines(state: State, entry: Entry, name: Callable[[int], str] = NAMES.__getitem__) -> list[str]:
    """What the channel reads of an entry: its lines, with the prompt behind the last one if somebody is called."""
    said: Sequence[str] = [written(text, name) for text in HAVEN.words.public(state, entry)]
    if HAVEN.waits(state):
        return [*said[:-1], " ".join([*said[-1:], written(HAVEN.words.prompt(state), name)])]
    return [*said]

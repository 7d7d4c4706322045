"""Scenes of Menagerie: a main step with given hands and things in play, for seat 0 to act."""

from collections.abc import Callable
from typing import Any

from games.cardbattle.cards import Card
from games.cardbattle.changes import Event
from games.cardbattle.loader import read_cards
from games.cardbattle.state import Step
from games.kit.protocol import Entry
from games.kit.scenario import Scenario
from games.menagerie import MENAGERIE
from games.menagerie.cards import DIALECT
from games.menagerie.state import State
from tests.haven.scenes import NAMES, composure, hand, inplay, of, prompted, put, say, stack, written

__all__ = ["hand", "inplay", "of", "prompted", "put", "say", "stack", "written"]

DECK = ("cinder-chick", "puddle-duck", "pebble-mouse", "clover-bunny", "message-in-a-bottle")
"""What the decks of a scene hold unless a test says otherwise; the first card is on top."""

KINDS = ("ash", "brine", "clay", "dew")

hp = composure


def scene(*hands: str, cards: str = "", **options: Any) -> Scenario:
    """Begin a main step: each seat holds these cards, and has 10 AP and 9 MP of each type; nothing is in play.

    `cards` are more cards than those of the game, in TOML.
    """
    hands = (*hands, *[""] * (2 - len(hands)))
    match: Scenario = Scenario.begun(MENAGERIE, len(hands), options, starter=[0])
    state = match.state
    state.cards |= more_cards(cards)
    state.step = Step.MAIN
    state.turn = 2
    for side, held in zip(state.sides, hands, strict=True):
        side.hand = dict(enumerate(held.split(), 1))
        side.next_number = len(side.hand) + 1
        side.deck = [*reversed(DECK)]
        side.ap = 10
        side.mana = dict.fromkeys(KINDS, 9)
    return match


def more_cards(text: str) -> dict[str, Card]:
    """Read cards that a test has made up."""
    return read_cards(text, "test", DIALECT) if text else {}


def card(name: str, type_: str, *skills: str, kind: str = "ash", ap: int = 0, mp: str = "{}") -> str:
    """Write a card; each skill as its lines in TOML."""
    head = f'[[card]]\nid = "{name}"\nname = "{name.title()}"\ntype = "{type_}"\nkinds = ["{kind}"]\n'
    return head + f"ap = {ap}\nmp = {mp}\n" + "".join(f"[[card.skills]]\n{skill}\n" for skill in skills)


def creature(name: str, kind: str, damage: str, *skills: str, hp: int = 40, ap: int = 1, mp: str = "{}") -> str:
    """Write a Creature; its Damage as the rules write it: "6A 5B 5C 4D"."""
    values = dict(zip(KINDS, (int(value[:-1]) for value in damage.split()), strict=True))
    told = ", ".join(f"{of} = {value}" for of, value in values.items())
    return card(name, "creature", *skills, kind=kind, ap=ap, mp=f"{mp}\nhp = {hp}\ndamage = {{ {told} }}")


def timed_out(match: Scenario) -> list[Event]:
    """Let the prompt leave, and the time of who is asked be over."""
    if MENAGERIE.waits(match.state):
        prompted(match)
    assert match.due is not None
    return [event for entry in match.tick(match.due) for event in entry.events]


def next_turn(match: Scenario) -> list[Event]:
    """End the turn; all who could react pass."""
    events = say(match, match.state.active, "end")
    while match.state.window:
        events += say(match, match.state.window.missing[0], "pass")
    return events


def choices(match: Scenario, seat: int) -> dict[str, tuple[str, ...]]:
    return {choice.kind: choice.candidates for choice in MENAGERIE.choices(match.state, seat)}


def pool(match: Scenario, seat: int) -> dict[str, int]:
    return {kind: amount for kind, amount in match.state.sides[seat].mana.items() if amount}


def poor(match: Scenario, seat: int, **mana: int) -> None:
    """Leave a seat with this mana only."""
    match.state.sides[seat].mana = mana


def hurt(match: Scenario, number: int) -> int:
    return match.state.things[number].hurt


def lines(state: State, entry: Entry, name: Callable[[int], str] = NAMES.__getitem__) -> list[str]:
    """What the channel reads of an entry: its lines, with the prompt behind the last one if somebody is called."""
    said = [written(text, name) for text in MENAGERIE.words.public(state, entry)]
    if MENAGERIE.waits(state):
        return [*said[:-1], " ".join([*said[-1:], written(MENAGERIE.words.prompt(state), name)])]
    return said


def said(match: Scenario) -> list[str]:
    return lines(match.state, match.log[-1])


def told(match: Scenario) -> dict[int, str]:
    return {seat: written(text) for seat, text in MENAGERIE.words.private(match.state, match.log[-1]).items()}

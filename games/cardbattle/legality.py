"""What can be announced, with which targets, and what to tell who announces what cannot be.

For each thing that somebody may want to announce there is one function that names the obstacle: choices are what has
none, and a refusal explains it.
"""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from games.cardbattle.cards import Card, Skill
from games.cardbattle.commands import Play, Ref, Use
from games.cardbattle.costs import Bill, shares
from games.cardbattle.field import Field
from games.cardbattle.stack import Reaction
from games.cardbattle.state import State


class Obstacle(Enum):
    """What is in the way of announcing a card or skill."""

    NO_CARD = auto()
    NOT_YOURS = auto()
    NO_SKILL = auto()
    NO_REACTION = auto()
    ONLY_REACTION = auto()
    NO_CARD_PLAYED = auto()
    USED_UP = auto()
    EXHAUSTED = auto()
    FRESH = auto()
    PRICE = auto()
    CONDITION = auto()
    NO_TARGET = auto()
    TWICE = auto()
    COUNT = auto()
    UNFIT = auto()


class Way(NamedTuple):
    """Something that a seat can announce: the command without targets, and what can be named for it, if anything."""

    command: Reaction
    candidates: Sequence[Ref] | None
    least: int = 0
    most: int = 0


def ways(field: Field, seat: int, *, reacting: bool) -> Iterator[Way]:
    """Yield all cards and skills that a seat can announce: in reaction to something, or as an action of its turn."""
    state = field.state
    cards = state.cards
    for number, code in state.sides[seat].hand.items():
        card = cards[code]
        if card.reacts is reacting and card_obstacle(field, seat, card, reacting=reacting) is None:
            yield _way_to_play(field, seat, number, card)
    for number, thing in state.things.items():
        if thing.controller == seat and cards[thing.card].usable is not None and not use_obstacle(field, seat, number):
            yield _way(field, seat, Use(number), usable(state, number), number)


def can_react(field: Field, seat: int) -> bool:
    """Tell whether a seat could react with anything."""
    return next(ways(field, seat, reacting=True), None) is not None


def obstacle(field: Field, seat: int, command: Reaction, *, reacting: bool) -> Obstacle | None:
    """Tell what is in the way of a card or skill with these targets, if anything is."""
    state = field.state
    if isinstance(command, Use):
        if (found := use_obstacle(field, seat, command.thing)) is not None:
            return found
        return _target_obstacle(field, seat, usable(state, command.thing), command.thing, command.targets)
    code = state.sides[seat].hand.get(command.number)
    if code is None:
        return Obstacle.NO_CARD
    card = state.cards[code]
    if (found := card_obstacle(field, seat, card, reacting=reacting)) is not None:
        return found
    if (found := _target_obstacle(field, seat, card.played, 0, command.targets)) is not None:
        return found
    return None if payable(state, card_bill(field, seat, card, command.targets)) else Obstacle.PRICE


def card_obstacle(field: Field, seat: int, card: Card, *, reacting: bool) -> Obstacle | None:
    """Tell what is in the way of playing a card, be it with the best targets."""
    if reacting and not card.reacts:
        return Obstacle.NO_REACTION
    if not reacting and card.reacts:
        return Obstacle.ONLY_REACTION
    if reacting and not field.state.surprising:
        return Obstacle.NO_CARD_PLAYED
    return _skill_obstacle(field, card.played, 0, _best_bill(field, seat, card))


def use_obstacle(field: Field, seat: int, number: int) -> Obstacle | None:
    """Tell what is in the way of activating the skill of something in play, be it with the best targets."""
    state = field.state
    used = state.things.get(number)
    if used is None or used.controller != seat:
        return Obstacle.NOT_YOURS
    skill = usable(state, number)
    if skill is None:
        return Obstacle.NO_SKILL
    if used.used >= state.options.uses:
        return Obstacle.USED_UP
    if skill.cost.exhaust and used.exhausted:
        return Obstacle.EXHAUSTED
    if skill.cost.exhaust and used.fresh and state.cards[used.card].fights:
        return Obstacle.FRESH
    return _skill_obstacle(field, skill, number, skill_bill(seat, skill))


def usable(state: State, number: int) -> Skill | None:
    """Give the activated skill of something in play."""
    card = state.card(number)
    return None if card.usable is None else card.skills[card.usable]


def card_bill(field: Field, seat: int, card: Card, targets: Sequence[Ref] = ()) -> Bill:
    """Give what playing a card on these targets costs."""
    state = field.state
    asked = _asked(state, card.played, targets) if state.asks_targets else None
    bill = Bill(seat, field.cost(seat, card), card.mana, asked)
    given = state.given_for(seat, card) if card.mana else None
    return bill if given is None or payable(state, bill) else bill._replace(mana={}, given=given)


def payable(state: State, bill: Bill) -> bool:
    """Tell whether a bill can be paid."""
    return shares(state.sides, bill) is not None


def skill_bill(seat: int, skill: Skill) -> Bill:
    """Give what activating a skill costs, besides what becomes of its card."""
    return Bill(seat, skill.cost.ap, skill.cost.mana)


def bounds(skill: Skill | None) -> tuple[int, int]:
    """Give how many targets have to be named for a skill, at least and at most."""
    target = skill.targets if skill else None
    return (target.least, target.most) if target and target.what != "top" else (0, 0)


def _asked(state: State, skill: Skill | None, targets: Sequence[Ref]) -> int | None:
    """Give the player on whom a card is played, by the first of its targets; None for who plays it."""
    if skill and skill.targets and skill.targets.what == "top":
        return state.top.seat if state.top else None
    if not targets:
        return None
    return ~targets[0] if targets[0] < 0 else state.things[targets[0]].controller


def _best_bill(field: Field, seat: int, card: Card) -> Bill:
    """Give what playing a card costs on what makes it payable, if anything does."""
    bill = card_bill(field, seat, card)
    target = card.played.targets if card.played else None
    if not field.state.asks_targets or target is None or target.what == "top" or payable(field.state, bill):
        return bill
    bills = (card_bill(field, seat, card, (ref,)) for ref in field.candidates(target, seat))
    return next((each for each in bills if payable(field.state, each)), bill)


def _skill_obstacle(field: Field, skill: Skill | None, source: int, bill: Bill) -> Obstacle | None:
    """Tell what is in the way of a skill: its price, its condition, or that there is nothing to aim at."""
    if not payable(field.state, bill):
        return Obstacle.PRICE
    if skill is None:
        return None
    if not field.holds(skill.condition, bill.seat, source):
        return Obstacle.CONDITION
    if skill.targets and len(field.candidates(skill.targets, bill.seat, source)) < skill.targets.least:
        return Obstacle.NO_TARGET
    return None


def _target_obstacle(
    field: Field, seat: int, skill: Skill | None, source: int, named: Sequence[Ref]
) -> Obstacle | None:
    """Tell what is wrong with what was named for a skill."""
    least, most = bounds(skill)
    if len(set(named)) != len(named):
        return Obstacle.TWICE
    if not least <= len(named) <= most:
        return Obstacle.COUNT
    candidates = field.candidates(skill.targets, seat, source) if skill and skill.targets and named else []
    return None if all(ref in candidates for ref in named) else Obstacle.UNFIT


def _way_to_play(field: Field, seat: int, number: int, card: Card) -> Way:
    """Give the way to play a card, on what makes it payable."""
    way = _way(field, seat, Play(number), card.played, 0)
    if way.candidates is None or not field.state.asks_targets:
        return way
    fitting = [ref for ref in way.candidates if payable(field.state, card_bill(field, seat, card, (ref,)))]
    return way._replace(candidates=fitting, most=min(way.most, len(fitting)))


def _way(field: Field, seat: int, command: Reaction, skill: Skill | None, source: int) -> Way:
    target = skill.targets if skill else None
    if target is None or target.what == "top":
        return Way(command, None)
    candidates = field.candidates(target, seat, source)
    return Way(command, candidates, target.least, min(target.most, len(candidates)))

"""Announcing cards and skills: paying what they cost, and putting them on the stack."""

from collections.abc import Iterator

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.cards import Skill
from games.cardbattle.changes import Event
from games.cardbattle.commands import Play, Ref
from games.cardbattle.costs import Bill, shares
from games.cardbattle.field import Field
from games.cardbattle.gaining import gain
from games.cardbattle.legality import card_bill, skill_bill, usable
from games.cardbattle.settling import gone
from games.cardbattle.stack import Item, Reaction
from games.cardbattle.state import State

GIVEN = "given"
"""What marks that the active player has played a card in this turn of which the mana could not be paid."""


def announce(state: State, seat: int, command: Reaction) -> Iterator[Event]:
    """Let a seat announce a card or skill of which it is known that it can."""
    return (
        _play(state, seat, command) if isinstance(command, Play) else _use(state, seat, command.thing, command.targets)
    )


def pay(state: State, bill: Bill) -> Iterator[Event]:
    """Let a seat pay a bill of which it is known that it can."""
    for seat, mana in (shares(state.sides, bill) or {}).items():
        asked = seat != bill.seat
        ap = 0 if asked else bill.ap
        if ap or mana:
            yield e.Spent(seat, ap, mana, asked=asked)


def _play(state: State, seat: int, command: Play) -> Iterator[Event]:
    code = state.sides[seat].hand[command.number]
    card = state.cards[code]
    targets = _targets(state, card.played, command.targets)
    bill = card_bill(Field(state), seat, card, command.targets)
    yield from pay(state, bill)
    yield e.Announced(Item(state.next_item, seat, "card", code, targets=targets), command.number)
    if bill.given is not None:
        yield e.Did(GIVEN)
        yield from gain(state, seat, 0, bill.given)


def _use(state: State, seat: int, number: int, named: tuple[Ref, ...]) -> Iterator[Event]:
    card, skill = state.card(number), usable(state, number)
    if skill is None or card.usable is None:
        return
    targets = _targets(state, skill, named)
    yield from pay(state, skill_bill(seat, skill))
    yield e.Announced(Item(state.next_item, seat, "use", card.id, number, card.usable, targets))
    if skill.cost.exhaust:
        yield c.Exhausted((number,), paid=True)
    if skill.cost.rest:
        yield gone(state, (number,))


def _targets(state: State, skill: Skill | None, named: tuple[Ref, ...]) -> tuple[Ref, ...]:
    """Give what a skill is aimed at: what was named, or the top of the stack."""
    if skill and skill.targets and skill.targets.what == "top" and state.top:
        return (state.top.id,)
    return named

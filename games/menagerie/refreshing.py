"""Refresh (rule 10): once per turn, in anyone's turn, whenever one may react, and without the stack."""

from collections.abc import Iterator, Sequence

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.announcing import pay
from games.cardbattle.changes import Event
from games.cardbattle.commands import Refresh
from games.cardbattle.costs import Bill, Mana, joint
from games.cardbattle.faces import price
from games.cardbattle.field import Field
from games.cardbattle.gaining import gain, given, room
from games.cardbattle.state import Step
from games.kit.errors import Illegal
from games.kit.text import phrase
from games.menagerie.state import State


def can_refresh(state: State, seat: int) -> bool:
    """Tell whether a seat can refresh now, and that would change anything."""
    if not _open(state, seat) or _mark(seat) in state.done:
        return False
    if Field(state).refresh_cost(seat) > state.sides[seat].ap:
        return False
    return bool(_tapped(state, seat)) or any(yields(state, seat))


def yields(state: State, seat: int) -> tuple[int, Mana]:
    """Give the AP and MP that a seat would get from refreshing."""
    field = Field(state)
    ap, mana = given(state, seat, "refresh")
    creatures = state.creatures(seat)
    sources: list[Sequence[str]] = [field.best_kinds(number) for number in creatures]
    if not creatures:
        sources = [
            field.kinds(number)
            for number, thing in state.things.items()
            if thing.controller == seat and state.card(number).type == "enchantment"
        ]
    return ap, room(state, seat, joint(mana, *(dict.fromkeys(kinds, 1) for kinds in sources)))


def refresh(state: State, seat: int, _command: Refresh) -> Iterator[Event]:
    """Let a seat pay to untap all that it controls, and get the mana of its Creatures and Lands. Raises Illegal."""
    _check(state, seat)
    ap, mana = yields(state, seat)
    yield from pay(state, Bill(seat, Field(state).refresh_cost(seat), {}))
    yield e.Did(_mark(seat))
    yield c.Refreshed(tuple(_tapped(state, seat)), paid=True, seat=seat)
    yield from gain(state, seat, ap, mana)


def wakes(state: State, seat: int) -> bool:
    """Tell whether a seat is asked for a reaction because it is attacked and could untap who is to defend it."""
    top, combat = state.top, state.struggle
    if top is None or top.kind != "tapped" or combat is None or combat.defender != seat:
        return False
    tapped = any(state.things[number].exhausted for number in state.creatures(seat))
    return tapped and can_refresh(state, seat) and state.sides[seat].ap > Field(state).refresh_cost(seat)


def _check(state: State, seat: int) -> None:
    """See that a seat can refresh now. Raises Illegal."""
    nouns = state.options.words
    if not _open(state, seat):
        raise Illegal(phrase("You can refresh whenever you may act or react, but not while somebody has to choose."))
    if _mark(seat) in state.done:
        raise Illegal(phrase("You have refreshed in this turn already."))
    cost = Field(state).refresh_cost(seat)
    if cost > state.sides[seat].ap:
        raise Illegal(phrase("That costs {price}, which you do not have.", price=price(nouns, cost, {})))
    if not can_refresh(state, seat):
        raise Illegal(phrase("You have nothing that is {tapped} or gives {mp}.", tapped=nouns.exhausted, mp=nouns.mana))


def _open(state: State, seat: int) -> bool:
    """Tell whether a seat may act or react: in the main step, where nobody has to choose and it has not passed."""
    if state.step is not Step.MAIN or state.frame is not None:
        return False
    return state.window is None or seat not in state.window.answers


def _mark(seat: int) -> str:
    """Give what marks that a seat has refreshed in this turn."""
    return f"refresh {seat}"


def _tapped(state: State, seat: int) -> list[int]:
    return [number for number, thing in state.things.items() if thing.controller == seat and thing.exhausted]

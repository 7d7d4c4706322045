"""Refill and refresh (rules 4 and 5), and how Haven's steps fit into the engine."""

from collections.abc import Iterator

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.announcing import pay
from games.cardbattle.changes import Event
from games.cardbattle.commands import Fight, Refresh
from games.cardbattle.costs import Bill
from games.cardbattle.faces import price
from games.cardbattle.field import Field
from games.cardbattle.flow import Flow
from games.cardbattle.gaining import gain, given
from games.cardbattle.state import Step
from games.cardbattle.turns import MOVES
from games.haven import den
from games.haven.state import State
from games.kit.errors import Illegal
from games.kit.text import phrase


def begin(state: State, seat: int, round_: int) -> Iterator[Event]:
    """Begin a seat's turn with its refill: what was left is gone; who begins the match gets less."""
    options = state.options
    ap, mana = given(state, seat, "refill")
    yield e.TurnBegan(seat, round_, ap + (options.ap if state.turn else options.first_ap), mana)


def refreshable(state: State, seat: int) -> list[int]:
    """Give what a seat can refresh now (rule 5); nothing if it cannot."""
    if state.step is not Step.REFRESH or Field(state).refresh_cost(seat) > state.sides[seat].ap:
        return []
    return [number for number, thing in state.things.items() if thing.controller == seat and thing.exhausted]


def refresh(state: State, seat: int, _command: Refresh) -> Iterator[Event]:
    """Let the active player pay to refresh all that they control, before their first action. Raises Illegal."""
    if state.step is not Step.REFRESH:
        raise Illegal(phrase("You refresh before all else in your turn, and once."))
    things = refreshable(state, seat)
    cost = Field(state).refresh_cost(seat)
    if not things and cost <= state.sides[seat].ap:
        raise Illegal(phrase("You have nothing that is exhausted."))
    if not things:
        nouns = state.options.words
        raise Illegal(phrase("That costs {price}, which you do not have.", price=price(nouns, cost, {})))
    yield from pay(state, Bill(seat, cost, {}))
    yield c.Refreshed(tuple(things), paid=True)
    yield from gain(state, seat, *given(state, seat, "refresh"))
    yield e.StepBegan(Step.MAIN)


FLOW: Flow[State] = Flow(
    begin=begin,
    first=Step.REFRESH,
    actions={Fight: den.charge, Refresh: refresh},
    fight=den.step,
    moves={**MOVES, "charge": den.go_on, "meet": den.go_on, "give": den.go_on, "return": den.go_on},
    answers={"meet": den.meet, "face": den.face},
)
"""The steps of Haven."""

"""How a turn begins (rule 8), and how Menagerie's steps fit into the engine."""

from collections.abc import Iterator

from games.cardbattle import events as e
from games.cardbattle.changes import Event
from games.cardbattle.commands import Fight, Refresh
from games.cardbattle.costs import joint
from games.cardbattle.flow import Flow
from games.cardbattle.gaining import given, room
from games.cardbattle.state import Step
from games.cardbattle.turns import MOVES
from games.menagerie import combat
from games.menagerie.refreshing import refresh, wakes
from games.menagerie.state import State


def begin(state: State, seat: int, round_: int) -> Iterator[Event]:
    """Begin a seat's turn: AP go back to what a turn has, with what is in play that changes it; MP stay (rule 8)."""
    ap, mana = given(state, seat, "refill")
    pool = joint(state.sides[seat].mana, room(state, seat, mana))
    yield e.TurnBegan(seat, round_, ap + state.options.ap, pool)


FLOW: Flow[State] = Flow(
    begin=begin,
    first=Step.MAIN,
    actions={Fight: combat.attack},
    fight=combat.step,
    moves={**MOVES, "attack": combat.tap, "tapped": combat.go_on, "defend": combat.go_on, "effects": combat.go_on},
    answers={"defend": combat.defend, "name": combat.name},
    instants={Refresh: refresh},
    wakes=wakes,
    deeds=combat.COMBAT_DEEDS,
)
"""The steps of Menagerie."""

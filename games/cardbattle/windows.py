"""Windows: who may react is asked together, and of the reactions the first in order of priority counts."""

from collections.abc import Iterator, Sequence

from games.cardbattle import events as e
from games.cardbattle.announcing import announce
from games.cardbattle.changes import Event
from games.cardbattle.commands import Pass
from games.cardbattle.field import Field
from games.cardbattle.flow import Decided, Flow
from games.cardbattle.legality import obstacle
from games.cardbattle.refusals import check
from games.cardbattle.running import go_off, go_on
from games.cardbattle.stack import Reaction, Window
from games.cardbattle.state import S, State
from games.kit.errors import Illegal
from games.kit.rng import Rng
from games.kit.text import phrase

SILENT = 2
"""After so many unanswered windows in a row nobody is held for any more (rule 12)."""


def react(state: S, flow: Flow[S], seat: int, command: Reaction | Pass, rng: Rng) -> Decided:
    """Take a seat's answer to whether it reacts. Raises Illegal."""
    window = state.window
    if window is None or seat not in window.asked:
        raise Illegal(phrase("There is nothing that you could react to now."))
    if seat in window.answers:
        raise Illegal(phrase("You have answered already; wait for the others."))
    if not isinstance(command, Pass):
        check(Field(state), seat, command, reacting=True)
    yield e.Reacted(seat, command)
    if window.decided:
        yield from close(state, flow, window, (), rng)


def close(state: S, flow: Flow[S], window: Window, missed: Sequence[int], rng: Rng) -> Decided:
    """Close a window: the first reaction goes on the stack, or the top of it goes off."""
    yield e.WindowClosed(tuple(missed))
    for seat in missed:
        if state.sides[seat].hold and state.sides[seat].silent >= SILENT:
            yield e.HoldSet(seat, on=False)
    if first := _first(state, window):
        yield from announce(state, *first)
    else:
        yield from go_off(state, flow, rng)
    yield from go_on(state, flow, rng)


def switch_hold(state: State, seat: int, *, on: bool) -> Iterator[Event]:
    """Ask a seat in every window from now on, or not any more. Raises Illegal if it is so already."""
    if state.sides[seat].hold is not on:
        yield e.HoldSet(seat, on)
    elif on:
        raise Illegal(phrase("You are asked before everything already."))
    else:
        raise Illegal(phrase("You are asked only when you can react, as it is."))


def _first(state: State, window: Window) -> tuple[int, Reaction] | None:
    """Give the first reaction in order of priority that is still possible: who has left may have taken its targets."""
    field = Field(state)
    for seat, reaction in window.reactions:
        if obstacle(field, seat, reaction, reacting=True) is None:
            return seat, reaction
    return None

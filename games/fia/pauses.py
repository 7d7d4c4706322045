"""Leaving, being away and coming back, and the clock that stands still meanwhile (rule 20)."""

from collections.abc import Iterator

from games.fia import free, palette, tiebreak
from games.fia.ends import depart
from games.fia.events import Asked, CameBack, Event, Exit, Held, Recalled
from games.fia.options import Options
from games.fia.state import SEATS, Stage, State
from games.kit.errors import Illegal
from games.kit.inputs import Cause, Reason
from games.kit.rng import Rng
from games.kit.text import phrase

_GRACES = {Cause.SPLIT: "split_grace", Cause.QUIT: "quit_grace", Cause.ASKED: "away_grace"}
"""The options that say how long a seat is held; for all other causes it is `ping_timeout_grace`."""


def join(state: State, seat: int) -> Iterator[Event]:
    """Refuse who wants to come into a duel. Raises Illegal always."""
    if seat < len(state.sides) and state.sides[seat].present:
        raise Illegal(phrase("You are in the duel already."))
    raise Illegal(phrase("A duel is for two, and these two have begun; you can join the next one."))


def leave(state: State, seat: int, reason: Reason) -> Iterator[Event]:
    """Let somebody lose who has left for good."""
    return depart(state, [seat], Exit(reason))


def hold(state: State, seat: int, cause: Cause, now: int, rng: Rng) -> Iterator[Event]:
    """Hold the seat of somebody who may come back, and let the clock stand still. Quitting may have no grace.

    Who goes of their own will while they are to act lays or plays nothing, as if their time had run out: that is no
    way to think for longer.
    """
    grace = _grace(state.options, cause)
    if cause is Cause.QUIT and not grace:
        yield from leave(state, seat, Reason.DISCONNECT)
        return
    if state.sides[seat].held_until is not None:
        return
    asked, quits = cause is Cause.ASKED, cause is Cause.QUIT
    if (asked or quits) and seat in state.acting:
        yield from _forgo(state, seat, rng)
    if not state.over:
        rest = None if state.due is None or state.stage is Stage.CALM else max(0, state.due - now)
        yield Held(seat, now + grace * 1000, rest, asked, quits)


def come_back(state: State, seat: int, rng: Rng) -> Iterator[Event]:
    """Let the player of a held seat go on, with the time that was left. A draw that nobody has laid in begins again."""
    if state.sides[seat].held_until is None:
        return
    yield CameBack(seat)
    if not state.held and _draw_is_open(state):
        yield free.begin_draw(state.options, state.number, rng)


def recall(state: State, rng: Rng) -> Iterator[Event]:
    """Ask again after an interruption, with the full time. A draw that nobody has laid in begins again."""
    if state.held:
        return
    if _draw_is_open(state):
        yield free.begin_draw(state.options, state.number, rng)
    elif state.due is not None or state.rest is not None:
        yield Recalled()


def prompt_left(state: State, now: int) -> Iterator[Event]:
    """Start the time of the stage that waits for it."""
    if state.waiting:
        yield Asked(now)


def grace_over(state: State, now: int) -> Iterator[Event]:
    """Let those lose who did not come back in time; if both did not, nobody wins."""
    gone = [seat for seat in SEATS if (until := state.sides[seat].held_until) is not None and until <= now]
    yield from depart(state, gone, Exit.GRACE)


def _draw_is_open(state: State) -> bool:
    """Tell whether this is a draw of the Free spread whose line has left, and in which nobody has laid."""
    return state.stage in {Stage.CALM, Stage.CALLED} or (state.stage is Stage.OPEN and not state.laid)


def _forgo(state: State, seat: int, rng: Rng) -> Iterator[Event]:
    """Let somebody's time be over."""
    if state.stage is Stage.TIE:
        return tiebreak.time_out(state, [seat], rng)
    if state.stage is Stage.OPEN:
        return free.time_out(state, [seat], rng)
    return palette.miss(state, rng)


def _grace(options: Options, cause: Cause) -> int:
    """How long a seat is held, in s."""
    grace: int = getattr(options, _GRACES.get(cause, "ping_timeout_grace"))
    return grace

"""Leaving, being away and coming back, time that runs out, and the clock that stands still meanwhile (rule 19)."""

from collections.abc import Iterator, Sequence

from games.cardbattle import events as e
from games.cardbattle.changes import Event
from games.cardbattle.commands import Pass
from games.cardbattle.events import Exit
from games.cardbattle.flow import Decided, Flow
from games.cardbattle.options import BattleOptions
from games.cardbattle.playing import open_hand
from games.cardbattle.running import answered, ask_anew, go_on
from games.cardbattle.settling import put_out, ranking, settle
from games.cardbattle.stack import Frame
from games.cardbattle.state import S, State
from games.cardbattle.turns import end_turn
from games.cardbattle.windows import close, react
from games.kit.errors import Illegal
from games.kit.inputs import Cause
from games.kit.rng import Rng
from games.kit.text import phrase

HOLD = "hold:"
_ACTION = "action"
"""The timer of the main step."""
_GRACES = {Cause.SPLIT: "split_grace", Cause.QUIT: "quit_grace", Cause.ASKED: "away_grace"}
"""The options that say how long a seat is held; for all other causes it is `ping_timeout_grace`."""


def timers(state: State) -> dict[str, int]:
    """When which timer is due."""
    if state.due is not None:
        return {state.clock: state.due}
    if state.over:
        return {}
    return {f"{HOLD}{seat}": side.held_until for seat, side in enumerate(state.sides) if side.held_until is not None}


def turn_timers(state: State) -> dict[str, int]:
    """Whose turn a timer ends: that of an action. Who reacts, or has to choose something, has a hand to hide."""
    return {_ACTION: state.active} if state.due is not None and state.clock == _ACTION else {}


def join(state: State, seat: int) -> Iterator[Event]:
    """Refuse who wants to come in. Raises Illegal always."""
    if seat in state.playing:
        raise Illegal(phrase("You are in the match already."))
    raise Illegal(phrase("This match has begun; you can join the next one."))


def leave(state: S, flow: Flow[S], seats: Sequence[int], why: Exit, rng: Rng) -> Decided:
    """Put out who has left for good, and go on without them: what they had to choose is chosen for them (rule 24).

    What somebody else is asked is asked anew: what it is about may have left play with them.
    """
    gone = [seat for seat in seats if state.sides[seat].present]
    if not gone or state.over:
        return
    frame = state.frame
    yield from put_out(state, gone, why)
    yield from settle(state)
    if state.over:
        return
    if frame and frame.step is not None and state.running:
        if frame.seat in gone:
            yield from answered(state, flow, frame, frame.ask.default, rng)
        else:
            yield from ask_anew(state, frame, rng)
    elif state.window and state.window.decided:
        yield from close(state, flow, state.window, (), rng)
    yield from go_on(state, flow, rng)


def hold(state: S, flow: Flow[S], seat: int, cause: Cause, *, now: int, rng: Rng) -> Decided:
    """Hold the seat of somebody who may come back, and let the clock stand still. Quitting may have no grace.

    Who goes of their own will while they are to act does nothing, as if their time had run out: that is no way to
    think for longer.
    """
    grace = _grace(state.options, cause)
    if cause is Cause.QUIT and not grace:
        yield from leave(state, flow, [seat], Exit.DISCONNECT, rng)
        return
    if state.sides[seat].held_until is not None or not state.sides[seat].present:
        return
    asked, quits = cause is Cause.ASKED, cause is Cause.QUIT
    if (asked or quits) and seat in state.acting:
        yield from _forgo(state, flow, [seat], rng)
    if not state.over and state.sides[seat].present:
        rest = None if state.due is None else max(0, state.due - now)
        yield e.Held(seat, now + grace * 1000, rest, asked, quits)


def come_back(state: State, seat: int) -> Iterator[Event]:
    """Let the player of a held seat go on, with the time that was left."""
    if state.sides[seat].held_until is not None:
        yield e.CameBack(seat)


def recall(state: State) -> Iterator[Event]:
    """Ask again after an interruption, with the full time."""
    if not state.held and (state.due is not None or state.rest is not None):
        yield e.Recalled()


def prompt_left(state: State, now: int) -> Iterator[Event]:
    """Start the time of who waits for it."""
    if state.due is None and state.acting:
        yield e.PromptLeft(now)


def expire(state: S, flow: Flow[S], now: int, rng: Rng) -> Decided:
    """Let the time be over that ran: a grace, or that of all who are to act."""
    if state.held:
        gone = [seat for seat, side in enumerate(state.sides) if side.held_until is not None and side.held_until <= now]
        return leave(state, flow, gone, Exit.GRACE, rng)
    return _forgo(state, flow, state.acting, rng)


def stop(state: State, *, scored: bool) -> Iterator[Event]:
    """End the match, with places as it stands or without a result."""
    if not state.over:
        yield e.Ended(ranking(state) if scored else {}, e.Why.STOPPED)


def _forgo(state: S, flow: Flow[S], seats: Sequence[int], rng: Rng) -> Decided:
    """Let the time of some who are to act be over."""
    if state.opening:
        return _keep(state, flow, [*seats], rng)
    if frame := state.frame:
        return _default(state, flow, frame, rng)
    if window := state.window:
        if len(seats) < len(window.missing):
            return react(state, flow, seats[0], Pass(), rng)
        return close(state, flow, window, seats, rng)
    return _miss(state, flow, rng)


def _keep(state: S, flow: Flow[S], seats: Sequence[int], rng: Rng) -> Decided:
    for seat in seats:
        yield from open_hand(state, seat, rng, anew=False)
    yield from go_on(state, flow, rng)


def _default(state: S, flow: Flow[S], frame: Frame, rng: Rng) -> Decided:
    """Choose what is chosen for who does not (rule 24)."""
    yield e.Chose(frame.seat, frame.ask.default, missed=True, secret=frame.ask.secret)
    yield from answered(state, flow, frame, frame.ask.default, rng)
    yield from go_on(state, flow, rng)


def _miss(state: S, flow: Flow[S], rng: Rng) -> Decided:
    """End the turn of who did not act in time, and put out who does nothing for too long."""
    seat = state.active
    yield e.Missed(seat)
    if state.sides[seat].idle >= state.options.idle_limit:
        yield from leave(state, flow, [seat], Exit.IDLE, rng)
        return
    yield from end_turn()
    yield from go_on(state, flow, rng)


def _grace(options: BattleOptions, cause: Cause) -> int:
    """How long a seat is held, in s."""
    grace: int = getattr(options, _GRACES.get(cause, "ping_timeout_grace"))
    return grace

"""Deciding what an input does: the table of the inputs and the rules that answer them."""

from collections.abc import Callable, Iterator
from typing import Any

from games.ion.commands import Command, Link, Play, Take, Use
from games.ion.events import Ended, Event, Exit
from games.ion.moves import move
from games.ion.seating import come_back, hold, join, leave
from games.ion.state import State
from games.ion.turns import depart, end_round, miss, prompt_left, recall
from games.kit import inputs
from games.kit.inputs import SystemInput
from games.kit.rng import Rng

ROUND = "round"
TURN = "turn"
HOLD = "hold:"


def decide(state: State, seat: int | None, command: Command | SystemInput, now: int, rng: Rng) -> Iterator[Event]:
    """Say what an input does. Raises Illegal."""
    return _ANSWERS[type(command)](state, seat, command, now, rng)


def timers(state: State) -> dict[str, int]:
    """When which timer is due. Of those due at once the round's comes first: a turn dies with its round unpunished."""
    due: dict[str, int] = {}
    if state.over:
        return due
    if state.round_began is not None:
        due[ROUND] = state.round_began + state.round_length
    for seat in state.order:
        held_until = state.seats[seat].held_until
        if held_until is not None:
            due[f"{HOLD}{seat}"] = held_until
    if (turn_due := state.turn_due) is not None:
        due[TURN] = turn_due
    return due


def turn_timers(state: State) -> dict[str, int]:
    """Whose turn a timer ends."""
    return {} if state.acting is None or state.turn_due is None else {TURN: state.acting}


def _expired(state: State, _seat: None, command: inputs.Expired, _now: int, rng: Rng) -> Iterator[Event]:
    if command.timer == ROUND:
        return end_round(state, rng)
    if command.timer == TURN:
        return miss(state, rng)
    return depart(state, int(command.timer.removeprefix(HOLD)), Exit.GRACE, rng)


def _stopped(state: State, _seat: None, command: inputs.Stopped, _now: int, _rng: Rng) -> Iterator[Event]:
    yield Ended(command.scored, state.bank)


_ANSWERS: dict[type, Callable[[State, Any, Any, int, Rng], Iterator[Event]]] = {
    Play: move,
    Use: move,
    Take: move,
    Link: move,
    inputs.Joined: lambda state, seat, command, _now, rng: join(state, seat, command.kind, rng),
    inputs.Left: lambda state, seat, command, _now, rng: leave(state, seat, command.reason, rng),
    inputs.Away: lambda state, seat, command, now, rng: hold(state, seat, command.cause, now, rng),
    inputs.Back: lambda state, seat, _command, _now, rng: come_back(state, seat, rng),
    inputs.Prompted: lambda state, _seat, _command, now, _rng: prompt_left(state, now),
    inputs.Paused: lambda _state, _seat, _command, _now, _rng: iter(()),
    inputs.Resumed: lambda state, _seat, _command, _now, _rng: recall(state),
    inputs.Expired: _expired,
    inputs.Stopped: _stopped,
}

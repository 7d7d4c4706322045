"""Deciding what an input does: the beginning, the table of the inputs, and the timers."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.fia import free, palette, pauses, tiebreak
from games.fia.commands import Command, Pass, Play, Rest, Top
from games.fia.decks import mistakes
from games.fia.ends import stop
from games.fia.events import Begun, Called, Dealt, Event, LifeSet, Shuffled, Started
from games.fia.legality import check_turn
from games.fia.options import Options
from games.fia.ready import ready_decks
from games.fia.state import SEATS, Stage, State
from games.fia.tiebreak import HAND
from games.kit import inputs
from games.kit.inputs import SystemInput
from games.kit.protocol import Chair
from games.kit.rng import Rng
from games.kit.text import plain

HOLD = "hold:"
TURN = "turn"
_TIMERS = {
    Stage.FIRST: TURN, Stage.TURN: TURN, Stage.CALM: "calm", Stage.OPEN: "draw", Stage.TIE: "tie",
}  # fmt: skip
"""The name of the timer that runs in each stage."""
_TURNS = frozenset({Stage.FIRST, Stage.TURN})
"""The stages in which one player has the turn."""


def setup(chairs: Sequence[Chair], options: Options, rng: Rng) -> Iterator[Event]:
    """Shuffle the decks, deal, and draw who begins; or begin the first draw. Raises ValueError for a wrong deck."""
    yield Begun(options, tuple(chair.kind for chair in chairs))
    for seat, chair in enumerate(chairs):
        if chair.brought and (wrong := mistakes(chair.brought, options.spread)):
            raise ValueError(f"the deck of seat {seat} cannot be played: {'; '.join(map(plain, wrong))}")
        shuffled = tuple(rng.shuffled("deck", chair.brought or ready_decks(options.spread)[options.deck]))
        yield LifeSet(seat, options.life)
        yield Shuffled(seat, shuffled)
        yield Dealt(seat, shuffled[:HAND])
    if options.spread == "free":
        yield free.begin_draw(options, 1, rng)
    else:
        yield Started(rng.below("starter", len(SEATS)))


def decide(state: State, seat: int | None, command: Command | SystemInput, now: int, rng: Rng) -> Iterator[Event]:
    """Say what an input does. Raises Illegal."""
    return _ANSWERS[type(command)](state, seat, command, now, rng)


def timers(state: State) -> dict[str, int]:
    """When which timer is due. That of a calm is secret."""
    if state.due is not None:
        return {_TIMERS[state.stage]: state.due}
    if state.over or not state.held:
        return {}
    return {f"{HOLD}{seat}": side.held_until for seat, side in enumerate(state.sides) if side.held_until is not None}


def turn_timers(state: State) -> dict[str, int]:
    """Whose turn a timer ends: one of Palette. All other plays are secret, and both lay them at once."""
    return {TURN: state.current} if state.due is not None and state.stage in _TURNS else {}


def _move(state: State, seat: int | None, command: Command, now: int, rng: Rng) -> Iterator[Event]:
    seat = check_turn(state, seat)
    if state.stage is Stage.TIE:
        return tiebreak.lay(state, seat, command, rng)
    if state.options.spread == "free":
        return free.lay(state, seat, command, now, rng)
    return palette.move(state, seat, command, rng)


def _expired(state: State, _seat: None, _command: inputs.Expired, now: int, rng: Rng) -> Iterator[Event]:
    match state.stage:
        case _ if state.held:
            return pauses.grace_over(state, now)
        case Stage.CALM:
            return iter((Called(),))
        case Stage.OPEN:
            return free.time_out(state, state.missing, rng)
        case Stage.TIE:
            return tiebreak.time_out(state, state.missing, rng)
        case _:
            return palette.miss(state, rng)


_ANSWERS: dict[type, Callable[[State, Any, Any, int, Rng], Iterator[Event]]] = {
    Play: _move,
    Top: _move,
    Rest: _move,
    Pass: _move,
    inputs.Joined: lambda state, seat, _command, _now, _rng: pauses.join(state, seat),
    inputs.Left: lambda state, seat, command, _now, _rng: pauses.leave(state, seat, command.reason),
    inputs.Away: lambda state, seat, command, now, rng: pauses.hold(state, seat, command.cause, now, rng),
    inputs.Back: lambda state, seat, _command, _now, rng: pauses.come_back(state, seat, rng),
    inputs.Prompted: lambda state, _seat, _command, now, _rng: pauses.prompt_left(state, now),
    inputs.Paused: lambda _state, _seat, _command, _now, _rng: iter(()),
    inputs.Resumed: lambda state, _seat, _command, _now, rng: pauses.recall(state, rng),
    inputs.Expired: _expired,
    inputs.Stopped: lambda state, _seat, command, _now, _rng: stop(state, scored=command.scored),
}

"""Making a move (rules 11, 16, 18 and 20)."""

from collections.abc import Callable, Iterable, Iterator

from games.ion.bank import play_card
from games.ion.commands import Command, Link, Play, Take, Use
from games.ion.events import Charged, Clocked, Event, Opened, Played, Reversed, Stretched, Swapped, Took
from games.ion.gains import gains
from games.ion.items import CHARGE, LONGER, REVERSE, SHORTER, STRETCH, SWAP, Item
from games.ion.legality import check
from games.ion.state import State
from games.ion.turns import open_turn
from games.kit.rng import Rng

MINUTE = 60_000


def move(state: State, seat: int, command: Command, now: int, rng: Rng) -> Iterator[Event]:
    """Make a move, give what it brings, and go on to the next turn. Raises Illegal."""
    check(state, seat, command)
    items = command.items
    goes_on = items == (STRETCH,) and not state.seats[seat].barren
    yield Played(seat, items)
    if goes_on:
        yield Stretched()
        return
    yield from effect(state, seat, command.move if isinstance(command, Link) else command, now)
    yield gains(state, seat, rng)
    again = isinstance(command, Link) or items == (REVERSE,)
    if again and state.extras < state.options.extra_turns:
        yield Opened(seat, extra=True)
    else:
        yield from open_turn(state, state.follower(seat), rng)


def effect(state: State, seat: int, command: Command, now: int) -> Iterable[Event]:
    """Say what a move does besides what it brings; of `& MOVE` only MOVE is asked."""
    match command:
        case Play(card, factor):
            return play_card(state, seat, card, factor)
        case Take(item):
            victim = next((other for other in state.others(seat) if item in state.seats[other].hand), None)
            return (Took(seat, item, victim),)
        case Use(item) if item in _OBJECT_EFFECTS:
            return (_OBJECT_EFFECTS[item](state, now),)
        case _:
            return ()


def _longer(state: State, _now: int) -> Event:
    room = state.round_gained < state.options.extra_minutes * MINUTE
    return Clocked(MINUTE if room else 0)


def _shorter(state: State, now: int) -> Event:
    return Clocked(-MINUTE if state.round_left(now) >= MINUTE else 0)


_OBJECT_EFFECTS: dict[Item, Callable[[State, int], Event]] = {
    REVERSE: lambda _state, _now: Reversed(),
    SWAP: lambda _state, _now: Swapped(),
    CHARGE: lambda state, _now: Charged(state.options.charge_turns),
    LONGER: _longer,
    SHORTER: _shorter,
}
"""The objects with an effect of their own; `S` has none, nor have helpless ones that are played alone."""

"""How each event changes the state. Nothing else does."""

from collections.abc import Callable, Iterable
from typing import Any

from games.ion import events as e
from games.ion.items import Item
from games.ion.state import Seat, State


def evolve(state: State, event: e.Event) -> None:
    """Apply an event."""
    _APPLY[type(event)](state, event)


def _give(seat: Seat, items: Iterable[Item]) -> None:
    for item in items:
        seat.hand[item] = seat.hand.get(item, 0) + 1


def _take(seat: Seat, item: Item) -> None:
    if seat.hand[item] == 1:
        del seat.hand[item]
    else:
        seat.hand[item] -= 1


def _pay(state: State, shares: dict[int, int]) -> None:
    for seat, share in shares.items():
        state.seats[seat].points += share


def _turn_ended(state: State) -> None:
    if state.charge:
        state.charge -= 1


def _insert_before_current(state: State, seat: int) -> None:
    place = state.order.index(state.current)
    state.order.insert(place if state.flow > 0 else place + 1, seat)


def _begun(state: State, event: e.Begun) -> None:
    state.options = event.options
    state.seats = [Seat(kind, team) for kind, team in zip(event.kinds, event.teams, strict=True)]
    state.order = list(range(len(state.seats)))
    state.round_length = event.options.round_time * 1000


def _dealt(state: State, event: e.Dealt) -> None:
    _give(state.seats[event.seat], event.items)


def _opened(state: State, event: e.Opened) -> None:
    _turn_ended(state)
    state.current = event.seat
    state.extras = state.extras + 1 if event.extra else 0
    state.asked_at = None
    state.stretched = False


def _asked(state: State, event: e.Asked) -> None:
    state.asked_at = event.at
    if state.round_began is None:
        state.round_began = event.at


def _recalled(state: State, _event: e.Recalled) -> None:
    state.asked_at = None


def _played(state: State, event: e.Played) -> None:
    seat = state.seats[event.seat]
    for item in event.items:
        _take(seat, item)


def _banked(state: State, event: e.Banked) -> None:
    state.bank += event.points
    state.polarity = event.polarity


def _dumped(state: State, event: e.Dumped) -> None:
    _pay(state, event.shares)
    state.bank -= sum(event.shares.values())
    state.polarity = 0


def _reversed(state: State, _event: e.Reversed) -> None:
    state.flow = -state.flow


def _swapped(state: State, _event: e.Swapped) -> None:
    state.polarity = -state.polarity


def _charged(state: State, event: e.Charged) -> None:
    state.charge = event.turns + 1  # the present turn ends first


def _took(state: State, event: e.Took) -> None:
    if event.victim is not None:
        _take(state.seats[event.victim], event.item)
        _give(state.seats[event.seat], (event.item,))


def _stretched(state: State, _event: e.Stretched) -> None:
    state.stretched = True


def _clocked(state: State, event: e.Clocked) -> None:
    state.round_length += event.change
    state.round_gained += max(event.change, 0)


def _gained(state: State, event: e.Gained) -> None:
    seat = state.seats[event.seat]
    _give(seat, event.drawn)
    seat.coins += event.coins
    if event.traded is not None:
        seat.coins -= TRADE_PRICE
        _give(seat, (event.traded,))
    if event.gift is not None:
        seat.points -= event.stolen
        _give(seat, (event.gift,))
    seat.idle = 0
    state.last_mover = event.seat


def _missed(state: State, event: e.Missed) -> None:
    seat = state.seats[event.seat]
    seat.points -= event.penalty
    seat.idle += 1


def _passed(state: State, _event: e.Passed) -> None:
    _turn_ended(state)


def _pitied(state: State, event: e.Pitied) -> None:
    _turn_ended(state)
    _give(state.seats[event.seat], (event.item,))


def _held(state: State, event: e.Held) -> None:
    state.seats[event.seat].held_until = event.until
    if event.seat == state.current:
        state.asked_at = None


def _came_back(state: State, event: e.CameBack) -> None:
    state.seats[event.seat].held_until = None


def _seated(state: State, event: e.Seated) -> None:
    state.seats.append(Seat(event.kind, event.team))
    _insert_before_current(state, event.seat)


def _restored(state: State, event: e.Restored) -> None:
    seat = state.seats[event.seat]
    seat.present = seat.returned = True
    seat.idle = 0
    _insert_before_current(state, event.seat)


def _departed(state: State, event: e.Departed) -> None:
    seat = state.seats[event.seat]
    seat.present = False
    seat.held_until = None
    seat.points -= event.forfeit
    _pay(state, event.shares)
    state.bank += event.rest
    state.order.remove(event.seat)


def _round_ended(state: State, event: e.RoundEnded) -> None:
    _pay(state, event.shares)
    state.bank -= sum(event.shares.values()) + event.void
    state.polarity = 0
    state.charge = 0


def _round_began(state: State, _event: e.RoundBegan) -> None:
    state.round += 1
    state.round_began = None
    state.round_length = state.options.round_time * 1000
    state.round_gained = 0


def _ended(state: State, event: e.Ended) -> None:
    state.over = True
    state.scored = event.scored
    state.bank -= event.void


TRADE_PRICE = 20
"""Coins that are taken for an object (rule 22)."""

_APPLY: dict[type[e.Event], Callable[[State, Any], None]] = {
    e.Begun: _begun, e.Dealt: _dealt, e.Opened: _opened, e.Asked: _asked, e.Recalled: _recalled, e.Played: _played,
    e.Banked: _banked, e.Dumped: _dumped, e.Reversed: _reversed, e.Swapped: _swapped, e.Charged: _charged,
    e.Took: _took, e.Stretched: _stretched, e.Clocked: _clocked, e.Gained: _gained, e.Missed: _missed,
    e.Passed: _passed, e.Pitied: _pitied, e.Held: _held, e.CameBack: _came_back, e.Seated: _seated,
    e.Restored: _restored, e.Departed: _departed, e.RoundEnded: _round_ended, e.RoundBegan: _round_began,
    e.Ended: _ended,
}  # fmt: skip

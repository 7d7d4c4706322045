"""What cards do to the two players, in either spread (rules 1 and 11 to 13)."""

from collections.abc import Callable, Iterator

from games.fia.cards import Card, CardKind
from games.fia.events import (
    Attacked,
    Countered,
    Drew,
    Event,
    Guarded,
    Healed,
    Landed,
    StockDropped,
    Stockpiled,
)
from games.fia.state import SEATS, State

DRAWN = {CardKind.DRAW: 2, CardKind.FOUR_SHIFT: 4}
"""How many cards these draw."""


def act(state: State, seat: int, card: Card, factor: int) -> Iterator[Event]:
    """Let a card do what it does."""
    effect = _EFFECTS.get(card.kind)
    return effect(state, seat, card, factor) if effect else iter(())


def land(state: State, seat: int) -> Iterator[Event]:
    """Let the attack that waits for a player land, less what is in its way (rules 11 and 13)."""
    side = state.sides[seat]
    if side.pending:
        yield Landed(seat, max(0, side.attack - side.shelter))


def drop_stock(state: State, seat: int) -> Iterator[Event]:
    """Drop a player's stockpile, if there is one."""
    if state.sides[seat].stock:
        yield StockDropped(seat)


def beaten(state: State) -> list[int]:
    """Tell who has no LP left."""
    return [seat for seat in SEATS if state.sides[seat].lp <= 0]


def counters(state: State, values: dict[int, int]) -> Iterator[Event]:
    """Let Counters of these values happen at once, each against what waits for its player now (rule 12).

    A stockpile that one of them met, or whose attack it ended, is dropped at once.
    """
    met = [seat for seat in values if state.sides[seat].pending]
    outcomes = []
    for seat, value in values.items():
        own, other = state.sides[seat], state.sides[1 - seat]
        dealt = value if own.attack > value else value - own.attack
        taken = max(0, own.attack - value)
        outcomes.append(Countered(seat, max(0, dealt - other.shelter), max(0, taken - own.shelter)))
        if dealt:
            met.append(1 - seat)
    yield from outcomes
    for seat in met:
        yield from drop_stock(state, seat)


def _attack(_state: State, seat: int, card: Card, factor: int) -> Iterator[Event]:
    yield Attacked(1 - seat, card.number * factor)


def _defend(state: State, seat: int, card: Card, factor: int) -> Iterator[Event]:
    worth = card.number * factor
    yield Guarded(seat, worth) if state.sides[seat].pending else Stockpiled(seat, card.code, worth)


def _heal(_state: State, seat: int, card: Card, factor: int) -> Iterator[Event]:
    yield Healed(seat, card.number * factor)


def _counter(state: State, seat: int, card: Card, _factor: int) -> Iterator[Event]:
    """Counter: it follows no Double, so its factor is 1 (rule 9)."""
    yield from counters(state, {seat: card.number})


def _draw(state: State, seat: int, card: Card, factor: int) -> Iterator[Event]:
    """Draw as many cards as there are, at most (rule 4)."""
    if cards := state.sides[seat].top(DRAWN[card.kind] * factor):
        yield Drew(seat, cards)


def _dual(state: State, seat: int, _card: Card, _factor: int) -> Iterator[Event]:
    return drop_stock(state, seat)


_EFFECTS: dict[CardKind, Callable[[State, int, Card, int], Iterator[Event]]] = {
    CardKind.ATTACK: _attack,
    CardKind.DEFEND: _defend,
    CardKind.HEAL: _heal,
    CardKind.COUNTER: _counter,
    CardKind.DRAW: _draw,
    CardKind.FOUR_SHIFT: _draw,
    CardKind.DUAL: _dual,
}
"""What each kind does; a Double is in the factor of the next card, and a Shift does nothing but let one follow."""

"""How each event changes the state. Nothing else does."""

from collections.abc import Callable
from typing import Any

from games.fia import events as e
from games.fia.cards import CARDS, CardKind, Code
from games.fia.state import Laid, Side, Stage, State, Stocked

SPOTS = 2
"""Chain spots, and so stockpiled cards, that a player has (rule 13)."""

_ON_TOP = {CardKind.DOUBLE, CardKind.DRAW, CardKind.DUAL}
"""Cards that go on top of the discard pile if they were played first (rule 10)."""


def evolve(state: State, event: e.Event) -> None:
    """Apply an event."""
    _APPLY[type(event)](state, event)


def _draw(side: Side, cards: tuple[Code, ...]) -> None:
    if cards:
        del side.deck[-len(cards) :]
        side.hand += cards


def _drop_board(side: Side) -> None:
    """Put the face-up cards on the discard pile: the last one on top, or the first one where it goes on top."""
    board = side.board
    if len(board) > 1 and CARDS[board[0]].kind in _ON_TOP:
        board.append(board.pop(0))
    side.discard += board
    board.clear()


def _drop_stock(side: Side) -> None:
    side.discard += [stocked.card for stocked in side.stock]
    side.stock.clear()


def _end_attack(side: Side) -> None:
    side.pending = side.guard = 0


def _begun(state: State, event: e.Begun) -> None:
    state.options = event.options
    state.sides = [Side(kind) for kind in event.kinds]


def _life_set(state: State, event: e.LifeSet) -> None:
    state.sides[event.seat].lp = event.lp


def _shuffled(state: State, event: e.Shuffled) -> None:
    side = state.sides[event.seat]
    side.deck = [*reversed(event.cards)]
    for place in (side.hand, side.board, side.stock, side.discard):
        place.clear()
    _end_attack(side)


def _drew(state: State, event: e.Dealt | e.Drew) -> None:
    _draw(state.sides[event.seat], event.cards)


def _started(state: State, event: e.Started) -> None:
    state.current = event.seat


def _turn_began(state: State, event: e.TurnBegan) -> None:
    state.stage = Stage.TURN
    state.current = event.seat
    _stop_clock(state)
    side = state.sides[event.seat]
    _drop_board(side)
    _draw(side, event.drawn)


def _stop_clock(state: State) -> None:
    state.due = state.rest = None


def _asked(state: State, event: e.Asked) -> None:
    state.due = event.at + state.time
    state.rest = None
    if state.stage is Stage.HOLSTER:
        state.stage = Stage.CALM
        state.since = event.at
    elif state.stage is Stage.CALLED:
        state.stage = Stage.OPEN
        state.opened = event.at


def _recalled(state: State, _event: e.Recalled) -> None:
    _stop_clock(state)


def _laid_out(state: State, event: e.LaidOut) -> None:
    side = state.sides[event.seat]
    side.idle = 0
    for card in event.cards:
        side.hand.remove(card)
    side.board += event.cards


def _topped(state: State, event: e.Topped) -> None:
    side = state.sides[event.seat]
    side.deck.pop()
    side.board.append(event.card)


def _attacked(state: State, event: e.Attacked) -> None:
    state.sides[event.seat].pending += event.amount


def _guarded(state: State, event: e.Guarded) -> None:
    state.sides[event.seat].guard += event.amount


def _stockpiled(state: State, event: e.Stockpiled) -> None:
    side = state.sides[event.seat]
    side.board.remove(event.card)
    if len(side.stock) == SPOTS:
        side.discard.append(side.stock.pop(0).card)
    side.stock.append(Stocked(event.card, event.worth))


def _stock_dropped(state: State, event: e.StockDropped) -> None:
    _drop_stock(state.sides[event.seat])


def _healed(state: State, event: e.Healed) -> None:
    state.sides[event.seat].lp += event.amount


def _countered(state: State, event: e.Countered) -> None:
    side = state.sides[event.seat]
    side.lp -= event.taken
    _end_attack(side)
    state.sides[1 - event.seat].lp -= event.dealt


def _landed(state: State, event: e.Landed) -> None:
    side = state.sides[event.seat]
    side.lp -= event.amount
    _end_attack(side)
    _drop_stock(side)


def _cancelled(_state: State, _event: e.Cancelled) -> None:
    """Nothing happens: that is what it says."""


def _rested(state: State, event: e.Rested) -> None:
    side = state.sides[event.seat]
    side.idle = 0
    _draw(side, event.drawn)


def _missed(state: State, event: e.Missed) -> None:
    side = state.sides[event.seat]
    side.idle += 1
    _draw(side, event.drawn)
    if state.stage is Stage.OPEN:
        state.laid[event.seat] = Laid()


def _holstered(state: State, event: e.Holstered) -> None:
    if event.number != state.number:
        state.barred.clear()
    state.stage = Stage.HOLSTER
    state.number = event.number
    state.calm = event.calm or 0
    state.laid.clear()
    _stop_clock(state)


def _called(state: State, _event: e.Called) -> None:
    state.stage = Stage.CALLED
    state.due = None


def _received(state: State, event: e.Received) -> None:
    state.laid[event.seat] = Laid(event.cards or (), event.sent, event.stamped)
    state.sides[event.seat].idle = 0


def _barred(state: State, event: e.Barred) -> None:
    state.barred.append(event.seat)
    state.sides[event.seat].idle = 0


def _shown(state: State, _event: e.Shown) -> None:
    state.due = None


def _refilled(state: State, event: e.Refilled) -> None:
    side = state.sides[event.seat]
    _drop_board(side)
    _draw(side, event.drawn)


def _tied(state: State, _event: e.Tied) -> None:
    state.stage = Stage.TIE
    state.laid.clear()
    state.barred.clear()
    _stop_clock(state)


def _repeated(state: State, _event: e.Repeated) -> None:
    state.repeats += 1
    state.laid.clear()
    _stop_clock(state)
    for side in state.sides:
        side.discard += [*side.hand, *side.board]
        side.hand.clear()
        side.board.clear()


def _held(state: State, event: e.Held) -> None:
    state.sides[event.seat].held_until = event.until
    state.due = None
    if event.rest is not None:
        state.rest = event.rest


def _came_back(state: State, event: e.CameBack) -> None:
    state.sides[event.seat].held_until = None


def _departed(state: State, event: e.Departed) -> None:
    side = state.sides[event.seat]
    side.present = False
    side.held_until = None


def _ended(state: State, event: e.Ended) -> None:
    state.stage = Stage.OVER
    state.places = event.places
    state.due = None


_APPLY: dict[type[e.Event], Callable[[State, Any], None]] = {
    e.Begun: _begun, e.LifeSet: _life_set, e.Shuffled: _shuffled, e.Dealt: _drew, e.Drew: _drew, e.Started: _started,
    e.TurnBegan: _turn_began, e.Asked: _asked, e.Recalled: _recalled, e.LaidOut: _laid_out, e.Topped: _topped,
    e.Attacked: _attacked, e.Guarded: _guarded, e.Stockpiled: _stockpiled, e.StockDropped: _stock_dropped,
    e.Healed: _healed, e.Countered: _countered, e.Landed: _landed, e.Cancelled: _cancelled, e.Rested: _rested,
    e.Missed: _missed, e.Holstered: _holstered, e.Called: _called, e.Received: _received, e.Barred: _barred,
    e.Shown: _shown, e.Refilled: _refilled, e.Tied: _tied, e.Repeated: _repeated, e.Held: _held,
    e.CameBack: _came_back, e.Departed: _departed, e.Ended: _ended,
}  # fmt: skip

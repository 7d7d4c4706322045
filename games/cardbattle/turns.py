"""How a turn ends and the next one begins; what is the same in all card battles."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.changes import Event
from games.cardbattle.field import Field
from games.cardbattle.flow import Decided, Flow
from games.cardbattle.settling import draw, ranking
from games.cardbattle.stack import Ask, Frame, Item
from games.cardbattle.state import S, State, Step
from games.kit.rng import Rng


def end_turn() -> Iterator[Event]:
    """End the turn: what lasted until now ends, which triggers what happens at the end of a turn."""
    yield e.StepBegan(Step.ENDING)
    yield c.LastingEnded()


def finish_turn(state: S, flow: Flow[S]) -> Decided:
    """When all skills of the end of a turn have gone off: discard down to the limit, and let the next turn begin."""
    side, field = state.sides[state.active], Field(state)
    excess = len(side.hand) - field.hand_limit(state.active)
    if side.present and excess > 0:
        ask = Ask("discard", tuple(side.hand), excess, excess, zone="hand")
        yield e.Asked(Frame(state.next_item, state.active, ask))
        return
    seat, round_ = _follower(state, backwards=field.backwards(state.active))
    if round_ > state.rounds or state.turn >= state.rounds * len(state.sides):
        yield e.Ended(ranking(state), e.Why.ROUNDS)
    else:
        yield from flow.begin(state, seat, round_)


def discard(state: State, seat: int, picks: Sequence[int]) -> Iterator[Event]:
    """Let the active player discard what is too much."""
    hand = state.sides[seat].hand
    yield c.Discarded(seat, tuple(picks), tuple(hand[number] for number in picks))


def _follower(state: State, *, backwards: bool) -> tuple[int, int]:
    """Give whose turn is next, and in which round: a new one begins where the order does."""
    order = state.order[::-1] if backwards else state.order
    place = order.index(state.active)
    for seat in order[place + 1 :]:
        if state.sides[seat].present:
            return seat, state.round
    return next(seat for seat in order if state.sides[seat].present), state.round + 1


MOVES: Mapping[str, Callable[[State, Item, Rng], Decided]] = {
    "draw": lambda state, item, rng: draw(state, item.seat, 1, rng),
    "end": lambda _state, _item, _rng: end_turn(),
}
"""What those moves do when they go off that all games have: a draw that was paid for, and the end of the turn."""

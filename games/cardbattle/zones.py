"""How events move cards between zones, and change what is in play. See `evolve`."""

from collections.abc import Callable, Iterable
from typing import Any

from games.cardbattle import changes as c
from games.cardbattle.cards import Code
from games.cardbattle.changes import Event
from games.cardbattle.state import Lasting, Side, State, Thing


def into_hand(side: Side, card: Code) -> None:
    """Put a card into a hand, under the next number."""
    side.hand[side.next_number] = card
    side.next_number += 1


def leave_play(state: State, number: int) -> Thing:
    """Take a thing out of play."""
    leave_struggle(state, (number,))
    return state.things.pop(number)


def leave_struggle(state: State, numbers: Iterable[int]) -> None:
    """Take things out of the fight, if they are in it."""
    if struggle := state.struggle:
        gone = set(numbers)
        for side in (struggle.attacking, struggle.defending, struggle.named):
            side[:] = [number for number in side if number not in gone]


def _shuffled(state: State, event: c.Shuffled) -> None:
    side = state.sides[event.seat]
    side.deck = [*reversed(event.cards)]
    if event.rest:
        side.rest.clear()
    if event.hand:
        side.hand.clear()


def _drew(state: State, event: c.Drew) -> None:
    side = state.sides[event.seat]
    for _ in event.cards:
        into_hand(side, side.deck.pop())


def _entered(state: State, event: c.Entered) -> None:
    side = state.sides[event.owner]
    if event.zone == "stack":
        state.running = None
    else:
        (side.rest if event.zone == "rest" else side.deck).remove(event.card)
    state.things[event.thing] = Thing(event.card, event.owner, event.owner, host=event.host)
    state.next_thing = event.thing + 1


def _exhausted(state: State, event: c.Exhausted) -> None:
    for number in event.things:
        state.things[number].exhausted = True


def _refreshed(state: State, event: c.Refreshed) -> None:
    for number in event.things:
        state.things[number].exhausted = False


def _struck(state: State, event: c.Struck) -> None:
    for ref, amount in event.taken.items():
        if ref > 0:
            state.things[ref].hurt += amount
        else:
            state.sides[~ref].life -= amount


def _mended(state: State, event: c.Mended) -> None:
    if event.at > 0:
        state.things[event.at].hurt -= event.amount
    else:
        state.sides[~event.at].life += event.amount


def _gone(state: State, event: c.Gone) -> None:
    for number in event.things:
        thing = leave_play(state, number)
        state.sides[thing.owner].rest.append(thing.card)


def _moved(state: State, event: c.Moved) -> None:
    for number in event.things:
        thing = leave_play(state, number)
        side = state.sides[thing.owner]
        if event.into == "hand":
            into_hand(side, thing.card)
        else:
            side.deck.insert(0, thing.card)


def _discarded(state: State, event: c.Discarded) -> None:
    side = state.sides[event.seat]
    side.rest += [side.hand.pop(number) for number in event.numbers]


def _fetched(state: State, event: c.Fetched) -> None:
    side = state.sides[event.seat]
    (side.rest if event.zone == "rest" else side.deck).remove(event.card)
    into_hand(side, event.card)


def _changed(state: State, event: c.Changed) -> None:
    state.lasting.append(event.lasting)


def _grown(state: State, event: c.Grown) -> None:
    thing = state.things[event.thing]
    if event.value:
        thing.grown[event.value] = thing.grown.get(event.value, 0) + event.add
    if event.keyword:
        thing.keywords.append(event.keyword)
    if event.kind:
        thing.kinds.append(event.kind)


def _taken(state: State, event: c.Taken) -> None:
    thing = state.things[event.thing]
    if event.turn:
        state.lasting.append(Lasting((event.thing,), control=thing.controller))
    else:
        state.lasting = [each for each in state.lasting if each.control is None or event.thing not in each.refs]
    control(state, event.thing, event.seat)


def _lasting_ended(state: State, _event: c.LastingEnded) -> None:
    for lasting in reversed(state.lasting):
        if lasting.control is not None:
            for number in set(lasting.refs) & state.things.keys():
                control(state, number, lasting.control)
    state.lasting.clear()


def control(state: State, number: int, seat: int) -> None:
    """Give a thing to a player, or back to its owner if that player is out."""
    thing = state.things[number]
    thing.controller = seat if state.sides[seat].present else thing.owner
    thing.fresh = True
    leave_struggle(state, (number,))


APPLY: dict[type[Event], Callable[[State, Any], None]] = {
    c.Shuffled: _shuffled, c.Drew: _drew, c.Entered: _entered, c.Exhausted: _exhausted, c.Refreshed: _refreshed,
    c.Struck: _struck, c.Mended: _mended, c.Gone: _gone, c.Moved: _moved, c.Discarded: _discarded,
    c.Fetched: _fetched, c.Changed: _changed, c.Grown: _grown, c.Taken: _taken, c.LastingEnded: _lasting_ended,
}  # fmt: skip
"""What each event does that is about cards."""

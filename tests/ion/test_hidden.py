"""Nobody sees what others hold: change all that a viewer cannot see, and nothing that is shown to them changes."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.ion import ION
from games.ion.events import Dealt, Event, Gained, Pitied
from games.ion.items import ITEMS
from games.ion.state import State
from games.kit.codec import codec
from games.kit.protocol import Entry
from games.kit.rng import Rng
from tests.ion.playouts import opened, playout
from tests.ion.scenes import written


def other(rng: Rng) -> str:
    return rng.choice("other", ITEMS)


def permuted(state: State, viewer: int | None, rng: Rng) -> State:
    """The same state as far as the viewer can see: others hold as many items, but different ones, and other coins."""
    saved = codec(ION)
    twin: State = saved.state(saved.encode(state))
    for number, seat in enumerate(twin.seats):
        if number != viewer:
            size = seat.size
            seat.hand = {}
            for _ in range(size):
                item = other(rng)
                seat.hand[item] = seat.hand.get(item, 0) + 1
            seat.coins = rng.below("coins", 20)
    return twin


def disguised(event: Event, viewer: int | None, rng: Rng) -> Event:
    """The same event as far as the viewer can see: others drew as many items, but different ones, and other coins."""
    match event:
        case Dealt(seat, items) if seat != viewer:
            return replace(event, items=tuple(other(rng) for _ in items))
        case Pitied(seat) if seat != viewer:
            return replace(event, item=other(rng))
        case Gained(seat) if seat != viewer:
            size = len(event.drawn) + (event.traded is not None) - 1
            traded = other(rng) if size else None
            drawn = tuple(other(rng) for _ in range(1 + size - (traded is not None)))
            gift = event.gift and other(rng)
            return replace(event, drawn=drawn, coins=rng.below("coins", 11), traded=traded, gift=gift)
        case _:
            return event


def shown(state: State, entry: Entry, viewer: int | None) -> list[Any]:
    """All that the game shows to a seat or the public."""
    words, now = ION.words, entry.at
    seats = range(len(state.seats))
    texts = [
        *words.public(state, entry),
        words.prompt(state),
        words.turn(state, now),
        *words.table(state, viewer),
        words.players(state),
        words.clock(state, now),
        words.score(state),
    ]
    own = []
    if viewer is not None:
        for each in (words, ION.compact_words):
            own += [each.hand(state, viewer), each.private(state, entry).get(viewer)]
        own.append(ION.choices(state, viewer))
    return [
        [written(text, "seat {}".format) for text in texts],
        own,
        ION.view(state, viewer),
        [ION.reveal(event, viewer) for event in entry.events],
        (ION.actors(state), ION.waits(state), ION.timers(state), ION.fillers(state), ION.result(state)),
        [standing.points for standing in ION.standings(state)],
        [list(seats)],
    ]


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_what_others_hold_changes_nothing_that_is_shown(seats):
    rng = Rng(b"hidden")
    match = opened(seats, round_time=60)
    for entry in playout(match, seats):
        for viewer in (None, *range(seats)):
            twin = permuted(match.state, viewer, rng)
            disguise = replace(entry, events=tuple(disguised(event, viewer, rng) for event in entry.events))
            assert shown(twin, disguise, viewer) == shown(match.state, entry, viewer)


def test_what_the_viewer_holds_does_change_it():
    match = opened(2)
    (entry,) = [match.begin()]
    own = shown(match.state, entry, 0)
    assert shown(permuted(match.state, None, Rng(b"hidden")), entry, 0) != own


def test_the_holder_sees_all_of_an_event():
    gained = Gained(1, ("+", "S"), 7, "R", 300, "X")
    assert ION.reveal(gained, 1) == gained
    assert ION.reveal(gained, None) == ION.reveal(gained, 0) == Gained(1, ("?", "?", "?", "?"), stolen=300)
    assert ION.reveal(Dealt(0, ("+", "S")), 1) == Dealt(0, ("?", "?"))
    assert ION.reveal(Pitied(0, "+"), None) == Pitied(0, "?")


def test_an_onlooker_sees_no_hand():
    match = opened(2)
    match.begin()
    assert (ION.view(match.state, None).hand, ION.view(match.state, None).coins) == (None, None)
    assert ION.view(match.state, 1).hand == match.state.seats[1].hand
    assert ION.view(match.state, 1).coins == 0

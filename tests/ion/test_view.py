"""What a seat and an onlooker see of a match, field by field."""

import pytest
from msgspec.structs import asdict

from games.ion import ION
from games.ion.view import SeatView
from games.kit.inputs import Kind
from tests.ion.scenes import scene

STATE = {
    "flow": -1, "bank": 700, "polarity": -3, "charge": 2, "current": 2, "asked_at": 5000, "stretched": True,
    "extras": 1, "round": 2, "round_began": 4000, "round_length": 660_000, "round_gained": 60_000,
}  # fmt: skip


def shown():
    match = scene("S S", "+ x2", "-", **STATE)
    first, second, third = match.state.seats
    first.points, first.coins = 1200, 7
    second.kind, second.held_until = Kind.COMPUTER, 90_000
    third.present = False
    return match.state


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_what_lies_open_is_seen_by_all(viewer):
    state = shown()
    seen = asdict(ION.view(state, viewer))
    assert {name: seen[name] for name in STATE} == STATE
    assert (seen["options"], seen["order"]) == (state.options, (0, 1, 2))
    assert seen["seats"] == (
        SeatView(Kind.HUMAN, "+", 1200, 2, held=False, present=True),
        SeatView(Kind.COMPUTER, "-", 0, 2, held=True, present=True),
        SeatView(Kind.HUMAN, "+", 0, 1, held=False, present=False),
    )


@pytest.mark.parametrize(("viewer", "hand", "coins"), [(None, None, None), (0, {"S": 2}, 7), (1, {"+": 1, "x2": 1}, 0)])
def test_a_hand_is_seen_by_its_seat_alone(viewer, hand, coins):
    state = shown()
    seen = ION.view(state, viewer)
    assert (seen.hand, seen.coins) == (hand, coins)
    if viewer is not None:
        state.seats[viewer].hand.clear()
        assert seen.hand == hand

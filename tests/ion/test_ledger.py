"""What each event posts to the ledger, reason and all: whoever asks where points come from reads just that."""

import pytest

from games.ion import ION
from games.ion import events as e
from games.kit.inputs import Kind
from games.kit.protocol import Posting, Standing
from tests.ion.scenes import scene

POSTED: list[tuple[e.Event, list[Posting]]] = [
    (e.Dealt(1, ("S", "+", "S")), [Posting(1, "item", 2, "deal", "S"), Posting(1, "item", 1, "deal", "+")]),
    (e.Played(1, ("x2", "+")), [Posting(1, "item", -1, "played", "x2"), Posting(1, "item", -1, "played", "+")]),
    (e.Banked(300, 4), [Posting(None, "points", 300, "card")]),
    (e.Banked(0, 4), []),
    (
        e.Dumped(0, "+", {0: 334, 2: 333}),
        [
            Posting(None, "points", -667, "dump"),
            Posting(0, "points", 334, "dump"),
            Posting(2, "points", 333, "dump"),
        ],
    ),
    (e.Dumped(0, "-", {}), []),
    (e.Took(0, "R", 2), [Posting(2, "item", -1, "taken", "R"), Posting(0, "item", 1, "taken", "R")]),
    (e.Took(0, "R", None), []),
    (e.Gained(1, ("±",)), [Posting(1, "item", 1, "drawn", "±")]),
    (
        e.Gained(1, ("±", "+", "R"), coins=7, traded="S", stolen=300, gift="X"),
        [
            Posting(1, "item", 1, "drawn", "±"),
            Posting(1, "item", 1, "bonus", "+"),
            Posting(1, "item", 1, "bonus", "R"),
            Posting(1, "coins", 7, "found"),
            Posting(1, "coins", -20, "trade"),
            Posting(1, "item", 1, "trade", "S"),
            Posting(1, "points", -300, "theft"),
            Posting(1, "item", 1, "gift", "X"),
        ],
    ),
    (e.Missed(2, 1000), [Posting(2, "points", -1000, "timeout")]),
    (e.Pitied(2, "="), [Posting(2, "item", 1, "pity", "=")]),
    (
        e.Departed(1, e.Exit.PART, 701, {0: 350, 2: 350}, 1),
        [
            Posting(1, "points", -701, "forfeit"),
            Posting(0, "points", 350, "forfeit"),
            Posting(2, "points", 350, "forfeit"),
            Posting(None, "points", 1, "forfeit"),
        ],
    ),
    (
        e.RoundEnded({0: 250, 2: 250}, 1),
        [
            Posting(None, "points", -500, "payout"),
            Posting(0, "points", 250, "payout"),
            Posting(2, "points", 250, "payout"),
            Posting(None, "points", -1, "void"),
        ],
    ),
    (e.Ended(scored=True, void=40), [Posting(None, "points", -40, "void")]),
    (e.Opened(1), []),
]


@pytest.mark.parametrize(("event", "posted"), POSTED, ids=[type(event).__name__ for event, _ in POSTED])
def test_an_event_posts_what_it_changes_and_why(event, posted):
    assert list(ION.postings(event)) == posted


def test_every_seat_stands_with_all_it_has():
    match = scene("S S", "+", "")
    first, second, third = match.state.seats
    first.points, first.coins = 1200, 7
    second.kind, second.points = Kind.FILLER, -300
    third.present = False
    assert ION.standings(match.state) == [
        Standing(0, Kind.HUMAN, "+", 1200, 7, {"S": 2}, True),
        Standing(1, Kind.FILLER, "-", -300, 0, {"+": 1}, True),
        Standing(2, Kind.HUMAN, "+", 0, 0, {}, False),
    ]


def test_the_hand_that_is_told_is_a_copy():
    match = scene("S", "+")
    (told, _) = ION.standings(match.state)
    match.state.seats[0].hand["S"] = 9
    assert told.items == {"S": 1}

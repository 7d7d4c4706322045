"""What ION says to who wants it compact, or in ASCII."""

import pytest

from games.ion import ION
from games.ion.commands import parse
from games.ion.items import ITEMS, face
from games.kit.scenario import Scenario
from tests.ion.scenes import QUIET, scene, written


def compact(match, seat):
    return written(ION.compact_words.hand(match.state, seat))


def test_the_compact_hand_is_cards_and_coins():
    match = scene("- --- ++ ++ x2 &", "")
    assert compact(match, 0) == "- --- ++ ++ x2 &"
    match.state.seats[0].coins = 7
    assert compact(match, 0) == "- --- ++ ++ x2 & | 7c"
    assert compact(match, 1) == "nothing"


@pytest.mark.parametrize(
    ("move", "draws", "news"),
    [
        ("S", {"item": ["="], "coin": [True], "coins": [3]}, {0: "= T | 3c | new ="}),
        ("T x3", {"item": ["-"]}, {0: "- S x3 | new x3 -", 1: "S"}),
    ],
)
def test_the_compact_hand_tells_what_is_new_and_nothing_else(move, draws, news):
    match = scene("S T", "x3 S")
    entry = match.say(0, move, **{**QUIET, **draws})[-1]
    told = ION.compact_words.private(match.state, entry)
    assert {seat: written(text) for seat, text in told.items()} == news


def test_the_compact_first_hand_and_pity_card():
    match = Scenario.begun(ION, 2, item=["&", "x3", "x2", "T", "+"] + ["S"] * 5)
    assert written(ION.compact_words.private(match.state, match.log[0])[0]) == "+ x2 x3 & T"
    match = scene("S", "", "S")
    entry = match.say(0, "S", **QUIET, pity=["="])[-1]
    assert written(ION.compact_words.private(match.state, entry)[1]) == "= | new ="


def test_cards_that_are_not_ascii_have_an_ascii_face_that_can_be_typed():
    for item in ITEMS:
        shown = face(item)
        assert (shown.face.isascii(), shown.ascii == "") in {(True, True), (False, False)}
        assert parse(shown.ascii or shown.face) == parse(item)

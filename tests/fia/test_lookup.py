"""What `card NAME` answers."""

import pytest

from games.fia import FIA
from games.fia.cards import CARDS
from games.kit.text import Card, Colour, plain, spans

COUNTER = (
    "meets the attack on you. If that is higher than 8, your opponent takes 8 and you the rest; "
    "if not, your opponent takes what is left of the 8."
)


def told(name):
    return FIA.lookups["card"](None, name)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (
            "ra7",
            "ra7: red Attack, hits your opponent for 7, less what they defend; in Palette when their next turn ends.",
        ),
        ("BD6", "bd6: blue Defend, takes 6 off an attack on you; if there is none, it is stockpiled."),
        ("gh5", "gh5: green Heal, gives you 5 LP."),
        ("yc8", f"yc8: yellow Counter, {COUNTER}"),
        ("x2", "x2: white Double, doubles the card that is chained to it, which cannot be a Counter. Counts as a 2."),
        ("r+", "r+2: red Draw, lets you draw two cards. Counts as a 2."),
        ("gp2", "gp2: green Dual, can have two cards chained to it; your stockpile is dropped. Counts as a 2."),
        ("w", "w: white Shift, can always be played, with whatever card is chained to it."),
        ("w4", "w4: white 4-Shift, can always be played, with whatever card is chained to it; you draw four cards."),
    ],
)
def test_a_card_is_told_by_its_code_or_by_a_beginning_that_is_only_its(name, line):
    assert plain(told(name)) == line
    assert next(spans(told(name))).face == line.partition(":")[0]


def test_every_card_is_told_on_one_line():
    assert all(plain(told(code)).startswith(f"{code}: ") for code in CARDS)
    assert max(len(plain(told(code))) for code in CARDS) < 200


@pytest.mark.parametrize("name", ["r", "ra", "ra0", "zz9", "ra7 bd3"])
def test_what_is_no_card_is_answered_with_an_example(name):
    assert plain(told(name)) == f"There is no card {name}. A card is named like ra7."
    assert Card("ra7", Colour.RED) in spans(told(name))

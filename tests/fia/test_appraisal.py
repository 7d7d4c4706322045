"""What `normal` thinks that a play is worth, to the number: in LP, less what the cards would be worth in the hand."""

import pytest

from games.fia import FIA
from games.fia.appraisal import DECISIVE, Appraisal, strength
from tests.fia.scenes import draw, lie, scene

HAND = "ra3 ra7 ga4 rd3 rd4 rd5 gd4 rh1 rh3 rh5 gh4 rc3 rc4 rc5 rc6 rc7 rc8 rc9 gc4 rx2 gx2 r+2 g+2 rp2 w w4"


def worth(cards, *, attack=0, guard=0, lp=40, stock="", other_lp=40, other_stock="", decks=None, seat=0):
    """What it is worth to lay these cards, with what waits for the player and lies on both sides."""
    hands = (HAND, "bh1") if seat == 0 else ("bh1", HAND)
    match = scene(*hands, **({} if decks is None else {"decks": decks}))
    lie(match, seat, lp=lp, stock=stock)
    lie(match, 1 - seat, lp=other_lp, stock=other_stock)
    side = match.state.sides[seat]
    side.pending, side.guard = attack, guard
    return Appraisal(FIA.view(match.state, seat)).worth(tuple(cards.split()))


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("", 0),
        ("ra7", 0.7 * 7 - 1.5),
        ("rd4", 0.5 * 4 - 1.2),
        ("rh5", 5 - 1.3),
        ("rc6", 6 - 1.4),
        ("r+2", 1.5 * 2 - 2),
        ("w4", 1.5 * 4 - 2),
        ("w", -2),
        ("w ra7", 0.7 * 7 - 3.5),
        ("rx2 ra7", 0.7 * 14 - 3.5),
        ("rx2 gx2 ra7", 0.7 * 28 - 5.5),
        ("rx2 r+2", 1.5 * 4 - 4),
        ("rp2 ra3 ga4", 0.7 * 7 - 4.3),
        ("rp2 rd3 gd4", 0.5 * 7 - 4.3),
        ("rp2 rh3 gh4", 7 - 4.3),
        ("rp2 rc3 gc4", 7 - 4.3),
        ("rp2 r+2 g+2", 1.5 * 4 - 6),
    ],
)
def test_what_meets_nothing(cards, expected):
    assert worth(cards) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("", -8),
        ("rh5", 5 - 8 - 1.3),
        ("rd5", 5 - 8 - 1.3),
        ("rx2 rd5", -3.3),  # what it takes off too much is of no use
        ("rc5", 5 - 3 - 1.3),
        ("rc8", -1.6),
        ("rc9", 1 - 1.7),
        ("rp2 rd3 rc7", 2 - 4.6),
        ("rp2 rc3 rd4", 3 - 5 + 0.5 * 4 - 4.3),  # behind the Counter nothing waits any more
        ("rp2 rc3 gc4", 3 - 5 + 4 - 4.3),
    ],
)
def test_an_attack_of_8(cards, expected):
    assert worth(cards, attack=8) == pytest.approx(expected)


def test_what_was_guarded_already():
    assert worth("", attack=8, guard=2) == -6
    assert worth("", attack=1) == -1
    assert worth("rd4", attack=2, guard=2) == pytest.approx(-1.2)  # it still waits


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("", -4),
        ("rc3", 3 - 1 - 1.1),
        ("rc7", 7 - 1.5),  # the stockpile takes what the Counter leaves
        ("rp2", -8 - 0.5 * 4 - 2),
        ("rp2 rd4 ra7", -4 - 0.5 * 4 + 0.7 * 7 - 4.7),
    ],
)
def test_an_own_stockpile_of_4_against_an_attack_of_8(cards, expected):
    assert worth(cards, attack=8, stock="bd4") == pytest.approx(expected)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("ra7", 0.7 * 2 + 0.5 * 5 - 1.5),
        ("ra3", 0.5 * 3 - 1.1),
        ("rc6", 1 + 0.5 * 5 - 1.4),
        ("rc3", 0.5 * 3 - 1.1),
        ("rp2 rc3 gc4", 0.5 * 3 + 4 - 4.3),  # the first Counter drops the stockpile
        ("rp2 rc3 ga4", 0.5 * 3 + 0.7 * 4 - 4.3),
    ],
)
def test_another_stockpile_of_5(cards, expected):
    assert worth(cards, other_stock="bd5") == pytest.approx(expected)


def test_the_end_of_the_duel_is_worth_more_than_all():
    assert worth("rc5", other_lp=5) == pytest.approx(DECISIVE + 5 - 1.3)
    assert worth("rc4", other_lp=5) == pytest.approx(4 - 1.2)
    assert worth("", attack=8, lp=8) == -DECISIVE - 8
    assert worth("", attack=8, lp=9) == -8
    assert worth("rh1", attack=8, lp=8) == pytest.approx(1 - 8 - 0.9)


def test_the_last_card_of_the_deck_is_not_drawn_gladly():
    assert worth("w4", decks=("bh1 bh2 bh3", "bh1")) == pytest.approx(1.5 * 2 - 2)
    assert worth("w4", decks=("bh1", "bh1 bh2 bh3")) == pytest.approx(-2)


def test_both_seats_see_it_their_way():
    assert worth("rc5", other_lp=5, lp=6, seat=1) == pytest.approx(DECISIVE + 5 - 1.3)
    assert worth("ra7", other_stock="bd5", seat=1) == pytest.approx(0.7 * 2 + 0.5 * 5 - 1.5)


def test_to_play_none_draws_a_card():
    assert Appraisal(FIA.view(scene(HAND).state, 0)).idle == 1.5
    assert Appraisal(FIA.view(draw("ra7", "bh1").state, 0)).idle == 0.8


def test_the_free_spread_weighs_cards_less():
    appraisal = Appraisal(FIA.view(draw("ra7 x2 +2", "bh1").state, 0))
    assert appraisal.worth(("x2", "ra7")) == pytest.approx(0.7 * 14 - 0.5 - 0.8)
    assert appraisal.worth(("+2",)) == pytest.approx(0.8 * 2 - 0.5)


def test_how_good_each_card_is_in_a_tie_break():
    best = ["yc9", "ra8", "yc7", "rx2", "yc6", "ra2", "yc1", "bd9", "gh8", "bd2", "gh1", "w"]
    assert sorted(sorted(best), key=strength, reverse=True) == best
    assert strength("ra7") == strength("yc7")
    assert strength("bd4") == strength("gh4")
    assert strength("gx2") == strength("r+2") == strength("p2")
    assert strength("w") == strength("w4")

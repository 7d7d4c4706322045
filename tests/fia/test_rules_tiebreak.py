"""Rule 14: the tie-break, with each cell of its table."""

import pytest

from games.fia import FIA
from games.fia.cards import CARDS, Card, CardKind
from games.fia.events import Dealt, Ended, LaidOut, Landed, Received, Refilled, Repeated, Shuffled, Tied
from games.fia.state import End, Stage
from games.fia.tiebreak import winner
from games.kit.inputs import Expired, Prompted
from tests.fia.playouts import decks
from tests.fia.scenes import draw, fast, lie, lines, of, play, scene, tied


def laid(match, ann, bob):
    play(match, 0, ann)
    return play(match, 1, bob)


def test_rule_14_both_out_of_lp_at_once_begins_a_tie_break():
    match = scene("rc5 bh1", "ra1 gh2")
    lie(match, 0, lp=4, stock="bd4", discard="gh9")
    lie(match, 1, lp=5, board="ra9", stock="yd9", discard="rh3")
    match.state.sides[0].pending = 13
    match.state.sides[1].stock.clear()
    before = decks(match.state)
    events = play(match, 0, "rc5")
    assert [type(event) for event in events[-5:]] == [Tied, Shuffled, Dealt, Shuffled, Dealt]
    assert match.state.stage is Stage.TIE
    assert decks(match.state) == before
    for side in match.state.sides:
        assert (len(side.hand), side.board, side.stock, side.discard, side.pending) == (7, [], [], [], 0)
    assert FIA.actors(match.state) == {0, 1}


def test_rule_14_both_out_of_cards_at_once_begins_a_tie_break():
    match = draw("ra1", "bd1", decks=("gh1", "gh2"))
    events = fast(match, "pass", "pass")
    assert of(events, Refilled) == [Refilled(0, ("gh1",)), Refilled(1, ("gh2",))]
    assert Tied() in events


def test_rule_14_out_of_lp_comes_before_out_of_cards():
    match = draw("ra9", "bd1", decks=("", ""))
    lie(match, 1, lp=3)
    assert fast(match, "ra9", "pass")[-1] == Ended({0: 1, 1: 2}, End.LIFE)


TABLE = [
    # Attack and Counter against each other: the higher value.
    ("ra7", "ra3", 0), ("ra3", "ra7", 1), ("ra7", "ra7", None), ("ra7", "yc3", 0), ("ra3", "yc7", 1),
    ("yc7", "ra3", 0), ("yc5", "ra5", None), ("yc7", "yc3", 0), ("yc3", "yc3", None),
    # Attack and Counter against Defend and Heal: the attacker, unless the other value is higher.
    ("ra5", "bd4", 0), ("ra5", "bd5", 0), ("ra5", "bd6", None), ("yc5", "bd5", 0), ("yc5", "bd6", None),
    ("ra5", "gh5", 0), ("ra5", "gh6", None), ("yc5", "gh4", 0), ("yc5", "gh6", None),
    ("bd4", "ra5", 1), ("bd6", "ra5", None), ("gh5", "yc5", 1), ("gh6", "yc5", None),
    # Defend and Heal among themselves.
    ("bd9", "bd1", None), ("bd9", "gh1", None), ("gh1", "bd9", None), ("gh9", "gh1", None), ("bd5", "bd5", None),
    # Plain against special: a number of 6 or lower repeats, and no number loses.
    *((plain, special, None) for plain in ("ra9", "bd9", "gh9", "yc9") for special in ("rx2", "r+2", "rp2", "x2")),
    *((plain, special, 0) for plain in ("ra1", "bd1", "gh1", "yc1") for special in ("w", "w4")),
    ("rx2", "ra9", None), ("w", "ra1", 1), ("w4", "gh1", 1), ("+2", "bd9", None),
    # Special against special.
    ("rx2", "gx2", None), ("w", "w4", None), ("w", "rp2", None), ("r+2", "w", None),
]  # fmt: skip


@pytest.mark.parametrize(("ann", "bob", "wins"), TABLE)
def test_rule_14_which_card_wins(ann, bob, wins):
    assert winner(CARDS[ann], CARDS[bob]) == wins
    assert winner(CARDS[bob], CARDS[ann]) == (None if wins is None else 1 - wins)


@pytest.mark.parametrize(("number", "wins"), [(1, None), (6, None), (7, 0), (0, 0)])
@pytest.mark.parametrize("plain", ["ra1", "bd9", "gh5", "yc3"])
def test_rule_14_a_special_card_with_a_number_up_to_6_repeats(plain, number, wins):
    special = Card("?", "r", CardKind.DOUBLE, number)
    assert winner(CARDS[plain], special) == wins
    assert winner(special, CARDS[plain]) == (None if wins is None else 1)


@pytest.mark.parametrize(("ann", "bob", "wins"), TABLE[:3] + TABLE[-4:-3])
def test_rule_14_a_tie_break_that_is_played(ann, bob, wins):
    match = tied(ann, bob)
    events = laid(match, ann, bob)
    assert of(events, LaidOut) == [LaidOut(0, (ann,)), LaidOut(1, (bob,))]
    if wins is None:
        assert of(events, Repeated, Ended) == [Repeated()]
    else:
        assert events[-1] == Ended({wins: 1, 1 - wins: 2}, End.TIE)
        assert match.result.winners == [wins]


def test_rule_14_cards_are_laid_in_secret():
    match = tied()
    (entry,) = match.say(0, "ra7")
    assert entry.events == (Received(0, ("ra7",)),)
    assert lines(match.state, entry)[0].startswith("ann has laid a card.")
    assert "ra7" not in lines(match.state, entry)[0]
    assert FIA.reveal(entry.events[0], None) == FIA.reveal(entry.events[0], 1) == Received(0)
    assert FIA.actors(match.state) == {1}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ra7 ra8", "In a tie-break you lay one card."),
        ("draw", "In a tie-break you lay one card."),
        ("bh9", "You have no bh9. You hold ra7 ra8."),
    ],
)
def test_rule_14_what_cannot_be_laid(text, said):
    assert tied("ra7 ra8").refusal(0, text) == said


def test_rule_14_nobody_lays_twice():
    match = tied("ra7 ra8")
    play(match, 0, "ra7")
    assert match.refusal(0, "ra8") == "You have laid your card; the other one has not yet."


def test_rule_14_on_a_repeat_both_drop_hand_and_card_and_draw_seven():
    match = tied("ra7 ra8", "ra7 gh2")
    for side in match.state.sides:
        side.deck = ["bh1"] * 20
    before = decks(match.state)
    events = laid(match, "ra7", "ra7")
    assert of(events, Repeated, Shuffled) == [Repeated()]
    assert [len(dealt.cards) for dealt in of(events, Dealt)] == [7, 7]
    ann, bob = match.state.sides
    assert (ann.board, sorted(ann.discard), len(ann.deck)) == ([], ["ra7", "ra8"], 13)
    assert (bob.board, sorted(bob.discard), len(bob.deck)) == ([], ["gh2", "ra7"], 13)
    assert decks(match.state) == before
    assert FIA.waits(match.state) == FIA.actors(match.state) == {0, 1}


@pytest.mark.parametrize(("left", "reshuffled"), [(7, False), (6, True), (0, True)])
def test_rule_14_a_deck_with_fewer_than_seven_left_is_reshuffled(left, reshuffled):
    match = tied("ra7", "ra7")
    ann, bob = match.state.sides
    ann.deck, bob.deck = ["bh1"] * left, ["bh2"] * 20
    ann.discard = ["gh1"] * 10
    before = decks(match.state)
    events = laid(match, "ra7", "ra7")
    assert [shuffled.seat for shuffled in of(events, Shuffled)] == ([0] if reshuffled else [])
    assert [len(side.hand) for side in match.state.sides] == [7, 7]
    assert decks(match.state) == before


@pytest.mark.parametrize("lucky", [0, 1])
def test_rule_14_after_20_repeats_chance_decides(lucky):
    match = tied("ra7", "ra7")
    match.rng.force(**{"tie winner": [lucky]})
    for number in range(1, 22):
        for side in match.state.sides:
            side.hand = ["ra7"]
            side.deck = ["bh1"] * 20
        events = laid(match, "ra7", "ra7")
        if number <= 20:
            assert match.state.repeats == number
            assert not match.over
    assert events[-1] == Ended({lucky: 1, 1 - lucky: 2}, End.CHANCE)


def test_rule_14_the_number_of_repeats_is_an_option():
    match = tied("ra7", "ra7", tie_repeats=0)
    assert laid(match, "ra7", "ra7")[-1].why is End.CHANCE


def test_rule_14_who_does_not_answer_in_time_lays_a_random_card():
    match = tied("ra7 ra8 ra9", "bd1 bd2 bd3")
    match.input(Prompted(), at=1000)
    assert FIA.timers(match.state) == {"tie": 21_000}
    play(match, 0, "ra9", at=5000)
    match.rng.force(tie=["bd2"])
    (entry,) = match.tick(21_000)
    assert entry.command == Expired("tie")
    assert entry.events[:3] == (Received(1, ("bd2",)), LaidOut(0, ("ra9",)), LaidOut(1, ("bd2",)))
    assert match.result.winners == [0]


def test_rule_14_if_both_do_not_answer_both_lay_by_chance():
    match = tied("ra7 ra8", "bd1 bd2", tie_time=5)
    match.input(Prompted(), at=0)
    match.rng.force(tie=["ra8", "bd1"])
    (entry,) = match.tick(5000)
    assert of(entry.events, LaidOut) == [LaidOut(0, ("ra8",)), LaidOut(1, ("bd1",))]


def test_rule_14_no_attack_lands_any_more():
    match = tied()
    assert all(not side.pending for side in match.state.sides)
    assert of(laid(match, "ra7", "ra3"), Landed) == []


def test_rule_14_in_the_free_spread_white_cards_count_as_two():
    match = draw("ra9", "ra9")
    for seat in (0, 1):
        lie(match, seat, lp=1)
    for seat in (0, 1):
        play(match, seat, "ra9", at=1500)
    assert match.state.stage is Stage.TIE
    for side, hand in zip(match.state.sides, (["x2"], ["ra9"]), strict=True):
        side.hand = hand
    assert Repeated() in laid(match, "x2", "ra9")

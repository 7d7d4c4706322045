"""Rules 4 to 7 and 10: the course of Palette."""

import pytest

from games.fia import FIA
from games.fia.cards import CARDS
from games.fia.events import (
    Attacked,
    Countered,
    Dealt,
    Drew,
    Ended,
    Healed,
    LaidOut,
    Landed,
    Rested,
    Started,
    StockDropped,
    Stockpiled,
    Topped,
    TurnBegan,
)
from games.fia.state import End, Stage
from games.kit.scenario import Scenario
from tests.fia.scenes import lie, lp, of, play, scene


def begun(**draws):
    return Scenario.begun(FIA, 2, starter=[0], **draws)


# Rule 4


def test_rule_4_without_lp_one_has_lost():
    match = scene("rc5", "ra1")
    lie(match, 1, lp=5)
    events = play(match, 0, "rc5")
    assert events[-1] == Ended({0: 1, 1: 2}, End.LIFE)
    assert (match.result.places, lp(match)) == ({0: 1, 1: 2}, [40, 0])


def test_rule_4_lp_can_fall_below_zero():
    match = scene("rh1", "ra1")
    lie(match, 0, lp=2)
    match.state.sides[0].pending = 9
    assert play(match, 0, "rh1")[-1] == Ended({1: 1, 0: 2}, End.LIFE)
    assert lp(match) == [-6, 40]


def test_rule_4_who_ends_a_turn_with_no_card_in_the_deck_has_lost():
    match = scene("ra7", decks=("", "rh1"))
    assert play(match, 0, "ra7")[-1] == Ended({1: 1, 0: 2}, End.DECK)


def test_rule_4_an_empty_deck_of_the_other_one_does_not_matter_in_a_turn():
    match = scene("r+2", decks=("rh1 rh2 rh3", "bh1"))
    assert play(match, 0, "r+2")[-1] == TurnBegan(1, ("bh1",))
    assert play(match, 1, "draw") == [Rested(1, ()), Ended({0: 1, 1: 2}, End.DECK)]


def test_rule_4_a_whole_play_is_checked_before_the_turn_ends():
    # The deck of the winner is empty too, but the play comes first.
    match = scene("rc5", decks=("", "rh1"))
    lie(match, 1, lp=5)
    assert play(match, 0, "rc5")[-1] == Ended({0: 1, 1: 2}, End.LIFE)


def test_rule_4_a_deck_out_does_not_help_who_has_no_lp_left_either():
    match = scene("rh1", decks=("", "rh1"))
    lie(match, 0, lp=1)
    match.state.sides[0].pending = 9
    assert play(match, 0, "rh1")[-1] == Ended({1: 1, 0: 2}, End.LIFE)


@pytest.mark.parametrize(("deck", "drawn"), [("bh1 bh2 bh3", 2), ("bh1 bh2", 2), ("bh1", 1), ("", 0)])
def test_rule_4_draws_beyond_the_last_card_are_dropped(deck, drawn):
    match = scene("r+2", decks=(deck, "rh1"))
    events = play(match, 0, "r+2")
    assert sum(len(drew.cards) for drew in of(events, Drew)) == drawn
    assert (events[-1] == Ended({1: 1, 0: 2}, End.DECK)) is (len(deck.split()) <= 2)


# Rule 5


@pytest.mark.parametrize("seat", [0, 1])
def test_rule_5_chance_decides_who_starts_and_both_draw_seven(seat):
    match = Scenario.begun(FIA, 2, starter=[seat])
    assert match.log[0].events[-1] == Started(seat)
    assert [len(dealt.cards) for dealt in of(match.log[0].events, Dealt)] == [7, 7]
    assert FIA.actors(match.state) == {seat}
    assert [len(side.deck) for side in match.state.sides] == [83, 83]


def test_rule_5_the_decks_are_shuffled():
    assert begun().state.sides[0].deck != begun().state.sides[1].deck


def test_rule_5_the_first_play_is_any_card_of_the_hand():
    for card in set(begun().state.sides[0].hand):
        match = begun()
        events = play(match, 0, card)
        assert events[0] == LaidOut(0, (card,))
        assert events[-1] == TurnBegan(1, match.log[-1].events[-1].drawn)
        assert match.state.stage is Stage.TURN


@pytest.mark.parametrize(
    ("card", "event"),
    [
        ("ra7", Attacked(1, 7)),
        ("bd3", Stockpiled(0, "bd3", 3)),
        ("gh4", Healed(0, 4)),
        ("yc5", Countered(0, 5, 0)),
        ("w4", Drew(0, ("bd1", "bd2", "bd3", "bd4"))),
    ],
)
@pytest.mark.parametrize("top", [False, True])
def test_rule_5_the_first_card_does_what_it_does(card, event, top):
    match = begun()
    side = match.state.sides[0]
    side.hand = [] if top else [card]
    side.deck = ["gh9", "bd4", "bd3", "bd2", "bd1"] + [card] * top
    assert event in play(match, 0, "top" if top else card)


def test_rule_5_the_top_card_is_played_unseen():
    match = begun()
    top = match.state.sides[0].deck[-1]
    (topped,) = of(play(match, 0, "top"), Topped)
    assert topped == Topped(0, top)
    assert len(match.state.sides[0].hand) >= 7


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rx2 ra7", "The first play of a duel is one card, without a chain."),
        ("draw", "The first turn is one card of your hand, or top for the top one of the deck."),
        ("pass", "There is no pass in Palette: draw plays none and draws a card."),
    ],
)
def test_rule_5_what_cannot_be_the_first_play(text, said):
    match = begun()
    match.state.sides[0].hand = ["rx2", "ra7"]
    assert match.refusal(0, text) == said


def test_rule_5_there_is_a_top_only_in_the_first_turn():
    assert scene("ra7").refusal(0, "top") == "Only the first play of a duel can be the top card of the deck."
    assert [choice.kind for choice in FIA.choices(begun().state, 0)] == ["play", "top"]


def test_rule_5_the_second_player_drops_and_draws_and_has_to_match():
    match = begun()
    match.state.sides[0].hand = ["ra7"]
    match.state.sides[1].hand = ["bh1", "bx2"]
    match.state.sides[1].deck[-1] = "bh2"
    assert play(match, 0, "ra7")[-1] == TurnBegan(1, ("bh2",))
    assert match.refusal(1, "bh1").startswith("bh1 has neither colour nor number")


# Rule 6


def test_rule_6_drop_and_draw():
    match = scene("ra7", "ra1 rh1", decks=("bd1 bd2", "gh7 gh8"))
    lie(match, 1, board="ra3 rh2", stock="rd4", discard="yh1")
    assert play(match, 0, "ra7")[-1] == TurnBegan(1, ("gh7",))
    side = match.state.sides[1]
    assert (side.board, side.discard, side.hand) == ([], ["yh1", "ra3", "rh2"], ["ra1", "rh1", "gh7"])
    assert [stocked.card for stocked in side.stock] == ["rd4"]


def test_rule_6_playing_none_draws_one_more():
    match = scene("ra7", decks=("bd1 bd2", "gh7 gh8"))
    assert play(match, 0, "draw") == [Rested(0, ("bd1",)), TurnBegan(1, ("gh7",))]
    assert match.state.sides[0].hand == ["ra7", "bd1"]


@pytest.mark.parametrize("text", ["draw", "dr", "DRAW", " draw "])
def test_rule_6_how_playing_none_is_typed(text):
    assert play(scene("ra7"), 0, text)[0] == Rested(0, ("bd1",))


def test_rule_6_the_turn_ends_with_the_play():
    match = scene("ra7 ra8", "rd1")
    play(match, 0, "ra7")
    assert FIA.actors(match.state) == {1}
    assert match.refusal(0, "ra8") == "It is not your turn: seat 1 is to move."


def test_rule_6_with_an_empty_hand_one_can_only_draw():
    match = scene("")
    assert [choice.kind for choice in FIA.choices(match.state, 0)] == ["draw"]


# Rule 7


@pytest.mark.parametrize(
    ("card", "fits"),
    [
        ("rh1", True), ("ba7", True), ("bc7", True), ("bh1", False), ("bx2", False), ("rx2", True), ("r+2", True),
        ("w", True), ("w4", True),
    ],
)  # fmt: skip
def test_rule_7_colour_or_number_must_match_a_face_up_card(card, fits):
    match = scene(f"{card} yh5")
    lie(match, 1, board="ra7")
    if fits:
        assert of(play(match, 0, card), LaidOut)
    else:
        assert match.refusal(0, card) == (
            f"{card} has neither colour nor number of a card that lies open: ra7. "
            "Nothing that you hold has: draw plays none."
        )


@pytest.mark.parametrize("card", ["bx2", "b+2", "bp2", "ba2"])
@pytest.mark.parametrize("on", ["rx2", "r+2", "rp2", "ra2"])
def test_rule_7_double_draw_and_dual_match_as_a_two(card, on):
    match = scene(card)
    lie(match, 1, board=on)
    assert of(play(match, 0, card), LaidOut)


def test_rule_7_any_face_up_card_on_either_side_will_do():
    match = scene("ba1 ga1 ya1")
    lie(match, 1, board="bx2 gh7")
    lie(match, 0, board="rd3")
    for card in ("ba1", "ga1"):
        assert card in FIA.choices(match.state, 0)[0].candidates
    assert match.refusal(0, "ya1").endswith("a card that lies open: rd3 bx2 gh7. You can begin with ba1 ga1, or draw.")


def test_rule_7_stockpiled_cards_and_discard_piles_do_not_count():
    match = scene("ba1 ga1 ya1")
    lie(match, 1, board="ra5", stock="bd3", discard="gh7")
    lie(match, 0, stock="yd3", discard="yh7")
    assert match.refusal(0, "ba1")
    assert match.refusal(0, "ga1")
    assert match.refusal(0, "ya1")


def test_rule_7_without_a_face_up_card_the_opponents_discard_pile_counts():
    match = scene("ba1 ga1 yh4")
    lie(match, 1, stock="bd3", discard="ba9 gh4")
    lie(match, 0, discard="ba7")
    assert "a card that lies open: gh4. " in match.refusal(0, "ba1")
    assert FIA.choices(match.state, 0)[0].candidates == ("ga1", "yh4")


def test_rule_7_with_nothing_anywhere_everything_can_be_played():
    match = scene("ba1 ga1 yh4")
    assert FIA.choices(match.state, 0)[0].candidates == ("ba1", "ga1", "yh4")


def test_rule_7_a_white_card_lying_alone_counts_as_no_card():
    match = scene("ba1 ga1")
    lie(match, 1, board="w", discard="gh4")
    assert FIA.choices(match.state, 0)[0].candidates == ("ga1",)


def test_rule_7_a_white_card_beside_another_one_does_not_matter():
    match = scene("ba1 ga1")
    lie(match, 1, board="w ba5", discard="gh4")
    assert FIA.choices(match.state, 0)[0].candidates == ("ba1",)


def test_rule_7_in_a_discard_pile_the_topmost_coloured_card_counts():
    match = scene("ba1 ga1")
    lie(match, 1, discard="ba5 gh4 w w4")
    assert FIA.choices(match.state, 0)[0].candidates == ("ga1",)
    lie(match, 1, discard="w w4")
    assert FIA.choices(match.state, 0)[0].candidates == ("ba1", "ga1")


def test_rule_7_printed_values_match_not_doubled_ones():
    match = scene("ba3 ba6")
    lie(match, 1, board="rx2 ra3")
    assert FIA.choices(match.state, 0)[0].candidates == ("ba3",)


# Rule 10


@pytest.mark.parametrize(
    ("laid", "pile"),
    [
        ("ra7", "ra7"),
        ("rx2 ra7", "ra7 rx2"),
        ("rx2 gx2 ra7", "gx2 ra7 rx2"),
        ("rp2 ra3 gh4", "ra3 gh4 rp2"),
        ("r+2", "r+2"),
        ("rx2 w4 ra7", "w4 ra7 rx2"),
        ("w ra7", "w ra7"),
        ("w gx2 ra7", "w gx2 ra7"),
        ("w4 ra7", "w4 ra7"),
        ("w", "w"),
    ],
)
def test_rule_10_the_order_on_the_discard_pile(laid, pile):
    match = scene(laid, "w w", decks=("bh1 " * 30, "bh1 " * 30))
    play(match, 0, laid)
    play(match, 1, "w")
    assert match.state.sides[0].discard == pile.split()


def test_rule_10_a_stockpiled_card_is_not_the_last_one_played():
    match = scene("w rx2 gd4", "w")
    play(match, 0, "w rx2 gd4")
    play(match, 1, "w")
    assert match.state.sides[0].discard == ["w", "rx2"]


def test_rule_10_what_is_on_top_is_what_has_to_be_matched():
    match = scene("rx2 ga7", "bd5 ra1 ga1", decks=("bh1", "bh1 bh2 bh3"))
    play(match, 0, "rx2 ga7")
    play(match, 1, "draw")
    # ann's board is dropped now, and bob's is empty: of bob's discard nothing lies there, so ann may play anything.
    match.state.sides[0].deck = ["bh9", "bh8"]
    match.state.sides[0].hand = ["rh4"]
    play(match, 0, "draw")
    assert CARDS[match.state.sides[0].discard[-1]].code == "rx2"
    assert "a card that lies open: rx2. " in match.refusal(1, "ga1")
    assert of(play(match, 1, "ra1"), Landed, StockDropped) == []

"""What Fia says, to the letter."""

import pytest

from games.fia import FIA
from games.fia import events as e
from games.fia.state import Stage
from games.kit.errors import Misread
from games.kit.inputs import Away, Back, Cause, Left, Prompted, Reason, Stopped
from games.kit.protocol import Entry
from games.kit.scenario import Scenario
from games.kit.text import Card, Player, spans
from tests.fia.scenes import DECK, begun, called, draw, lie, lines, play, scene, tied, written


def said(match):
    return lines(match.state, match.log[-1])


def told(match):
    """Who is told what of the last entry."""
    return {seat: written(text) for seat, text in FIA.words.private(match.state, match.log[-1]).items()}


# The beginning


@pytest.mark.parametrize(
    ("spread", "line"),
    [
        (
            "palette",
            "ann against bob in Palette: who brings the other to 0 LP wins. "
            "In your turn type a card that you hold, or draw to play none. ann 40 LP, bob 40 LP. "
            "ann begins with any card, or top for the top one of the deck: 45 s.",
        ),
        (
            "free",
            "ann against bob in the Free spread: who brings the other to 0 LP wins. "
            "At DRAW! send me a card in private, as fast as you can. "
            "ann 20 LP, bob 20 LP. Draw 1: hands at the holsters.",
        ),
    ],
)
def test_a_duel_begins(spread, line):
    match = Scenario.begun(FIA, 2, {"spread": spread}, starter=[0] if spread == "palette" else [])
    assert said(match) == [line]
    assert set(told(match)) == {0, 1}
    assert all(text.startswith("You hold ") for text in told(match).values())


# Palette


def test_a_turn_on_one_line():
    match = scene("rx2 ra7", "rd3 gh4", decks=("bh1 bh2", "gh5 gh6"))
    lie(match, 0, lp=33)
    play(match, 0, "rx2 ra7")
    assert said(match) == [
        "ann plays rx2 ra7. An attack of 14 on bob. ann 33 LP, bob 40 LP. "
        "bob's turn, under an attack of 14: 45 s. To match: rx2 ra7."
    ]
    assert told(match) == {1: "You hold gh4 gh5 rd3 (new gh5)."}
    play(match, 1, "rd3")
    assert said(match) == [
        "bob plays rd3. bob defends 3. ann's attack costs bob 11 LP. ann 33 LP, bob 29 LP. "
        "ann's turn: 45 s. To match: rd3."
    ]


@pytest.mark.parametrize(
    ("hand", "text", "pending", "sentences"),
    [
        ("rd4", "rd4", 0, "ann plays rd4. ann stockpiles rd4 for 4."),
        ("rx2 rd4", "rx2 rd4", 0, "ann plays rx2 rd4. ann stockpiles rd4 for 8."),
        ("rh4", "rh4", 0, "ann plays rh4. ann gains 4 LP."),
        ("r+2", "r+2", 0, "ann plays r+2. ann draws 2 cards."),
        ("rp2", "rp2", 0, "ann plays rp2. ann's stockpile is dropped."),
        ("w", "w", 0, "ann plays w."),
        ("rc5", "rc5", 0, "ann plays rc5. The Counter costs bob 5 LP."),
        ("rc5", "rc5", 9, "The Counter costs bob 5 LP, and ann still takes 3. ann's stockpile is dropped."),
        ("rc5", "rc5", 5, "ann plays rc5. The Counter costs nobody anything. ann's stockpile is dropped."),
        ("bh1", "draw", 0, "ann plays none and draws."),
        ("bh1", "draw", 1, "ann plays none and draws. bob's attack costs ann nothing."),
    ],
)
def test_what_a_play_does(hand, text, pending, sentences):
    match = scene(hand)
    lie(match, 0, stock="bd1")
    match.state.sides[0].pending = pending
    play(match, 0, text)
    assert sentences in said(match)[0]


def test_a_counter_that_a_stockpile_keeps_off():
    match = scene("rc5")
    lie(match, 1, stock="gd9")
    match.state.sides[0].pending = 9
    play(match, 0, "rc5")
    assert "The Counter costs bob nothing, and ann still takes 4. bob's stockpile is dropped." in said(match)[0]


def test_the_last_card_of_a_deck_is_one_card():
    match = scene("r+2", decks=("bh1", "bh2"))
    play(match, 0, "r+2")
    assert said(match) == [
        "ann plays r+2. ann draws 1 card.",
        "ann has no cards left: bob wins! ann 40 LP, bob 40 LP.",
    ]
    assert told(match) == {}


def test_the_top_card_is_told():
    match = Scenario.begun(FIA, 2, starter=[0])
    match.state.sides[0].deck[-1] = "ra7"
    play(match, 0, "top")
    assert said(match)[0].startswith("ann plays the top card: ra7. An attack of 7 on bob.")


# The Free spread


def test_a_draw_in_three_lines():
    match = draw("x2 ra7", "bd3", decks=("gh1 " * 30, "gh2 " * 30))
    assert said(match) == []
    play(match, 0, "x2 ra7", at=1300)
    assert (said(match), told(match)) == (["ann has drawn."], {})
    play(match, 1, "bd3", at=1431)
    assert said(match) == [
        "ann was faster by 131 ms. ann lays x2 ra7. bob lays bd3. bob defends 3. "
        "ann's attack costs bob 11 LP. ann 20 LP, bob 9 LP. Draw 2: hands at the holsters."
    ]
    assert told(match)[0] == "You hold gh1 gh1 gh1 gh1 gh1 gh1 gh1 (new gh1 gh1 gh1 gh1 gh1 gh1 gh1)."


def test_the_call_is_short_and_rings():
    match = called()
    assert said(match) == ["DRAW! ann, bob: 8 s."]
    assert FIA.words.public(match.state, match.log[-1]) == []
    assert FIA.words.private(match.state, match.log[-1]) == {}
    players = [span for span in spans(FIA.words.prompt(match.state)) if isinstance(span, Player)]
    assert players == [Player(0, called=True), Player(1, called=True)]


def called_of(text):
    """Whose nicks ring."""
    return [span.seat for span in spans(text) if isinstance(span, Player) and span.called]


@pytest.mark.parametrize(
    ("match", "seats"),
    [
        (Scenario.begun(FIA, 2, starter=[1]), [1]),
        (scene("ra7"), [0]),
        (begun(), []),
        (called(), [0, 1]),
        (draw("ra7", "bd3"), [0, 1]),
        (tied(), [0, 1]),
    ],
)
def test_who_is_to_act_is_called(match, seats):
    assert called_of(FIA.words.prompt(match.state)) == seats
    match.state.sides[0].pending = 9
    assert called_of(FIA.words.prompt(match.state)) == seats


def test_what_a_drawn_card_brings_is_new_too():
    match = draw("+2", "bd3", decks=("gh1 gh2 gh3 gh4 gh5 gh6 gh7 gh8", "gh9 " * 30))
    play(match, 0, "+2")
    play(match, 1, "pass")
    assert "ann lays +2. ann draws 2 cards." in said(match)[0]
    assert told(match)[0] == ("You hold gh1 gh2 gh3 gh4 gh5 gh6 gh7 (new gh1 gh2 gh3 gh4 gh5 gh6 gh7).")


def test_at_the_end_nobody_is_told_what_they_hold():
    match = draw("ra7", "bd3", decks=("", DECK))
    play(match, 0, "pass")
    play(match, 1, "pass")
    assert said(match)[-1].startswith("ann has no cards left: bob wins!")
    assert told(match) == {}


def test_who_lays_nothing():
    match = draw("ra7", "bd3")
    play(match, 0, "pass")
    play(match, 1, "pass")
    assert said(match)[0].startswith("ann passes. bob passes. ann 20 LP, bob 20 LP. Draw 2:")
    match = draw("ra7", "bd3")
    play(match, 0, "ra7")
    list(match.tick(9000))
    assert said(match)[0].startswith("bob is out of time. ann lays ra7.")


def test_the_same_moment():
    match = draw("ra7", "ra8")
    play(match, 0, "ra7", at=1500)
    play(match, 1, "ra8", at=1500)
    assert said(match)[0].startswith("Both at the same moment! ann lays ra7. bob lays ra8.")


def test_a_card_that_is_too_late():
    match = draw("ra7", "ra8")
    play(match, 0, "ra7", at=1500)
    play(match, 1, "ra8", at=1600)
    assert "bob's ra8 is too late." in said(match)[0]


def test_a_false_start_is_told_again_with_the_plays():
    match = called()
    play(match, 0, match.state.sides[0].hand[0])
    match.input(Prompted())
    match.state.sides[1].hand = ["gh1"] * 7
    match.rng.force(calm=[2000])
    play(match, 1, "gh1")
    assert said(match)[0].startswith("ann drew too early and lays nothing. bob lays gh1. bob gains 1 LP.")


# Tie-break and ends


def test_a_tie_break():
    match = tied("ra7", "ra7")
    assert said(match) == [
        "ann plays rc5. The Counter costs bob 5 LP, and ann still takes 4. "
        "Both have lost at the same time: a tie-break! All cards go back into the decks, and both draw 7. "
        "ann 0 LP, bob 0 LP. ann, bob: send me one card in private, 20 s."
    ]
    assert set(told(match)) == {0, 1}
    play(match, 0, "ra7")
    assert said(match)[0].startswith("ann has laid a card.")
    play(match, 1, "ra7")
    assert said(match)[0].startswith("ann plays ra7. bob plays ra7. That decides nothing: both draw 7 anew.")
    assert set(told(match)) == {0, 1}
    for side in match.state.sides:
        side.hand = ["ra7", "ra8"]
    play(match, 0, "ra7")
    play(match, 1, "ra8")
    assert said(match) == ["ann plays ra7. bob plays ra8.", "bob wins the tie-break! ann 0 LP, bob 0 LP."]


def test_chance_decides():
    match = tied("ra7", "ra7", tie_repeats=0)
    match.rng.force(**{"tie winner": [1]})
    play(match, 0, "ra7")
    play(match, 1, "ra7")
    assert said(match)[-1] == "After so many repeats chance decides: bob wins! ann 0 LP, bob 0 LP."


def test_the_end_by_lp():
    match = scene("rc5")
    lie(match, 1, lp=3)
    play(match, 0, "rc5")
    assert said(match) == [
        "ann plays rc5. The Counter costs bob 5 LP.",
        "bob has no LP left: ann wins! ann 40 LP, bob -2 LP.",
    ]


@pytest.mark.parametrize(
    ("scored", "lp", "line"),
    [
        (True, 12, "ann wins as it stands! ann 40 LP, bob 12 LP."),
        (True, 40, "The duel is over, and both win: ann, bob. ann 40 LP, bob 40 LP."),
        (False, 12, "The duel is over, without a winner. ann 40 LP, bob 12 LP."),
    ],
)
def test_a_duel_that_is_stopped(scored, lp, line):
    match = scene("rc5")
    lie(match, 1, lp=lp)
    match.input(Stopped(scored))
    assert said(match) == [line]


@pytest.mark.parametrize(
    ("reason", "line"),
    [
        (Reason.QUIT, "ann quits."),
        (Reason.PART, "ann left the channel and is out."),
        (Reason.KICK, "ann was kicked and is out."),
        (Reason.DISCONNECT, "ann left IRC and is out."),
        (Reason.DROP, "ann was dropped."),
        (Reason.SURPLUS, "ann leaves."),
    ],
)
def test_who_is_out(reason, line):
    match = scene("rc5")
    match.input(Left(reason), 0)
    assert said(match) == [line, "bob wins! ann 40 LP, bob 40 LP."]


@pytest.mark.parametrize("why", e.Exit)
def test_every_exit_has_its_words(why):
    match = scene("rc5")
    entry = Entry(9, 0, None, None, 0, (e.Departed(0, why),))
    assert lines(match.state, entry)[0].startswith("ann ")


def test_who_is_away_and_back():
    match = scene("rc5")
    match.input(Away(Cause.SPLIT), 0)
    assert said(match) == ["ann lost the connection; the duel waits."]
    match.input(Away(Cause.ASKED), 1)
    assert said(match) == ["bob is away; the duel waits."]
    assert written(FIA.words.turn(match.state, 0)) == "The duel waits for ann, bob."
    assert written(FIA.words.players(match.state)) == (
        "ann (away, 1 card, 8 in the deck), bob (away, 1 card, 8 in the deck)"
    )
    assert called_of(FIA.words.turn(match.state, 0)) == []
    match.input(Back(), 1)
    assert (said(match), told(match)) == (["bob is back."], {1: "You hold bh1."})
    match.state.sides[0].hand = []
    assert written(FIA.words.players(match.state)) == "ann (away, 0 cards, 8 in the deck), bob (1 card, 8 in the deck)"


# Questions


def test_whose_turn_it_is():
    match = scene("ra7")
    lie(match, 1, board="ra1")
    assert written(FIA.words.turn(match.state, 0)) == "ann's turn: 45 s. To match: ra1."
    match.input(Prompted(), at=1000)
    assert written(FIA.words.turn(match.state, 3500)) == "ann's turn: 43 s. To match: ra1."
    assert FIA.words.clock(match.state, 3500) == FIA.words.turn(match.state, 3500)
    match.input(Stopped(scored=True))
    assert written(FIA.words.turn(match.state, 4000)) == "The duel is over."


def test_whose_draw_it_is():
    match = draw("ra7", "bd3")
    play(match, 0, "ra7", at=2000)
    assert written(FIA.words.turn(match.state, 2000)) == "DRAW! bob: 7 s."
    match.state.stage = Stage.CALM
    assert written(FIA.words.turn(match.state, 2000)) == "Draw 1: hands at the holsters."


def test_the_table():
    match = scene("ra7", "bh1 bh2")
    lie(match, 0, board="w ra5", stock="bd3 gd4:8", discard="rh1 yh2 w", lp=12)
    match.state.sides[0].pending = 9
    assert [written(line) for line in FIA.words.table(match.state, 1)] == [
        "ann: 12 LP. Board: w ra5. ann has bd3 gd4 stockpiled for 11. Discard: yh2. An attack of 9 waits.",
        "bob: 40 LP. Board: nothing.",
    ]
    assert FIA.words.table(match.state, None) == FIA.words.table(match.state, 0)


def test_what_is_stockpiled():
    match = scene("ra7")
    lie(match, 1, stock="bd3")
    assert written(FIA.questions["stock"].answer(match.state, 0)) == (
        "ann has nothing stockpiled. bob has bd3 stockpiled for 3."
    )


def test_the_players_the_score_and_the_hand():
    match = scene("ra7 bd3 w", "")
    assert written(FIA.words.players(match.state)) == "ann (3 cards, 8 in the deck), bob (0 cards, 8 in the deck)"
    assert written(FIA.words.score(match.state)) == "ann 40 LP, bob 40 LP."
    assert written(FIA.words.hand(match.state, 0)) == "You hold bd3 ra7 w."
    assert written(FIA.words.hand(match.state, 1)) == "You hold nothing."
    cards = [span.face for span in spans(FIA.words.hand(match.state, 0)) if isinstance(span, Card)]
    assert cards == ["bd3", "ra7", "w"]


def test_the_compact_hand_is_cards_and_what_is_new():
    match = scene("rx2 ra7", "rd3 gh4", decks=("bh1 bh2", "gh5 gh6"))
    assert written(FIA.compact_words.hand(match.state, 0)) == "ra7 rx2"
    play(match, 0, "rx2 ra7")
    assert written(FIA.compact_words.hand(match.state, 0)) == "nothing"
    told = FIA.compact_words.private(match.state, match.log[-1])
    usual = FIA.words.private(match.state, match.log[-1])
    assert {seat: written(text) for seat, text in usual.items()} == {1: "You hold gh4 gh5 rd3 (new gh5)."}
    assert {seat: written(text) for seat, text in told.items()} == {1: "gh4 gh5 rd3 | new gh5"}


# Moves as they are typed


@pytest.mark.parametrize("text", ["", " ", "hello", "ra", "ra0", "ra10", "7", "ra7 hello", "rx2ra7", "play", ">"])
@pytest.mark.parametrize(
    ("match", "line"),
    [
        (scene("ra7"), "That is no move. Type a card you hold (ra7), a chain (rx2 ra7), or draw to play none."),
        (draw("ra7", "bd3"), "That is no play. Type a card you hold (ra7), a chain (x2 ra7), or pass."),
        (tied(), "That is no card. Lay one that you hold, such as ra7."),
    ],
)
def test_what_is_no_move(match, line, text):
    with pytest.raises(Misread) as refused:
        FIA.parse(match.state, 0, text)
    assert str(refused.value) == line

"""What ION says: every sentence, the prompt, the hand, and the answers to questions."""

import pytest

from games.ion import ION
from games.kit.inputs import Away, Back, Cause, Joined, Kind, Left, Prompted, Reason, Resumed, Stopped
from games.kit.scenario import Scenario
from games.kit.text import Card, Colour, Player, spans
from tests.ion.scenes import NAMES, QUIET, lines, scene, written

BOB = "bob's turn: 10 s."


def said(match, seat, text, at=None, **draws):
    """The channel's lines after a move that brings a ±."""
    entry = match.say(seat, text, at, **{**QUIET, **draws})[-1]
    return lines(match.state, entry)


def told(match, seat, text, **draws):
    """What each seat reads after a move that brings a ±."""
    entry = match.say(seat, text, **{**QUIET, **draws})[-1]
    return {NAMES[seat]: written(text) for seat, text in ION.words.private(match.state, entry).items()}


def heard(match, command, seat=None, at=None, **draws):
    (entry,) = match.input(command, seat, at, **draws)
    return lines(match.state, entry)


# Moves


@pytest.mark.parametrize(
    ("move", "line"),
    [
        ("++", f"ann plays ++: +200. Bank 700 at +4. {BOB}"),
        ("x2 ++", f"ann plays x2 ++: +400. Bank 900 at +4. {BOB}"),
        ("=", f"ann plays =: no points. Bank 500 at +1. {BOB}"),
        ("S", f"ann plays S and passes. Bank 500 at +2. {BOB}"),
        ("R", "ann plays R: the flow turns. Bank 500 at +2. ann's turn again: 10 s."),
        ("& ++", "ann plays & ++: +200. Bank 700 at +4. ann's turn again: 10 s."),
        ("X", f"ann plays X: the polarity is swapped. Bank 500 at -2. {BOB}"),
        ("+--", f"ann plays +--, so the round lasts a minute more. Bank 500 at +2. {BOB}"),
        (":--", f"ann plays :--, so the round lasts a minute less. Bank 500 at +2. {BOB}"),
        ("T x3", f"ann plays T x3, but nobody else has it. Bank 500 at +2. {BOB}"),
        ("T :--", f"ann plays T :-- and takes it from bob. Bank 500 at +2. {BOB}"),
        (
            "*",
            "ann plays *: the bank is supercharged, no dump for 5 turns. "
            f"Bank 500 at +2, supercharged (5 turns). {BOB}",
        ),
    ],
)
def test_a_move_is_one_line(move, line):
    match = scene("++ = S R & X +-- :-- T * x2", "S :--", bank=500, polarity=2)
    assert said(match, 0, move) == [line]


def test_a_stretch_says_how_much_time_there_is_in_all():
    match = scene(": S", "S")
    match.input(Prompted(), at=0)
    (entry,) = match.say(0, ":", at=4000)
    assert lines(match.state, entry) == ["ann plays : and is still to move, with 20 s in all."]


def test_a_stretch_before_the_prompt_has_left_is_prompted_again():
    match = scene(": S", "S")
    (entry,) = match.say(0, ":")
    assert lines(match.state, entry) == [
        "ann plays : and is still to move, with 20 s in all. Bank 0 at 0. ann's turn: 20 s."
    ]


def test_an_object_that_is_played_alone_has_no_effect():
    assert said(scene("x2 &", "S"), 0, "&") == [f"ann plays & to no effect. Bank 0 at 0. {BOB}"]


def test_a_clock_that_stays():
    match = scene("+--", "S", round_gained=180_000)
    assert said(match, 0, "+--") == [f"ann plays +--, but the round's clock stays. Bank 0 at 0. {BOB}"]


def test_a_charge_of_one_turn():
    match = scene("*", "S", options={"charge_turns": 1})
    assert said(match, 0, "*") == [
        f"ann plays *: the bank is supercharged, no dump for 1 turn. Bank 0 at 0, supercharged (1 turn). {BOB}"
    ]


def test_a_dump_that_is_due():
    match = scene("S", "S", bank=900, polarity=-12)
    assert said(match, 0, "S") == [f"ann plays S and passes. Bank 900 at -12: the next card dumps it. {BOB}"]


@pytest.mark.parametrize(
    ("teams", "dump"),
    [
        ("++--", "Dump to team +: ann 667, each teammate 333."),
        ("+---", "Dump to team +: ann 1,000."),
        ("-+++", "Dump to team +: 333 each."),
        ("----", "A dump to team +, but nobody is on it: the bank keeps its points."),
    ],
)
def test_a_dump_says_who_gets_what(teams, dump):
    match = scene("+++", "S", "S", "S", teams=teams, bank=900, polarity=9)
    rest = {"-+++": 1, "----": 1000}.get(teams, 0)
    assert said(match, 0, "+++") == [f"ann plays +++: +100. {dump} Bank {rest:,} at 0. {BOB}"]


@pytest.mark.parametrize(
    ("idle", "told"),
    [
        (0, f"ann is out of time: -1,000. Bank 0 at 0. {BOB}"),
        (1, f"ann is out of time: -1,000, and out of the match the next time. Bank 0 at 0. {BOB}"),
    ],
)
def test_the_last_time_out_before_the_end_is_a_warning(idle, told):
    match = scene("S", "S")
    match.state.seats[0].idle = idle
    match.input(Prompted())
    (entry,) = match.tick(10_000)
    assert lines(match.state, entry) == [told]


def test_a_theft_is_told_but_not_the_object():
    match = scene("S", "S")
    assert said(match, 0, "S", theft=[True], stolen=[300], gift=["X"]) == [
        f"ann plays S and passes. The system steals 300 points from ann. Bank 0 at 0. {BOB}"
    ]


def test_skipped_and_passed_over():
    match = scene("S", "", "S", "S")
    match.input(Away(Cause.SPLIT), 2)
    assert said(match, 0, "S", pity=["+"]) == [
        "ann plays S and passes. bob has nothing: a pity card, and skipped. cat is away: passed over. "
        "Bank 0 at 0. dan's turn: 10 s."
    ]


# What happens besides


def test_the_beginning():
    match = Scenario.begun(ION, 3, {"rounds": 2}, starter=[1], team=["+", "-"])
    assert lines(match.state, match.log[0]) == [
        "Team +: ann. Team -: bob, cat. A round of 10 min, dumps at ±10; in your turn type an item you hold. "
        f"Bank 0 at 0. {BOB}"
    ]


@pytest.mark.parametrize(
    ("team", "teams"), [("-", "Team +: nobody. Team -: ann."), ("+", "Team +: ann. Team -: nobody.")]
)
def test_the_beginning_with_an_empty_team(team, teams):
    match = Scenario.begun(ION, 1, {"round_time": 90, "limit": 6}, team=[team])
    assert lines(match.state, match.log[0])[0].startswith(
        f"{teams} A round of 90 s, dumps at ±6; in your turn type an item you hold."
    )


def test_a_time_out():
    match = scene("S", "S")
    match.input(Prompted(), at=0)
    (entry,) = match.tick(10_000)
    assert lines(match.state, entry) == [f"ann is out of time: -1,000. Bank 0 at 0. {BOB}"]


def test_joining():
    match = scene("S", "S", "S", teams="++-")
    match.input(Prompted())
    assert heard(match, Joined(Kind.FILLER), 3) == ["dan evens out team - and cannot win."]
    assert heard(match, Joined(), 4) == ["eve joins team -."]
    match.input(Left(Reason.QUIT), 1)
    assert heard(match, Joined(), 1) == ["bob joins team + again."]


@pytest.mark.parametrize(
    ("reason", "line"),
    [
        (Reason.QUIT, "bob quits."),
        (Reason.PART, "bob left the channel and is out."),
        (Reason.KICK, "bob was kicked and is out."),
        (Reason.DISCONNECT, "bob left IRC and is out."),
        (Reason.DROP, "bob was dropped."),
        (Reason.SURPLUS, "bob leaves, as the teams are even."),
    ],
)
def test_leaving(reason, line):
    match = scene("S", "S", "S")
    match.input(Prompted())
    assert heard(match, Left(reason), 1) == [line]


@pytest.mark.parametrize(
    ("owned", "line"),
    [
        (-500, "bob quits."),
        (1, "bob quits. The bank gets 1."),
        (600, "bob quits. Each other player gets 300."),
        (601, "bob quits. Each other player gets 300, the bank 1."),
    ],
)
def test_what_a_leaver_leaves(owned, line):
    match = scene("S", "S", "S")
    match.input(Prompted())
    match.state.seats[1].points = owned
    assert heard(match, Left(Reason.QUIT), 1) == [line]


def test_being_away_and_back():
    match = scene("S", "S", "S")
    assert heard(match, Away(Cause.SPLIT), 0) == [f"ann lost the connection; the seat is held. Bank 0 at 0. {BOB}"]
    match.input(Prompted())
    assert heard(match, Back(), 0) == ["ann is back."]
    match.input(Away(Cause.SPLIT), 0, at=1000)
    (entry,) = match.input(Left(Reason.QUIT), 1)
    assert lines(match.state, entry) == ["bob quits. Bank 0 at 0. cat's turn: 10 s."]


def test_being_away_by_ones_own_wish():
    match = scene("S", "S", "S")
    assert heard(match, Away(Cause.ASKED), 1) == ["bob is away; the seat is held. Bank 0 at 0. ann's turn: 10 s."]
    match.input(Prompted())
    assert heard(match, Away(Cause.ASKED), 0) == [
        "ann is out of time: -1,000. ann is away; the seat is held. bob is away: passed over. "
        "Bank 0 at 0. cat's turn: 10 s."
    ]
    assert heard(match, Away(Cause.ASKED), 2) == [
        "cat is out of time: -1,000. cat is away. Everybody is away: the match waits."
    ]


@pytest.mark.parametrize(("grace", "words"), [(0, "left IRC and is out."), (30, "left IRC; the seat is held.")])
def test_quitting_irc(grace, words):
    match = scene("S", "S", "S", options={"quit_grace": grace})
    match.input(Prompted())
    assert heard(match, Away(Cause.QUIT), 1) == [f"bob {words}"]


def test_not_coming_back():
    match = scene("S", "S", "S", options={"split_grace": 1})
    match.input(Prompted())
    match.input(Away(Cause.SPLIT), 1)
    (entry,) = match.tick(1000)
    assert lines(match.state, entry) == ["bob did not come back and is out."]


def test_everybody_is_away():
    match = scene("S", "S")
    match.input(Away(Cause.SPLIT), 1)
    assert heard(match, Away(Cause.SPLIT), 0) == ["ann lost the connection. Everybody is away: the match waits."]
    assert written(ION.words.turn(match.state, 0)) == "Everybody is away: the match waits."
    assert heard(match, Back(), 0) == ["ann is back. Bank 0 at 0. ann's turn: 10 s."]


def test_an_interruption_says_nothing_by_itself():
    match = scene("S", "S")
    match.input(Prompted())
    assert heard(match, Resumed()) == []
    assert written(ION.words.prompt(match.state)) == "Bank 0 at 0. ann's turn: 10 s."


# The end


def finished(match, **points):
    match.input(Prompted())
    for name, total in points.items():
        match.state.seats[NAMES.index(name)].points = total
    match.state.round_length = 0
    (entry,) = match.tick(match.now)
    return lines(match.state, entry)


def test_between_rounds():
    match = scene("S", "S", options={"rounds": 2, "round_time": 120}, bank=300, polarity=4)
    assert finished(match) == ["Time is up. Round 2 of 2: 2 min. Bank 300 at 0. ann's turn: 10 s."]


def test_the_result():
    match = scene("S", "S", "S", bank=301, polarity=1)
    assert finished(match, ann=1000, bob=500, cat=-2000) == [
        "Time is up. The bank pays team +: 150 each.",
        "ann wins with 1,150! Team +: -700 (ann 1,150, cat -1,850). Team -: 500 (bob 500).",
    ]


def test_a_shared_win():
    match = scene("S", "S", bank=200)
    assert finished(match, ann=1000, bob=1000) == [
        "Time is up. The bank of 200 goes to nobody.",
        "ann, bob win with 1,000 each! Team +: 1,000 (ann 1,000). Team -: 1,000 (bob 1,000).",
    ]


def test_the_result_without_bank_and_with_an_empty_team():
    match = scene("S", "S", teams="--")
    assert finished(match, ann=5) == ["Time is up.", "ann wins with 5! Team +: nobody. Team -: 5 (ann 5, bob 0)."]


def test_a_stopped_match():
    assert heard(scene("S", "S"), Stopped(scored=False)) == [
        "The match is over, without a winner. Team +: 0 (ann 0). Team -: 0 (bob 0)."
    ]


def test_a_debt_of_a_leaver_is_told():
    match = scene("S", "S", "S")
    match.state.seats[1].points = -300
    match.input(Left(Reason.QUIT), 1)
    assert written(ION.words.score(match.state)) == "Team +: 0 (ann 0, cat 0). Team -: -300 (bob (out) -300)."


# Privately


def test_the_hand_goes_to_the_mover_with_what_is_new():
    assert told(scene("++ -", "S"), 0, "++") == {"ann": "You hold - ± (new ±)."}
    assert told(scene("S", "S"), 0, "S", bonus=[1], item=["+", ":"], coin=[True], coins=[1]) == {
        "ann": "You hold + : and 1 coin (new + :, 1 coin found)."
    }


def test_the_hand_tells_of_a_trade_and_a_gift():
    match = scene("S", "S")
    match.state.seats[0].coins = 15
    draws = {"coin": [True], "coins": [7], "trade": ["R"], "theft": [True], "stolen": [100], "gift": ["X"]}
    assert told(match, 0, "S", **draws) == {
        "ann": "You hold ± R X and 2 coins (new ± X, 7 coins found, 20 coins traded for R)."
    }


def test_the_hand_goes_to_who_was_taken_from():
    assert told(scene("T", "S x2"), 0, "T x2") == {
        "ann": "You hold ± x2 (taken x2, new ±).",
        "bob": "You hold S (ann took x2).",
    }


def test_the_hand_goes_to_who_got_a_pity_card():
    assert told(scene("S", "", "S"), 0, "S", pity=["="])["bob"] == "You hold = (new =)."


def test_the_hand_goes_to_all_at_the_deal_and_to_joiners():
    match = Scenario.begun(ION, 2, item=["+", "S", "S", "-", "X"] * 2)
    assert set(ION.words.private(match.state, match.log[0])) == {0, 1}
    (entry,) = match.input(Joined(), 2, item=["S"] * 5)
    assert {seat: written(text) for seat, text in ION.words.private(match.state, entry).items()} == {
        2: "You hold S S S S S (type one in your turn, the command rules S tells what S does)."
    }


def test_the_first_hand_tells_how_to_type_what_is_on_no_keyboard():
    match = Scenario.begun(ION, 2, item=["±±", "±", "+", "±±", "-"] + ["S"] * 5)
    assert written(ION.words.private(match.state, match.log[0])[0]) == (
        "You hold - + ± ±± ±± (type one in your turn, ± can be typed b, the command rules ±± tells what ±± does)."
    )


def test_the_first_hand_tells_how_to_play_what_it_holds_and_later_ones_do_not():
    match = Scenario.begun(ION, 2, item=["&", "x3", "x2", "T", "+"] + ["S"] * 5)
    assert written(ION.words.private(match.state, match.log[0])[0]) == (
        "You hold + x2 x3 & T (type one in your turn, x2 as x2 CARD, x3 as x3 CARD, & as & MOVE, T as T OBJECT, "
        "the command rules T tells what T does)."
    )
    assert written(ION.words.hand(match.state, 0)) == "You hold + x2 x3 & T."
    match.input(Away(Cause.SPLIT), 0)
    (entry,) = match.input(Back(), 0)
    assert written(ION.words.private(match.state, entry)[0]) == "You hold + x2 x3 & T."


def test_the_hand_goes_to_who_is_back():
    match = scene("S", "S", "S T")
    match.input(Away(Cause.SPLIT), 2)
    (entry,) = match.input(Back(), 2)
    assert {seat: written(text) for seat, text in ION.words.private(match.state, entry).items()} == {2: "You hold S T."}


def test_items_have_the_colour_of_their_kind():
    match = scene("+ -- = ±±± x2", "S")
    cards = [span for span in spans(ION.words.hand(match.state, 0)) if isinstance(span, Card)]
    assert cards == [
        Card("--", Colour.RED),
        Card("+", Colour.GREEN),
        Card("=", Colour.BLUE),
        Card("±±±", Colour.PURPLE, "bbb"),
        Card("x2", Colour.YELLOW),
    ]


# Questions


def test_whose_turn_it_is_and_how_long():
    match = scene("S", "S")
    assert written(ION.words.turn(match.state, 0)) == "ann's turn: 10 s."
    match.input(Prompted(), at=1000)
    assert written(ION.words.turn(match.state, 3500)) == "ann's turn: 8 s left."
    match.input(Stopped(scored=True))
    assert written(ION.words.turn(match.state, 4000)) == "The match is over."


def test_only_the_one_whose_turn_it_is_is_called():
    match = scene("S", "S")
    (entry,) = match.say(0, "S")
    called = [span for text in ION.words.public(match.state, entry) for span in spans(text) if isinstance(span, Player)]
    assert called == [Player(0)]
    prompt = [span for span in spans(ION.words.prompt(match.state)) if isinstance(span, Player)]
    assert prompt == [Player(1, called=True)]


def test_the_table():
    match = scene("S", "S S", "S", "S - X", bank=1400, polarity=5, flow=-1, current=1)
    for seat in (0, 3):
        match.input(Away(Cause.SPLIT), seat)
    assert [written(text) for text in ION.words.table(match.state, None)] == [
        "Bank 1,400 at +5. It is dumped at ±10.",
        "In order of play: bob - (2 items), ann + (1 item, away), dan - (3 items, away), cat + (1 item).",
    ]


def test_the_players_when_the_match_is_over():
    match = scene("S", "S")
    match.input(Left(Reason.QUIT), 0)
    assert written(ION.words.players(match.state)) == "In order of play: bob - (1 item)."


def test_the_clock():
    match = scene("S", "S")
    assert written(ION.words.clock(match.state, 0)) == "Round 1 of 1: 10:00 left."
    match.input(Prompted(), at=0)
    assert written(ION.words.clock(match.state, 1500)) == "Round 1 of 1: 9:59 left."


def test_the_score():
    match = scene("S", "S", "S")
    match.state.seats[2].points = 5300
    match.state.seats[1].points = -1000
    assert written(ION.words.score(match.state)) == "Team +: 5,300 (cat 5,300, ann 0). Team -: -1,000 (bob -1,000)."

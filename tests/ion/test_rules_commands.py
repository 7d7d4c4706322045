"""Rule 24: how moves are typed, and what a wrong one is answered."""

import pytest

from games.ion import ION
from games.ion.commands import Link, Play, Take, Use, parse
from games.kit.errors import Illegal, Misread
from games.kit.inputs import Away, Cause, Left, Reason
from games.kit.text import plain
from tests.ion.scenes import hand, play, scene, written

MOVES = {
    "++": Play("++"),
    "---": Play("---"),
    "=": Play("="),
    "±±": Play("±±"),
    "S": Use("S"),
    "R": Use("R"),
    "X": Use("X"),
    "*": Use("*"),
    ":": Use(":"),
    ":--": Use(":--"),
    "+--": Use("+--"),
    "x2 ---": Play("---", 2),
    "x3 ±": Play("±", 3),
    "T x2": Take("x2"),
    "T T": Take("T"),
    "T :": Take(":"),
    "T :--": Take(":--"),
    "T &": Take("&"),
    "& ++": Link(Play("++")),
    "& x3 +": Link(Play("+", 3)),
    "& T x2": Link(Take("x2")),
    "& *": Link(Use("*")),
    "& X": Link(Use("X")),
    "& +--": Link(Use("+--")),
    "& :--": Link(Use(":--")),
}


@pytest.mark.parametrize(("text", "move"), MOVES.items())
def test_rule_24_a_move_is_typed_as_it_is_written(text, move):
    assert ION.parse(ION.blank(), 0, text) == move
    items = (*move.items, *([move.item] if isinstance(move, Take) else []))
    assert " ".join(items) == text or isinstance(move, Link)


@pytest.mark.parametrize(("text", "move"), MOVES.items())
def test_rule_24_case_blanks_and_brackets_do_not_matter(text, move):
    assert parse(text.lower()) == move
    assert parse(text.upper()) == move
    assert parse(text.replace(" ", "")) == move
    assert parse(" ".join(f"[{word}]" for word in text.split())) == move
    assert parse(f"[{text}]") == move
    assert parse("\u00a0 " + text.replace(" ", "\u3000\t") + "\t") == move


def test_rule_24_a_link_of_a_link_is_read_and_left_to_the_rules():
    assert parse("& &") == Link(Use("&"))
    assert parse("&&+") == Link(Use("&"))


@pytest.mark.parametrize(("text", "move"), [("b", "±"), ("B", "±"), ("bb", "±±"), ("bBb", "±±±")])
def test_rule_24_b_is_bipolar(text, move):
    assert parse(text) == Play(move)
    assert parse(f"x2{text}") == Play(move, 2)
    assert parse(f"& {text}") == Link(Play(move))


@pytest.mark.parametrize(
    ("text", "move"), [("—", "--"), ("—-", "---"), ("−", "-"), ("−−", "--"), ("+—", "+--"), (":—", ":--")]
)
def test_rule_24_the_dashes_of_phones_are_understood(text, move):
    assert parse(text) == parse(move)


def test_rule_24_some_objects_look_like_two_items_and_are_always_the_object():
    assert (parse(":--"), parse("+--"), parse("&+--"), parse("x2+--")) == (
        Use(":--"),
        Use("+--"),
        Link(Use("+--")),
        Play("+--", 2),
    )


NO_MOVES = [
    *["", " ", "[]", "hello", "s!", "x4", "x2 hello", "2x ++", "😀", "\0", "++\0", "i", "ſ", "ß", "±b±"],
    *["bbbb", ":-)", "S S", "T S S", "x2 + +", "++ x2"],
]
SIGNS_WITHOUT_A_MOVE = ["++++", "+-", "+++--", "++ --", "+ --", ": --", ": ++", "& + +", "*****", "- - -"]


@pytest.mark.parametrize("text", NO_MOVES)
def test_rule_24_what_is_no_move_is_misread(text):
    with pytest.raises(Misread):
        parse(text)


@pytest.mark.parametrize("text", SIGNS_WITHOUT_A_MOVE)
def test_rule_24_signs_that_make_no_move_are_no_chat(text):
    with pytest.raises(Illegal, match="One move at a time"):
        parse(text)


def test_rule_24_a_misread_line_is_answered_with_what_would_work():
    match = scene("S", "S")
    assert match.refusal(0, "hello") == "That is no move. Type an item you hold as it is shown: ++, x2 ++, S."
    assert match.refusal(0, "++ --") == (
        "One move at a time: a card (++), an object (S), or with an argument: x2 ++, & ++, T x2."
    )


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("++", "You have no ++. You hold - + S x2 T."),
        ("x3 +", "You have no x3. You hold - + S x2 T."),
        ("x2 S", "x2 goes with one card: x2 -. Your cards: - +."),
        ("x2", "x2 goes with one card: x2 -. Your cards: - +."),
        ("T +", "T takes an object, no card: T x2."),
        ("T", "T needs the object to take: T x2."),
        ("& S", "& goes with a card (& ++ or & x2 ++), T x2 or +-- :-- * X."),
        ("& x2 S", "x2 goes with one card: x2 -. Your cards: - +."),
        ("& T -", "T takes an object, no card: T x2."),
        ("& +", "You have no &. You hold - + S x2 T."),
    ],
)
def test_rule_24_a_move_that_cannot_be_made_is_answered_with_what_would_work(text, answer):
    match = scene("- + S T x2", "S")
    before = ION.standings(match.state)
    assert match.refusal(0, text) == answer
    assert ION.standings(match.state) == before
    assert match.state.acting == 0


def test_rule_24_x2_without_any_card():
    assert scene("x2 S", "S").refusal(0, "x2 S") == "x2 goes with a card, and you hold none."


def test_rule_24_out_of_turn_it_says_whose_turn_it_is():
    match = scene("S", "S")
    with pytest.raises(Illegal) as refused:
        match.say(1, "S")
    assert written(refused.value.text) == "It is not your turn: ann is to move."


def test_rule_24_who_is_out_cannot_move():
    match = scene("S", "S", "S")
    match.input(Left(Reason.QUIT), 1)
    assert match.refusal(1, "S") == "You are not in the match."


def test_rule_24_while_everybody_is_away_nobody_can_move():
    match = scene("S", "S")
    for seat in (1, 0):
        match.input(Away(Cause.SPLIT), seat)
    assert match.refusal(0, "S") == "Everybody is away; nobody can move until somebody is back."


def test_rule_24_inv_shows_your_items():
    match = scene("x2 ++ - S ++ ±±", "")
    match.state.seats[0].coins = 1
    assert plain(ION.words.hand(match.state, 0)) == "You hold - ++ ++ ±± S x2 and 1 coin."
    assert hand(match, 1) == "nothing"


def test_rule_24_every_item_can_be_typed_and_played():
    for text in ("++", "b", "x2 ---", "& x3 +", "T x2", ":"):
        match = scene("++ ± x2 x3 --- + & T :", "x2 S")
        if text == ":":
            assert match.say(0, text)
        else:
            assert play(match, 0, text)


@pytest.mark.parametrize("sign", "+-=±:*&[")
def test_rule_24_no_prefix_is_made_of_move_signs(sign):
    assert sign in ION.signs

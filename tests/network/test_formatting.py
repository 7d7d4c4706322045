"""Spans to text: colours, nicks that do not ring, pieces that fit."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.text import Card, Colour, Points
from ionbot.channel import Line, Nick
from ionbot.network import formatting
from ionbot.network.formatting import LEAST_ROOM, clean, pieces

ROOM = 400


def shown(line: Line, colour: bool = True, room: int = ROOM) -> str:
    (text,) = pieces(line, room, colour)
    return text


def test_colours_open_and_close() -> None:
    line = ("You hold ", Card("S", Colour.RED), " ", Card("+2", Colour.BLUE), ".")
    assert shown(line) == "You hold \x0304S\x0f \x0312+2\x0f."
    assert shown(line, colour=False) == "You hold S +2."


def test_a_plain_card_has_no_code() -> None:
    assert shown((Card("S"), " ", Points(-1200, signed=True), Points(5))) == "S -1,2005"


@pytest.mark.parametrize("face", ["7", "12", ",5", "1,2"])
def test_a_colour_code_is_never_followed_by_a_digit(face: str) -> None:
    text = shown((Card(face, Colour.GREEN), "7 left"))
    assert text == f"\x0303\x02\x02{face}\x0f7 left"


def test_only_the_nick_that_is_meant_rings() -> None:
    assert shown((Nick("Ann"), ", ", Nick("Bob", rings=True), "!")) == "A\u200bnn, Bob!"


def test_codes_and_controls_in_texts_are_taken_out() -> None:
    assert clean("\x02b\x0304,12red\x03 \x1fu\x01\x0f\x7f\x9b\tx\r\ny\0\x04ff00ffz") == "bred u x  y z"
    assert shown(("a\x01\r\nb", Nick("x\x03\x034y", rings=True), Card("\x16c"))) == "a  bxyc"


def test_no_mark_turns_the_direction_of_a_line() -> None:
    marks = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
    assert shown((Nick(f"a{marks}b", rings=True), f"{marks} אבג\u2028👨\u200d👩")) == "ab אבג 👨\u200d👩"


def test_nothing_is_no_text() -> None:
    assert pieces((), ROOM, colour=True) == []
    assert pieces(("", "  "), ROOM, colour=True) == []


def test_a_hand_is_split_between_cards_and_colours_are_opened_again() -> None:
    hand = tuple(span for number in range(60) for span in (Card(f"±{number}", Colour.PURPLE), " "))
    texts = pieces(("Your hand: ", *hand), 100, colour=True)
    assert len(texts) > 4
    for text in texts:
        assert len(text.encode()) <= 100
        assert text.count("\x0306") == text.count("\x0f")
        assert re.fullmatch(r"(Your hand: )?(\x0306±\d+\x0f( |$))+", text)
    cards = [card for text in texts for card in re.findall(r"±\d+", text)]
    assert cards == [f"±{number}" for number in range(60)]


def test_spans_without_blanks_are_split_between_spans() -> None:
    texts = pieces(tuple(Card(f"card{number}", Colour.RED) for number in range(20)), 50, colour=True)
    assert all(re.fullmatch(r"(\x0304card\d+\x0f)+", text) for text in texts)


def test_a_card_with_a_blank_stays_whole() -> None:
    line = ("x" * (LEAST_ROOM - 5), " ", Card("two words", Colour.RED))
    assert pieces(line, LEAST_ROOM, colour=False) == ["x" * (LEAST_ROOM - 5), "two words"]


def test_only_the_space_is_a_blank() -> None:
    line = ("x" * 20 + "\u3000" + "y" * 20,)
    assert "".join(pieces(line, LEAST_ROOM, colour=False)) == line[0]


def test_a_word_that_is_too_long_is_cut_between_characters_and_keeps_its_colour() -> None:
    texts = pieces((Card("€" * 50, Colour.CYAN),), 40, colour=True)
    assert all(text.startswith("\x0310€") and text.endswith("€\x0f") for text in texts)
    assert "".join(texts).count("€") == 50


SPANS = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc"])),
    st.builds(Nick, st.text("annÄ[]", min_size=1), st.booleans()),
    st.builds(Card, st.text("±7,S€ ", min_size=1), st.sampled_from(Colour)),
    st.builds(Points, st.integers(), st.booleans()),
)


@given(st.lists(SPANS).map(tuple), st.integers(LEAST_ROOM, 120), st.booleans())
def test_a_line_that_fits_is_what_its_pieces_would_be(line: Line, room: int, colour: bool) -> None:
    split = formatting._split(line, room, colour)
    if len(split) <= 1:
        assert pieces(line, room, colour) == split


@given(st.lists(SPANS).map(tuple), st.integers(LEAST_ROOM, 120), st.booleans())
def test_every_piece_fits_and_no_character_is_lost(line: Line, room: int, colour: bool) -> None:
    def bare(text: str) -> str:
        return clean(text).replace(" ", "")

    texts = pieces(line, room, colour)
    assert all(0 < len(text.encode()) <= room for text in texts)
    assert bare("".join(texts)) == "".join(bare(text) for text in pieces(line, 10**9, colour))
    for text in texts:
        assert not re.search(r"\x03(?!\d\d)|\x03\d\d,?\d", text)

"""IRC formatting in a terminal."""

import doctest
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ionbot.demo import ansi as module
from ionbot.demo.ansi import ansi, clean, folded, plain

SEQUENCE = re.compile(r"\x1b\[[0-9;]+m")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("nothing special ±", "nothing special ±"),
        ("\x0304red", "\x1b[38;5;9mred\x1b[0m"),
        ("\x034,1red on black\x03 plain", "\x1b[38;5;9;48;5;0mred on black\x1b[0m plain"),
        ("\x034,1a\x033b", "\x1b[38;5;9;48;5;0ma\x1b[0m\x1b[38;5;2;48;5;0mb\x1b[0m"),
        ("\x03041 one", "\x1b[38;5;9m1 one\x1b[0m"),
        ("\x034,x", "\x1b[38;5;9m,x\x1b[0m"),
        ("\x0355light red", "\x1b[38;5;154mlight red\x1b[0m"),
        ("\x0399default", "default"),
        ("\x04ff8000orange\x04 plain", "\x1b[38;2;255;128;0morange\x1b[0m plain"),
        ("\x04ff8000,000001both", "\x1b[38;2;255;128;0;48;2;0;0;1mboth\x1b[0m"),
        ("\x02bold\x02 \x1d\x1f\x16\x1eall\x0f none", "\x1b[1mbold\x1b[0m \x1b[3;4;7;9mall\x1b[0m none"),
        ("\x02\x0304\x0f", ""),
        ("\x03\u0664arabic four", "\u0664arabic four"),
    ],
)
def test_formatting(text: str, shown: str) -> None:
    assert ansi(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J\x1b]0;title\x07", "[2J]0;title"),
        ("\x9b31mred\x90", "31mred"),
        ("a\tb\rc\nd\x08e\x00f\x7f", "a bcdef"),
        ("b\u200bob a\u00adnn \ufeffx", "bob ann x"),
        ("\u202eevil\u2066", "evil"),
        ("line\u2028end", "line end"),
        ("\udcffbytes", "\ufffdbytes"),
        ("zwölf €", "zwölf €"),
    ],
)
def test_what_would_move_the_terminal_or_hide_is_taken_out(text: str, shown: str) -> None:
    assert clean(text) == plain(text) == ansi(text) == shown


def test_plain_text_has_no_formatting() -> None:
    assert plain("\x02<bot>\x0f \x0304,01R5\x03 and \x04ff0000B2\x0f") == "<bot> R5 and B2"


@given(st.text(st.characters(codec=None) | st.sampled_from("\x02\x03\x04\x0f\x1b0129,")))
def test_only_our_own_sequences_reach_the_terminal(text: str) -> None:
    shown = ansi(text)
    assert SEQUENCE.sub("", shown) == plain(text)
    assert not {unicodedata.category(character) for character in plain(text)} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert shown.count("\x1b[0m") * 2 == shown.count("\x1b")


def test_the_examples() -> None:
    assert doctest.testmod(module).failed == 0


def test_a_long_line_is_folded_between_its_words() -> None:
    assert folded(ansi("\x02<bot>\x0f ann plays \x0304+++"), 12) == (
        "\x1b[1m<bot>\x1b[0m ann \nplays \x1b[91m+++\x1b[0m"
    )
    assert folded("9c2dddc5 and ±±±", 6) == "9c2ddd\nc5 and\n±±±"
    assert folded("[bold]no markup[/] :smile: 12", 80) == "[bold]no markup[/] :smile: 12"

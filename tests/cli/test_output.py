"""Lists: JSON that is nothing but JSON, and tables that a nick cannot spoil."""

import json

import pytest

from ionbot.cli.output import Format, show_rows

ROWS = [
    {"nick": "[red]ann[/red]", "points": 1400, "place": None, "items": {"++": 2, "x2": 1}, "present": True},
    {"nick": "b\x1b[31mob\n", "points": -1000, "place": 2, "items": {}, "present": False},
]


def test_json_is_the_rows(capsys: pytest.CaptureFixture[str]) -> None:
    show_rows(ROWS, Format.JSON)
    assert json.loads(capsys.readouterr().out) == ROWS


def test_no_rows_are_an_empty_list(capsys: pytest.CaptureFixture[str]) -> None:
    show_rows([], Format.JSON)
    assert json.loads(capsys.readouterr().out) == []
    show_rows([], Format.TABLE)
    assert capsys.readouterr().out == "none\n"


def test_a_table_shows_every_value_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    show_rows(ROWS, Format.TABLE, "Seats [1]")
    output = capsys.readouterr().out
    assert "\x1b" not in output
    title, _, head, _, first, second = (" ".join(line.split()) for line in output.rstrip().splitlines())
    assert title == "Seats [1]"
    assert head == "nick points place items present"
    assert first == "[red]ann[/red] 1,400 2 ++, 1 x2 yes"
    assert second == "b?[31mob? -1,000 2 no"


@pytest.mark.parametrize("width", [10, 100, 1000])
def test_what_goes_into_a_file_is_not_wrapped(capsys: pytest.CaptureFixture[str], width: int) -> None:
    show_rows([{"text": "x" * width, "more": "y" * width}], Format.TABLE)
    assert f"{'x' * width}   {'y' * width}" in capsys.readouterr().out

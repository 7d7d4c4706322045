"""Lists: JSON that is nothing but JSON, and tables that a nick cannot spoil."""

import json
import re

import pytest

from ionbot.cli import output
from ionbot.cli.output import Format, show_rows
from ionbot.legible import several

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
    assert f"{'x' * width}  {'y' * width}" in capsys.readouterr().out


def test_no_number_and_no_short_word_is_cut_on_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "WIDE", 60)
    row = {"id": 1_234_567, "status": "abandoned", "time": "2026-11-30 04:45", "players": "ann, bob " * 20}
    show_rows([row], Format.TABLE)
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 60
    assert re.search("1,234,567 +abandoned +2026-11-30 04:45 +ann, bob", shown)
    assert (shown.count("ann"), shown.count("bob")) == (20, 20)
    assert "…" not in shown


def test_several_names_are_counted() -> None:
    assert several(["ann", "bob"], 2) == "ann, bob"
    assert several(["ann", "bob", "cat", "dan"], 2) == "ann, bob +2"
    assert several([], 2) == ""

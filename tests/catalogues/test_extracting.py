"""Extraction finds the templates of phrases, wherever they stand as literals."""

from pathlib import Path

import pytest

from tests.catalogues.extracting import Message, Unreadable, messages


def found(path: Path, source: str) -> list[Message]:
    path = path / "source.py"
    path.write_text(source, encoding="utf-8")
    return [message for _, message in messages(path)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('phrase("one" " two")', [("one two",)]),
        ('phrase("a" if x else "b")', [("a",), ("b",)]),
        ('plural("{n} card", "{n} cards", n=2)', [("{n} card", "{n} cards")]),
        ('phrase("{one}: {other}")', []),
        ('def f():\n    t = "here" if x else "there"\n    return phrase(t)', [("here",), ("there",)]),
        ('T = {1: "one", 2: "two"}\nphrase(T[x])', [("one",), ("two",)]),
        ('T = {1: "one"}\ndef f():\n    if t := T.get(x, "none"):\n        phrase(t)', [("one",), ("none",)]),
        ('@command("join [GAME]", "sit down")\ndef f(): ...', [("sit down",)]),
        ('phrase("{help}", help=phrase(known.help))', []),
        ('x: Annotated[int, Meta(ge=1, description="Time.", extra={"unit": "s"})]', [("Time.",)]),
        ('phrase("outer {inner}", inner=phrase("inner"))', [("outer {inner}",), ("inner",)]),
    ],
)
def test_what_is_said_is_found(tmp_path: Path, source: str, expected: list[Message]) -> None:
    assert found(tmp_path, source) == expected


@pytest.mark.parametrize(
    "source",
    [
        'phrase(f"{x} cards")',
        "phrase(unknown)",
        'phrase("a" + b)',
        "def f(t):\n    phrase(t)",
    ],
)
def test_what_cannot_be_translated_is_refused(tmp_path: Path, source: str) -> None:
    with pytest.raises(Unreadable, match="is no literal"):
        found(tmp_path, source)

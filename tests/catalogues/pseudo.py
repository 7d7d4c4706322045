"""A language for tests: English in other letters. What is left in ours has not come through a catalogue."""

from functools import cache
from string import Formatter, ascii_letters

from games.kit.text import Phrase, english
from tests.catalogues.keeping import SPEAKING, said

_OTHER = str.maketrans(ascii_letters, "".join(chr(0xFF21 + ord(each) - ord("A")) for each in ascii_letters))
"""The letters, as wide ones."""


def translate(text: Phrase) -> str:
    """Give a template in other letters, if extraction finds it."""
    template = english(text)
    return _wide(template) if template in _known() else template


def _wide(template: str) -> str:
    pieces = Formatter().parse(template)
    return "".join(
        literal.translate(_OTHER).replace("{", "{{").replace("}", "}}") + (f"{{{field}}}" if field is not None else "")
        for literal, field, *_ in pieces
    )


@cache
def _known() -> frozenset[str]:
    messages = (message for package in SPEAKING for message in said(package) if message.id)
    return frozenset(
        form for message in messages for form in ([message.id] if isinstance(message.id, str) else message.id)
    )

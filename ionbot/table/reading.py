"""How what a player types is read as a move: it may name players, and have `play` in front."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias

from games.kit.errors import Misread

_PLAY = ("play", "pl")
"""What can stand before any move, be it the game's own word or not."""

Parse: TypeAlias = Callable[[str], Any]
Rewrite: TypeAlias = Callable[[str], str]


def read(parse: Parse, text: str, named: Rewrite) -> Any:
    """Read a move; `named` writes players as the game knows them. Raises Refused."""
    word, _, move = text.strip().partition(" ")
    try:
        return _read_named(parse, text, named)
    except Misread:
        if word.lower() not in _PLAY or not move:
            raise
        with suppress(Misread):
            return _read_named(parse, move, named)
        raise


def _read_named(parse: Parse, text: str, named: Rewrite) -> Any:
    """Read a text as it stands, else with the players whom it names."""
    try:
        return parse(text)
    except Misread:
        if (rewritten := named(text)) == text:
            raise
        return parse(rewritten)

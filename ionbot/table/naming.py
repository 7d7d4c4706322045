"""Players who are named in a move. Games know seats only: in what they read, `@SEAT` is a player."""

import re
from collections.abc import Callable, Iterable, Mapping

from games.kit.inputs import Kind
from ionbot.table import computers
from ionbot.table.seating import Seat

_WORD = re.compile(r"[^\s,]+")
_BEFORE = frozenset(("on", "at", "vs", "against"))
"""What stands before a name, and is none itself unless one of these stands before it."""


def with_seats(text: str, seats: Iterable[Seat], fold: Callable[[str], str]) -> str:
    """Write the seats of the players whom a move names: `den 4 5 vs bob` becomes `den 4 5 vs @1`.

    The first word is the move's own. Of a computer player's name, what is in brackets can be left out.
    """
    first, *rest = _pieces(text.strip().replace(computers.MARK, ""))
    names = _names(seats, fold)
    return first + "".join(_named(rest, names, fold))


def _pieces(text: str) -> list[str]:
    """Cut a text before each word, so that what stands between the words is kept."""
    starts = [0, *(found.start() for found in _WORD.finditer(text) if found.start())]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]


def _names(seats: Iterable[Seat], fold: Callable[[str], str]) -> Mapping[str, int]:
    """Give the seats by folded names; a person goes before a computer player of the same name."""
    known = sorted(seats, key=lambda seat: seat.kind is Kind.HUMAN)
    return {fold(seat.name.removesuffix(computers.MARK)): seat.number for seat in known}


def _named(pieces: Iterable[str], names: Mapping[str, int], fold: Callable[[str], str]) -> Iterable[str]:
    before = ""
    for piece in pieces:
        found = _WORD.match(piece)
        word = found[0] if found else ""
        seat = None if word.lower() in _BEFORE and before not in _BEFORE else names.get(fold(word.strip("@:.")))
        yield piece if seat is None else f"@{seat}{piece[len(word) :]}"
        before = word.lower()

"""Spans to text: mIRC colours where they are wanted, nicks that do not ring, pieces that fit into a line."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from games.kit.text import Card, Colour
from ionbot.channel import Line, Nick, Span

LEAST_ROOM = 32
"""Bytes of text that a piece may have at least, however long the names before it are."""

_COLOURS = {
    Colour.RED: "04",
    Colour.GREEN: "03",
    Colour.BLUE: "12",
    Colour.YELLOW: "07",
    Colour.PURPLE: "06",
    Colour.CYAN: "10",
}
"""mIRC colours that can be read on a light and on a dark ground; always two digits."""
_START, _END = "\x03", "\x0f"
_NOTHING = "\x02\x02"
"""Bold on and off: between a colour code and a digit, so that no client reads the digit as part of the code."""
_SILENT = "\u200b"
"""Zero width space: clients look for the whole nick and do not find it."""
_CODES = re.compile(r"\x03(?:\d{1,2}(?:,\d{1,2})?)?|\x04(?:[0-9A-Fa-f]{6})?")
_DIRECTIONS = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Marks of the direction of writing: with one in a nick, all that stands behind it would be read backwards."""
_UNSEEN = (*range(32), *range(127, 160), *_DIRECTIONS, 0x2028, 0x2029, 0xFEFF)
_CONTROLS = {code: " " if chr(code) in "\t\n\r\0\u2028\u2029" else None for code in _UNSEEN}


class Run(NamedTuple):
    """Text of one colour; the empty colour is none."""

    text: str
    colour: str = ""

    def __str__(self) -> str:
        if not self.colour:
            return self.text
        guard = _NOTHING if re.match(r",?\d", self.text) else ""
        return f"{_START}{self.colour}{guard}{self.text}{_END}"

    @property
    def size(self) -> int:
        """Bytes on the wire."""
        return len(str(self).encode("utf-8", "replace"))


def clean(text: str) -> str:
    """Take colour codes, control characters and marks of direction out; line ends and tabs become blanks."""
    if text.isprintable():  # as almost all is; codes and control characters never are
        return text
    return _CODES.sub("", text).translate(_CONTROLS)


def pieces(line: Line, room: int, colour: bool) -> list[str]:
    """Render a line and split it into texts of at most `room` bytes: between words, else spans, else characters.

    A word is what stands between blanks, so a hand is split between cards. No text is empty.
    """
    room = max(room, LEAST_ROOM)
    whole = "".join([_written(span, colour) for span in line])
    if len(whole.encode("utf-8", "replace")) <= room:
        return [text] if (text := whole.rstrip(" ")) else []
    return _split(line, room, colour)


@lru_cache(maxsize=4096)
def _written(span: Span, colour: bool) -> str:
    """Give a span as it stands in a line: cards, nicks, and most of what is between them are always the same."""
    return str(_run(span, colour))


def _split(line: Line, room: int, colour: bool) -> list[str]:
    done = [""]
    size = 0
    for part in (part for word in _words(line, colour) for part in _fitting(word, room)):
        length = sum(run.size for run in part)
        if size + length > room:
            done.append("")
            size = 0
            if _is_blank(part):
                continue
        done[-1] += "".join(map(str, part))
        size += length
    return [text for piece in done if (text := piece.rstrip(" "))]


def _words(line: Line, colour: bool) -> Iterator[list[Run]]:
    """Group the runs of a line into words, and the blanks between them."""
    runs = (run for span in line for run in _runs(span, colour))
    for blank, group in groupby(runs, lambda run: _is_blank([run])):
        word = list(group)
        yield from ([run] for run in word) if blank else [word]


def _runs(span: Span, colour: bool) -> Iterator[Run]:
    """Give a plain text as its words and blanks, anything else as one run."""
    run = _run(span, colour)
    if isinstance(span, Nick | Card):
        yield run
    else:
        yield from map(Run, re.findall(r" +|[^ ]+", run.text))


def _run(span: Span, colour: bool) -> Run:
    if isinstance(span, Nick):
        return Run(_nick(clean(span.name), span.rings))
    if isinstance(span, Card):
        return Run(clean(span.face), _COLOURS.get(span.colour, "") if colour else "")
    return Run(clean(str(span)))


def _nick(name: str, rings: bool) -> str:
    return name if rings else name[:1] + _SILENT + name[1:]


def _is_blank(part: list[Run]) -> bool:
    return not any(run.text.strip(" ") for run in part)


def _fitting(word: list[Run], room: int) -> Iterator[list[Run]]:
    """Give a word whole if it fits into a line, else in runs, each cut if it must be."""
    if sum(run.size for run in word) <= room:
        yield word
    else:
        yield from ([part] for run in word for part in _cut(run, room))


def _cut(run: Run, room: int) -> Iterator[Run]:
    """Cut a run between characters into parts that fit; each has the run's colour."""
    text = ""
    for character in run.text:
        if text and Run(text + character, run.colour).size > room:
            yield Run(text, run.colour)
            text = ""
        text += character
    yield Run(text, run.colour)

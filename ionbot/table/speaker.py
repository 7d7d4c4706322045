"""Turns what games and tables say into lines for a channel: seats become nicks, and what a client cannot show goes."""

from collections.abc import Callable
from typing import TypeAlias

from games.kit.text import Arg, Card, Named, Player, Translate, spans
from ionbot.channel import Line, Nick, Span

Name: TypeAlias = Callable[[int], str]
"""Tells a seat's nick."""

_ASCII = str.maketrans({
    "±": "+-", "×": "x", "−": "-", "–": "-", "—": "--", "…": "...", "→": "->", "≤": "<=", "≥": ">=", "·": "*", "•": "*",
    "‘": "'", "’": "'", "‚": ",", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\N{NO-BREAK SPACE}": " ",
})  # fmt: skip
"""What stands for signs that are no letters."""


def line(text: Arg, name: Name, translate: Translate) -> Line:
    """Give a text as a line, in the language of `translate`. Only the nick of whose turn it is rings."""
    said: list[Span] = []
    for span in spans(text, translate):
        if isinstance(span, Player):
            said.append(Nick(name(span.seat), rings=span.called))
        else:
            said.append(Nick(span.nick) if isinstance(span, Named) else span)
    return tuple(said)


def uncoloured(line: Line) -> Line:
    """Give a line as it is, but without colours."""
    return tuple(Card(span.face, ascii=span.ascii) if isinstance(span, Card) else span for span in line)


def in_ascii(line: Line, mark: str = "") -> Line:
    """Give a line in ASCII, but for the letters of nicks, of languages, and of what players have typed.

    A nick that does not ring has a `mark` behind its first letter, so that clients do not find it.
    """
    return tuple(_in_ascii(span, mark) for span in line)


def _in_ascii(span: Span, mark: str) -> Span:
    if isinstance(span, str):
        return span.translate(_ASCII)
    if isinstance(span, Card):
        return Card(span.ascii or span.face.translate(_ASCII), span.colour)
    if isinstance(span, Nick) and not span.rings:
        return span.name[:1] + mark + span.name[1:]
    return span

"""Turns what games and tables say into lines for a channel: seats become nicks."""

from collections.abc import Callable

from games.kit.text import Arg, Card, Player, spans
from ionbot.channel import Line, Nick


def line(text: Arg, name: Callable[[int], str]) -> Line:
    """Give a text as a line; `name` tells a seat's nick. Only the nick of whose turn it is rings."""
    return tuple(Nick(name(span.seat), rings=span.called) if isinstance(span, Player) else span for span in spans(text))


def uncoloured(line: Line) -> Line:
    """Give a line as it is, but without colours."""
    return tuple(Card(span.face) if isinstance(span, Card) else span for span in line)

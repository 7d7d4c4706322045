"""Texts as HTML: what a game says, with its cards and nicks; and its guide."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from games.kit.text import Card, Named, Player, Points, Span, Text, spans
from ionbot.legible import printable

_CARD = Markup('<span class="card {}">{}</span>')
_NICK = Markup('<bdi class="nick">{}</bdi>')
_POINTS = Markup('<span class="number">{}</span>')
_TABLE = '<div class="scroll" tabindex="0" role="group" aria-label="Table">\n<table>\n'


def markup(text: Text, nick: Callable[[int], str]) -> Markup:
    """Write a text; `nick` tells that of a seat. A card's colour is a class: its face says all."""
    return Markup().join(_span(span, nick) for span in spans(text))


def _span(span: Span, nick: Callable[[int], str]) -> Markup:
    match span:
        case Card(face, colour):
            return _CARD.format(colour.value, printable(face))
        case Player(seat):
            return _NICK.format(printable(nick(seat)))
        case Named(name):
            return _NICK.format(printable(name))
        case Points():
            return _POINTS.format(str(span))
        case str():
            return escape(printable(span))


@dataclass(frozen=True)
class Guide:
    """A game's guide: its HTML, and its headings by the ids that they have there."""

    html: Markup
    headings: dict[str, str]


@lru_cache(maxsize=32)
def guide(markdown: str) -> Guide:
    """Write a guide. HTML in it is shown as text; what would be a style is a class."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("table_open", lambda *_: _TABLE)
    reader.add_render_rule("table_close", lambda *_: "</table>\n</div>\n")
    tokens = reader.parse(markdown)
    headings: dict[str, str] = {}
    for token, inside in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            name = re.sub(r"\W+", "-", inside.content.lower()).strip("-")
            token.attrSet("id", name)
            headings[name] = inside.content
        _align(token)
    html: Any = reader.renderer.render(tokens, reader.options, {})
    return Guide(Markup(html), headings)  # noqa: S704 - made of what cannot be HTML


def _align(token: Token) -> None:
    """Let a cell that is aligned have a class in place of a style, which the policy forbids."""
    if style := token.attrs.pop("style", None):
        token.attrSet("class", str(style).replace("text-align:", "to-"))

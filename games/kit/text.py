"""Styled text: what a game says, before anybody decides in which language and colours it is shown.

A game builds a `Phrase` (an English template, which is also its gettext message id, and arguments by name). Whoever
shows it picks the translation and turns the arguments into spans; see `spans`.
"""

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import lru_cache
from string import Formatter
from typing import TypeAlias

from msgspec import Struct


class Colour(StrEnum):
    """A colour of a card or a team. Never the only carrier of a meaning: the card's face says it too."""

    PLAIN = "plain"
    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    YELLOW = "yellow"
    PURPLE = "purple"
    CYAN = "cyan"


class Card(Struct, frozen=True):
    """A card or object by its face, in its colour. One whose face is not ASCII is shown, and typed, as `ascii` too."""

    face: str
    colour: Colour = Colour.PLAIN
    ascii: str = ""


class Player(Struct, frozen=True):
    """The player of a seat. `called` is set where it is their turn: only then the nick may ring."""

    seat: int
    called: bool = False


class Named(Struct, frozen=True):
    """Somebody by their nick, be it that they have no seat. It does not ring."""

    nick: str


class Points(Struct, frozen=True):
    """A number of points; `signed` shows gains with a plus."""

    value: int
    signed: bool = False

    def __str__(self) -> str:
        return f"{self.value:+,}" if self.signed else f"{self.value:,}"


Span: TypeAlias = str | Card | Player | Named | Points
Arg: TypeAlias = "Span | int | Phrase | Joined"


class Phrase(Struct, frozen=True):
    """A template with named arguments. With `plural`, the argument `n` picks the form."""

    template: str
    args: dict[str, Arg]
    plural: str | None = None


class Joined(Struct, frozen=True):
    """Texts one after the other: sentences of a line, cards of a hand."""

    parts: tuple[Arg, ...]
    separator: str = " "


Text: TypeAlias = Phrase | Joined
Translate: TypeAlias = Callable[[Phrase], str]


def phrase(template: str, /, **args: Arg) -> Phrase:
    """Build a phrase: `phrase("{player} passes.", player=Player(2))`."""
    return Phrase(template, args)


def plural(one: str, many: str, /, n: int, **args: Arg) -> Phrase:
    """Build a phrase whose form follows the number `n`: `plural("{n} item", "{n} items", n=3)`."""
    return Phrase(one, {"n": n, **args}, many)


def joined(*parts: Arg, separator: str = " ") -> Joined:
    """Put texts one after the other."""
    return Joined(parts, separator)


def english(text: Phrase) -> str:
    """Give the template as it was written: English is the language of the message ids."""
    if text.plural is not None and text.args["n"] != 1:
        return text.plural
    return text.template


def spans(text: Arg, translate: Translate = english) -> Iterator[Span]:
    """Flatten a text into spans, in the language of `translate`. Plain pieces may be adjacent."""
    found: list[Span] = []
    _flatten(text, translate, found)
    return iter(found)


def _flatten(text: Arg, translate: Translate, found: list[Span]) -> None:
    if isinstance(text, Phrase):
        for literal, field in _parts(translate(text)):
            if literal:
                found.append(literal)
            if field is not None:
                _flatten(text.args[field], translate, found)
    elif isinstance(text, Joined):
        for index, part in enumerate(text.parts):
            if index:
                found.append(text.separator)
            _flatten(part, translate, found)
    elif isinstance(text, int):
        found.append(f"{text:,}")
    else:
        found.append(text)


@lru_cache(maxsize=4096)
def _parts(template: str) -> tuple[tuple[str, str | None], ...]:
    """Give the plain pieces of a template, each with the name of the argument behind it."""
    return tuple((literal, field) for literal, field, _spec, _conversion in Formatter().parse(template))


def plain(text: Arg, name: Callable[[int], str] = "seat {}".format, translate: Translate = english) -> str:
    """Give a text without any style, for terminals, logs and tests; `name` tells a seat's player."""
    return "".join(_unstyled(span, name) for span in spans(text, translate))


def _unstyled(span: Span, name: Callable[[int], str]) -> str:
    if isinstance(span, Player):
        return name(span.seat)
    if isinstance(span, Named):
        return span.nick
    return span.face if isinstance(span, Card) else str(span)

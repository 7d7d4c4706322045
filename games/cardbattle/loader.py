"""Reading cards and ready decks from TOML, with every mistake named by file, card and reason."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from msgspec import Struct, ValidationError, convert
from msgspec.structs import fields, replace

from games.cardbattle.blocks import Block
from games.cardbattle.cards import Card, Code
from games.cardbattle.checking import mistakes
from games.cardbattle.dialect import Dialect
from games.kit.text import Colour


class Mistake(Struct, frozen=True):
    """What is wrong with a card of a file, or with the file itself (then `card` is empty)."""

    file: str
    card: str
    what: str

    def __str__(self) -> str:
        text = ": ".join(filter(None, (self.file, self.card, self.what)))
        return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


class CardsError(ValueError):
    """Some cards cannot be used."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.mistakes = mistakes


def read_cards(
    text: str, file: str, dialect: Dialect, known: Mapping[Code, Card] = MappingProxyType({})
) -> dict[Code, Card]:
    """Read the cards of a file, by their ids. Raises CardsError with all that is wrong.

    One that is `known` already can stand there as it is, and in no other way.
    """
    found: list[Mistake] = []
    cards: dict[Code, Card] = {}
    for place, table in enumerate(_tables(text, file), 1):
        name = str(table.get("id", f"card {place}"))
        try:
            card = _card(table, dialect)
        except ValidationError as error:
            found.append(Mistake(file, name, _in_own_terms(_explained(error), dialect.terms)))
            continue
        found += [Mistake(file, name, _in_own_terms(what, dialect.terms)) for what in mistakes(card, dialect)]
        if card.id in cards:
            found.append(Mistake(file, name, "there are two cards with this id"))
        elif known.get(card.id, card) != card:
            found.append(Mistake(file, name, "another card with this id comes with the game"))
        cards[card.id] = card
    if found:
        raise CardsError(found)
    return cards


def read_decks(text: str) -> dict[str, tuple[Code, ...]]:
    """Read ready decks: a table of cards with their numbers for each name."""
    tables: dict[str, dict[Code, int]] = tomllib.loads(text)
    return {name: tuple(code for code, count in deck.items() for _ in range(count)) for name, deck in tables.items()}


def shipped(package: str, dialect: Dialect) -> tuple[dict[Code, Card], dict[str, tuple[Code, ...]]]:
    """Read the cards and the ready decks in a game's package: `cards.toml` and `decks.toml`.

    Raises CardsError if there are mistakes in the cards.
    """
    cards, decks = (text_of(package, name) for name in ("cards.toml", "decks.toml"))
    return read_cards(cards, "cards.toml", dialect), read_decks(decks)


@cache
def text_of(package: str, name: str) -> str:
    """Give the text of a file in a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def _tables(text: str, file: str) -> list[dict[str, Any]]:
    """Read the tables of the cards. Raises CardsError."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CardsError([Mistake(file, "", str(error))]) from error
    except ValueError as error:
        raise CardsError([Mistake(file, "", "a number has thousands of digits")]) from error
    except RecursionError as error:
        raise CardsError([Mistake(file, "", "its brackets are too deep in each other")]) from error
    cards = tables.get("card")
    strange = [key for key in tables if key != "card"]
    if strange or not isinstance(cards, list) or not all(isinstance(card, dict) for card in cards):
        raise CardsError([Mistake(file, "", "a card file has cards only, each under [[card]]")])
    return cards


def _card(table: Mapping[str, Any], dialect: Dialect) -> Card:
    """Make a card of a table, in the engine's terms, with what follows from its type and kinds."""
    data = _in_terms(table, dialect.terms)
    type_ = data.get("type")
    if not isinstance(type_, str) or type_ not in dialect.types:
        raise ValidationError(f"type {type_!r} is none of {', '.join(dialect.types)}")
    if strange := {"role", "colour"} & data.keys():
        raise ValidationError(f"Object contains unknown field `{min(strange)}`")
    card = convert({**data, "role": dialect.types[type_]}, Card)
    return replace(card, colour=dialect.kinds.get(card.kinds[0], Colour.PLAIN)) if card.kinds else card


def _in_terms(data: Any, terms: Mapping[str, str]) -> Any:
    """Put a game's own names into the engine's terms: those of fields, and of the values that are changed."""
    if isinstance(data, list):
        return [_in_terms(each, terms) for each in data]
    if not isinstance(data, dict):
        return data
    renamed = {terms.get(key, key): _in_terms(value, terms) for key, value in data.items()}
    if isinstance(value := renamed.get("value"), str):
        renamed["value"] = terms.get(value, value)
    return renamed


def _explained(error: ValidationError) -> str:
    """Give the mistake as it is, and what is near to a field, block or value that there is not."""
    text = str(error)
    if match := _WRONG.search(text):
        near = get_close_matches(match[1], [name for name in _KNOWN if name != match[1]], 1)
        text += f" (did you mean {near[0]}?)" if near else ""
    return text


def _in_own_terms(text: str, terms: Mapping[str, str]) -> str:
    """Put the engine's terms in a mistake into the game's own names."""
    for own, term in terms.items():
        text = re.sub(rf"\.{term}\b", f".{own}", text.replace(f"'{term}'", f"'{own}'"))
    return text


def _names(of: type[Struct]) -> Iterator[str]:
    yield from (field.encode_name for field in fields(of))


_WRONG = re.compile(r"(?:unknown field `|value ')(\w+)")
_BLOCKS = {block.__name__.lower(): block for block in Block.__subclasses__()}
_KNOWN = sorted({*_BLOCKS, *_names(Card), *(name for block in _BLOCKS.values() for name in _names(block))})

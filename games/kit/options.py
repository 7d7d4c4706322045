"""A game's options: reading them with every mistake named, and describing them."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from games.kit.errors import nearest
from games.kit.extension import CARDS, Extensible
from games.kit.protocol import AnyGame
from games.kit.text import Arg, Phrase, Text, joined, phrase, plain, plural

_SWITCH = phrase("true or false")
_LONGEST = 120
"""How many characters of a value are said back."""
_COUNTED = {
    "cards": plural("{value} card", "{value} cards", n=0),
    "items": plural("{value} item", "{value} items", n=0),
    "matches": plural("{value} match", "{value} matches", n=0),
    "players": plural("{value} player", "{value} players", n=0),
    "points": plural("{value} point", "{value} points", n=0),
    "rounds": plural("{value} round", "{value} rounds", n=0),
    "turns": plural("{value} turn", "{value} turns", n=0),
}
"""The units of which there can be one."""


class OptionsError(ValueError):
    """Some options cannot be used. `mistakes` pairs each option's name with what is wrong and what would be right."""

    def __init__(self, mistakes: list[tuple[str, Arg]]) -> None:
        super().__init__("; ".join(f"{name}: {plain(what)}" for name, what in mistakes))
        self.mistakes = mistakes


class Option(Struct, frozen=True):
    """What an option is: its unit ("" for none), bounds (None for none) and meaning.

    One that is a table has its keys as `parts`.
    """

    name: str
    default: Any
    unit: str
    bounds: Text | None
    meaning: str
    parts: tuple["Option", ...] = ()


def read_options(game: AnyGame, given: Mapping[str, object]) -> Any:
    """Make a game's options of a mapping; text is read as numbers and switches (`on`, `off`). Raises OptionsError."""
    values, mistakes = _read(game.options, given)
    if mistakes:
        raise OptionsError(mistakes)
    try:
        options = msgspec.convert(values, game.options, strict=False)
    except msgspec.ValidationError as error:
        raise OptionsError([(game.name, str(error))]) from error
    cards = getattr(options, CARDS, "")
    if isinstance(game, Extensible) and cards and (wrong := game.card_mistakes(cards, CARDS)):
        raise OptionsError([(CARDS, what) for what in wrong])
    return options


def describe_options(game: AnyGame) -> Iterator[Option]:
    """Yield the game's options in their order."""
    return iter(_described(game.options))


def _read(options: type[Struct], given: Mapping[str, object]) -> tuple[dict[str, object], list[tuple[str, Arg]]]:
    """Give what is meant by options, or by the keys of a table, and all that is wrong, with the names of the keys."""
    known = {option.name: option for option in _described(options)}
    kinds = {field.encode_name: field.type for field in msgspec.structs.fields(options)}
    mistakes: list[tuple[str, Arg]] = [(name, _unknown(name, known)) for name in given if name not in known]
    values = {name: _switched(value, known[name]) for name, value in given.items() if name in known}
    for name, value in values.items():
        if (table := _table(kinds[name])) and isinstance(value, Mapping):
            values[name], wrong = _read(table, value)
            mistakes += [(f"{name}.{key}", what) for key, what in wrong]
            continue
        try:
            msgspec.convert(value, kinds[name], strict=False)
        except msgspec.ValidationError as error:
            mistakes.append((name, _unfit(value, known[name], error)))
    return values, mistakes


@cache
def _described(options: type[Struct]) -> tuple[Option, ...]:
    return tuple(_each(options))


def _each(options: type[Struct]) -> Iterator[Option]:
    for field in msgspec.structs.fields(options):
        kind = msgspec.inspect.type_info(field.type)
        extra = (getattr(kind, "extra", None) or {}) if isinstance(kind, msgspec.inspect.Metadata) else {}
        schema = (getattr(kind, "extra_json_schema", None) or {}) if isinstance(kind, msgspec.inspect.Metadata) else {}
        table = _table(field.type)
        yield Option(
            field.encode_name,
            field.default,
            extra.get("unit", ""),
            _bounds(field.type),
            schema.get("description", ""),
            _described(table) if table else (),
        )


def _table(kind: Any) -> type[Struct] | None:
    """Give the type of a table, if an option is one."""
    info = msgspec.inspect.type_info(kind)
    if isinstance(info, msgspec.inspect.Metadata):
        info = info.type
    return info.cls if isinstance(info, msgspec.inspect.StructType) else None


def measured(value: Arg, unit: str, n: int = 2) -> Arg:
    """Give a value with its unit, if it has one; `n` is how many there are, where there can be one."""
    if form := _COUNTED.get(unit):
        return Phrase(form.template, {"n": n, "value": value}, form.plural)
    return phrase("{value} {unit}", value=value, unit=unit) if unit else value


def either(words: Iterable[str]) -> Arg:
    """Give words of which one can be chosen."""
    *others, last = words
    return phrase("{words} or {word}", words=either(others), word=last) if others else last


def _bounds(kind: Any) -> Text | None:
    """Say in words what a type allows, if it does say."""
    return _said(msgspec.json.schema(kind))


def _said(schema: Mapping[str, Any]) -> Text | None:
    if schema.get("type") == "boolean":
        return _SWITCH
    if "enum" in schema:
        return joined(either([*map(str, schema["enum"])]))
    if items := schema.get("prefixItems"):
        each = _said(items[0]) or phrase("any")
        return phrase("{count} numbers, each {each}", count=len(items), each=each)
    if "minLength" in schema and "maxLength" in schema:
        least, most = schema["minLength"], schema["maxLength"]
        return phrase("{least} to {most} characters that can be seen", least=least, most=most)
    return _range(schema)


def _range(schema: Mapping[str, Any]) -> Text | None:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return phrase("{least} to {most}", least=str(least), most=str(most))
    if least is not None:
        return phrase("at least {least}", least=str(least))
    return phrase("at most {most}", most=str(most)) if most is not None else None


def _switched(value: object, option: Option) -> object:
    """Read what people type for a switch; anything else stays as it is."""
    if option.bounds != _SWITCH or not isinstance(value, str):
        return value
    return {"on": True, "yes": True, "off": False, "no": False}.get(value.lower(), value)


def _unfit(value: object, option: Option, error: msgspec.ValidationError) -> Arg:
    typed = repr(value)[:_LONGEST]
    if option.parts:
        keys = ", ".join(part.name for part in option.parts)
        return phrase("{value} is no table; its keys can be: {keys}", value=typed, keys=keys)
    if not option.bounds:
        return str(error)
    possible = measured(option.bounds, option.unit)
    return phrase("{value} is not possible; possible is {possible}", value=typed, possible=possible)


def _unknown(name: str, known: Iterable[str]) -> Text:
    return phrase("there is no such option; {hint}", hint=nearest(name, known))

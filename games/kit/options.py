"""A game's options: reading them with every mistake named, and describing them."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import Struct

from games.kit.protocol import AnyGame


class OptionsError(ValueError):
    """Some options cannot be used. `mistakes` pairs each option's name with what is wrong and what would be right."""

    def __init__(self, mistakes: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{name}: {what}" for name, what in mistakes))
        self.mistakes = mistakes


class Option(Struct, frozen=True):
    """What an option is: its unit ("" for none), bounds and meaning."""

    name: str
    default: Any
    unit: str
    bounds: str
    meaning: str


def read_options(game: AnyGame, given: Mapping[str, object]) -> Any:
    """Make a game's options of a mapping; text is read as numbers and truth values. Raises OptionsError."""
    known = {field.encode_name: field.type for field in msgspec.structs.fields(game.options)}
    mistakes = [(name, _unknown(name, list(known))) for name in given if name not in known]
    for name, value in given.items():
        if name in known:
            try:
                msgspec.convert(value, known[name], strict=False)
            except msgspec.ValidationError as error:
                mistakes.append((name, str(error)))
    if mistakes:
        raise OptionsError(mistakes)
    try:
        return msgspec.convert(dict(given), game.options, strict=False)
    except msgspec.ValidationError as error:
        raise OptionsError([(game.name, str(error))]) from error


def describe_options(game: AnyGame) -> Iterator[Option]:
    """Yield the game's options in their order."""
    for field in msgspec.structs.fields(game.options):
        kind = msgspec.inspect.type_info(field.type)
        extra = (getattr(kind, "extra", None) or {}) if isinstance(kind, msgspec.inspect.Metadata) else {}
        schema = (getattr(kind, "extra_json_schema", None) or {}) if isinstance(kind, msgspec.inspect.Metadata) else {}
        yield Option(
            field.encode_name,
            field.default,
            extra.get("unit", ""),
            _bounds(field.type),
            schema.get("description", ""),
        )


def _bounds(kind: Any) -> str:
    schema = msgspec.json.schema(kind)
    if schema.get("type") == "boolean":
        return "true or false"
    if "minimum" in schema and "maximum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}"
    return ""


def _unknown(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, 1)
    return f"there is no such option; did you mean {near[0]}?" if near else f"no such option: {', '.join(known)}"

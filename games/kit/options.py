"""A game's options: reading them with every mistake named, and describing them."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import Struct

from games.kit.protocol import AnyGame

_SWITCH = "true or false"


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
    """Make a game's options of a mapping; text is read as numbers and switches (`on`, `off`). Raises OptionsError."""
    known = {option.name: option for option in describe_options(game)}
    kinds = {field.encode_name: field.type for field in msgspec.structs.fields(game.options)}
    mistakes = [(name, _unknown(name, list(known))) for name in given if name not in known]
    values = {name: _switched(value, known[name]) for name, value in given.items() if name in known}
    for name, value in values.items():
        try:
            msgspec.convert(value, kinds[name], strict=False)
        except msgspec.ValidationError as error:
            mistakes.append((name, _unfit(value, known[name], error)))
    if mistakes:
        raise OptionsError(mistakes)
    try:
        return msgspec.convert(values, game.options, strict=False)
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
    """Say in words what a type allows; "" if it does not say."""
    schema = msgspec.json.schema(kind)
    if schema.get("type") == "boolean":
        return _SWITCH
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    if "minimum" in schema and "maximum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}"
    if "minimum" in schema:
        return f"at least {schema['minimum']}"
    return f"at most {schema['maximum']}" if "maximum" in schema else ""


def _switched(value: object, option: Option) -> object:
    """Read what people type for a switch; anything else stays as it is."""
    if option.bounds != _SWITCH or not isinstance(value, str):
        return value
    return {"on": True, "yes": True, "off": False, "no": False}.get(value.lower(), value)


def _unfit(value: object, option: Option, error: msgspec.ValidationError) -> str:
    if not option.bounds:
        return str(error)
    return f"{value!r} is not possible; possible is {' '.join(filter(None, (option.bounds, option.unit)))}"


def _unknown(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, 1)
    right = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}"
    return f"there is no such option; {right}"

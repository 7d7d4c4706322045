"""A game's options: reading them with every mistake named, and describing them."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import Struct

from games.kit.extension import CARDS, Extensible
from games.kit.protocol import AnyGame

_SWITCH = "true or false"


class OptionsError(ValueError):
    """Some options cannot be used. `mistakes` pairs each option's name with what is wrong and what would be right."""

    def __init__(self, mistakes: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{name}: {what}" for name, what in mistakes))
        self.mistakes = mistakes


class Option(Struct, frozen=True):
    """What an option is: its unit ("" for none), bounds and meaning. One that is a table has its keys as `parts`."""

    name: str
    default: Any
    unit: str
    bounds: str
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
    return _described(game.options)


def _read(options: type[Struct], given: Mapping[str, object]) -> tuple[dict[str, object], list[tuple[str, str]]]:
    """Give what is meant by options, or by the keys of a table, and all that is wrong, with the names of the keys."""
    known = {option.name: option for option in _described(options)}
    kinds = {field.encode_name: field.type for field in msgspec.structs.fields(options)}
    mistakes = [(name, _unknown(name, list(known))) for name in given if name not in known]
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


def _described(options: type[Struct]) -> Iterator[Option]:
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
            tuple(_described(table)) if table else (),
        )


def _table(kind: Any) -> type[Struct] | None:
    """Give the type of a table, if an option is one."""
    info = msgspec.inspect.type_info(kind)
    if isinstance(info, msgspec.inspect.Metadata):
        info = info.type
    return info.cls if isinstance(info, msgspec.inspect.StructType) else None


def _bounds(kind: Any) -> str:
    """Say in words what a type allows; "" if it does not say."""
    return _said(msgspec.json.schema(kind))


def _said(schema: Mapping[str, Any]) -> str:
    if schema.get("type") == "boolean":
        return _SWITCH
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    if items := schema.get("prefixItems"):
        return f"{len(items)} numbers, each {_said(items[0])}"
    if "minLength" in schema and "maxLength" in schema:
        return f"{schema['minLength']} to {schema['maxLength']} characters that can be seen"
    return _range(schema)


def _range(schema: Mapping[str, Any]) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f"{least} to {most}"
    if least is not None:
        return f"at least {least}"
    return f"at most {most}" if most is not None else ""


def _switched(value: object, option: Option) -> object:
    """Read what people type for a switch; anything else stays as it is."""
    if option.bounds != _SWITCH or not isinstance(value, str):
        return value
    return {"on": True, "yes": True, "off": False, "no": False}.get(value.lower(), value)


def _unfit(value: object, option: Option, error: msgspec.ValidationError) -> str:
    if option.parts:
        return f"{value!r} is no table; its keys can be: {', '.join(part.name for part in option.parts)}"
    if not option.bounds:
        return str(error)
    return f"{value!r} is not possible; possible is {' '.join(filter(None, (option.bounds, option.unit)))}"


def _unknown(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, 1)
    right = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}"
    return f"there is no such option; {right}"

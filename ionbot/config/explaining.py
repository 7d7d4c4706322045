"""Says in words what is wrong with values of the configuration, and what would be right."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, TypeAlias, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from games.kit.options import either, measured
from games.kit.text import Text, joined, phrase, plain
from ionbot.config.mistakes import Mistake, Mistakes, nearest
from ionbot.config.models import NETWORK_NAME, Config
from ionbot.config.network import CHANNEL_NAME

KEY = "[key]"
"""How pydantic ends the path of a mistake in a key itself."""

_SECRETS = frozenset({"password", "account_password", "channels", "identify", "regain"})
"""The keys whose values are not shown; channels have keys of their own, and services are told passwords."""

KeyPath: TypeAlias = tuple[int | str, ...]
"""Where a mistake is: names of tables and keys, numbers of list items."""


def explain(error: ValidationError, *table: str) -> Iterator[Mistake]:
    """Yield each mistake in the configuration, or in one of its tables, that pydantic has found."""
    return chain.from_iterable(_explain(detail, (*table, *detail["loc"])) for detail in error.errors())


def possible(model: type[BaseModel], key: str) -> Text:
    """Say in words what a key of a table may be, with its unit."""
    schema = model.model_json_schema()["properties"][key]
    return joined(schema["right"]) if "right" in schema else _range(schema)


def _explain(detail: ErrorDetails, path: KeyPath) -> Iterator[Mistake]:
    kind = detail["type"]
    key = _dotted(path)
    error = detail.get("ctx", {}).get("error")
    if isinstance(error, Mistakes):
        for mistake in error.mistakes:
            yield mistake._replace(key=f"{key}.{mistake.key}".removeprefix("."))  # of the whole the key is empty
    elif kind == "extra_forbidden":
        yield Mistake(key, "there is no such key", nearest(str(path[-1]), _model(path[:-1]).model_fields))
    elif kind in {"model_type", "dict_type"}:
        yield Mistake(key, "it is no table", f"write [{key}] and its keys below")
    elif kind == "missing":
        yield Mistake(key, "it is missing", _right_value(path))
    else:
        yield Mistake(key, str(error or _complaint(detail, path)), _right_value(path))


def _dotted(path: KeyPath) -> str:
    """Write a path as in TOML: `networks.libera.channels[0]`. What stands behind a blank may be a channel's key."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part.partition(' ')[0]}" for part in path if part != KEY)
    return "".join(parts).removeprefix(".")


def _complaint(detail: ErrorDetails, path: KeyPath) -> str:
    """Say what pydantic found, with the value unless that may be a secret."""
    value = detail["input"]
    if isinstance(value, dict | list):
        shown = "a table" if isinstance(value, dict) else "a list"
    elif _SECRETS.intersection(path):
        shown = "the value"
    else:
        shown = repr(value)
    if detail["type"] == "string_pattern_mismatch":
        return f"{shown} cannot be used"
    subject, _, rest = detail["msg"].partition(" ")
    return f"{shown} {rest}" if subject == "Input" else f"{shown}: {detail['msg']}"


def _model(table: KeyPath) -> type[BaseModel]:
    """Give the model of the table at a path; a table of tables by name has one for all names."""
    kind: Any = Config
    for part in table:
        is_model = isinstance(kind, type) and issubclass(kind, BaseModel)
        kind = kind.model_fields[str(part)].annotation if is_model else get_args(kind)[1]
    model: type[BaseModel] = kind
    return model


def _right_value(path: KeyPath) -> str:
    """Say what may stand at a path (items of lists have numbers, a table's own name ends in `KEY`)."""
    if path[-1] == KEY:
        return f"right would be {CHANNEL_NAME if 'channel' in path else NETWORK_NAME}"
    names = [part for part in path if isinstance(part, str)]
    return f"right would be {plain(possible(_model(tuple(names[:-1])), names[-1]))}"


def _range(schema: dict[str, Any]) -> Text:
    schema = {**schema, **schema.get("anyOf", [{}])[0]}  # one of an optional key's forms is null
    if "enum" in schema:
        return joined(either(schema["enum"]))
    if schema["type"] == "boolean":
        return phrase("true or false")
    most = measured(str(schema["maximum"]), schema.get("unit", ""))
    if schema["type"] == "integer":
        return phrase("a whole number from {least} to {most}", least=str(schema["minimum"]), most=most)
    if "exclusiveMinimum" in schema:
        return phrase("a number above {least} up to {most}", least=str(schema["exclusiveMinimum"]), most=most)
    return phrase("a number from {least} to {most}", least=str(schema["minimum"]), most=most)

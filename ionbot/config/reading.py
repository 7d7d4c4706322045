"""Reads the configuration from a TOML file and the environment, and explains all that is wrong with it."""

import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, EnvSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from ionbot.config.mistakes import ConfigError, Mistake, Mistakes, nearest
from ionbot.config.models import LEAST, NETWORK_NAME, Config, DatabaseConfig, LogConfig, NetworkConfig, TableConfig

ENVIRONMENT = "IONBOT_"
"""What the names of environment variables begin with."""

KEY = "[key]"
"""How pydantic ends the path of a mistake in a key itself."""


class _Environment(EnvSettingsSource):
    """The environment. A value that should be JSON and is none stays text, so that its key is named as a mistake."""

    def decode_complex_value(self, field_name: str, field: FieldInfo, value: Any) -> Any:
        try:
            return super().decode_complex_value(field_name, field, value)
        except ValueError:
            return value


class _Settings(Config, BaseSettings):
    """The configuration from environment and file."""

    model_config = SettingsConfigDict(env_prefix=ENVIRONMENT, env_nested_delimiter="__", extra="forbid", frozen=True)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        *_: PydanticBaseSettingsSource,
        **__: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return _Environment(settings_cls), init_settings


def load(path: Path) -> Config:
    """Read the file and the environment. Raises ConfigError with all mistakes."""
    content = _read(path)
    try:
        return _Settings(**content)
    except ValidationError as error:
        raise ConfigError(path, list(chain.from_iterable(map(_explain, error.errors())))) from None


def _read(path: Path) -> dict[str, Any]:
    place = str(path)
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        mistake = Mistake(place, "there is no such file", LEAST)
    except OSError as error:
        mistake = Mistake(place, f"it cannot be read: {error.strerror}", "")
    except UnicodeDecodeError as error:
        mistake = Mistake(place, f"byte {error.start} is not UTF-8", "save it as UTF-8")
    except tomllib.TOMLDecodeError as error:
        what, _, where = str(error).rstrip(")").rpartition(" (at ")
        mistake = Mistake(f"{place}, {where}", what, 'TOML is expected: [table], key = 1, key = "text", key = ["list"]')
    raise ConfigError(path, [mistake])


def _explain(detail: ErrorDetails) -> Iterator[Mistake]:
    path, kind = detail["loc"], detail["type"]
    key = _dotted(path)
    error = detail.get("ctx", {}).get("error")
    if isinstance(error, Mistakes):
        yield from (Mistake(f"{key}.{mistake.key}", mistake.wrong, mistake.right) for mistake in error.mistakes)
    elif kind == "extra_forbidden":
        yield Mistake(key, "there is no such key", nearest(str(path[-1]), _model(path[:-1]).model_fields))
    elif kind in {"model_type", "dict_type"}:
        yield Mistake(key, "it is no table", f"write [{key}] and its keys below")
    elif kind == "missing":
        yield Mistake(key, "it is missing", _right_value(path))
    else:
        yield Mistake(key, str(error or _complaint(detail)), _right_value(path))


def _dotted(path: tuple[int | str, ...]) -> str:
    """Write a path as in TOML: `networks.libera.channels[0]`."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path if part != KEY)
    return "".join(parts).removeprefix(".")


def _complaint(detail: ErrorDetails) -> str:
    """Say what pydantic found, with the value unless it is a secret."""
    value = detail["input"]
    if {"password", "account_password"}.intersection(detail["loc"]):
        shown = "the value"
    elif isinstance(value, dict | list):
        shown = "a table" if isinstance(value, dict) else "a list"
    else:
        shown = repr(value)
    if detail["type"] == "string_pattern_mismatch":
        return f"{shown} cannot be used"
    subject, _, rest = detail["msg"].partition(" ")
    return f"{shown} {rest}" if subject == "Input" else f"{shown}: {detail['msg']}"


def _model(table: tuple[int | str, ...]) -> type[BaseModel]:
    """Give the model of the table at a path."""
    models: dict[str, type[BaseModel]] = {
        "database": DatabaseConfig,
        "networks": NetworkConfig,
        "tables": TableConfig,
        "log": LogConfig,
    }
    return models[str(table[0])] if table else Config


def _right_value(path: tuple[int | str, ...]) -> str:
    """Say what may stand at a path (items of lists have numbers, a table's own name ends in `KEY`)."""
    if path[-1] == KEY:
        return f"right would be {NETWORK_NAME}"
    names = [part for part in path if isinstance(part, str)]
    schema = _model(tuple(names[:-1])).model_json_schema()["properties"][names[-1]]
    return f"right would be {schema.get('right') or _range(schema)}"


def _range(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return " or ".join(schema["enum"])
    if schema["type"] == "boolean":
        return "true or false"
    kind = "a whole number" if schema["type"] == "integer" else "a number"
    above = f"above {schema['exclusiveMinimum']} up" if "exclusiveMinimum" in schema else f"from {schema['minimum']}"
    return f"{kind} {above} to {schema['maximum']} {schema.get('unit', '')}".rstrip()

"""Reads the configuration from a TOML file and the environment, and explains all that is wrong with it."""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from pydantic import BaseModel, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, EnvSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from ionbot.config.mistakes import ConfigError, Mistake, Mistakes, nearest
from ionbot.config.models import NETWORK_NAME, Config, DatabaseConfig, LogConfig, TableConfig
from ionbot.config.network import NetworkConfig
from ionbot.config.place import file_of

ENVIRONMENT = "IONBOT_"
"""What the names of environment variables begin with."""

KEY = "[key]"
"""How pydantic ends the path of a mistake in a key itself."""

_SECRETS = frozenset({"password", "account_password", "channels", "identify"})
"""The keys whose values are not shown; channels have keys of their own."""

KeyPath: TypeAlias = tuple[int | str, ...]
"""Where a mistake is: names of tables and keys, numbers of list items."""

_TABLES: Mapping[str, type[BaseModel]] = {
    "database": DatabaseConfig,
    "networks": NetworkConfig,
    "tables": TableConfig,
    "log": LogConfig,
}
"""The model of each table; of each network's table under `networks`."""


class _Environment(EnvSettingsSource):
    """The environment. A value that should be JSON and is none stays text, so that its key is named as a mistake."""

    def decode_complex_value(self, field_name: str, field: FieldInfo, value: Any) -> Any:
        try:
            return super().decode_complex_value(field_name, field, value)
        except ValueError:
            return value


class _Stored(BaseSettings):
    """Where matches and scores are kept, from environment and file; nothing else of these is looked at."""

    model_config = SettingsConfigDict(env_prefix=ENVIRONMENT, env_nested_delimiter="__", extra="ignore", frozen=True)

    database: DatabaseConfig = DatabaseConfig()

    @field_validator("database")
    @classmethod
    def _has_a_directory(cls, database: DatabaseConfig) -> DatabaseConfig:
        directory = file_of(database.url).parent
        if not directory.is_dir():
            raise Mistakes([Mistake("url", f"there is no directory {directory}", "make it, or name another file")])
        return database

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        *_: PydanticBaseSettingsSource,
        **__: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return _Environment(settings_cls), init_settings


class _Settings(Config, _Stored):
    """The configuration from environment and file."""

    model_config = SettingsConfigDict(extra="forbid")


S = TypeVar("S", bound=_Stored)


def load(path: Path) -> Config:
    """Read the file and the environment. Raises ConfigError with all mistakes."""
    return _load(path, _Settings)


def load_database(path: Path) -> DatabaseConfig:
    """Read only where matches are kept: whoever looks at them may not have the networks' passwords in the environment.

    Raises ConfigError with all that is wrong with it.
    """
    return _load(path, _Stored).database


def _load(path: Path, model: type[S]) -> S:
    content = _read(path)
    mistakes = list(_strange_variables(content.get("networks")))
    try:
        settings = model(**content)
    except ValidationError as error:
        mistakes += map(_where_it_is_set, chain.from_iterable(map(_explain, error.errors())))
    if mistakes:
        raise ConfigError(path, mistakes)
    return settings


def _read(path: Path) -> dict[str, Any]:
    place = str(path)
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))  # some editors put a mark before the text
    except FileNotFoundError:
        mistake = Mistake(place, "there is no such file", "`ionbot check --example` prints one to begin with")
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


def _strange_variables(networks: object) -> Iterator[Mistake]:
    """Find variables of the environment that are meant for us, and for no table that there is.

    What is wrong behind the table's name is found with the file's keys.
    """
    paths = [(table, key) for table, model in _TABLES.items() if table != "networks" for key in model.model_fields]
    named = networks if isinstance(networks, dict) else ()
    paths += [(f"networks__{name}", key) for name in named for key in NetworkConfig.model_fields]
    known = ["__".join(path).upper() for path in paths]
    for variable, path in _variables():
        if path[0] not in Config.model_fields:
            near = get_close_matches("__".join(path).upper(), known, 1)
            right = (
                f"did you mean {ENVIRONMENT}{near[0]}?" if near else f"right would be such as {ENVIRONMENT}{known[0]}"
            )
            yield Mistake(variable, "there is no such key", right)


def _variables() -> Iterator[tuple[str, list[str]]]:
    """Yield the environment's variables that are meant for us, with the paths of their keys."""
    for variable in sorted(os.environ):
        if variable.upper().startswith(ENVIRONMENT):
            yield variable, variable[len(ENVIRONMENT) :].lower().split("__")


def _where_it_is_set(mistake: Mistake) -> Mistake:
    """Name the variable of the environment in place of the key that it sets, if it does."""
    set_there: Any = _Environment(_Settings)()
    path = re.findall(r"[^.\[\]]+", mistake.key)
    for part in path:
        if part.isdecimal() or not isinstance(set_there, dict):
            break
        if part not in set_there:
            return mistake
        set_there = set_there[part]
    fitting = [(variable, at) for variable, at in _variables() if path[: len(at)] == at]
    if not fitting:
        return mistake
    variable, at = max(fitting, key=lambda each: len(each[1]))
    return mistake._replace(key=variable + mistake.key[len(".".join(at)) :])


def _dotted(path: KeyPath) -> str:
    """Write a path as in TOML: `networks.libera.channels[0]`."""
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in path if part != KEY)
    return "".join(parts).removeprefix(".")


def _complaint(detail: ErrorDetails) -> str:
    """Say what pydantic found, with the value unless that may be a secret."""
    value = detail["input"]
    if isinstance(value, dict | list):
        shown = "a table" if isinstance(value, dict) else "a list"
    elif _SECRETS.intersection(detail["loc"]):
        shown = "the value"
    else:
        shown = repr(value)
    if detail["type"] == "string_pattern_mismatch":
        return f"{shown} cannot be used"
    subject, _, rest = detail["msg"].partition(" ")
    return f"{shown} {rest}" if subject == "Input" else f"{shown}: {detail['msg']}"


def _model(table: KeyPath) -> type[BaseModel]:
    """Give the model of the table at a path."""
    return _TABLES[str(table[0])] if table else Config


def _right_value(path: KeyPath) -> str:
    """Say what may stand at a path (items of lists have numbers, a table's own name ends in `KEY`)."""
    if path[-1] == KEY:
        return f"right would be {NETWORK_NAME}"
    names = [part for part in path if isinstance(part, str)]
    schema = _model(tuple(names[:-1])).model_json_schema()["properties"][names[-1]]
    return f"right would be {schema.get('right') or _range(schema)}"


def _range(schema: dict[str, Any]) -> str:
    schema = {**schema, **schema.get("anyOf", [{}])[0]}  # one of an optional key's forms is null
    if "enum" in schema:
        return " or ".join(schema["enum"])
    if schema["type"] == "boolean":
        return "true or false"
    kind = "a whole number" if schema["type"] == "integer" else "a number"
    above = f"above {schema['exclusiveMinimum']} up" if "exclusiveMinimum" in schema else f"from {schema['minimum']}"
    return f"{kind} {above} to {schema['maximum']} {schema.get('unit', '')}".rstrip()

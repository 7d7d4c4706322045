"""Reads the configuration from a TOML file and the environment, and explains all that is wrong with it."""

import os
import re
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, EnvSettingsSource, PydanticBaseSettingsSource, SettingsConfigDict

from ionbot.config.backup import BackupConfig
from ionbot.config.cluster import ClusterConfig
from ionbot.config.explaining import explain
from ionbot.config.mistakes import ConfigError, Mistake, Mistakes
from ionbot.config.models import Config, DatabaseConfig, LogConfig, MetricsConfig, TableConfig
from ionbot.config.network import NetworkConfig
from ionbot.config.place import file_of
from ionbot.config.web import WebConfig

ENVIRONMENT = "IONBOT_"
"""What the names of environment variables begin with."""


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
        file = file_of(database.url)
        if file and not (directory := file.parent).is_dir():
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


class _Shown(_Stored):
    """The web pages and what they show, from environment and file; nothing else of these is looked at."""

    web: WebConfig = WebConfig()


class _Watched(_Stored):
    """The database, and which worker this is, from environment and file; nothing else of these is looked at."""

    cluster: ClusterConfig = ClusterConfig()


class _Settings(Config, _Stored):
    """The configuration from environment and file."""

    model_config = SettingsConfigDict(extra="forbid")


S = TypeVar("S", bound=_Stored)


def load(path: Path) -> Config:
    """Read the file and the environment. Raises ConfigError with all mistakes."""
    return _load(path, _Settings)


def load_again(path: Path) -> Config:
    """Read it once more, as `load` does. Raises ConfigError, also for what is no file: a pipe has been read already."""
    if path.exists() and not path.is_file():
        raise ConfigError(path, [Mistake(str(path), "it is no file that could be read again", "start the bot again")])
    return load(path)


def load_database(path: Path) -> DatabaseConfig:
    """Read only where matches are kept: whoever looks at them may not have the networks' passwords in the environment.

    Raises ConfigError with all that is wrong with it.
    """
    return _load(path, _Stored).database


def load_worker(path: Path) -> tuple[DatabaseConfig, ClusterConfig]:
    """Read only where matches are kept, and which worker this is. Raises ConfigError as `load_database` does."""
    watched = _load(path, _Watched)
    return watched.database, watched.cluster


def load_web(path: Path) -> tuple[DatabaseConfig, WebConfig]:
    """Read only where matches are kept, and how the web pages are shown. Raises ConfigError as `load_database` does."""
    shown = _load(path, _Shown)
    return shown.database, shown.web


def _load(path: Path, model: type[S]) -> S:
    content = _read(path)
    mistakes = list(_strange_variables(content.get("networks")))
    try:
        settings = model(**content)
    except ValidationError as error:
        mistakes += map(_where_it_is_set, explain(error))
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
    except RecursionError:
        mistake = Mistake(place, "its lists or tables are too deep in one another", "no key needs more than two")
    except tomllib.TOMLDecodeError as error:
        what, _, where = str(error).rstrip(")").rpartition(" (at ")
        mistake = Mistake(f"{place}, {where}", what, 'TOML is expected: [table], key = 1, key = "text", key = ["list"]')
    raise ConfigError(path, [mistake])


def _strange_variables(networks: object) -> Iterator[Mistake]:
    """Find variables of the environment that are meant for us, and for no table that there is.

    What is wrong behind the table's name is found with the file's keys.
    """
    tables: dict[str, type[BaseModel]] = {
        "database": DatabaseConfig,
        "backup": BackupConfig,
        "cluster": ClusterConfig,
        "tables": TableConfig,
        "log": LogConfig,
        "metrics": MetricsConfig,
        "web": WebConfig,
    }
    paths = [(table, key) for table, model in tables.items() for key in model.model_fields]
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

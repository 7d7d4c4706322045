"""What several commands need: the configuration, and the database they work on."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ionbot.cli.guard import Failure

if TYPE_CHECKING:
    from ionbot.config import Config, DatabaseConfig, WebConfig
    from ionbot.store.database import Database

DEFAULT_CONFIG = Path("config.toml")

BIGGEST = 2**63 - 1
"""What the database's whole numbers go up to."""

LastOption = Annotated[int, typer.Option("--limit", min=1, max=BIGGEST, help="At most so many of the last matches.")]

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        envvar="IONBOT_DATABASE__URL",
        help="The database; by default that of ./config.toml, else sqlite:///ionbot.db.",
    ),
]


def read_config(path: Path) -> "Config":
    """Read the configuration. Raises Failure with every mistake on a line of its own."""
    from ionbot.config import load

    with _mistakes_told(path):
        return load(path)


def read_database(path: Path) -> str:
    """Read the database's URL from the configuration, whatever else is in it. Raises Failure as `read_config` does."""
    from ionbot.config import load_database

    with _mistakes_told(path):
        return load_database(path).url


def read_worker(path: Path) -> tuple[str, str]:
    """Read the database's URL, and which worker of a cluster this is, "" if none. Raises Failure as `read_config`."""
    from ionbot.config import load_worker

    with _mistakes_told(path):
        database, cluster = load_worker(path)
        return database.url, cluster.worker


def read_web(path: Path) -> "tuple[DatabaseConfig, WebConfig]":
    """Read the database and how the web pages are shown, whatever else is configured. Raises Failure."""
    from ionbot.config import load_web

    with _mistakes_told(path):
        return load_web(path)


@contextmanager
def _mistakes_told(path: Path) -> Iterator[None]:
    """Turn what is wrong with the configuration into a Failure."""
    from ionbot.config import ENVIRONMENT, ConfigError

    try:
        yield
    except ConfigError as error:
        outside = all(mistake.key.startswith(ENVIRONMENT) for mistake in error.mistakes)
        place = "the environment" if outside else path
        raise Failure("\n  ".join([f"{place} cannot be used:", *map(str, error.mistakes)])) from error


@contextmanager
def readable() -> Iterator[None]:
    """Turn what cannot be read of a question into a Failure."""
    from ionbot.store.asking import Unaskable, Unreadable

    try:
        yield
    except Unaskable as error:
        raise Failure(f"--{error}" if isinstance(error, Unreadable) else str(error)) from error


@contextmanager
def database_failures() -> Iterator[None]:
    """Turn what is wrong with a database into a Failure."""
    from ionbot.store.database import DatabaseError

    try:
        yield
    except DatabaseError as error:
        raise Failure(str(error)) from error


@contextmanager
def opened(url: str | None) -> Iterator["Database"]:
    """Open the database of that URL, or the default one. Raises Failure for all that is wrong with it."""
    from ionbot.config import DatabaseConfig
    from ionbot.store.database import Database

    if url is None:
        url = read_database(DEFAULT_CONFIG) if DEFAULT_CONFIG.exists() else DatabaseConfig().url
    with database_failures(), closing(Database(url)) as database:
        yield database


@contextmanager
def current(url: str | None) -> Iterator["Database"]:
    """Open a database as `opened` does, for reading what is in it. Raises Failure if its schema is out of date too."""
    with opened(url) as database:
        database.require_current()
        yield database

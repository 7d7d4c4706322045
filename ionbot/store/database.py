"""The database: opening it, keeping its schema current, and saying in one line what is wrong with it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

import migrations
from ionbot.config.place import file_of, shown, usable
from ionbot.store.engines import ALONE, keeps_all_characters, make_engine, ready_for_upgrade

if TYPE_CHECKING:
    from alembic.config import Config

EXAMPLES = ("sqlite:///ionbot.db", "postgresql+psycopg://ionbot@localhost/ionbot")
"""URLs of databases that can be used."""
REMEDY = "stop the bot, and restore a backup by `ionbot db restore FILE`"
"""What to do about a damaged database."""
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class DatabaseError(Exception):
    """The database cannot do what is wanted; the message is one line for whoever runs the bot."""


class Contradiction(DatabaseError):
    """What is to be written does not fit what is stored; repeating it will not help."""


class Database:
    """A database by its URL; `sqlite:///x.db` is a file relative to the working directory.

    A lock is waited for 5 s, or with SQLite `?timeout=` seconds in the URL. Opens nothing until it is used. With
    `read_only` it takes no change, whoever tries. Raises DatabaseError for a URL that cannot be used.
    """

    def __init__(self, url: str, *, read_only: bool = False) -> None:
        try:
            self.url = make_url(usable(url))
        except ValueError as error:
            raise DatabaseError(f"database: {error}; write it like {' or '.join(EXAMPLES)}") from error
        try:
            self.engine = make_engine(self.url, read_only=read_only)
        except ModuleNotFoundError as error:
            raise DatabaseError(f"database: {error.name} is missing; `pip install 'ionbot[postgres]'`") from error

    def __str__(self) -> str:
        return shown(self.url)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a connection that sees the database as it is at its first question. Raises DatabaseError."""
        file = file_of(self.url)
        if file and not str(self.url.database).startswith("file:") and not file.exists():
            raise DatabaseError(f"there is no database {file}; --database names another, `ionbot db upgrade` makes it")
        with reported(self.engine), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Open a transaction that is committed at its end, unless something is raised. Raises DatabaseError.

        For commands. The bot itself writes through its `Writer`; either waits for the other.
        """
        with reported(self.engine), self.engine.execution_options(**ALONE).begin() as connection:
            yield connection

    def upgrade(self, alone: Callable[[], AbstractContextManager[object]] = nullcontext) -> None:
        """Bring the schema to what this program needs, making the file of a database if there is none.

        Of several who do so at once one works, and the others wait; `alone` keeps everybody else away from a schema
        that changes. Raises DatabaseError, also if nothing can be written: SQLite opens a file that it may only read
        without a word.
        """
        with reported(self.engine):
            if not keeps_all_characters(self.engine):
                raise DatabaseError(f"the encoding of {self} is not UTF-8; make one by `createdb --encoding=UTF8`")
        with (
            reported(self.engine),
            ready_for_upgrade(self.engine),
            self.engine.execution_options(**ALONE).begin() as connection,
        ):
            if self._revision(connection) != newest():
                with alone():
                    _migrate(connection)
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")

    def is_current(self) -> bool:
        """Tell whether the schema is the one this program needs. Raises DatabaseError, also if it is newer."""
        with self.read() as connection:
            return self._revision(connection) == newest()

    def require_current(self) -> None:
        """Raise DatabaseError unless the schema is the one this program needs."""
        if not self.is_current():
            raise DatabaseError(f"the schema of {self} is out of date; run `ionbot db upgrade`")

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def _revision(self, connection: Connection) -> str | None:
        if not inspect(connection).has_table("alembic_version"):
            return None
        revision: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        if revision is not None:
            require_known(revision, str(self))
        return revision


def require_known(revision: str, name: str) -> None:
    """Raise DatabaseError if the schema of a database is newer than this program."""
    if revision not in _revisions():
        raise DatabaseError(f"{name} was made by a newer ionbot: schema {revision}, and this one knows {newest()}")


def newest() -> str:
    """Give the schema that this program needs, by its revision."""
    return max(_revisions())


@contextmanager
def reported(engine: Engine) -> Iterator[None]:
    """Turn the database's errors into a DatabaseError."""
    try:
        yield
    except SQLAlchemyError as error:
        raise translated(engine, error) from error


def translated(engine: Engine, error: SQLAlchemyError) -> DatabaseError:
    """Say in one line what the database's error was."""
    kind = Contradiction if isinstance(error, IntegrityError | DataError) else DatabaseError
    cause = error.orig if isinstance(error, DBAPIError) else error
    first, *_ = (str(cause) or repr(cause)).splitlines()
    return kind(with_remedy(f"database {shown(engine.url)}: {first}", cause))


def with_remedy(message: str, cause: BaseException | None) -> str:
    """Say what to do where a SQLite file is damaged, or is none."""
    if getattr(cause, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
        return f"{message}; {REMEDY}"
    return message


def alembic_config(connection: Connection) -> "Config":
    """Give what Alembic needs to work on a connection, without a file."""
    from alembic.config import Config  # noqa: PLC0415 - see `_migrate`

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(migrations.__path__[0])).replace("%", "%%"))
    return config


def _migrate(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - most starts need no migration, and it takes long to load

    command.upgrade(alembic_config(connection), "head")


def _revisions() -> set[str]:
    """Give the revisions that this program knows: migrations are numbered, and each file's name begins with its own."""
    return {file.name.partition("_")[0] for file in Path(migrations.__path__[0], "versions").glob("[0-9]*.py")}

"""The database: opening it, keeping its schema current, and saying in one line what is wrong with it."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

import migrations
from ionbot.config.place import usable

WRITING = {"sqlite_begin": "BEGIN IMMEDIATE"}
"""Execution options: SQLite takes the lock for writing at the start, so that it is waited for there and only there."""
_OUTSIDE = {"sqlite_begin": ""}
"""Execution options: SQLite begins no transaction."""


class DatabaseError(Exception):
    """The database cannot do what is wanted; the message is one line for whoever runs the bot."""


class Contradiction(DatabaseError):
    """What is to be written does not fit what is stored; repeating it will not help."""


class Database:
    """A database by its URL; `sqlite:///x.db` is a file relative to the working directory.

    A lock is waited for 5 s, or `?timeout=` seconds in the URL. Opens nothing until it is used. With `read_only` it
    takes no change, whoever tries.
    """

    def __init__(self, url: str, *, read_only: bool = False) -> None:
        try:
            self.url = make_url(usable(url))
        except ValueError as error:
            raise DatabaseError(f"database: {error}; write it like sqlite:///ionbot.db") from error
        self._file = self.url.database or ""
        # Parameters hold seeds and hands: they must not get into the text of an error.
        self.engine = create_engine(self.url, hide_parameters=True, pool_pre_ping=True)
        event.listen(self.engine, "connect", _prepare_sqlite)
        event.listen(self.engine, "begin", _begin_sqlite)
        if read_only:
            event.listen(self.engine, "connect", _forbid_changes)

    def __str__(self) -> str:
        return self.url.render_as_string(hide_password=True)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a connection that sees the database as it is at its first question. Raises DatabaseError."""
        if not self._file.startswith("file:") and not Path(self._file).exists():
            raise DatabaseError(f"there is no database {self._file}; `ionbot db upgrade` makes one")
        with reported(self.engine), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Open a transaction that is committed at its end, unless something is raised. Raises DatabaseError.

        For commands. The bot itself writes through its `Writer`; either waits for the other.
        """
        with reported(self.engine), self.engine.execution_options(**WRITING).begin() as connection:
            yield connection

    def upgrade(self) -> None:
        """Bring the schema to what this program needs, making the database if there is none.

        Raises DatabaseError, also if nothing can be written: SQLite opens a file that it may only read without a word.
        """
        with reported(self.engine):
            self._set_wal()
            with self.engine.execution_options(**WRITING).begin() as connection:
                self._revision(connection)
                command.upgrade(alembic_config(connection), "head")
                connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")

    def is_current(self) -> bool:
        """Tell whether the schema is the one this program needs. Raises DatabaseError, also if it is newer."""
        with self.read() as connection:
            return self._revision(connection) == _scripts().get_current_head()

    def require_current(self) -> None:
        """Raise DatabaseError unless the schema is the one this program needs."""
        if not self.is_current():
            raise DatabaseError(f"the schema of {self} is out of date; run `ionbot db upgrade`")

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def _revision(self, connection: Connection) -> str | None:
        revision = MigrationContext.configure(connection).get_current_revision()
        scripts = _scripts()
        if revision is not None and revision not in {script.revision for script in scripts.walk_revisions()}:
            raise DatabaseError(
                f"{self} was made by a newer ionbot: schema {revision}, and this one knows {scripts.get_current_head()}"
            )
        return revision

    def _set_wal(self) -> None:
        # The mode stays in the file, and cannot be changed within a transaction.
        with self.engine.execution_options(**_OUTSIDE).connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")


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
    return kind(f"database {engine.url.render_as_string(hide_password=True)}: {first}")


def alembic_config(connection: Connection) -> Config:
    """Give what Alembic needs to work on a connection, without a file."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(migrations.__path__[0])).replace("%", "%%"))
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory(migrations.__path__[0])


def _prepare_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    # Else the driver begins transactions by its own ideas, and never for reading or for a change of the schema.
    connection.isolation_level = None
    with closing(connection.cursor()) as cursor:
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA synchronous = FULL")


def _forbid_changes(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    with closing(connection.cursor()) as cursor:
        cursor.execute("PRAGMA query_only = ON")


def _begin_sqlite(connection: Connection) -> None:
    if begin := connection.get_execution_options().get("sqlite_begin", "BEGIN"):
        connection.exec_driver_sql(begin)

"""How SQLite and PostgreSQL are spoken to, so that the rest of the store need not know which of them it is.

On both a transaction sees the database as it is at its first question. What commands write waits for the bot's own
transactions, and these for it.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from sqlite3 import SQLITE_BUSY
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Dialect, Engine, Integer, String, create_engine, event, func, select
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

WRITING = {"begin": "writing"}
"""Execution options of a bot's transactions that write. On SQLite there is one of them at a time."""
ALONE = {"begin": "alone"}
"""Execution options of a transaction beside which no other one writes."""
_OUTSIDE = {"begin": "outside"}
"""Execution options for what SQLite does outside of transactions only."""

TIMEOUT_S = 5
"""How long a lock is waited for, and how long a server may take to be there."""
_LOOK_S = 0.02
"""How often it is looked whether a lock is free for which SQLite does not wait."""

_CONFLICTS = frozenset({"40001", "40P01"})
"""SQLSTATE of what cannot be put in an order with other transactions, and of a deadlock."""
_UPGRADING = 0x696F6E00
"""The advisory lock of whoever upgrades a database."""
_VERSION = (
    "CREATE TABLE IF NOT EXISTS alembic_version "
    "(version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
)

# The locks come first, so that a transaction sees what stood there when it had got them, and waits nowhere else.
# A process that stands still in the middle of a transaction must not keep its locks for ever.
_BEGIN: Mapping[str, Mapping[str, str]] = {
    "sqlite": {"reading": "BEGIN", "writing": "BEGIN IMMEDIATE", "alone": "BEGIN IMMEDIATE", "outside": ""},
    "postgresql": {
        "reading": "",
        "writing": f"SET LOCAL idle_in_transaction_session_timeout = '{TIMEOUT_S}s';"
        "LOCK TABLE alembic_version IN ROW SHARE MODE",
        "alone": "LOCK TABLE alembic_version IN EXCLUSIVE MODE",
    },
}


def make_engine(url: URL, *, read_only: bool) -> Engine:
    """Make the engine for a usable database. Raises ModuleNotFoundError if its driver is not installed."""
    make: Callable[[URL, bool], Engine] = {"sqlite": _sqlite, "postgresql": _postgresql}[url.get_backend_name()]
    engine = make(url, read_only)
    event.listen(engine, "begin", _begin)
    return engine


def keeps_all_characters(engine: Engine) -> bool:
    """Tell whether any text can be stored; SQLite's is Unicode always. Raises SQLAlchemyError."""
    if engine.name == "sqlite":
        return True
    with engine.connect() as connection:
        encoding: str = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    return encoding == "UTF8"


def ready_for_upgrade(engine: Engine) -> AbstractContextManager[None]:
    """Make what a database needs before its first migration; with PostgreSQL whoever else upgrades it waits meanwhile.

    Raises SQLAlchemyError.
    """
    ready: Callable[[Engine], AbstractContextManager[None]] = {"sqlite": _in_wal, "postgresql": _in_turn}[engine.name]
    return ready(engine)


def is_conflict(error: BaseException) -> bool:
    """Tell whether PostgreSQL refused a transaction only because another one was in the way: repeat it."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in _CONFLICTS


def _engine(url: URL, **more: Any) -> Engine:
    # Parameters hold seeds and hands: they must not get into the text of an error.
    return create_engine(url, hide_parameters=True, pool_pre_ping=True, **more)


def _sqlite(url: URL, read_only: bool) -> Engine:
    engine = _engine(url)
    event.listen(engine, "connect", _prepare_sqlite)
    if read_only:
        event.listen(engine, "connect", _forbid_changes)
    return engine


def _postgresql(url: URL, read_only: bool) -> Engine:
    options = [f"-c lock_timeout={TIMEOUT_S}s"]
    if read_only:
        options.append("-c default_transaction_read_only=on")
    usual: dict[str, Any] = {
        "application_name": "ionbot",
        "connect_timeout": TIMEOUT_S,
        # A server whose machine is gone is noticed; one that only stands still is waited for.
        "tcp_user_timeout": 2 * TIMEOUT_S * 1000,
        "keepalives_idle": TIMEOUT_S,
        "keepalives_interval": 1,
        "keepalives_count": TIMEOUT_S,
    }
    given = dict(url.query)
    options.append(str(given.pop("options", "")))  # what is given later counts
    engine = _engine(
        url, isolation_level="REPEATABLE READ", connect_args={**usual, **given, "options": " ".join(options).strip()}
    )
    engine.dialect.colspecs = {**engine.dialect.colspecs, Integer: _AnyInteger, String: _AnyText}
    event.listen(engine, "handle_error", _without_values)
    return engine


class _AnyInteger(Integer):
    """Whole numbers of whatever size: it is no mistake to ask for match 5,000,000,000, there is none."""

    render_bind_cast = False


class _AnyText(String):
    """Text of whatever characters: for NUL, which PostgreSQL refuses, there is the character of what is none."""

    render_bind_cast = True

    def bind_processor(self, dialect: Dialect) -> Callable[[str | None], str | None]:  # noqa: ARG002 - as in its base
        """Give what makes a text storable."""
        return lambda text: text and text.replace("\0", "\ufffd")


@contextmanager
def _in_wal(engine: Engine) -> Iterator[None]:
    """Set SQLite's mode, which stays in the file, and cannot be changed within a transaction.

    For this SQLite waits for no writer by itself.
    """
    with engine.execution_options(**_OUTSIDE).connect() as connection:
        until = monotonic() + connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one() / 1000
        while not _set_wal(connection, last=monotonic() >= until):
            sleep(_LOOK_S)
    yield


def _set_wal(connection: Connection, *, last: bool) -> bool:
    """Set the mode, and tell whether it is; `last` raises instead what the database said."""
    try:
        connection.exec_driver_sql("PRAGMA journal_mode = WAL")
    except OperationalError as error:
        if last or getattr(error.orig, "sqlite_errorcode", None) != SQLITE_BUSY:
            raise
        return False
    return True


@contextmanager
def _in_turn(engine: Engine) -> Iterator[None]:
    """Wait until no other process upgrades, however long that takes. Migrations lock the table of the version."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.detach()  # closed at the end, which frees the lock
        connection.exec_driver_sql("SET lock_timeout = 0")
        connection.execute(select(func.pg_advisory_lock(_UPGRADING)))
        connection.exec_driver_sql(_VERSION)
        yield


def _begin(connection: Connection) -> None:
    kind = connection.get_execution_options().get("begin", "reading")
    if begin := _BEGIN[connection.dialect.name][kind]:
        connection.exec_driver_sql(begin)


def _prepare_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    # Else the driver begins transactions by its own ideas, and never for reading or for a change of the schema.
    connection.isolation_level = None
    with closing(connection.cursor()) as cursor:
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA synchronous = FULL")


def _forbid_changes(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    with closing(connection.cursor()) as cursor:
        cursor.execute("PRAGMA query_only = ON")


def _without_values(context: ExceptionContext) -> None:
    """Leave of PostgreSQL's error the first line: the others show the row that was to be written."""
    first = str(context.original_exception).partition("\n")[0]
    context.original_exception.args = (first,)
    if context.sqlalchemy_exception:
        kind = type(context.original_exception)
        context.sqlalchemy_exception.args = (f"({kind.__module__}.{kind.__qualname__}) {first}",)

"""One bot works on a database at a time: two would play the same matches. Long work on one wants no bot at all.

The workers of a cluster share the lock, and agree by their leases.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, event, func, select
from sqlalchemy.exc import SQLAlchemyError

from ionbot.config.place import file_of
from ionbot.store.database import Database, DatabaseError, translated
from ionbot.store.engines import make_engine

_BOT = 0x696F6E01
"""PostgreSQL's advisory lock of the bot that works on a database."""
_TAKEN = "55P03"
"""SQLSTATE of a lock that was not to be had in time."""
_SETTINGS = {
    "lock_timeout": "'1s'",  # PostgreSQL takes a moment to notice that who held the lock has ended
    "tcp_keepalives_idle": 5,  # and, where that was the end of a machine, these ten seconds
    "tcp_keepalives_interval": 1,
    "tcp_keepalives_count": 5,
}
"""What PostgreSQL is told of the connection that holds the lock."""


@contextmanager
def held(database: Database, *, shared: bool = False) -> Iterator[None]:
    """Hold the lock of a database, alone, or with others who share it too. Raises DatabaseError if another bot has it.

    It is a file beside SQLite's, which the system frees when the process ends, however it ends. The file stays: were it
    removed, two could each hold one of that name. With PostgreSQL it is a connection's: one that is lost takes the lock
    with it, and so the database connects no more before it has the lock again. Who held it alone never does if another
    bot got it meanwhile: what this one knows of the matches is out of date.
    """
    file = file_of(database.url)
    with _file_held(database, file) if file else _server_held(database, shared=shared):
        yield


@contextmanager
def _file_held(database: Database, file: Path) -> Iterator[None]:
    lock = _taken(database, f"{file.resolve()}.lock")
    try:
        yield
    finally:
        os.close(lock)


def _taken(database: Database, path: str) -> int:
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise DatabaseError(f"database {database}: {path} cannot be opened: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(lock)
        raise DatabaseError(f"another ionbot works on {database}; stop it first") from error
    return lock


@contextmanager
def _server_held(database: Database, *, shared: bool) -> Iterator[None]:
    lock = _ServerLock(database, shared=shared)

    def keep(*_: object) -> None:
        lock.keep()

    try:
        lock.keep()
        event.listen(database.engine, "do_connect", keep)
        try:
            yield
        finally:
            event.remove(database.engine, "do_connect", keep)
    finally:
        lock.free()


class _ServerLock:
    """PostgreSQL's lock, on a connection of its own."""

    def __init__(self, database: Database, *, shared: bool) -> None:
        self._database = database
        self._shared = shared
        self._engine = make_engine(database.url, read_only=False).execution_options(isolation_level="AUTOCOMMIT")
        self._connection: Connection | None = None
        self._was_held = False
        self._lost = False
        self._one_at_a_time = Lock()

    def keep(self) -> None:
        """Make sure of the lock. Raises DatabaseError if another bot has it, or has had it."""
        with self._one_at_a_time:
            if self._lost:
                raise DatabaseError(f"another ionbot has worked on {self._database} meanwhile; start this one again")
            if not self._is_held():
                self._take()

    def free(self) -> None:
        """Give the lock back."""
        with self._one_at_a_time:
            if self._connection and self._is_held():
                # PostgreSQL takes a moment to notice that a connection has ended.
                self._connection.execute(select(func.pg_advisory_unlock_all()))
            self._drop()
            self._engine.dispose()

    def _is_held(self) -> bool:
        if self._connection is None:
            return False
        try:
            self._connection.execute(select(1))
        except SQLAlchemyError:
            return False
        return True

    def _take(self) -> None:
        self._drop()
        try:
            self._connection = self._engine.connect()
            self._connection.detach()  # closed when it is not needed any more
            for name, value in _SETTINGS.items():
                self._connection.exec_driver_sql(f"SET {name} = {value}")
            take = func.pg_advisory_lock_shared if self._shared else func.pg_advisory_lock
            self._connection.execute(select(take(_BOT)))
        except SQLAlchemyError as error:
            self._drop()
            if getattr(getattr(error, "orig", None), "sqlstate", None) != _TAKEN:
                raise translated(self._engine, error) from error
            self._lost = self._was_held and not self._shared
            raise DatabaseError(f"another ionbot works on {self._database}; stop it first") from error
        self._was_held = True

    def _drop(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

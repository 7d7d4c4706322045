"""One bot works on a database at a time: two would play the same matches. Long work on one wants no bot at all."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from ionbot.config.place import file_of
from ionbot.store.database import Database, DatabaseError


@contextmanager
def held(database: Database) -> Iterator[None]:
    """Hold the lock of a database, which is a file beside it. Raises DatabaseError if another bot has it.

    The system frees it when the process ends, however it ends. The file stays: were it removed, two could each hold
    one of that name.
    """
    lock = _taken(database)
    try:
        yield
    finally:
        os.close(lock)


def _taken(database: Database) -> int:
    path = f"{file_of(database.url).resolve()}.lock"
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

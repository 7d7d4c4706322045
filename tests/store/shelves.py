"""Where the tests have their databases: copies of ones that are made once, in files or on a PostgreSQL server."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Protocol, TypeAlias

import pytest

from ionbot.store.database import Database, DatabaseError
from tests.real.postgres import PostgreSQL

Fill: TypeAlias = Callable[[Database], object]
"""Puts something into a database in which nothing has happened."""

ON_FILES = pytest.mark.parametrize("shelf", ["files"], indirect=True)
"""For tests of what only SQLite has, or that stands above both."""

TIMEOUT_S = 0.2
"""How long a lock is waited for."""
LOCKED = {"sqlite": "database is locked", "postgresql": "canceling statement due to lock timeout"}
"""What is said when it was not to be had."""


NOTHING = "nothing"
"""The database in which nothing has happened."""
_WIPING = """
DO $$ DECLARE name text; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version'
    LOOP EXECUTE format('DELETE FROM %%I', name); END LOOP;
    FOR name IN SELECT sequencename FROM pg_sequences
    LOOP EXECUTE format('ALTER SEQUENCE %%I RESTART', name); END LOOP;
END $$
"""


class Shelf(Protocol):
    """Gives databases."""

    def copied(self, name: str, fill: Fill) -> AbstractContextManager[Database]:
        """Open a copy of the database of that name, which is made and filled when it is wanted first."""

    def patient(self, database: Database) -> Database:
        """Open a database a second time, in a way that waits for locks for long."""


class Files:
    """Databases in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: set[str] = set()
        self._numbers = count()

    @contextmanager
    def copied(self, name: str, fill: Fill) -> Iterator[Database]:
        template, folder = self._folder / f"{name}.db", self._folder / str(next(self._numbers))
        if name not in self._made:
            with closing(Database(f"sqlite:///{template}")) as database:
                _make(database, fill)
            self._made.add(name)
        folder.mkdir()
        shutil.copy(template, folder / "x.db")
        with closing(Database(f"sqlite:///{folder}/x.db?timeout={TIMEOUT_S}")) as database:
            yield database
        shutil.rmtree(folder)

    def patient(self, database: Database) -> Database:
        return Database(str(database).replace(f"timeout={TIMEOUT_S}", "timeout=60"))


class Served:
    """Databases of a PostgreSQL server."""

    def __init__(self, server: PostgreSQL) -> None:
        self.server = server
        self._made: set[str] = set()
        self._free: list[str] = []
        self._numbers = count()

    @contextmanager
    def copied(self, name: str, fill: Fill) -> Iterator[Database]:
        if name not in self._made:
            self.server.do(f'CREATE DATABASE "{name}"')
            self._made.add(name)
            with closing(Database(self.server.url(name))) as database:
                _make(database, fill)
        # To wipe an empty one is thirty times as fast as to make it.
        copy = self._free.pop() if name == NOTHING and self._free else self._copy(name)
        with closing(Database(self.server.url(copy, f"?options=-c lock_timeout={TIMEOUT_S}s"))) as database:
            yield database
            wiped = name == NOTHING and _wipe(database)
        if wiped:
            self._free.append(copy)
        else:
            self.server.do(f"DROP DATABASE {copy} WITH (FORCE)")

    def patient(self, database: Database) -> Database:
        return Database(self.server.url(str(database.url.database), "?options=-c lock_timeout=60s"))

    def _copy(self, name: str) -> str:
        copy = f"copy{next(self._numbers)}"
        self.server.do(f'CREATE DATABASE {copy} TEMPLATE "{name}"')
        return copy


def _wipe(database: Database) -> bool:
    """Empty a database, unless its schema is another one now."""
    try:
        database.require_current()
    except DatabaseError:
        return False
    with database.write() as connection:
        connection.exec_driver_sql(_WIPING)
    return True


def _make(database: Database, fill: Fill) -> None:
    database.upgrade()
    fill(database)

"""The mode of a SQLite file is set at its first start: another process that writes meanwhile is waited for."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ionbot.store import engines
from ionbot.store.database import Database, DatabaseError


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Another process in the middle of a transaction, on a file that is not in WAL mode."""
    with closing(sqlite3.connect(tmp_path / "x.db", isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("CREATE TABLE theirs (name)")
        yield connection


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(f"sqlite:///{tmp_path}/x.db?timeout=0.2")) as database:
        yield database


def test_it_is_waited_for(database: Database, writer: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    def goes_on(_seconds: float) -> None:
        if writer.in_transaction:
            writer.execute("COMMIT")

    monkeypatch.setattr(engines, "sleep", goes_on)
    database.upgrade()
    database.require_current()
    with database.read() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_not_for_ever(database: Database, writer: sqlite3.Connection) -> None:
    with pytest.raises(DatabaseError, match=r"database is locked$"):
        database.upgrade()
    writer.execute("ROLLBACK")
    database.upgrade()

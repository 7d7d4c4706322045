"""The copies that a loss of power is said to leave: whole, and with all that was committed at the first moment."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copy

import pytest

from tests.torture.power import committed, crashed, moment


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some.db"


@pytest.fixture
def database(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.executescript("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (x)")
        yield database


def write(database: sqlite3.Connection, *numbers: int) -> None:
    database.executemany("INSERT INTO t VALUES (?)", [(number,) for number in numbers])


def left(file: Path) -> list[int]:
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [number for (number,) in database.execute("SELECT x FROM t ORDER BY x")]


@pytest.mark.parametrize("between", ["nothing", "checkpoint", "log begun anew"])
@pytest.mark.parametrize("seed", range(8))
def test_a_copy_is_whole_and_has_all_of_the_first_moment(
    file: Path, database: sqlite3.Connection, tmp_path: Path, between: str, seed: int
) -> None:
    write(database, *range(20))
    first, before = moment(file), tmp_path / "before.db"
    copy(file, before)
    write(database, *range(20, 30))
    if between != "nothing":
        mode = "PASSIVE" if between == "checkpoint" else "RESTART"
        database.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()
        write(database, *range(30, 40))
    crashed(file, before, first, tmp_path / "crashed.db", Random(seed))
    there = left(tmp_path / "crashed.db")
    assert there == list(range(len(there)))
    assert len(there) >= 20


def test_some_copies_lack_what_came_later(file: Path, database: sqlite3.Connection, tmp_path: Path) -> None:
    write(database, *range(20))
    first, before = moment(file), tmp_path / "before.db"
    copy(file, before)
    write(database, *range(20, 30))
    counts = set()
    for seed in range(20):
        crashed(file, before, first, tmp_path / f"{seed}.db", Random(seed))
        counts.add(len(left(tmp_path / f"{seed}.db")))
    assert len(counts) > 3


def test_only_whole_transactions_count(file: Path, database: sqlite3.Connection) -> None:
    log = file.with_name(f"{file.name}-wal")
    write(database, 1)
    whole = committed(log.read_bytes())
    assert whole == log.stat().st_size
    write(database, 2)
    assert committed(log.read_bytes()[:-1]) == whole
    assert committed(b"") == 0

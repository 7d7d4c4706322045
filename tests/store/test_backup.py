"""A backup of a database on which a bot works: what is in it, what is not, and what stops it."""

import itertools
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command

from ionbot.store import backup as store_backup
from ionbot.store.backup import back_up
from ionbot.store.check import findings
from ionbot.store.database import Database, DatabaseError, alembic_config
from ionbot.store.journal import Journal
from ionbot.store.stays import Stay, Stays
from ionbot.store.writer import Writer
from tests.kit_game import PEBBLES
from tests.store.playing import NETWORK, START, Played, begin, find
from tests.store.shelves import Files

LOBBY = bytes.fromhex("10bb1e5eed") * 6
KEY = "swordfish"


@pytest.fixture
def shelf(files: Files) -> Files:
    return files


@pytest.fixture
async def running(database: Database, journal: Journal, writer: Writer) -> Played:
    """A match that runs, beside one that is over and a lobby; and a channel with a key."""
    await (await begin(journal, "#over", seed=7, pebbles=20)).finish()
    running = await begin(journal, seed=8)
    await running.move()
    await journal.open(NETWORK, "#lobby", game=PEBBLES, commitment="c", seed=LOBBY, opened_ms=START)
    await Stays(writer).add(Stay(NETWORK, "#secret", KEY))
    return running


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "backup.db"


def rows(file: Path | str) -> dict[str, list[Any]]:
    """Give all rows by table."""
    with closing(sqlite3.connect(file)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names}


def source_of(database: Database) -> Path:
    return Path(str(database.url.database))


def refusal(database: Database, target: Path, **how: bool) -> str:
    """Give why a backup is refused; the files beside it must be as they were."""
    before = set(target.parent.glob("*"))
    with pytest.raises(DatabaseError) as caught:
        back_up(database, target, **how)
    assert before == set(target.parent.glob("*"))
    (line,) = str(caught.value).splitlines()
    return line


def test_it_has_all_but_the_secrets(database: Database, running: Played, target: Path) -> None:
    made = back_up(database, target)
    assert (made.matches, made.unended, made.seeds, made.size) == (3, 2, 0, target.stat().st_size)
    copied, there = rows(target), rows(source_of(database))
    assert copied.pop("match_seeds") == [(2, ""), (3, "")]
    assert copied.pop("joined_channels") == [(1, "#secret", "")]
    assert {seed for _, seed in there.pop("match_seeds")} == {running.seed.hex(), LOBBY.hex()}
    assert [key for *_, key in there.pop("joined_channels")] == [KEY]
    assert copied == there
    text = target.read_bytes()
    for secret in (running.seed.hex(), LOBBY.hex(), KEY):
        assert secret.encode() not in text
    with closing(Database(f"sqlite:///{target}")) as copy:
        assert list(findings(copy, find=find)) == []


def test_the_secrets_are_in_it_when_they_are_asked_for(database: Database, running: Played, target: Path) -> None:
    made = back_up(database, target, with_seeds=True)
    assert (made.unended, made.seeds) == (2, 2)
    assert rows(target) == rows(source_of(database))


def test_only_our_user_can_read_it_and_nothing_else_is_left(database: Database, running: Played, target: Path) -> None:
    back_up(database, target)
    assert target.stat().st_mode & 0o777 == 0o600
    assert list(target.parent.iterdir()) == [target]


def test_the_bot_writes_meanwhile_and_that_is_not_in_the_copy(
    database: Database, running: Played, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = itertools.count()

    def write(_more: int) -> None:
        if next(steps) == 2000:  # in the midst of some 10,000
            with closing(sqlite3.connect(source_of(database), timeout=0)) as other, other:
                other.execute("INSERT INTO networks (name) VALUES ('meanwhile')")

    monkeypatch.setattr(store_backup, "_STEPS", 1)
    back_up(database, target, tell=write)
    assert next(steps) > 5000
    assert [name for _, name in rows(target)["networks"]] == [NETWORK]
    assert [name for _, name in rows(source_of(database))["networks"]] == [NETWORK, "meanwhile"]


@pytest.fixture
async def gone(writer: Writer) -> None:
    stays = Stays(writer)
    await stays.add(Stay(NETWORK, "#gone", "xyzzy-the-key"))
    await stays.remove(NETWORK, "#gone")


def test_what_was_deleted_is_not_in_it(database: Database, gone: None, target: Path) -> None:
    back_up(database, target, with_seeds=True)
    assert b"xyzzy-the-key" not in target.read_bytes()


def test_a_file_that_is_there_is_replaced_only_on_demand(database: Database, target: Path) -> None:
    target.write_text("mine")
    assert refusal(database, target) == f"{target} is there already; name another file, or say --force to replace it"
    assert target.read_text() == "mine"
    back_up(database, target, replace=True)
    assert rows(target) == rows(source_of(database))


def test_where_a_backup_cannot_be(database: Database, tmp_path: Path) -> None:
    source, none = source_of(database), tmp_path / "none"
    database.require_current()
    assert refusal(database, source, replace=True) == f"{source} is the database itself; name another one"
    assert refusal(database, tmp_path) == f"{tmp_path} is a directory; name a file in a directory that is there"
    assert refusal(database, none / "x.db").startswith(f"there is no directory {none}; name a file")
    assert "no ? or # may be in it" in refusal(database, tmp_path / "x?.db")
    assert refusal(database, Path("/dev/null"), replace=True) == "/dev/null is no file; name another one"


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal", ".lock", ".sock"])
def test_no_backup_takes_the_name_of_a_file_that_belongs_to_a_database(database: Database, ending: str) -> None:
    database.require_current()
    source = source_of(database)
    mixed = Path(f"{source}{ending}")
    assert refusal(database, mixed, replace=True) == (
        f"{mixed} is the name of a file that belongs to {source}; name another one"
    )


@pytest.mark.parametrize("ending", ["-wal", "-journal"])
def test_no_backup_comes_beside_what_another_database_has_left(database: Database, target: Path, ending: str) -> None:
    beside = Path(f"{target}{ending}")
    beside.write_text("of another one")
    line = refusal(database, target, replace=True)
    assert line == f"{beside} belongs to another {target.name} and would ruin this one; name another file"
    assert beside.read_text() == "of another one"


@contextmanager
def full_after(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond a size."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_is_full_leaves_the_backup_that_was_there(
    database: Database, running: Played, target: Path
) -> None:
    target.write_text("the one of yesterday")
    with full_after(100_000):
        line = refusal(database, target, replace=True)
    assert line.startswith(f"{source_of(database)} cannot be copied to {target}: ")
    assert target.read_text() == "the one of yesterday"
    back_up(database, target, replace=True)


def test_a_copy_that_sqlite_finds_fault_with_is_none(database: Database, target: Path) -> None:
    file = source_of(database)
    database.close()
    for change in (
        "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '/*NOT NULL*/') WHERE name = 'networks'",
        "INSERT INTO networks (name) VALUES (NULL)",
        "UPDATE sqlite_master SET sql = replace(sql, '/*NOT NULL*/', 'NOT NULL') WHERE name = 'networks'",
    ):
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(change)
    assert refusal(database, target) == f"the copy of {database} is damaged: NULL value in networks.name"


def test_one_of_an_older_schema(database: Database, target: Path) -> None:
    with database.engine.begin() as connection:
        command.downgrade(alembic_config(connection), "0011")
    assert back_up(database, target).revision == "0011"


def test_what_is_no_database_of_ours(tmp_path: Path, target: Path) -> None:
    file = tmp_path / "dir" / "other.db"
    file.parent.mkdir()
    other = Database(f"sqlite:///{file}")
    assert refusal(other, target).startswith(f"there is no database {file}")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    assert refusal(other, target) == f"{other} is no database of an ionbot"
    other.close()


def test_a_database_that_a_server_keeps(target: Path) -> None:
    pytest.importorskip("psycopg")
    line = refusal(Database("postgresql+psycopg://bot:hunter2@127.0.0.1/ionbot"), target)
    assert "pg_dump and pg_restore are for that, or `ionbot db copy`" in line
    assert "hunter2" not in line

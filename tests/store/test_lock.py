"""One bot works on a database at a time, in real processes: the lock ends with whoever holds it, however they end."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ionbot.store.database import Database, DatabaseError
from ionbot.store.lock import held
from tests.store.shelves import ON_FILES, Shelf

HOLD = """
import sys
from ionbot.store.database import Database
from ionbot.store.lock import held
with held(Database(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""
Start = Callable[[str], "subprocess.Popen[str]"]


@pytest.fixture
def hold() -> Iterator[Start]:
    """Start processes that hold the lock of a database."""
    holding = []

    def hold(url: str) -> "subprocess.Popen[str]":
        words = [sys.executable, "-c", HOLD, url]
        process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        holding.append(process)
        assert process.stdout
        assert process.stdout.readline() == "held\n"
        return process

    yield hold
    for process in holding:
        process.kill()
        process.communicate()


def refusal(url: str) -> str:
    with closing(Database(url)) as database, pytest.raises(DatabaseError) as caught, held(database):
        raise AssertionError
    return str(caught.value)


def test_another_process_is_refused_until_the_first_is_killed(hold: Start, database: Database) -> None:
    first = hold(str(database))
    assert refusal(str(database)) == f"another ionbot works on {database}; stop it first"
    assert database.is_current()
    first.kill()
    first.wait()
    with held(database):
        pass


@ON_FILES
def test_a_database_by_another_name_is_the_same(hold: Start, database: Database, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(str(database.url.database))
    hold(f"sqlite:///{tmp_path}/link.db")
    assert "another ionbot" in refusal(str(database))
    assert "another ionbot" in refusal(f"sqlite:///file:{database.url.database}?uri=true")


def test_each_database_has_its_own_lock(hold: Start, database: Database, shelf: Shelf) -> None:
    with shelf.copied("other", lambda database: None) as other:
        hold(str(other))
        with held(database):
            assert "another ionbot" in refusal(str(database))


def test_what_happens_meanwhile_is_told_as_it_is(database: Database) -> None:
    with pytest.raises(BlockingIOError), held(database):
        raise BlockingIOError
    with held(database):
        pass


def test_a_lock_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    message = f"{tmp_path}/none/x.db.lock cannot be opened: No such file or directory"
    assert refusal(f"sqlite:///{tmp_path}/none/x.db").endswith(message)

"""`ionbot db copy`, from one file to another."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from ionbot.store.database import Database
from ionbot.store.lock import held
from tests.cli.conftest import ReadJson, Run
from tests.cli.history import play

OLD, NEW = "sqlite:///old.db", "sqlite:///new.db"


def refusal(run: Run, *words: str) -> str:
    result = run("db", "copy", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr


def test_a_history_is_copied_and_checked(run: Run, read_json: ReadJson) -> None:
    asyncio.run(play(OLD))
    result = run("db", "copy", OLD, NEW)
    assert (result.exit_code, result.stderr) == (0, "")
    begin, _, rest = result.stdout.partition(" rows ")
    assert begin.startswith(f"{NEW} has all ")
    assert rest == f"of {OLD}, and is in order. Let no bot run on {OLD} again.\n"
    assert read_json("matches", "show", "1", "--database", NEW) == read_json("matches", "show", "1", "--database", OLD)
    assert run("matches", "verify", "1", "--database", NEW).exit_code == 0


def test_what_is_wrong_is_told(run: Run) -> None:
    asyncio.run(play(OLD))
    with closing(sqlite3.connect("old.db")) as connection:
        connection.execute("UPDATE seats SET points = points + 1 WHERE seat = 0")
        connection.commit()
    result = run("db", "copy", OLD, NEW)
    assert result.exit_code == 1
    assert "match 1: points of seat 0: " in result.stdout
    assert result.stdout.endswith(f" rows of {OLD}, and what was wrong there is wrong here.\n")


def test_a_running_bot_has_no_copy_made(run: Run) -> None:
    for url in (OLD, NEW):
        run("db", "upgrade", "--database", url)
    for url in (OLD, NEW):
        with closing(Database(url)) as database, held(database):
            assert refusal(run, OLD, NEW) == f"ionbot: another ionbot works on {url}; stop it first\n"


def test_what_cannot_be_copied_is_told(run: Run) -> None:
    assert (
        refusal(run, OLD, NEW)
        == "ionbot: there is no database old.db; --database names another, `ionbot db upgrade` makes it\n"
    )
    assert not Path("new.db").exists()
    run("db", "upgrade", "--database", OLD)
    assert "cannot be copied to itself" in refusal(run, OLD, OLD)
    asyncio.run(play(NEW))
    assert refusal(run, OLD, NEW).startswith(f"ionbot: {NEW} is not empty: there are rows in ")
    nowhere = "postgresql://127.0.0.1:1/x"
    assert "Connection refused" in refusal(run, OLD, nowhere)
    assert refusal(run, OLD, nowhere).count("\n") == 1


def test_no_schema_is_changed_under_a_running_bot(run: Run) -> None:
    run("db", "upgrade", "--database", OLD)
    with closing(Database(OLD)) as database, held(database):
        result = run("db", "upgrade", "--database", OLD)
    assert (result.exit_code, result.stderr) == (2, f"ionbot: another ionbot works on {OLD}; stop it first\n")

"""`ionbot db backup` and `db restore`, and what all commands say of a database that is damaged."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from signal import SIGHUP, SIGINT, SIGTERM, Signals

import pytest

from ionbot.cli.backups import DERIVED
from ionbot.store.database import REMEDY
from tests.cli.conftest import Run
from tests.cli.history import open_lobby, play
from tests.store.spoiling import MALFORMED, NO_DATABASE, cut, write_text

URL = "sqlite:///x.db"
OLD = Path(__file__).parents[1] / "table" / "old"
"""What bots of earlier schemas have left."""


@pytest.fixture
def played() -> None:
    """Keep a match that is over, one that runs, and a lobby."""
    asyncio.run(play(URL))
    asyncio.run(play(URL, "#more", moves=3))
    asyncio.run(open_lobby(URL, "#lobby"))


def changed(file: str, statement: str) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


def test_there_and_back(run: Run, played: None) -> None:
    result = run("db", "backup", "b.db", "--database", URL)
    made, check = result.stdout.splitlines()
    assert (result.exit_code, result.stderr) == (0, "")
    assert made.startswith("b.db has 3 matches, the last of 2025-11-")
    assert made.endswith("; seeds of matches that have not ended: 0 of 2.")
    assert check == "b.db is in order."

    changed("x.db", "DELETE FROM ledger")
    result = run("db", "restore", "b.db", "--database", URL)
    told, kept, lost, check = result.stdout.splitlines()
    assert (result.exit_code, result.stderr) == (0, "")
    assert told.startswith("sqlite:///x.db has what b.db has: 3 matches, the last of 2025-11-")
    (old,) = Path().glob("x.replaced-*.db")
    assert kept == f"What was there before is kept in {old.resolve()}. A running `ionbot web` must be started again."
    assert lost == "It lacks the seeds of 2 unended, which so cannot go on: the bot will end them unscored."
    assert check == "sqlite:///x.db is in order."
    assert run("db", "check", "--database", f"sqlite:///{old}").exit_code == 1


def test_with_the_seeds_nothing_is_lost(run: Run, played: None) -> None:
    result = run("db", "backup", "b.db", "--with-seeds", "--database", URL)
    assert "seeds of matches that have not ended: 2 of 2." in result.stdout
    assert "It lacks" not in run("db", "restore", "b.db", "--database", URL).stdout


@pytest.mark.parametrize("number", [SIGHUP, SIGINT, SIGTERM])
@pytest.mark.parametrize("words", [("backup", "new.db"), ("restore", "b.db")], ids=["backup", "restore"])
def test_whoever_stops_it_leaves_nothing_half_done(
    run: Run, played: None, monkeypatch: pytest.MonkeyPatch, number: Signals, words: tuple[str, str]
) -> None:
    run("db", "backup", "b.db", "--with-seeds", "--database", URL)
    before = {path: path.read_bytes() for path in Path().iterdir()}

    def stop(*_: object) -> None:
        assert [*Path().glob(".*.part")]
        os.kill(os.getpid(), number)

    module = {"backup": "backup", "restore": "restoring"}[words[0]]
    monkeypatch.setattr(f"ionbot.store.{module}.require_sound", stop)
    result = run("db", *words, "--database", URL)
    assert (result.exit_code, result.stdout) == (130, "")
    assert {path: path.read_bytes() for path in Path().iterdir() if path.suffix != ".lock"} == before


def test_a_backup_is_replaced_only_on_demand(run: Run, played: None) -> None:
    for words, code in (([], 0), ([], 2), (["--force"], 0)):
        assert run("db", "backup", "b.db", *words, "--database", URL).exit_code == code


def test_what_the_check_finds_is_told_and_the_backup_is_there(run: Run, played: None) -> None:
    changed("x.db", "UPDATE seats SET coins = coins + 1 WHERE seat = 1")
    for words in (["backup", "b.db"], ["restore", "b.db"]):
        result = run("db", *words, "--database", URL)
        assert (result.exit_code, result.stderr) == (1, "")
        assert any(line.startswith("match 1: ") and "coins" in line for line in result.stdout.splitlines())


@pytest.mark.parametrize("schema", ["0001", "0006", "0010"])
def test_of_an_older_one_it_is_told_how_to_make_what_the_check_misses(run: Run, schema: str) -> None:
    with closing(sqlite3.connect("old.db")) as connection:
        connection.executescript((OLD / f"{schema}.sql").read_text())
    result = run("db", "restore", "old.db", "--database", URL)
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (1, DERIVED)
    assert run("scores", "recompute", "--database", URL).stderr == ""
    assert run("db", "check", "--database", URL).exit_code == 0


def test_what_cannot_be_done_is_one_line(run: Run, played: None) -> None:
    Path("text").write_text("no database " * 100)
    for words, complaint in (
        (["backup", "none/b.db"], f"there is no directory {Path.cwd()}/none; name a file in a directory that is"),
        (["restore", "b.db"], "b.db is not there; it should be a backup"),
        (["restore", "text"], "text: file is not a database"),
    ):
        result = run("db", *words, "--database", URL)
        assert (result.exit_code, result.stdout) == (2, "")
        (line,) = result.stderr.splitlines()
        assert line.startswith(f"ionbot: {complaint}")


@pytest.mark.parametrize(("spoil", "why"), [(cut, MALFORMED), (write_text, NO_DATABASE)])
def test_a_damaged_database_is_refused_with_what_to_do(
    run: Run, played: None, spoil: Callable[[Path], None], why: str
) -> None:
    spoil(Path("x.db"))
    Path("config.toml").write_text(
        f'[database]\nurl = "{URL}"\n[networks.home]\nhost = "127.0.0.1"\ntls = false\nchannels = ["#x"]\n'
    )
    for words in ("run", "web --port 0", "matches list", "scores top", "db check", "db upgrade", "db backup b.db"):
        result = run(*words.split())
        assert result.exit_code == 2, words
        (line,) = result.stderr.splitlines()
        assert line == f"ionbot: database {URL}: {why}; {REMEDY}", words

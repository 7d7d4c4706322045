"""`ionbot db`, and what is said of a database that cannot be used."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.history import play

URL = "sqlite:///x.db"


def test_upgrade_makes_a_database(run: Run) -> None:
    result = run("db", "upgrade", "--database", URL)
    assert (result.exit_code, result.output) == (0, "sqlite:///x.db is up to date.\n")
    assert run("db", "upgrade", "--database", URL).exit_code == 0
    assert json.loads(run("matches", "list", "--database", URL, "--format", "json").stdout) == []


def test_which_database_is_taken(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("db", "upgrade").output == "sqlite:///ionbot.db is up to date.\n"
    configured = '[database]\nurl = "sqlite:///configured.db"\n[networks.home]\nhost = "x"\nchannels = ["#x"]'
    Path("config.toml").write_text(configured)
    assert run("db", "upgrade").output == "sqlite:///configured.db is up to date.\n"
    monkeypatch.setenv("IONBOT_DATABASE__URL", "sqlite:///environment.db")
    assert run("db", "upgrade").output == "sqlite:///environment.db is up to date.\n"
    assert run("db", "upgrade", "--database", URL).output == "sqlite:///x.db is up to date.\n"


def test_check_proves_a_database(run: Run) -> None:
    asyncio.run(play(URL))
    result = run("db", "check", "--database", URL)
    assert (result.exit_code, result.output) == (0, "sqlite:///x.db is in order.\n")
    assert run("db", "check", "1", "--database", URL, "--format", "json").stdout == "[]\n"


def test_check_finds_what_does_not_agree(run: Run) -> None:
    asyncio.run(play(URL))
    with closing(sqlite3.connect("x.db")) as connection, connection:
        connection.execute("UPDATE seats SET coins = coins + 1 WHERE seat = 1")
    result = run("db", "check", "--database", URL)
    assert (result.exit_code, result.stderr) == (1, "")
    found = json.loads(run("db", "check", "1", "--database", URL, "--format", "json").stdout)
    told = result.stdout.splitlines()
    assert [line for line in told if line.startswith("match")] == found
    assert any(line.startswith("summaries of span 2025-11-24, player 2, ") for line in told)
    assert "match 1" in found[0]
    assert "coins" in found[0]


@pytest.mark.parametrize(
    "command", ["matches list", "matches show 1", "matches verify --all", "db check", "db upgrade"]
)
@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("nonsense", "no URL of a SQLite or PostgreSQL database"),
        ("sqlite://", "would forget"),
        ("sqlite:////no/such/directory/x.db", "no/such/directory/x.db"),
        ("sqlite:///text.db", "not a database"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_line(run: Run, command: str, url: str, complaint: str) -> None:
    Path("text.db").write_text("this is a text, and long enough to be no empty database" * 20)
    result = run(*command.split(), "--database", url)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("ionbot: ")
    assert complaint in line


@pytest.mark.parametrize("command", ["matches list", "matches replay 1", "db check"])
def test_an_outdated_schema_is_one_line(run: Run, command: str) -> None:
    Path("x.db").touch()
    result = run(*command.split(), "--database", URL)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "ionbot: the schema of sqlite:///x.db is out of date; run `ionbot db upgrade`\n"


def test_a_broken_configuration_is_told_where_it_is_needed(run: Run) -> None:
    Path("config.toml").write_text("[database]\nurl = 7")
    result = run("matches", "list")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "database.url" in result.stderr
    assert run("db", "upgrade", "--database", URL).exit_code == 0

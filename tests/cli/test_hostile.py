"""Whatever a nick or channel is called, no command sends a terminal, a spreadsheet or a program anything but text."""

import asyncio
import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from ionbot.store.database import Database
from tests.cli.conftest import Run
from tests.cli.history import play
from tests.store.forging import forge

URL = "sqlite:///ionbot.db"
NICKS = ("=cmd\x1b[31m|x", "\x0304,01b\u202eob\x9b2J\r\n")
CHANNEL = "#\x1b]0;x\x07\u2066,\"'@"
UNSEEN = {sign for text in (*NICKS, CHANNEL) for sign in text if not sign.isprintable()} - {"\n"}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / "ionbot.db"
    url = f"sqlite:///{path}"
    asyncio.run(play(url))
    asyncio.run(play(url, "#more", moves=12))
    with closing(Database(url)) as database:
        for table in ("players", "nicks", "seats"):
            for old, new in zip(("ann", "[bob]"), NICKS, strict=True):
                forge(database, f"UPDATE {table} SET nick = '{new}' WHERE nick = '{old}'")
        forge(database, f"UPDATE players SET identity = 'nick:{NICKS[0]}' WHERE id = 1")
        quoted = CHANNEL.replace("'", "''")
        forge(database, f"UPDATE channels SET name = '{quoted}' WHERE name = '#cards'")
        forge(database, f"UPDATE networks SET name = 'home{NICKS[1]}'")
    return path


@pytest.fixture(autouse=True)
def _database(played: Path) -> None:
    shutil.copy(played, "ionbot.db")


LISTS = ("scores top", "scores records", "scores history 1", "matches list", "players list")
SHOWN = (
    *("scores player 0", "scores versus 0 1", "matches show 1", "matches show 2", "players show 1"),
    *("matches replay 1", "matches replay 1 --as 0", "matches replay 2"),
)


def words_of(command: str) -> list[str]:
    """Give the words of a command; a number of a player stands for their nick where one is wanted."""
    words = command.split()
    if words[1] in {"history", "player", "versus"}:
        return [NICKS[int(word)] if word.isdigit() else word for word in words]
    return words


@pytest.mark.parametrize("command", [*LISTS, *SHOWN])
def test_people_see_text(run: Run, command: str) -> None:
    result = run(*words_of(command))
    assert result.exit_code == 0
    assert "?[31m|x" in result.stdout or "b?ob?2J??" in result.stdout
    assert not UNSEEN & {*result.stdout}


@pytest.mark.parametrize("command", LISTS)
def test_spreadsheets_see_text(run: Run, command: str) -> None:
    result = run(*words_of(command), "--format", "csv")
    assert result.exit_code == 0
    assert not UNSEEN & {*result.stdout}
    assert ",=cmd" not in result.stdout
    assert not any(line.startswith("=") for line in result.stdout.splitlines())


@pytest.mark.parametrize("command", [*LISTS, *SHOWN])
def test_programs_see_the_names_themselves_escaped(run: Run, command: str) -> None:
    result = run(*words_of(command), "--format", "json")
    assert result.exit_code == 0
    assert result.stdout.isascii()
    assert not UNSEEN & {*result.stdout}
    told = json.dumps(json.loads(result.stdout), ensure_ascii=False)
    assert any(json.dumps(nick, ensure_ascii=False)[1:-1] in told for nick in NICKS)


@pytest.mark.parametrize(
    "words",
    [
        ("scores", "player", "x\x1b[31m"),
        ("scores", "top", "--network", NICKS[1]),
        ("scores", "top", "--channel", "#\x1b[31m"),
        ("scores", "top", "--game", "\x1b[31m"),
        ("scores", "top", "--since", "\x1b[31m"),
        ("scores", "top", "--by", "\x1b[31m"),
        ("scores", "top", "--zone", "\x1b[31m"),
        ("matches", "list", "--status", "\x1b[31m"),
        ("matches", "show", "\x1b[31m"),
        ("matches", "replay", "1", "--as", "\x1b[31m"),
        ("players", "show", "\x1b[31m"),
        ("players", "merge", "1", "2"),
    ],
)
def test_complaints_are_text(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert not UNSEEN & {*result.output}

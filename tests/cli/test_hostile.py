"""Whatever a nick or channel is called, no command sends a terminal, a spreadsheet or a program anything but text."""

import asyncio
import csv
import json
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from ionbot.store.database import Database
from tests.cli.conftest import Run
from tests.cli.history import play
from tests.hostile import NICKS as FIFTY
from tests.store.forging import forge
from tests.store.scorebook import Sat, Scorebook

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


@pytest.fixture
def fifty(_database: None, empty: Path) -> None:
    """Let everybody with a nick of the fifty meet the next one."""
    shutil.copy(empty, "ionbot.db")
    with closing(Database("sqlite:///ionbot.db")) as database:
        book = Scorebook(database)
        ids = [book.player(nick, identity=f"nick:{number}") for number, nick in enumerate(FIFTY)]
        for number, player in enumerate(ids):
            book.match(Sat(player, -5, 1), Sat(ids[number - 1], 3, 2), channel="#evil")


def seen(nick: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in nick)


@pytest.mark.usefixtures("fifty")
@pytest.mark.parametrize("words", ["scores top --limit 100", "players list"])
def test_all_fifty_are_listed_unharmed(run: Run, words: str) -> None:
    for form, name in (("csv", seen), ("json", str)):
        result = run(*words.split(), "--format", form)
        assert result.exit_code == 0
        assert all(sign.isprintable() or sign in "\r\n" for sign in result.stdout)
        told = str(json.loads(result.stdout) if form == "json" else [*csv.reader(result.stdout.splitlines())])
        assert [nick for nick in FIFTY if repr(name(nick))[1:-1] not in told] == []
    assert all(sign.isprintable() or sign == "\n" for sign in run(*words.split()).stdout)


@pytest.mark.usefixtures("fifty")
def test_every_third_is_shown_and_asked_for_unharmed(run: Run) -> None:
    for number, nick in [*enumerate(FIFTY, 1)][::3]:
        shown, asked = run("scores", "player", str(number)), run("scores", "player", "--", nick)
        assert (shown.exit_code, asked.exit_code, shown.stdout) == (0, 0, asked.stdout), nick
        assert all(sign.isprintable() or sign == "\n" for sign in shown.stdout)
        assert seen(nick) in shown.stdout

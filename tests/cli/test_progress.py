"""Whoever watches a long command on a terminal sees how far it is; nobody else does."""

import asyncio
import re
from io import StringIO

import pytest

from ionbot.cli.progress import progress
from tests.cli.conftest import Run
from tests.cli.history import play

URL = ("--database", "sqlite:///x.db")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the standard error of commands be a terminal, and their output none."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("typer.testing._NamedTextIOWrapper.isatty", lambda stream: stream.name == "<stderr>")


def test_a_terminal_sees_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", shown := Terminal())
    with progress("matches", 10) as tell:
        tell(4)
    assert " 4/10\x1b" in shown.getvalue()
    with progress("matches", 10) as tell:
        tell(9)
        tell(9)  # proposals are tried
    assert "18/18\x1b" in shown.getvalue()


def test_what_is_no_terminal_sees_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", shown := StringIO())
    with progress("matches", 10) as tell:
        tell(4)
    assert shown.getvalue() == ""


LONG = {
    "db check": "matches 2/2",
    "matches verify --all": "matches 2/2",
    "scores recompute": "matches 2/2",
    "scores recompute --dry-run": "matches 2/2",
    "db backup b.db": "MB 0/0 matches 2/2",
    "db restore b.db": "MB 0/0 matches 2/2",
}
"""How far each of them is in the end, in what."""
CODE = re.compile(r"\x1b\[[\d;?]*[A-Za-z]")
BAR = re.compile(r"(\w+) ━+ (\d+/\d+) ")


@pytest.fixture
def played(run: Run) -> None:
    for channel in ("#one", "#two"):
        asyncio.run(play(URL[1], channel))
    assert run("db", "backup", "b.db", *URL).exit_code == 0


def words(command: str) -> list[str]:
    return [*command.split(), *URL, *(["--force"] if "backup" in command else [])]


@pytest.mark.usefixtures("played", "terminal")
@pytest.mark.parametrize("command", LONG)
def test_long_commands_tell_how_far_they_are(run: Run, command: str) -> None:
    result = run(*words(command))
    assert result.exit_code == 0
    bars = dict(BAR.findall(CODE.sub("", result.stderr)))
    assert " ".join(f"{what} {count}" for what, count in bars.items()) == LONG[command]
    assert "\x1b" not in result.stdout


@pytest.mark.usefixtures("played", "terminal")
@pytest.mark.parametrize("command", ["db backup b.db", "db restore b.db"])
def test_what_is_copied_is_told(run: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    for where in ("ionbot.store.files.MB", "ionbot.store.backup._STEPS"):
        monkeypatch.setattr(where, 1000)
    done, total = dict(BAR.findall(CODE.sub("", run(*words(command)).stderr)))["MB"].split("/")
    assert 100 < int(done) <= int(total)


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("command", LONG)
def test_they_are_silent_where_nobody_watches(run: Run, command: str) -> None:
    result = run(*words(command))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "\x1b" not in result.stdout

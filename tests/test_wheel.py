"""The wheel, installed where nothing else is: it has all it needs, plays, and proves what it played."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.environment import bare_environment

pytestmark = pytest.mark.timeout(600)  # the wheel is built, and everything it needs is installed
HOUSE = Path(__file__).parent.parent
DATABASE = "sqlite:///x.db"
GERMAN = '[networks.home]\nhost = "127.0.0.1"\nchannels = ["#cards"]\n\n[tables]\nlanguage = "de"\n'
"""A configuration that is right where there are catalogues."""
LEDGER_AND_SEATS = {
    "points and coins": """
        SELECT s.match, s.seat, s.points, s.coins,
            (SELECT coalesce(sum(delta), 0) FROM ledger l
                WHERE l.match = s.match AND l.seat = s.seat AND asset = 'points') AS posted_points,
            (SELECT coalesce(sum(delta), 0) FROM ledger l
                WHERE l.match = s.match AND l.seat = s.seat AND asset = 'coins') AS posted_coins
        FROM seats s WHERE points <> posted_points OR coins <> posted_coins""",
    "items": """
        SELECT match, seat, item, sum(count) FROM (
            SELECT match, seat, item, count FROM inventories
            UNION ALL SELECT match, seat, item, -delta FROM ledger WHERE asset = 'item' AND seat IS NOT NULL)
        GROUP BY match, seat, item HAVING sum(count) <> 0""",
}
"""Questions whose every answer is a difference."""


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the directory in which the commands are run."""
    return tmp_path_factory.mktemp("empty")


@pytest.fixture(scope="module")
def ionbot(tmp_path_factory: pytest.TempPathFactory, empty: Path) -> Callable[..., str]:
    """Build and install the wheel; run its commands, and give what they print."""
    room = tmp_path_factory.mktemp("wheel")

    def done(*words: str | Path) -> str:
        process = subprocess.run(
            words,
            cwd=empty,
            env=bare_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert process.returncode == 0, process.stdout + process.stderr
        return process.stdout

    done(sys.executable, "-m", "build", "--wheel", "--outdir", room, HOUSE)
    done(sys.executable, "-m", "venv", "--without-pip", room / "venv")
    (wheel,) = room.glob("*.whl")
    done(sys.executable, "-m", "pip", "--python", room / "venv", "install", "--quiet", "--no-compile", wheel)
    return lambda *words: done(room / "venv/bin/ionbot", *words)


@pytest.mark.slow
def test_an_installed_wheel_plays_and_proves_what_it_played(ionbot: Callable[..., str], empty: Path) -> None:
    ionbot("demo", "--watch", "--fast", "--matches", "2", "--database", DATABASE)
    listed = json.loads(ionbot("matches", "list", "--database", DATABASE, "--format", "json"))
    assert [match["status"] for match in listed] == ["finished", "finished"]
    ionbot("matches", "verify", "--all", "--database", DATABASE)
    assert ionbot("check", "--example") == (HOUSE / "config.example.toml").read_text("utf-8")
    ionbot("db", "check", "--database", DATABASE)
    (empty / "german.toml").write_text(GERMAN, encoding="utf-8")
    ionbot("check", "--config", "german.toml")
    with closing(sqlite3.connect(empty / "x.db")) as connection:
        assert connection.execute("SELECT count(*) FROM ledger").fetchone()[0] > 100
        for what, question in LEDGER_AND_SEATS.items():
            assert connection.execute(question).fetchall() == [], what

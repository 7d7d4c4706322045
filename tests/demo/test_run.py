"""The demo's matches: they begin when the table is free, and a fault does not let anybody wait for ever."""

import asyncio
import os
import signal
import subprocess
import sys
from asyncio import Queue
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from games.kit.registry import all_games
from ionbot.assembly import bot
from ionbot.cli import app
from ionbot.config import Config, DatabaseConfig, NetworkConfig, TableConfig
from ionbot.demo import run
from ionbot.demo.client import Client
from ionbot.demo.run import Demo, Stuck, exhibit
from ionbot.demo.server import Server
from ionbot.store.database import Database
from ionbot.store.proof import proofs
from ionbot.table.table import Table
from tests.demo.raw import PATIENCE

QUICK = {"ion": {"round_time": 1, "limit": 2}}


@pytest.fixture(autouse=True)
def _looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "LOOK_S", 0.01)


@pytest.fixture
def over() -> "Queue[bool]":
    return Queue()


@pytest.fixture
async def table(server: Server, over: "Queue[bool]", tmp_path: Path) -> AsyncIterator[Table]:
    """Give the table of a bot in #ion."""
    network = NetworkConfig(host="127.0.0.1", port=server.port, tls=False, channels=["#ion"], burst=100, rate=1000)
    config = Config(
        database=DatabaseConfig(url=f"sqlite:///{tmp_path}/demo.db"),
        networks={"demo": network},
        tables=TableConfig(computer_pause=(0.0, 0.0)),
        games=QUICK,
    )
    async with bot(config, over.put_nowait) as running:
        life = asyncio.create_task(running.run())
        yield await running.hall.first_table()
        await running.stop("The test is over.")
        await life


async def hears(client: Client, part: str) -> None:
    async with asyncio.timeout(PATIENCE):
        async for heard in client.listen():
            if part in heard.text:
                return


async def test_computers_play_when_somebody_else_has_left_the_table(
    server: Server, table: Table, over: "Queue[bool]"
) -> None:
    async with Client("127.0.0.1", server.port, "eve", "#ion") as eve:
        eve.say("!join")
        await hears(eve, "opens ION")
        shown = asyncio.create_task(exhibit(table, over))
        eve.say("!help")
        await hears(eve, "join")
        eve.say("!quit")
        await hears(eve, "Computer players play ION")
        assert not shown.done()
        shown.cancel()


async def test_a_match_that_somebody_else_has_begun_counts(table: Table, over: "Queue[bool]") -> None:
    over.put_nowait(True)
    await asyncio.wait_for(exhibit(table, over), PATIENCE)
    assert not table.play


async def test_a_match_that_was_given_up_does_not_count(table: Table, over: "Queue[bool]") -> None:
    over.put_nowait(False)
    with pytest.raises(Stuck):
        await asyncio.wait_for(exhibit(table, over), PATIENCE)


async def test_a_fault_ends_the_demo(table: Table, over: "Queue[bool]", monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("ionbot.table.table._log.exception", lambda *_, **__: None)
    monkeypatch.setattr(table.reception, "exhibit", fails)
    with pytest.raises(Stuck):
        await asyncio.wait_for(exhibit(table, over), PATIENCE)


async def test_a_match_that_cannot_go_on_ends_the_demo(
    server: Server, table: Table, over: "Queue[bool]", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ionbot.table.table._log.exception", lambda *_, **__: None)
    async with Client("127.0.0.1", server.port, "eve", "#ion") as eve:
        shown = asyncio.create_task(exhibit(table, over))
        await hears(eve, "Computer players play ION")
        await hears(eve, "'s turn")
        table.stage.play = None  # as after a fault, with the match still in the journal
        with pytest.raises(Stuck):
            await asyncio.wait_for(shown, PATIENCE)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_demo_that_is_stopped_says_goodbye_and_leaves_nothing_behind(number: signal.Signals, tmp_path: Path) -> None:
    words = [sys.executable, "-c", "from ionbot.cli import app; app()", "demo"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as demo:
        assert demo.stdout
        assert any("Computer players play ION" in line for line in demo.stdout)
        assert list(tmp_path.iterdir())
        demo.send_signal(number)
        rest, complaints = demo.communicate(timeout=PATIENCE)
    assert (demo.returncode, complaints) == (0, "")
    assert "-- ionbot has left" in rest
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("game", "title"), [("fia", "Fia [i]"), ("haven", "Haven"), ("menagerie", "Menagerie")])
def test_another_game_is_shown_from_beginning_to_end(game: str, title: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/demo.db"
    words = f"demo --watch --fast --game {game} --matches 1 --database {url}".split()
    shown = subprocess.run(
        [sys.executable, "-c", "from ionbot.cli import app; app()", *words],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert f"Computer players play {title}, match 1." in shown.stdout
    assert "Match 1 is over." in shown.stdout  # by chance nobody wins now and then
    with closing(Database(url)) as database:
        assert dict(proofs(database)) == {1: []}
    for look in (
        "matches verify --all",
        "db check",
        "matches show 1",
        "matches replay 1",
        f"matches list --game {game}",
    ):
        result = CliRunner().invoke(app, [*look.split(), "--database", url], prog_name="ionbot")
        assert (result.exit_code, result.stderr) == (0, ""), look


def test_a_match_without_a_terminal_takes_about_a_minute() -> None:
    brief = run._config(Demo(), 1, "sqlite:///x.db", alone=True, brief=True)
    options = brief.games["ion"]
    assert options["round_time"] + 60 * options["extra_minutes"] <= 45
    long = run._config(Demo(), 1, "sqlite:///x.db", alone=True, brief=False)
    assert brief.tables.computer_pause < long.tables.computer_pause


async def test_everybody_in_the_demo_is_an_operator(tmp_path: Path) -> None:
    async with Server() as server:
        url = f"sqlite:///{tmp_path}/demo.db"
        config = run._config(Demo(game="fia"), server.port, url, alone=False, brief=False)
        async with bot(config) as running:
            life = asyncio.create_task(running.run())
            await running.hall.first_table()
            async with Client("127.0.0.1", server.port, "eve", "#fia") as eve:
                eve.say("!start fia spread=free")
                await hears(eve, "ve opens Fia [i] (spread=free)")
            await running.stop("The test is over.")
            await life


def test_computers_play_as_well_as_the_game_lets_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run._config(Demo(), 1, "sqlite:///x.db", alone=True, brief=True).tables.computer_level == "normal"
    monkeypatch.setattr(all_games()["ion"], "computers", {"easy": None}, raising=False)
    assert run._config(Demo(), 1, "sqlite:///x.db", alone=True, brief=True).tables.computer_level == "easy"

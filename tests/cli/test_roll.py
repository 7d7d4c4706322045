"""`ionbot status` of a cluster: who holds what, as the database has it."""

import json
from pathlib import Path

import pytest

from ionbot import control
from ionbot.control import BotStatus, NotRunning
from ionbot.store import rollcall
from ionbot.store.database import Database, DatabaseError
from ionbot.store.rollcall import LeaseStatus, RollCall, WorkerStatus
from tests.cli.conftest import Run
from tests.cli.test_status import network, rows

SINCE = 1_767_225_600_000
SERVED = '[networks.home]\nhost = "x"\nchannels = ["#a"]\n[database]\nurl = "postgresql+psycopg://db/ionbot"\n'
ROLL = RollCall(
    [
        WorkerStatus("one", live=True, heard=SINCE, nicks={"far": "ion1", "home": "ion_1"}, channels=1),
        WorkerStatus("three", live=False, heard=SINCE, nicks={}, channels=0),
        WorkerStatus("two", live=False, heard=None, nicks={}, channels=0),
    ],
    [
        LeaseStatus("home", "#a", "one", 3, SINCE, away=False, playing="match 7 of ion"),
        LeaseStatus("home", "#b", None, 1, SINCE, away=True, playing="nothing is played"),
        LeaseStatus("home", "#c", None, 0, None, away=False, playing="nothing is played"),
    ],
)
CLUSTER = [
    "Workers (times are UTC)",
    "worker state networks channels",
    "one works far as ion1, home as ion_1 1",
    "three gone, heard of last 2026-01-01 00:00 0",
    "two gone 0",
    "Channels of all workers",
    "network channel worker epoch since table",
    "home #a one 3 2026-01-01 00:00 match 7 of ion",
    "home #b nobody: sent away by an admin 1 nothing is played",
    "home #c nobody 0 nothing is played",
]


@pytest.fixture
def roll(monkeypatch: pytest.MonkeyPatch) -> list[RollCall | DatabaseError]:
    """Gives what the database says; the first is said, or raised."""
    rolls: list[RollCall | DatabaseError] = [ROLL]

    def call_roll(database: Database) -> RollCall:
        if isinstance(rolls[0], DatabaseError):
            raise rolls[0]
        return rolls[0]

    monkeypatch.setattr(rollcall, "call_roll", call_roll)
    return rolls


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The workers that run on this machine; "" is a bot that works alone."""
    names: list[str] = []

    def ask(_database: str, worker: str = "") -> BotStatus:
        if worker not in names:
            raise NotRunning("no ionbot is running")
        return BotStatus([network("home", nick="ion_1")], [], None)

    monkeypatch.setattr(control, "ask", ask)
    return names


def written(worker: str = "") -> None:
    Path("config.toml").write_text(f'{SERVED}[cluster]\nworker = "{worker}"\n')


@pytest.mark.parametrize("worker", ["", "one"])
def test_it_shows_workers_and_channels_whoever_asks(run: Run, roll: object, running: object, worker: str) -> None:
    written(worker)
    result = run("status")
    assert (result.exit_code, rows(result.stdout)) == (0, CLUSTER)


def test_it_shows_more_of_the_worker_that_runs_here(run: Run, roll: object, running: list[str]) -> None:
    written("one")
    running.append("one")
    shown = rows(run("status").stdout)
    assert shown[: len(CLUSTER)] == CLUSTER
    assert shown[len(CLUSTER)] == "Networks"
    told = json.loads(run("status", "--format", "json").stdout)
    assert [worker["heard"] for worker in told["workers"]] == ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", None]
    assert told["channels"][0] == {
        "network": "home", "channel": "#a", "worker": "one", "epoch": 3, "since": "2026-01-01T00:00:00Z",
        "away": False, "playing": "match 7 of ion",
    }  # fmt: skip
    assert told["here"]["networks"][0]["nick"] == "ion_1"
    running.clear()
    assert json.loads(run("status", "--format", "json").stdout)["here"] is None


def test_the_exit_code_tells_that_no_worker_works(run: Run, roll: list[RollCall], running: object) -> None:
    roll[0] = RollCall(ROLL.workers[1:], [])
    written("one")
    assert run("status").exit_code == 1


def test_of_a_bot_that_works_alone_on_a_server_the_bot_is_asked(
    run: Run, roll: list[RollCall | DatabaseError], running: list[str]
) -> None:
    running.append("")
    written()
    for said in (RollCall([], []), RollCall(ROLL.workers[1:], []), DatabaseError("database: it is away")):
        roll[0] = said
        result = run("status")
        assert (result.exit_code, rows(result.stdout)[0]) == (0, "Networks")


def test_a_cluster_without_its_database_is_told(
    run: Run, roll: list[RollCall | DatabaseError], running: object
) -> None:
    roll[0] = DatabaseError("database: it is away")
    written("one")
    result = run("status")
    assert (result.exit_code, result.stderr) == (2, "ionbot: database: it is away\n")

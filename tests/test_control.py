"""`ionbot status` asks by a socket: what is told, to whom, and what is said where nothing is told."""

import asyncio
import os
import socket
import stat
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from ionbot import control
from ionbot.control import BotStatus, NotRunning, TableStatus, Unanswered, ask, survey, told
from ionbot.network.status import ChannelStatus, NetworkStatus, State

NETWORK = NetworkStatus(
    name="net", state=State.WAITING, since=1, server="irc.test:6697", tls=True, why="why", again_in_s=1.5,
    server_name="", nick="", wanted_nick="ionbot", account=None, lag_ms=None,
    channels=[ChannelStatus("#ion", joined=False)], waiting_lines=0,
)  # fmt: skip
STATUS = BotStatus([NETWORK], [TableStatus("net", "#ion", "nothing")])


@pytest.fixture
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database's URL whose path is short, as that of a socket must be."""
    return f"sqlite:///{tmp_path_factory.mktemp('db')}/x.db"


@pytest.fixture
def place(database: str) -> Path:
    return Path(f"{database.removeprefix('sqlite:///')}.sock")


@pytest.fixture
async def running(database: str) -> AsyncIterator[None]:
    async with told(database, lambda: STATUS):
        yield


def mode(place: Path) -> str | None:
    """Give kind and permissions of what is at a place, None where nothing is."""
    return stat.filemode(place.stat().st_mode) if place.exists() else None


def places(folder: Path) -> list[Path]:
    return [*folder.iterdir()]


async def asked(database: str) -> BotStatus:
    return await asyncio.to_thread(ask, database)


async def test_who_asks_is_told_each_time(running: None, database: str) -> None:
    assert await asked(database) == STATUS
    assert await asked(database) == STATUS


async def test_only_the_bot_s_own_user_can_ask(running: None, place: Path) -> None:
    assert mode(place) == "srw-------"


async def test_nothing_is_left_at_the_end(database: str, place: Path) -> None:
    async with told(database, lambda: STATUS):
        assert mode(place)
    assert mode(place) is None
    with pytest.raises(NotRunning, match=rf"^no ionbot is running on {database}$"):
        await asked(database)


async def test_what_a_crash_has_left_is_replaced(database: str, place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(place))
    with pytest.raises(NotRunning):
        ask(database)
    async with told(database, lambda: STATUS):
        assert await asked(database) == STATUS


@pytest.fixture
def foreign(place: Path) -> Iterator[None]:
    """A file of somebody else in the socket's place; it must stay as it is."""
    place.write_text("mine")
    yield
    assert place.read_text() == "mine"


async def test_what_is_no_socket_is_left_alone_and_the_bot_goes_on(foreign: None, database: str) -> None:
    with capture_logs() as logs:
        async with told(database, lambda: STATUS):
            with pytest.raises(NotRunning):
                await asked(database)
    assert [(entry["event"], entry["why"]) for entry in logs] == [
        ("ionbot status will not work", "Address already in use")
    ]


async def test_a_path_too_long_for_a_socket_is_said_on_both_sides(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / ('x' * 120)}.db"
    with capture_logs() as logs:
        async with told(database, lambda: STATUS):
            pass
    assert [(entry["event"], entry["why"]) for entry in logs] == [
        ("ionbot status will not work", "AF_UNIX path too long")
    ]
    with pytest.raises(Unanswered, match=r"cannot be asked by .*x\.db\.sock: AF_UNIX path too long$"):
        ask(database)


async def test_a_fault_in_telling_is_not_the_bot_s_end(database: str, caplog: pytest.LogCaptureFixture) -> None:
    def status() -> BotStatus:
        raise ZeroDivisionError

    async with told(database, status):
        for _ in range(2):
            with pytest.raises(Unanswered, match="gives no answer; its log says why"):
                await asked(database)
    assert "ZeroDivisionError" in caplog.text


async def test_who_asks_and_goes_harms_nobody(running: None, database: str, place: Path) -> None:
    for _ in range(10):
        _, writer = await asyncio.open_unix_connection(place)
        writer.transport.abort()
    assert await asked(database) == STATUS


@pytest.fixture
def answer(place: Path) -> Iterator[list[bytes]]:
    """Answers whoever asks with what a test puts in; with nothing, it does not answer."""
    texts: list[bytes] = []
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(place))
        listening.listen()

        def serve() -> None:
            asking, _ = listening.accept()
            with asking:
                for text in texts:
                    asking.sendall(text)
                if not texts:
                    asking.recv(1)

        serving = threading.Thread(target=serve)
        serving.start()
        yield texts
        serving.join()


@pytest.mark.parametrize("text", [b"{}", b"nonsense", b'{"networks": 1, "tables": []}'])
def test_an_answer_of_another_version_is_called_that(database: str, answer: list[bytes], text: bytes) -> None:
    answer.append(text)
    with pytest.raises(Unanswered, match=rf"^the ionbot on {database} is of another version: "):
        ask(database)


def test_a_bot_that_hangs_is_not_waited_for(
    database: str, answer: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control, "PATIENCE", 0.05)
    with pytest.raises(Unanswered, match=rf"^the ionbot on {database} does not answer in 0.05 s$"):
        ask(database)


SERVER = "postgresql+psycopg://bot:{password}@db.test/bot"


@pytest.fixture
def run_time(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own run-time directory."""
    folder = tmp_path_factory.mktemp("run")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


async def test_a_bot_on_a_server_is_asked_in_the_run_time_directory(run_time: Path) -> None:
    """By whatever password; another database is another bot's."""
    async with told(SERVER.format(password="hunter2"), lambda: STATUS):
        assert [mode(place) for place in places(run_time)] == ["srw-------"]
        assert await asked(SERVER.format(password="changed")) == STATUS
        with pytest.raises(
            NotRunning,
            match=r"^no ionbot is running here on \S+//bot:\*\*\*@db\.test/bots that this user can ask: nobody is at /",
        ):
            await asked(f"{SERVER.format(password='hunter2')}s")
    assert not places(run_time)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file away")
async def test_root_can_ask_in_the_run_time_directory_of_the_bot_s_user(run_time: Path) -> None:
    async with told(SERVER, lambda: STATUS):
        for place in (run_time, *places(run_time)):
            os.chown(place, 1, -1)
        assert await asked(SERVER) == STATUS


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file away")
async def test_nobody_else_can_answer_for_it(run_time: Path) -> None:
    async with told(SERVER, lambda: STATUS):
        (place,) = places(run_time)
        os.chown(place, 1, -1)
        with pytest.raises(Unanswered, match="that is somebody else's"):
            await asked(SERVER)


def table(**parts: object) -> Any:
    return SimpleNamespace(
        channel=SimpleNamespace(network="net", name="#ion"),
        game=SimpleNamespace(title="ION"),
        **{"match": 7, "play": None, "lobby": None, "resting": None, "voice": SimpleNamespace(silent=False)} | parts,
    )


def play(*, paused: bool) -> SimpleNamespace:
    return SimpleNamespace(paused=paused)


@pytest.mark.parametrize(
    ("parts", "playing"),
    [
        ({}, "nothing is played"),
        ({"lobby": SimpleNamespace()}, "open for match 7 of ION"),
        ({"play": play(paused=False)}, "match 7 of ION"),
        ({"play": play(paused=True)}, "match 7 of ION, paused"),
        ({"resting": "It cannot be read."}, "a match that cannot go on"),
        ({"voice": SimpleNamespace(silent=True)}, "nothing is played; the bot cannot speak there"),
    ],
)
def test_a_table_is_told_in_a_few_words(parts: dict[str, object], playing: str) -> None:
    assert survey([NETWORK], [table(**parts)], None) == BotStatus([NETWORK], [TableStatus("net", "#ion", playing)])

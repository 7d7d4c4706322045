"""The bot as a process: SIGTERM ends it in good order within 5 s, SIGHUP lets it read its configuration again."""

import asyncio
import re
import signal
import sqlite3
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.environment import bare_environment
from tests.network.scripted import Peer, Scripted, until

ORDERLY_S = 15
"""Three times what is promised: a busy machine is slow, and who waits for all that is still to be said takes longer."""
CONFIG = """
[database]
url = "sqlite:///bot.db"
[networks.home]
host = "{host}"
port = {port}
tls = false
channels = ["#ion"]
colour = false
pace = "{pace}"
[tables]
countdown = 0
"""


@pytest.fixture
async def server() -> AsyncIterator[Scripted]:
    async with Scripted() as server:
        yield server


@pytest.fixture
def pace() -> str:
    return "fast"


@pytest.fixture
def host() -> str:
    return "127.0.0.1"


@pytest.fixture
def before() -> str:
    """What the process does first."""
    return ""


@pytest.fixture
async def process(server: Scripted, tmp_path: Path, pace: str, host: str, before: str) -> AsyncIterator[Process]:
    (tmp_path / "config.toml").write_text(CONFIG.format(host=host, port=server.port, pace=pace))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", f"{before}from ionbot.cli import app; app()", "run",
        cwd=tmp_path, stdin=DEVNULL, stderr=PIPE, env=bare_environment(),
    )  # fmt: skip
    yield process
    if process.returncode is None:
        process.kill()
    await process.communicate()


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Another process's connection to the database, which `BEGIN IMMEDIATE` locks."""
    with closing(sqlite3.connect(tmp_path / "bot.db", isolation_level=None)) as connection:
        yield connection


@pytest.fixture
async def peer(server: Scripted, process: Process) -> Peer:
    """The server's end of the connection, with the bot in #ion."""
    peer = await server.accept()
    await peer.register()
    await peer.enter()
    assert await peer.answers()
    return peer


async def first_move(peer: Peer) -> tuple[str, str]:
    """Let bob and eve begin a match, and give who is to play first, with a card that they can play."""
    peer.send(":eve!eve@h JOIN #ion", ":bob!bob@h PRIVMSG #ion :!join", ":eve!eve@h PRIVMSG #ion :!join")
    await peer.expect("PRIVMSG #ion :Team +")
    turn = next(line for line in reversed(peer.lines) if "'s turn" in line)
    nick = "bob" if re.search(r"b\W*ob's turn", turn) else "eve"
    await peer.expect(f"NOTICE {nick} :You hold ")
    return nick, peer.lines[-1].partition("You hold ")[2].split(" ")[0]


async def ends(process: Process, peer: Peer, *, let_go: bool) -> float:
    """Stop the bot with SIGTERM, and give how many seconds it took; the server lets it go, or stays silent."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    process.send_signal(signal.SIGTERM)
    await peer.expect("QUIT :I am being stopped; matches go on when I am back.")
    if let_go:
        peer.close()
    assert await process.wait() == 0
    return loop.time() - begun


async def test_a_move_that_was_made_is_told_before_the_bot_goes(process: Process, peer: Peer) -> None:
    nick, card = await first_move(peer)
    peer.send(f":{nick}!{nick}@h PRIVMSG #ion :{card}")
    assert await peer.answers()
    took = await ends(process, peer, let_go=True)
    assert any(f"plays {card}" in line for line in peer.lines), peer.lines
    assert took < ORDERLY_S


@pytest.mark.parametrize("pace", ["slow"])
async def test_a_server_that_does_not_let_the_bot_go_is_left_in_time(process: Process, peer: Peer) -> None:
    for number in range(8):
        peer.send(f":bob!bob@h PRIVMSG #ion :!help j{number}oin")  # more answers than the pace lets out in time
    assert await peer.answers()
    assert await ends(process, peer, let_go=False) < ORDERLY_S


async def logs(process: Process, event: bytes) -> bytes:
    """Wait until the bot logs something, and give the line."""
    assert process.stderr
    heard: list[bytes] = []
    async for line in process.stderr:
        heard.append(line)
        if event in line:
            return line
    raise AssertionError(heard)


async def test_the_configuration_is_read_again_on_sighup(process: Process, peer: Peer, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    right = file.read_text().replace("countdown = 0", 'prefix = "."')
    for text in ("[networks.home]", right):
        file.write_text(text)
        process.send_signal(signal.SIGHUP)
        assert (b"nothing is changed" in await logs(process, b"configuration")) is (text is not right)
    peer.send(":bob!bob@h PRIVMSG #ion :.help")
    await peer.expect("NOTICE bob :Type . and one of")


async def test_a_database_that_another_process_holds_keeps_it_no_longer(
    process: Process, peer: Peer, locked: sqlite3.Connection
) -> None:
    nick, card = await first_move(peer)
    locked.execute("BEGIN IMMEDIATE")
    peer.send(f":{nick}!{nick}@h PRIVMSG #ion :{card}")
    assert await peer.answers()
    assert await ends(process, peer, let_go=True) < ORDERLY_S
    assert not any(f"plays {card}" in line for line in peer.lines), peer.lines


@pytest.mark.parametrize("host", ["irc.test"])
@pytest.mark.parametrize(
    "before",
    [
        "import socket, sys, threading\n"
        "socket.getaddrinfo = lambda *_, **__: print('resolving', file=sys.stderr) or threading.Event().wait()\n"
    ],
)
async def test_a_silent_nameserver_keeps_it_no_longer(process: Process) -> None:
    await logs(process, b"resolving")
    process.send_signal(signal.SIGTERM)
    async with asyncio.timeout(ORDERLY_S):
        assert await process.wait() == 0


async def test_sighup_ends_no_bot_that_starts(process: Process, server: Scripted, tmp_path: Path) -> None:
    await until((tmp_path / "bot.db.lock").exists)
    process.send_signal(signal.SIGHUP)
    await logs(process, b"configuration read again")
    assert await server.accept()


@pytest.mark.parametrize(
    "before",
    [
        "import os, signal, sys\n"
        "def hang_up(event, words):\n"
        f"    if event == 'import' and words[0] == '{module}':\n"
        "        os.kill(os.getpid(), signal.SIGHUP)\n"
        "sys.addaudithook(hang_up)\n"
        for module in ("ionbot.config.reading", "ionbot.server")
    ],
    ids=["before the configuration is read", "before the bot is there"],
)
async def test_sighup_ends_no_bot_that_is_only_loaded(process: Process, peer: Peer) -> None:
    await logs(process, b"configuration read again")
    assert await peer.answers()

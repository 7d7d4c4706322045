"""The whole bot as a process whose disk is full, or whose database another process locks, in the middle of a match."""

import asyncio
import resource
import sqlite3
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, AsyncExitStack, closing, contextmanager
from pathlib import Path
from typing import TypeAlias

import pytest

from games.ion.commands import Play
from ionbot.demo.server import Server
from ionbot.store.models import MatchStatus
from tests.test_restart import (
    CARDS,
    CHANNEL,
    CONFIG,
    IONBOT,
    MOVE_TIME_S,
    Player,
    Start,
    bare_environment,
    move,
    stored,
)
from tests.test_restart import start as start  # noqa: PLC0414 - a fixture

TROUBLE = "I cannot save anything just now. Time stands still here until I can."

Trouble: TypeAlias = AbstractContextManager[None]


class Listener(Player):
    """A player who notes all that comes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(reader, writer)
        self.heard: list[str] = []

    async def line(self) -> str:
        self.heard.append(await super().line())
        return self.heard[-1]

    def times(self, part: str) -> int:
        return sum(part in line for line in self.heard)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[tuple[Listener, Listener]]:
    """Ann and Bob in the channel of a server that the bot is configured for; it waits for locks for 0.2 s."""
    async with Server() as server, AsyncExitStack() as stack:
        text = CONFIG.format(folder=tmp_path, port=server.port, channel=CHANNEL, move_time=MOVE_TIME_S)
        (tmp_path / "config.toml").write_text(text.replace("bot.db", "bot.db?timeout=0.2"))
        players = [await Listener.sits_down(server.port, nick) for nick in ("ann", "bob")]
        for player in players:
            stack.push_async_callback(player.close)
        ann, bob = players
        assert isinstance(ann, Listener)
        assert isinstance(bob, Listener)
        yield ann, bob


@contextmanager
def full(bot: Process, database: Path) -> Iterator[None]:
    """Let no file of the bot grow any more."""
    before = resource.prlimit(bot.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (Path(f"{database}-wal").stat().st_size, before[1]))
    yield
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def locked(_bot: Process, database: Path) -> Iterator[None]:
    """Hold the lock for writing, as another program may."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.mark.parametrize("trouble", [full, locked])
async def test_a_match_stands_still_until_the_database_can_be_written_again(
    table: tuple[Listener, Listener], start: Start, tmp_path: Path, trouble: type[Trouble]
) -> None:
    bot = await start("run")
    await table[0].finds_the_bot()
    for player in table:
        player.says("!join")
    for player in table:
        await player.hears(f"'s turn: {MOVE_TIME_S} s.")
    await move(table)
    for player in table:
        player.heard.clear()
    current, other = sorted(table, key=lambda player: player.nick != table[0].turn["nick"])
    card = CARDS.search(await current.knows_their_hand())
    assert card
    played = f" plays {card[0]}"
    with trouble(bot, tmp_path / "bot.db"):
        current.says(card[0])
        for player in table:
            await player.hears(TROUBLE)
        other.says("!inv")
        other.says("!turn")
        assert other.times(played) == 0
    for player in table:
        await player.hears(played)
    await other.hears("You hold ")
    await other.hears("'s turn: ")
    for player in table:
        assert (player.times(TROUBLE), player.times(played)) == (1, 1)
    await move(table)
    for player in table:
        assert player.times("out of time") == 0

    other.says("!quit")
    await current.hears("Match 1 is over. The seed of its cards was ")
    bot.terminate()
    assert await bot.wait() == 0
    assert stored(tmp_path).match.status is MatchStatus.FINISHED
    assert sum(isinstance(entry.command, Play) for entry in stored(tmp_path).log) == 3
    for check in (("db", "check"), ("matches", "verify", "--all")):
        assert await (await start(*check)).wait() == 0


async def test_a_database_that_stays_locked_ends_the_start_with_one_line(
    table: tuple[Listener, Listener], start: Start, tmp_path: Path
) -> None:
    assert await (await start("db", "upgrade")).wait() == 0
    with closing(sqlite3.connect(tmp_path / "bot.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        bot = await asyncio.create_subprocess_exec(
            *IONBOT, "run", cwd=tmp_path, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            env=bare_environment(),
        )  # fmt: skip
        told, complained = await bot.communicate()
    assert (bot.returncode, told) == (2, b"")
    assert complained.decode() == f"ionbot: database sqlite:///{tmp_path}/bot.db?timeout=0.2: database is locked\n"

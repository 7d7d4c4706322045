"""The whole bot as a process of its own, killed in the middle of a match with SIGKILL, and started again."""

import asyncio
import re
import signal
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from games.kit.inputs import Expired, Prompted
from ionbot.demo.server import Server
from ionbot.store.database import Database
from ionbot.store.history import match
from ionbot.store.models import MatchStatus
from tests.demo.raw import Raw
from tests.environment import bare_environment

CHANNEL = "#ion"
MOVE_TIME_S = 4
IONBOT = [sys.executable, "-c", "from ionbot.cli import app; app()"]
CONFIG = """
[database]
url = "sqlite:///{folder}/bot.db"
[networks.test]
host = "127.0.0.1"
port = {port}
tls = false
channels = ["{channel}"]
burst = 100
rate = 1000.0
colour = false
[tables]
countdown = 0
[games.ion]
even = false
hand = 20
move_time = {move_time}
"""
TURN = re.compile(r"(?P<bank>Bank .+?\.) (?P<nick>\w+)'s turn( again)?: \d+ s\.$")
CARDS = re.compile(r"[-+=±]{1,3}")
_RINGLESS = str.maketrans("", "", "\u200b\u200c\u200d\u2060")
"""What is put into a nick so that it does not ring."""

Start: TypeAlias = Callable[..., Awaitable[Process]]


class Player(Raw):
    """Somebody at the table who plays the first card they hold."""

    nick = ""
    hand = ""
    turn: re.Match[str]

    @classmethod
    async def sits_down(cls, port: int, nick: str) -> "Player":
        player = await cls.connect(port)
        player.nick = nick
        player.send(f"NICK {nick}", f"USER {nick} 0 * :{nick}", f"JOIN {CHANNEL}")
        await player.until(" 366 ")
        return player

    def says(self, text: str) -> None:
        self.send(f"PRIVMSG {CHANNEL} :{text}")

    async def hears(self, part: str) -> str:
        """Give what the bot said next that holds this, and note hands and turns on the way."""
        while True:
            text = (await self.line()).partition(" :")[2].translate(_RINGLESS)
            if text.startswith("You hold "):
                self.hand = text.removeprefix("You hold ").partition(" (")[0].rstrip(".")
            if turn := TURN.search(text):
                self.turn = turn
            if part in text:
                return text

    async def finds_the_bot(self) -> None:
        """Ask until the bot answers: it is in the channel then and knows who else is."""
        while True:
            self.says("!turn")
            try:
                await asyncio.wait_for(self.hears("Nothing is played here"), 0.2)
            except TimeoutError:
                continue
            return

    async def knows_their_hand(self) -> str:
        self.says("!inv")
        await self.hears("You hold ")
        return self.hand


@pytest.fixture
async def start(tmp_path: Path) -> AsyncIterator[Start]:
    """Start ionbot with a command line, in a directory of its own."""
    processes: list[Process] = []

    async def start(*arguments: str) -> Process:
        processes.append(
            await asyncio.create_subprocess_exec(
                *IONBOT, *arguments, cwd=tmp_path, stdin=DEVNULL, env=bare_environment()
            )
        )
        return processes[-1]

    yield start
    for process in processes:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[tuple[Player, Player]]:
    """Ann and Bob in the channel of a server that the bot is configured for."""
    async with Server() as server, AsyncExitStack() as stack:
        settings = {"folder": tmp_path, "port": server.port, "channel": CHANNEL, "move_time": MOVE_TIME_S}
        (tmp_path / "config.toml").write_text(CONFIG.format(**settings))
        players = []
        for nick in ("ann", "bob"):
            players.append(await Player.sits_down(server.port, nick))
            stack.push_async_callback(players[-1].close)
        ann, bob = players
        yield ann, bob


async def move(players: tuple[Player, Player]) -> None:
    """Let whose turn it is play a card, and everybody hear of it."""
    current = next(player for player in players if player.nick == players[0].turn["nick"])
    card = CARDS.search(await current.knows_their_hand())
    assert card
    current.says(card[0])
    for player in players:
        await player.hears(f"{current.nick} plays {card[0]}")


def stored(folder: Path) -> Any:
    with closing(Database(f"sqlite:///{folder}/bot.db")) as database:
        return match(database, 1)


def seats(folder: Path) -> list[tuple[object, ...]]:
    return [(seat.nick, seat.team, seat.points, seat.coins, seat.items) for seat in stored(folder).seats]


async def test_killed_in_the_middle_it_goes_on_where_it_was(table: tuple[Player, Player], start: Start, tmp_path: Path):
    ann, bob = table
    bot = await start("run")
    await ann.finds_the_bot()
    for player in table:
        player.says("!join")
    for player in table:
        await player.hears(f"'s turn: {MOVE_TIME_S} s.")
    for _ in range(4):
        await move(table)
    turn = ann.turn
    hands = [await player.knows_their_hand() for player in table]
    before, log = seats(tmp_path), stored(tmp_path).log

    bot.kill()
    assert await bot.wait() == -signal.SIGKILL
    again = await start("run")

    line = await ann.hears("I am here again.")
    assert f"Last: {table[log[-1].seat].nick} plays " in line
    assert line.endswith(turn[0])
    assert seats(tmp_path) == before
    assert stored(tmp_path).log[: len(log)] == log
    for player, hand in zip(table, hands, strict=True):
        player.hand = ""
        await player.hears("You hold ")
        assert player.hand == hand

    await ann.hears(f"{turn['nick']} is out of time: -1,000.")
    assert ann.turn["nick"] != turn["nick"]
    asked, missed = stored(tmp_path).log[-2:]
    assert (type(asked.command), type(missed.command)) == (Prompted, Expired)
    assert missed.at - asked.at == MOVE_TIME_S * 1000
    await move(table)

    ann.says("!quit")
    await bob.hears("Match 1 is over. The seed of its cards was ")
    again.terminate()
    assert await again.wait() == 0
    assert stored(tmp_path).match.status is MatchStatus.FINISHED
    for check in (("db", "check"), ("matches", "verify", "--all")):
        assert await (await start(*check)).wait() == 0

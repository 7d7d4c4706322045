"""The whole bot on PostgreSQL, which is stopped and started again in the middle of a match."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from signal import SIGINT, SIGQUIT, Signals

import pytest

from games.kit.inputs import Prompted
from ionbot.assembly import bot
from ionbot.config import Config, DatabaseConfig, NetworkConfig, TableConfig
from ionbot.control import NotRunning, ask, told
from ionbot.demo.server import Server
from ionbot.store.check import findings
from ionbot.store.database import Database
from ionbot.store.history import match
from ionbot.store.proof import proofs
from ionbot.table import patience
from tests.real.postgres import PostgreSQL
from tests.test_restart import CARDS, CHANNEL, Player, move

pytestmark = pytest.mark.real
TROUBLE = "I cannot save anything just now. Time stands still here until I can."
OUTAGES = 3


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[PostgreSQL]:
    """A server that the test may stop."""
    server = PostgreSQL(tmp_path)
    server.start()
    server.do("CREATE DATABASE bot")
    yield server
    server.remove()


@pytest.fixture
async def players(postgres: PostgreSQL, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Player, Player]]:
    """Ann and Bob in the bot's channel. The bot tries again soon."""
    monkeypatch.setattr(patience, "_FIRST_S", 0.05)
    monkeypatch.setattr(patience, "_MOST_S", 0.1)
    async with Server() as server, AsyncExitStack() as stack:
        home = NetworkConfig(
            host="127.0.0.1", port=server.port, tls=False, channels=[CHANNEL], burst=100, rate=1000, colour=False
        )
        config = Config(
            database=DatabaseConfig(url=postgres.url("bot")),
            networks={"home": home},
            tables=TableConfig(countdown=0),
            games={"ion": {"even": False, "hand": 20, "move_time": 50}},
        )
        people = []
        for nick in ("ann", "bob"):
            people.append(await Player.sits_down(server.port, nick))
            stack.push_async_callback(people[-1].close)
        running = await stack.enter_async_context(bot(config))
        await stack.enter_async_context(told(config.database.url, running.status))
        life = asyncio.create_task(running.run())
        yield people[0], people[1]
        await running.stop("The test is over.")
        await life


async def sit_down(players: tuple[Player, Player]) -> None:
    await players[0].finds_the_bot()
    for player in players:
        player.says("!join")
    for player in players:
        await player.hears("'s turn: 50 s.")


async def lines_until(player: Player, part: str) -> list[str]:
    """Give all lines that somebody hears up to one that holds this."""
    lines = [await player.hears("")]
    while part not in lines[-1]:
        lines.append(await player.hears(""))
    return lines


@pytest.mark.parametrize("how", [SIGINT, SIGQUIT], ids=["in order", "at once"])
async def test_a_table_waits_for_the_database_and_goes_on(
    players: tuple[Player, Player], postgres: PostgreSQL, how: Signals
) -> None:
    await sit_down(players)
    moves = 0
    for _ in range(OUTAGES):
        current = next(player for player in players if player.nick == players[0].turn["nick"])
        card = CARDS.search(await current.knows_their_hand())
        assert card
        await asyncio.to_thread(postgres.stop, how)
        current.says(card[0])
        for player in players:
            await player.hears(TROUBLE)
        await asyncio.to_thread(postgres.start)
        for player in players:
            assert TROUBLE not in await lines_until(player, f"{current.nick} plays {card[0]}")
        await move(players)
        moves += 2
    ann, bob = players
    ann.says("!quit")
    await bob.hears("Match 1 is over. The seed of its cards was ")
    with closing(Database(postgres.url("bot"))) as database:
        whole = match(database, 1)
        assert whole is not None
        played = [entry for entry in whole.log if entry.seat is not None and not isinstance(entry.command, Prompted)]
        assert len(played) == moves + 1
        assert [*findings(database)] == []
        assert dict(proofs(database)) == {1: []}


async def test_the_bot_can_be_asked_how_it_is(players: tuple[Player, Player], postgres: PostgreSQL) -> None:
    await players[0].finds_the_bot()
    status = await asyncio.to_thread(ask, postgres.url("bot"))
    assert [table.channel for table in status.tables] == [CHANNEL]
    with pytest.raises(NotRunning):
        ask(postgres.url("other"))

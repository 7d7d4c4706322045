"""Two workers in real processes: one is killed, frozen, added, stopped; matches go on, and nothing is said twice."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from signal import SIGCONT, SIGKILL, SIGSTOP, SIGTERM

import pytest

from games.kit.protocol import Entry
from ionbot.demo.server import Server
from ionbot.store.check import findings
from ionbot.store.database import Database
from ionbot.store.history import match
from tests.demo.raw import Raw
from tests.real.fleet import PATIENCE, Fleet, Sitter, sources, witness
from tests.store.shelves import NOTHING, Served
from tests.test_restart import move

pytestmark = [pytest.mark.real, pytest.mark.slow]

TAKEOVER_S = 10
"""Within so much time another worker goes on."""
WHILE_S = 0.5
"""How long something is looked at that must not happen."""


@pytest.fixture
def database(served: Served) -> Iterator[Database]:
    with served.copied(NOTHING, lambda database: None) as database:
        yield database


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with Server() as server:
        yield server


@pytest.fixture
async def fleet(tmp_path: Path, database: Database, server: Server) -> AsyncIterator[Fleet]:
    async with Fleet(tmp_path, database, server.port) as fleet:
        yield fleet


@pytest.fixture
async def eve(server: Server) -> AsyncIterator[Raw]:
    """Eve, in the channel too, where she only listens."""
    async with witness(server.port, "#ion") as eve:
        yield eve


@pytest.fixture
async def table(server: Server) -> AsyncIterator[tuple[Sitter, Sitter]]:
    """Ann and Bob, in the channel."""
    async with AsyncExitStack() as stack:
        players = []
        for nick in ("ann", "bob"):
            players.append(await Sitter.sits_down(server.port, nick))
            stack.push_async_callback(players[-1].close)
        yield players[0], players[1]


async def begin(table: tuple[Sitter, Sitter]) -> None:
    """Let a match begin, and play a few turns of it."""
    await table[0].finds_the_bot()
    for player in table:
        player.says("!join")
    for player in table:
        await player.hears("'s turn: 50 s.")
    for _ in range(3):
        await move(table)


def journal(database: Database) -> list[Entry]:
    stored = match(database, 1)
    assert stored
    return stored.log


def held(fleet: Fleet, worker: str) -> int:
    return sum(channel.worker == worker for channel in fleet.roll().channels)


async def test_a_worker_that_is_killed_is_followed_by_another_within_ten_seconds(
    fleet: Fleet, table: tuple[Sitter, Sitter], database: Database
) -> None:
    await fleet.start("one")
    await begin(table)
    await fleet.start("two")
    hands = [await player.knows_their_hand() for player in table]
    turn, before = table[0].turn, journal(database)

    fleet.send("one", SIGKILL)
    killed = time.monotonic()
    await fleet.ended("one")
    line = await asyncio.wait_for(table[0].hears("I am here again."), TAKEOVER_S + 5)
    taken = time.monotonic() - killed
    print(f"taken over in {taken:.1f} s")
    assert taken < TAKEOVER_S
    assert line.endswith(turn[0])

    assert journal(database)[: len(before)] == before
    for player, hand in zip(table, hands, strict=True):
        player.hand = ""
        await player.hears("You hold ")
        assert player.hand == hand
    await move(table)
    assert len(journal(database)) > len(before)
    table[0].says("!quit")
    await table[1].hears("Match 1 is over. The seed of its cards was ")
    assert list(findings(database)) == []
    assert await fleet.run("matches", "verify", "--all", "--database", str(database)) == (0, "match 1: proven\n")


async def test_a_worker_that_stood_still_wakes_up_and_says_and_writes_nothing(
    fleet: Fleet, table: tuple[Sitter, Sitter], eve: Raw, database: Database
) -> None:
    await fleet.start("one", burst=12, rate=0.5)  # so that lines wait
    await begin(table)
    await fleet.start("two")
    for _ in range(6):
        table[1].says("!cards")
        table[1].says("!table")
    await table[1].hears("You hold ")

    fleet.send("one", SIGSTOP)
    await asyncio.wait_for(table[0].hears("I am here again."), TAKEOVER_S + 5)
    await asyncio.wait_for(table[1].hears("I am here again."), 5)
    said = await eve.sync()
    assert "two" in sources(said)
    for _ in range(2):
        await move(table)
    before = journal(database)
    for player in table:
        player.log.clear()

    fleet.send("one", SIGCONT)
    lines = await eve.until(":one!")
    assert " PART #ion" in lines[-1]
    await move(table)
    await asyncio.sleep(WHILE_S)
    for heard in (await eve.sync(), lines, await table[0].sync(), await table[1].sync(), *(each.log for each in table)):
        assert sources(line for line in heard if "PRIVMSG" in line or "NOTICE" in line) <= {"ann", "bob", "two"}
    assert journal(database)[: len(before)] == before
    assert list(findings(database)) == []

    roll = await fleet.until(lambda roll: roll.live == {"one", "two"})
    assert [(channel.worker, channel.epoch) for channel in roll.channels] == [("two", 2)]
    assert "silent until the database answers" in fleet.log("one")


async def test_workers_share_the_channels_and_one_that_is_stopped_hands_over_at_once(
    tmp_path: Path, database: Database, server: Server
) -> None:
    channels = [f"#c{number}" for number in range(6)]
    async with Fleet(tmp_path, database, server.port, channels) as fleet:
        await fleet.start("one")
        await fleet.until(lambda roll: held(fleet, "one") == 6)
        await fleet.start("two")
        await fleet.until(lambda roll: held(fleet, "two") == 3)
        await fleet.start("three")
        await fleet.until(lambda roll: held(fleet, "three") == 2)
        await fleet.until(lambda roll: [held(fleet, worker) for worker in ("one", "two")] == [2, 2])
        code, said = await fleet.run("run", "--config", "two.toml")
        assert (code, "worker two runs already; stop it first" in said) == (2, True)
        code, said = await fleet.run("status", "--config", "two.toml", "--format", "json")
        assert code == 0, said
        told = json.loads(said)
        assert [(each["name"], each["nicks"], each["channels"]) for each in told["workers"]] == [
            (name, {"home": name}, 2) for name in ("one", "three", "two")
        ]
        assert told["here"]["networks"][0]["nick"] == "two"

        fleet.send("one", SIGTERM)
        assert await fleet.ended("one") == 0
        stopped = time.monotonic()
        await fleet.until(lambda roll: held(fleet, "two") == held(fleet, "three") == 3)
        print(f"handed over in {time.monotonic() - stopped:.1f} s")
        assert time.monotonic() - stopped < 4
        async with witness(server.port, *channels) as eve, asyncio.timeout(PATIENCE):
            while not await each_has_one(eve, channels, ("two", "three")):  # noqa: ASYNC110 - they are on their way
                await asyncio.sleep(0.05)


async def each_has_one(eve: Raw, channels: Sequence[str], workers: Sequence[str]) -> bool:
    """Tell whether just one of the workers is in each channel."""
    names = [line for line in await eve.sync(*(f"NAMES {channel}" for channel in channels)) if " 353 " in line]
    return [sum(worker in line for worker in workers) for line in names] == [1] * len(channels)

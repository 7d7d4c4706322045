"""Who does not hold a channel's lease writes nothing there, whatever else is written in the same transaction."""

import asyncio
from collections.abc import Coroutine
from contextvars import copy_context
from typing import Any

import pytest

from games.kit.inputs import Prompted
from ionbot.store.database import Database
from ionbot.store.fence import FENCE, Fence, Fenced
from ionbot.store.history import match
from ionbot.store.journal import Journal
from ionbot.store.leases import Leases, Worker
from ionbot.store.places import Where
from ionbot.store.settings import Settings
from ionbot.store.writer import Writer
from tests.kit_game import Take
from tests.store.playing import CHANNEL, NETWORK, begin, find, open_lobby

PLACE = Where(NETWORK, CHANNEL)

Pair = tuple[Leases, Leases]


@pytest.fixture
async def pair(writer: Writer) -> Pair:
    """Two workers, of which the first has the channel."""
    one, two = (Leases(writer, Worker(name, name)) for name in ("one", "two"))
    for worker in (one, two):
        await worker.begin()
    await one.take([PLACE])
    return one, two


async def fence_of(leases: Leases) -> Fence:
    fence = (await leases.beat({NETWORK: "ion"})).leases[PLACE].fence(leases.worker)
    assert fence
    return fence


async def within(fence: Fence, work: Coroutine[Any, Any, object]) -> None:
    """Do something behind a fence, as a table's task does all."""
    context = copy_context()
    context.run(FENCE.set, fence)
    await asyncio.create_task(work, context=context)


async def hand_on(one: Leases, two: Leases) -> None:
    await one.free([PLACE])
    await two.take([PLACE])


def entries(database: Database) -> int:
    stored = match(database, 1, find)
    assert stored
    return len(stored.log)


async def test_the_holder_of_a_match_writes_it_and_nobody_else(
    pair: Pair, journal: Journal, database: Database
) -> None:
    first = await fence_of(pair[0])
    played = await begin(journal)
    await within(first, journal.append(played.input(Prompted())))
    record, before = played.input(Take(1), played.match.state.turn), entries(database)
    await hand_on(*pair)
    with pytest.raises(Fenced, match=r"does not hold these channels any more, by number: 1$"):
        await within(first, journal.append(record))
    assert entries(database) == before
    await within(await fence_of(pair[1]), journal.append(record))
    assert entries(database) == before + 1


async def test_a_lease_that_came_back_is_another_one(pair: Pair, journal: Journal) -> None:
    one, two = pair
    first = await fence_of(one)
    await hand_on(one, two)
    await hand_on(two, one)
    with pytest.raises(Fenced):
        await within(first, open_lobby(journal))
    await within(await fence_of(one), open_lobby(journal))


async def test_whatever_is_written_for_a_channel_is_behind_its_fence(pair: Pair, writer: Writer) -> None:
    first, settings = await fence_of(pair[0]), Settings(writer)
    who = await Journal(writer).player(NETWORK, "nick:ann", "ann")
    await hand_on(*pair)
    with pytest.raises(Fenced):
        await within(first, settings.change(PLACE, {"prefix": "?"}, who, 1))
    assert await settings.of(PLACE) == {}


async def test_others_in_the_same_transaction_are_written(pair: Pair, journal: Journal, writer: Writer) -> None:
    first = await fence_of(pair[0])
    await hand_on(*pair)
    fenced = within(first, open_lobby(journal))
    free = [journal.player(NETWORK, f"nick:{name}", name) for name in ("ann", "bob")]
    done = await asyncio.gather(free[0], fenced, free[1], return_exceptions=True)
    assert [type(each) for each in done] == [int, Fenced, int]
    assert await journal.player(NETWORK, "nick:bob", "bob") == done[2]


async def test_who_waits_for_the_lease_meanwhile_gets_it_after_what_was_written(
    pair: Pair, journal: Journal, database: Database, writer: Writer
) -> None:
    """One writes while two takes: each in a transaction of its own."""
    first = await fence_of(pair[0])
    other = Writer(database.engine)
    two = Leases(other, pair[1].worker)
    try:
        await pair[0].free([PLACE])
        lobby, taking = within(first, open_lobby(journal)), two.take([PLACE])
        written, others = await asyncio.gather(lobby, taking, return_exceptions=True)
        assert isinstance(written, Fenced)
        assert others == {}
    finally:
        await other.close()

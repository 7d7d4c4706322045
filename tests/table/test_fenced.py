"""A table whose channel has become another worker's: it writes nothing, says nothing, and is gone."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from ionbot.channel import Loss, Person
from ionbot.store.leases import Leases, Worker
from ionbot.store.places import Where
from tests.network.scripted import until
from tests.table.room import CHANNEL, NETWORK, Room, Rooms

HERE = Where(NETWORK, CHANNEL)


class Shared:
    """A room whose channel is this worker's, until it is `lost` to another one; ann and bob play there."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._one, self._two = (Leases(room.writer, Worker(name, name)) for name in ("one", "two"))

    async def begin(self) -> None:
        for worker in (self._one, self._two):
            await worker.begin()
        await self._one.take([HERE])
        fence = (await self._one.beat({})).leases[HERE].fence(self._one.worker)
        self.room.hall.drop(NETWORK, CHANNEL)
        self.room.hall.fence = lambda _: fence
        self.room.hall.entered(self.room.channel)
        await self.room.settle()

    async def lose(self) -> None:
        await self._one.free([HERE])
        await self._two.take([HERE])

    async def gone(self) -> None:
        """Wait until the table is gone."""
        await until(lambda: not self.room.hall.tables)
        await asyncio.sleep(0)


@pytest.fixture
async def shared(rooms: Rooms) -> AsyncIterator[Shared]:
    shared = Shared(await rooms.open())
    await shared.begin()
    with capture_logs():
        yield shared


@pytest.fixture
async def playing(shared: Shared) -> tuple[Person, Person]:
    ann, bob = await shared.room.begins(*shared.room.present("ann", "bob"))
    return ann, bob


async def test_the_holder_plays_as_ever(shared: Shared, playing: tuple[Person, Person]) -> None:
    before = len(shared.room.stored().log)
    await shared.room.says(playing[0], "1")
    assert len(shared.room.stored().log) > before
    assert shared.room.fresh()


async def test_a_move_that_comes_too_late_is_neither_written_nor_told(
    shared: Shared, playing: tuple[Person, Person]
) -> None:
    room, before = shared.room, shared.room.stored().log
    await shared.lose()
    for person in playing:
        room.hall.heard(room.channel, person, "1")
    await shared.gone()
    assert (room.stored().log, room.fresh(), room.alarm.due) == (before, [], {})


async def test_time_that_is_up_costs_nobody_anything(shared: Shared, playing: tuple[Person, Person]) -> None:
    room, before = shared.room, shared.room.stored().log
    await shared.lose()
    room.time += 10_000_000
    room.table.wake()
    await shared.gone()
    assert (room.stored().log, room.fresh()) == (before, [])


async def test_a_lobby_is_left_as_it_is(shared: Shared) -> None:
    (ann,) = shared.room.present("ann")
    await shared.room.says(ann, "!join")
    shared.room.fresh()
    await shared.lose()
    shared.room.channel.open = False
    shared.room.hall.lost(shared.room.channel, Loss.DISCONNECTED)
    await shared.gone()
    assert (shared.room.stored().match.status, shared.room.fresh()) == ("lobby", [])


async def test_what_an_operator_sets_is_not_set(shared: Shared, playing: tuple[Person, Person]) -> None:
    room = shared.room
    room.channel.persons[0].status[CHANNEL] = 3  # type: ignore[assignment]
    await shared.lose()
    room.hall.heard(room.channel, room.channel.persons[0], "!set quiet 23:00-07:00")
    await shared.gone()
    assert await room.services.stores.settings.of(HERE) == {}
    assert room.fresh() == []


async def test_a_table_that_was_dropped_does_nothing_any_more_and_another_one_may_come(
    shared: Shared, playing: tuple[Person, Person]
) -> None:
    room, old = shared.room, shared.room.table
    room.hall.drop(NETWORK, CHANNEL)
    room.hall.drop(NETWORK, CHANNEL)
    assert room.alarm.due == {}
    old.wake()
    room.hall.heard(room.channel, playing[0], "1")
    room.hall.entered(room.channel)
    await room.settle()
    assert room.table is not old
    assert next(said.text for said in room.fresh() if said.to is None).startswith("I am here again.")


async def test_a_lobby_that_another_worker_left_is_told_once(shared: Shared) -> None:
    room = shared.room
    for told in (1, 0):
        room.hall.drop(NETWORK, CHANNEL)
        if told:
            room.hall.lobby_lost(NETWORK, CHANNEL)
        room.hall.entered(room.channel)
        await room.settle()
        assert sum("the table that was open is closed" in said.text for said in room.fresh()) == told

"""Operators plan matches; the bot says so beforehand and opens the table. The room's clock shows Tue 22:30:00 UTC."""

import pytest

from ionbot.channel import Person, Status
from tests.table.conftest import Logs
from tests.table.room import FakeChannel, Room, Rooms

MINUTE_MS = 60_000
PLANNED = "1: pebbles daily 22:45 UTC, next 2023-11-14 22:45 UTC."


@pytest.fixture
async def op(room: Room) -> Person:
    return await room.arrives(room.person("Op"), Status.OP)


@pytest.fixture
async def ann(room: Room) -> Person:
    return await room.arrives(room.person("Ann"))


async def test_it_is_announced_twice_and_then_opens(room: Room, op: Person) -> None:
    await room.says(op, "!schedule pebbles daily 22:45 pebbles=9")
    assert room.public() == ["Op plans a match. 1: pebbles pebbles=9 daily 22:45 UTC, next 2023-11-14 22:45 UTC."]
    await room.advance(5 * MINUTE_MS - 1)
    assert room.public() == []
    await room.advance(1)
    assert room.public() == ["Pebbles is planned for 22:45 (UTC), in 10 min; !join then sits down."]
    await room.advance(9 * MINUTE_MS)
    assert room.public() == ["Pebbles is planned for 22:45 (UTC), in 1 min; !join then sits down."]
    await room.advance(MINUTE_MS)
    (opened,) = room.public()
    assert opened.startswith("It is time for Pebbles (pebbles=9), match 1; !join sits down, !help explains.")
    assert (room.table.lobby.hosted, room.table.lobby.options.pebbles) == (True, 9)
    await room.advance(20 * MINUTE_MS)
    assert room.public() == ["Too few have come; the table is closed."]
    await room.advance(24 * 60 * MINUTE_MS)
    assert len(room.public()) == 4


async def test_it_outlives_a_restart_and_is_this_channels_alone(rooms: Rooms) -> None:
    room = rooms.made()
    other = FakeChannel("#cards", "other")
    room.channels.append(other)
    await room.open()
    op = await room.arrives(room.person("Op"), Status.OP)
    await room.says(op, "!schedule pebbles daily 22:45")
    await room.restart()
    (op,) = room.channel.persons
    room.fresh()
    await room.says(op, "!upcoming")
    assert room.private(op) == [PLANNED]
    await room.advance(30 * MINUTE_MS)
    assert room.table.lobby is None  # it was closed again
    assert len(room.public()) == 4
    assert other.sent == []


async def test_a_date_comes_once(room: Room, op: Person) -> None:
    await room.says(op, "!schedule pebbles 2023-11-14 22:31")
    await room.advance(2 * MINUTE_MS)
    assert room.table.lobby
    assert room.table.planner.plans == {}


async def test_the_table_may_be_taken(room: Room, op: Person, ann: Person) -> None:
    await room.says(op, "!schedule pebbles daily 22:31")
    await room.says(ann, "!join")
    room.fresh()
    await room.advance(MINUTE_MS)
    assert room.public()[-1] == "It is time for Pebbles, which was planned, but the table is taken."


async def test_a_game_that_cannot_be_played_any_more_is_told(room: Room, op: Person, logs: Logs) -> None:
    await room.says(op, "!schedule pebbles daily 22:31 pebbles=9")
    number, plan = next(iter(room.table.planner.plans.items()))
    plan.options["pebbles"] = "none"
    room.fresh()
    await room.advance(MINUTE_MS)
    assert room.public()[-1] == "pebbles was planned for now, but cannot be played any more."
    assert [entry["event"] for entry in logs if entry["log_level"] == "warning"] == ["planned match cannot begin"]
    assert number in room.table.planner.plans


async def test_what_was_due_while_the_machine_slept_is_not_made_up_for(room: Room, op: Person) -> None:
    await room.says(op, "!schedule pebbles daily 22:45")
    room.fresh()
    room.time += 60 * MINUTE_MS
    room.table.planner.wake()
    await room.settle()
    assert room.public() == []


async def test_remove_takes_a_plan_back(room: Room, op: Person) -> None:
    await room.says(op, "!schedule pebbles daily 22:45")
    room.fresh()
    await room.says(op, "!schedule remove 2")
    assert room.private(op) == ["There is no such plan; there are: 1."]
    await room.says(op, "!schedule remove 1")
    assert room.public() == [f"Op takes a plan back. {PLANNED}"]
    await room.says(op, "!schedule")
    assert room.private(op) == ["Nothing is planned here."]
    await room.advance(30 * MINUTE_MS)
    assert room.public() == []


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("!schedule chess daily 22:45", "there is no game 'chess'; there are: "),
        ("!schedule pebbles 22:45", "It is a day, a time, and"),
        ("!schedule pebbles fri 25:00", "25:00 is no time of a day"),
        (
            "!schedule pebbles daily 22:45 pebbles=none",
            "pebbles: 'none' is not possible; possible is 1 to 1000 pebbles",
        ),
        ("!schedule pebbles 2023-11-14 22:30", "2023-11-14 22:30 is over."),
    ],
)
async def test_what_cannot_be_planned_is_told(room: Room, op: Person, line: str, answer: str) -> None:
    await room.says(op, line)
    (told,) = room.private(op)
    assert told.startswith(answer)
    assert room.table.planner.plans == {}


async def test_there_are_so_many_plans_at_most(room: Room, op: Person) -> None:
    for hour in range(6):
        await room.says(op, f"!schedule pebbles daily 1{hour}:00")
    assert room.private(op) == ["There are 5 plans; !schedule remove NUMBER makes room."]


async def test_a_game_that_is_not_played_here_is_not_planned(room: Room, op: Person) -> None:
    await room.says(op, "!set games ion")
    room.fresh()
    await room.says(op, "!schedule pebbles daily 22:45")
    assert room.private(op) == ["Pebbles is not played here; !games lists what is"]


async def test_planning_is_for_operators_and_asking_for_all(room: Room, op: Person, ann: Person) -> None:
    await room.says(ann, "!schedule pebbles daily 22:45")
    assert room.private(ann) == ["!schedule is for channel operators; you can use !upcoming."]
    await room.says(op, "!schedule pebbles daily 22:45")
    room.fresh()
    await room.says(ann, "!upcoming")
    assert room.private(ann) == [PLANNED]

"""Whose turn's time runs out is called, if nothing else is to be said, and nothing is given away by it."""

import pytest

from ionbot.channel import Lane, Person, Status
from tests.table.battle import begun, play_until, stacked
from tests.table.fia import called
from tests.table.ion import NO_FILLERS, card_seed
from tests.table.room import Room, Rooms

ON = {"warnings": True}


async def lines(room: Room, ms: int) -> list[tuple[int, str]]:
    """Let time pass until something is due, and so on; give what the channel hears with when, from now on in ms."""
    began, heard = room.time, list[tuple[int, str]]()
    while room.time < began + ms:
        await room.advance(500)
        heard += [(room.time - began, line) for line in room.public()]
    return heard


@pytest.mark.parametrize(
    ("move_time", "calls"),
    [
        (7, []),
        (8, [(5_000, "3 s left.")]),
        (19, [(16_000, "3 s left.")]),
        (20, [(10_000, "10 s left."), (17_000, "3 s left.")]),
        (60, [(30_000, "30 s left."), (57_000, "3 s left.")]),
    ],
)
async def test_who_has_the_turn_is_called_half_way_and_before_the_end(
    rooms: Rooms, move_time: int, calls: list[tuple[int, str]]
):
    room = await rooms.open(options={"move_time": move_time}, **ON)
    first, _ = await room.begins(*room.present("ann", "bob"))
    assert await lines(room, 1000 * move_time - 500) == [(ms, f"*{first.nick}*: {text}") for ms, text in calls]
    assert (await lines(room, 500))[0][1].startswith(f"{first.nick} is late")


@pytest.fixture
async def room(rooms: Rooms) -> Room:
    return await rooms.open(**ON)


async def test_a_call_is_chatter_and_not_in_the_journal(room: Room):
    await room.begins(*room.present("ann", "bob"))
    log = len(room.table.play.match.log)
    await room.advance(7_000)
    (said,) = room.fresh()
    assert (said.lane, said.to) == (Lane.CHATTER, None)
    assert len(room.table.play.match.log) == log


async def test_who_has_moved_is_not_called(room: Room):
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.advance(6_000)
    await room.says(first, "1")
    room.fresh()
    assert await lines(room, 6_500) == []
    assert await lines(room, 500) == [(500, f"*{second.nick}*: 3 s left.")]


async def test_on_a_busy_network_nothing_is_said_then_nor_later(room: Room):
    await room.begins(*room.present("ann", "bob"))
    await room.advance(6_000)
    room.channel.idle = False
    await room.advance(1_000)
    room.channel.idle = True
    await room.advance(2_500)
    assert room.fresh() == []


async def test_a_channel_that_wants_none_hears_none(room: Room):
    first, _ = await room.begins(*room.present("ann", "bob"))
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.says(oz, "!set warnings off")
    assert room.public() == ["oz sets warnings to off; it was on (!reset warnings goes back to what is configured)."]
    assert await lines(room, 9_500) == []
    await room.advance(500)
    await room.says(oz, "!set warnings on")
    room.fresh()
    assert [line for _, line in await lines(room, 7_000)] == [
        f"*{nick}*: 3 s left." for nick in ("ann", "bob") if nick != first.nick
    ]


async def test_time_that_stands_still_is_no_time(room: Room):
    first, _ = await room.begins(*room.present("ann", "bob"))
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.advance(6_000)
    await room.says(oz, "!pause")
    await room.advance(60_000)
    await room.says(oz, "!resume")
    room.fresh()
    assert await lines(room, 7_000) == [(7_000, f"*{first.nick}*: 3 s left.")]


async def test_after_a_restart_the_turn_is_called_anew(room: Room):
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.advance(8_000)
    await room.restart()
    room.fresh()
    assert await lines(room, 7_000) == [(7_000, f"*{first.nick}*: 3 s left.")]


async def test_computers_are_not_called(rooms: Rooms):
    room = await rooms.open(game="ion", options=NO_FILLERS, fill=1, computer_pause=(9, 9), seed=card_seed(2), **ON)
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    await room.says(ann, "!go")
    called = [line for _, line in await lines(room, 24_000) if line.endswith(" s left.")]
    assert set(called) == {"*ann*: 3 s left."}
    assert any(entry.seat == 1 for entry in room.table.play.match.log), "the computer had a turn of 9 s"


async def test_a_bot_that_is_not_heard_says_no_more(room: Room):
    await room.begins(*room.present("ann", "bob"))
    await room.refuses(room.channel, "Cannot send to channel (+m)")
    room.channel.delivery = None
    room.fresh()
    await room.advance(9_000)
    assert not [said for said in room.fresh() if "s left" in said.text]


# What is secret stays so


async def test_nothing_tells_of_a_draw_of_the_free_spread(rooms: Rooms):
    room = await rooms.open(game="fia", options={"spread": "free", "draw_time": 60, "calm": [30, 30]}, **ON)
    people: list[Person] = room.present("ann", "bob")
    for person in people:
        await room.says(person, "!join")
    await room.says(people[0], "!go")
    room.fresh()
    assert [line for _, line in await lines(room, 89_000) if "s left." in line.partition(":")[2]] == []


async def test_nothing_tells_who_has_not_laid_a_play(rooms: Rooms):
    room = await rooms.open(game="fia", options={"spread": "free", "draw_time": 60}, **ON)
    await called(room)
    await room.advance(58_000)
    assert room.public() == []


async def test_a_turn_of_palette_is_called(rooms: Rooms):
    room = await rooms.open(game="fia", **ON)
    first, _ = await room.begins(*room.present("ann", "bob"))
    assert await lines(room, 43_000) == [
        (22_500, f"*{first.nick}*: 22 s left."),
        (42_000, f"*{first.nick}*: 3 s left."),
    ]


@pytest.mark.parametrize("game", ["haven", "menagerie"])
async def test_an_action_of_a_card_battle_is_called(rooms: Rooms, game: str):
    room = await rooms.open(game=game, **ON)
    await begun(room, "ann", "bob")
    nick = room.table.play.seating.name(room.state.active)
    assert await lines(room, 58_000) == [(30_000, f"*{nick}*: 30 s left."), (57_000, f"*{nick}*: 3 s left.")]


async def test_a_choice_of_a_card_battle_is_not_called(rooms: Rooms):
    room = await rooms.open(game="haven", options={"choice_time": 60}, **ON)
    people = room.present("ann", "bob")
    for person in people:
        await room.says(person, "!join")
    await room.says(people[0], "!go")
    room.fresh()
    assert room.state.opening
    assert await lines(room, 59_000) == []


@pytest.mark.parametrize("game", ["haven", "menagerie"])
async def test_while_somebody_may_react_nobody_is_called(rooms: Rooms, game: str):
    room = await rooms.open(game=game, options={"react_time": 60}, **ON)
    await begun(room, "ann", "bob")
    await play_until(room, lambda room: stacked(room) > 0 and room.state.due is not None)
    assert room.state.clock == "react"
    room.fresh()
    assert await lines(room, 59_000) == []

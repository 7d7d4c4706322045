"""Who wants to be asked before everything: kept for them, an input of each match, and told to nobody else."""

import pytest

from games.cardbattle.commands import Hold
from ionbot.channel import Person, Status
from ionbot.store.proof import proofs
from tests.table.battle import begun
from tests.table.room import Room, Rooms


@pytest.fixture(params=["haven", "menagerie"])
async def room(request: pytest.FixtureRequest, rooms: Rooms) -> Room:
    return await rooms.open(game=request.param, options={"max_rounds": 5})


def holding(room: Room) -> list[bool]:
    return [side.hold for side in room.state.sides]


def inputs(room: Room) -> list[tuple[int | None, bool]]:
    """Give who has switched it how in the match."""
    return [(entry.seat, entry.command.on) for entry in room.table.play.match.log if isinstance(entry.command, Hold)]


async def wanting(room: Room, line: str) -> list[Person]:
    """Let bob say something before he plays with ann."""
    ann, bob = room.present("ann", "bob")
    await room.says(bob, line)
    for person in (ann, bob):
        await room.says(person, "!join")
    await room.says(ann, "!go")
    return [ann, bob]


async def test_it_counts_in_each_match_that_begins_as_an_input_of_the_seat(room: Room) -> None:
    ann, bob = await wanting(room, "!hold on")
    for number in (1, 2):
        assert holding(room) == [False, True]
        assert inputs(room) == [(1, True)]
        await room.restart()
        ann, bob = room.channel.persons
        assert holding(room) == [False, True]
        await room.says(ann, "!quit")
        assert room.findings() == []
        assert dict(proofs(room.database))[number] == []
        for person in (ann, bob):
            await room.says(person, "!join")
        await room.says(ann, "!go")


async def test_the_first_hand_is_told_with_it(room: Room) -> None:
    _, bob = await wanting(room, "!hold on")
    hands = [said.text for said in room.fresh() if said.to is bob and said.key == "hand"]
    assert hands[-1].startswith("You hold 1 ")
    assert hands[-1].endswith(" You are asked before everything.")


async def test_nobody_else_learns_of_it(rooms: Rooms) -> None:
    told = []
    for line in ("!ping on", "!hold on"):
        room = await rooms.open(game="haven")
        ann, _ = await wanting(room, line)
        await room.says(ann, "!table")
        told.append([said.text for said in room.fresh() if said.to is None or said.to.nick == "ann"])
        view = room.table.game.view(room.state, 0)
        assert [side.hold for side in view.sides] == [False, False]
        await room.close()
        room.database.close()
        room.file.unlink()
    assert told[0] == told[1]


async def test_in_a_match_it_counts_at_once_and_from_then_on(room: Room) -> None:
    _, bob = await begun(room, "ann", "bob")
    for line, on in (("!hold on", True), ("!hold me off", False), ("!hold", False), ("!hold perhaps", False)):
        await room.says(bob, line)
        assert holding(room) == [False, on]
        assert room.table.people.manner(bob).hold is on
    assert inputs(room) == [(1, True), (1, False)]


async def test_as_a_move_it_is_for_one_match_and_asking_how_it_stands_changes_nothing(room: Room) -> None:
    people = await begun(room, "ann", "bob")
    seat = room.state.active
    await room.says(people[seat], "hold on")
    for line in ("!hold", "!hold perhaps"):
        await room.says(people[seat], line)
        assert holding(room)[seat]
    assert not room.table.people.manner(people[seat]).hold


async def test_it_can_be_changed_in_a_pause(room: Room) -> None:
    _, bob = await begun(room, "ann", "bob")
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.says(oz, "!pause")
    await room.says(bob, "!hold on")
    assert holding(room) == [False, True]


async def test_an_onlooker_changes_nothing_in_the_match(room: Room) -> None:
    await begun(room, "ann", "bob")
    (eve,) = room.present("eve")
    await room.says(eve, "!hold on")
    assert room.table.people.manner(eve).hold
    assert inputs(room) == []


async def test_where_nobody_can_react_it_is_kept_and_the_match_goes_on(rooms: Rooms) -> None:
    room = await rooms.open(game="pebbles")
    ann, _ = await room.begins(*room.present("ann", "bob"))
    log = len(room.table.play.match.log)
    await room.says(ann, "!hold on")
    assert room.private(ann) == ["hold is on for you: you are always asked where one can react."]
    assert len(room.table.play.match.log) == log

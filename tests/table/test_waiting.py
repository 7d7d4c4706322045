"""Who cannot join the match that runs is seated for the next one, in the order of coming."""

import pytest

from ionbot.channel import Person
from tests.table.room import WAITS, Room, Rooms


@pytest.fixture
async def room(rooms: Rooms) -> Room:
    return await rooms.open(game="fia", options={"spread": "free"})


@pytest.fixture
async def people(room: Room) -> list[Person]:
    """Ann and Bob play; Cat, Dan and Eve look on."""
    people = [await room.arrives(room.person(nick)) for nick in ("Ann", "Bob", "Cat", "Dan", "Eve")]
    for line in ("!join", "!go"):
        for person in people[:2]:
            await room.says(person, line)
    room.fresh()
    return people


async def test_they_sit_at_the_next_table_which_is_like_the_last(room: Room, people: list[Person]) -> None:
    ann, _, cat, dan, _ = people
    await room.says(cat, "!join")
    assert room.private(cat)[0].endswith(WAITS)
    await room.says(dan, "!again")
    assert room.private(dan)[0].endswith(WAITS.replace("1", "2"))
    await room.says(ann, "!quit")
    public = room.public()
    assert "*Cat*: the match that you waited for." in public
    assert "*Dan*: the match that you waited for." in public
    assert [guest.person for guest in room.table.lobby.guests] == [cat, dan]
    assert room.table.lobby.options.spread == "free"


async def test_who_finds_no_seat_waits_on(room: Room, people: list[Person]) -> None:
    ann, _, *waiting = people
    for person in waiting:
        await room.says(person, "!join")
    await room.says(ann, "!quit")
    await room.says(waiting[0], "!go")
    room.fresh()
    await room.says(waiting[2], "!join")
    assert room.private(waiting[2])[0].endswith(WAITS)


async def test_who_asks_twice_stands_where_they_stood(room: Room, people: list[Person]) -> None:
    for person in (people[2], people[3], people[2]):
        await room.says(person, "!join")
    assert room.private(people[2])[-1].endswith(WAITS)


async def test_quit_takes_off_the_list(room: Room, people: list[Person]) -> None:
    ann, _, cat, *_ = people
    await room.says(cat, "!join")
    room.fresh()
    await room.says(cat, "!quit")
    assert room.private(cat) == ["You are off the list."]
    await room.says(ann, "!quit")
    assert room.table.lobby is None


async def test_who_has_left_the_channel_is_not_waited_for(room: Room, people: list[Person]) -> None:
    ann, _, cat, dan, _ = people
    for person in (cat, dan):
        await room.says(person, "!join")
    await room.leaves(cat)
    await room.says(ann, "!quit")
    assert [guest.person for guest in room.table.lobby.guests] == [dan]

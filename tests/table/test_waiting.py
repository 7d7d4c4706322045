"""Who cannot join the match that runs is seated for the next one, in the order of coming."""

from typing import Any

import pytest

from games.fia import FIA
from ionbot.channel import Person, Status
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


async def test_who_has_another_nick_by_then_is_seated_and_called_by_it(room: Room, people: list[Person]) -> None:
    ann, _, cat, *_ = people
    await room.says(cat, "!join")
    room.rename(cat, "Kit")
    await room.logs_in(cat, "kit")
    await room.says(ann, "!quit")
    assert "*Kit*: the match that you waited for." in room.public()
    assert [guest.person for guest in room.table.lobby.guests] == [cat]


async def test_who_may_not_open_a_table_is_seated_when_somebody_else_opens_one(
    room: Room, people: list[Person]
) -> None:
    ann, _, cat, dan, _ = people
    op = await room.arrives(room.person("Op"), Status.OP)
    await room.says(op, "!set starters operators")
    for person in (cat, dan):
        await room.says(person, "!join")
    await room.says(ann, "!quit")
    said = room.fresh()
    assert not [line for line in said if "waited for" in line.text]
    assert [line.to for line in said if line.text.startswith("Only operators open a table here")] == [cat, dan]
    await room.says(op, "!start fia")
    assert [guest.person for guest in room.table.lobby.guests] == [cat, dan]
    assert "*Cat*: the match that you waited for." in room.public()


async def test_who_opens_the_next_table_is_not_one_of_those_who_wait(room: Room, people: list[Person]) -> None:
    ann, bob, cat, dan, _ = people
    op = await room.arrives(room.person("Op"), Status.OP)
    await room.says(op, "!set starters accounts")
    for person in (cat, dan):
        await room.says(person, "!join")
    await room.says(ann, "!quit")
    cat.account = "cat"
    room.fresh()
    await room.says(cat, "!join fia")
    assert [guest.person for guest in room.table.lobby.guests] == [cat, dan]
    assert [line.text for line in room.fresh() if "waited for" in line.text] == [
        "*Dan*: the match that you waited for."
    ]
    await room.says(dan, "!go")
    await room.says(dan, "!quit")
    assert bob not in room.table.waiting
    assert room.table.lobby is None


async def test_who_is_excluded_meanwhile_is_told_so_and_waits_no_more(room: Room, people: list[Person]) -> None:
    ann, _, cat, dan, _ = people
    op = await room.arrives(room.person("Op"), Status.OP)
    for person in (cat, dan):
        await room.says(person, "!join")
    await room.says(op, "!exclude cat")
    room.fresh()
    await room.says(ann, "!quit")
    said = room.fresh()
    assert [line.text for line in said if "waited for" in line.text] == ["*Dan*: the match that you waited for."]
    assert [line.text for line in said if line.to is cat] == [
        "You are excluded from games here; operators can include you again."
    ]
    assert cat not in room.table.waiting
    assert [guest.person for guest in room.table.lobby.guests] == [dan]


async def test_nobody_is_seated_by_a_list_who_has_sat_down_since(room: Room, people: list[Person]) -> None:
    ann, bob, cat, *_ = people
    await room.says(cat, "!join")
    await room.says(ann, "!quit")
    assert cat not in room.table.waiting
    await room.says(bob, "!join")
    await room.says(cat, "!go")
    await room.says(bob, "!quit")
    assert room.table.lobby is None


async def test_who_waits_is_seated_after_a_match_that_could_not_go_on(
    room: Room, people: list[Person], monkeypatch: pytest.MonkeyPatch, faulty: object
) -> None:
    ann, _, cat, *_ = people
    await room.says(cat, "!join")

    decide = FIA.decide

    def broken(state: Any, seat: int | None, *others: Any) -> Any:
        if seat is not None:
            raise RuntimeError("broken")
        return decide(state, seat, *others)

    monkeypatch.setattr(FIA, "decide", broken)
    room.fresh()
    await room.whispers(ann, "pass")
    public = room.public()
    assert "Something went wrong; match 1 ends here." in public
    assert public[-1] == "*Cat*: the match that you waited for."
    assert [guest.person for guest in room.table.lobby.guests] == [cat]
    assert faulty

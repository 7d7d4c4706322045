"""Who subscribes to a game hears of tables that open for it, in private, at most once an hour."""

import pytest

from ionbot.channel import Person, Status
from tests.table.room import Room

NEWS = "A table is open for Pebbles in #cards; !join sits down."
HOUR_MS = 3_600_000


@pytest.fixture
async def people(room: Room) -> list[Person]:
    """Ann has subscribed to Pebbles, Bob to nothing; Op operates."""
    people = [await room.arrives(room.person(nick)) for nick in ("Ann", "Bob")]
    people.append(await room.arrives(room.person("Op"), Status.OP))
    await room.says(people[0], "!subscribe pebbles")
    assert room.private(people[0]) == ["You hear of tables for: pebbles."]
    return people


def news(room: Room) -> list[str]:
    return [said.to.nick for said in room.fresh() if said.text == NEWS and said.to]


async def test_subscribers_hear_of_a_table_whoever_opens_it(room: Room, people: list[Person]) -> None:
    _, bob, op = people
    await room.says(bob, "!join")
    assert news(room) == ["Ann"]
    await room.says(bob, "!quit")
    await room.advance(HOUR_MS)
    await room.says(op, "!start pebbles")
    assert news(room) == ["Ann"]


async def test_nobody_hears_of_tables_more_than_once_an_hour(room: Room, people: list[Person]) -> None:
    heard = []
    for _ in range(3):
        await room.says(people[1], "!join")
        heard.append(news(room))
        await room.says(people[1], "!quit")
        await room.advance(HOUR_MS // 2)
    assert heard == [["Ann"], [], ["Ann"]]


async def test_nobody_hears_of_their_own_table_nor_of_another_game(room: Room, people: list[Person]) -> None:
    await room.says(people[0], "!join")
    assert news(room) == []
    await room.says(people[0], "!quit")
    await room.says(people[1], "!join ion")
    assert not any("A table is open" in said.text for said in room.fresh())


async def test_it_lasts_over_a_restart_until_it_is_taken_back(room: Room, people: list[Person]) -> None:
    await room.restart()
    ann, bob, _ = room.channel.persons
    room.fresh()
    await room.says(bob, "!join")
    assert news(room) == ["Ann"]
    await room.says(ann, "!subscribe pebbles off")
    assert room.private(ann) == ["You hear of tables for: none."]
    await room.says(bob, "!quit")
    await room.advance(HOUR_MS)
    await room.says(bob, "!join")
    assert news(room) == []


async def test_an_unknown_game_is_told(room: Room, people: list[Person]) -> None:
    await room.says(people[1], "!subscribe chess")
    (told,) = room.private(people[1])
    assert told.startswith("there is no game 'chess'; there are: ")
    await room.says(people[1], "!subscribe")
    assert room.private(people[1]) == ["You hear of tables for: none."]

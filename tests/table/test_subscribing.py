"""Who subscribes to a game hears of tables that open for it, in private, at most once an hour."""

import pytest

from ionbot.channel import Departure, Person, Status
from tests.table.room import FakeChannel, Room, Rooms

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


@pytest.mark.parametrize("account", [None, "Ann"])
async def test_who_comes_back_does_not_hear_more(room: Room, people: list[Person], account: str | None) -> None:
    ann, bob, _ = people
    await room.logs_in(ann, account)
    await room.says(ann, "!subscribe pebbles")
    heard = []
    for _ in range(2):
        await room.says(bob, "!join")
        heard.append(news(room))
        await room.says(bob, "!quit")
        await room.leaves(ann, Departure.QUIT)
        ann = await room.arrives(room.person("Ann", account))
    assert heard == [["Ann"], []]


async def test_all_channels_of_a_network_together_tell_once_an_hour(rooms: Rooms) -> None:
    room = rooms.made()
    other, elsewhere = FakeChannel("#other"), FakeChannel("#other", "elsewhere")
    room.channels += [other, elsewhere]
    (ann,), bob = room.present("Ann"), room.present("Bob", channel=other)[0]
    ann.status[other.folded] = Status.NONE
    other.persons.append(ann)
    stranger, host = (
        Person("elsewhere", nick, nick.lower(), status={elsewhere.folded: Status.NONE}) for nick in ("Ann", "Bob")
    )
    elsewhere.persons += [stranger, host]
    await room.open()
    room.hall.heard(elsewhere, stranger, "!subscribe pebbles")
    await room.says(ann, "!subscribe pebbles")
    await room.says(room.present("Eve")[0], "!join")
    room.hall.heard(other, bob, "!join")
    room.hall.heard(elsewhere, host, "!join")
    await room.settle()
    told = [said.to for channel in room.channels for said in channel.sent if "A table is open" in said.text]
    assert told == [ann, stranger]


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

"""Who wants it is forgotten: it takes two steps, no match that runs, and leaves nothing."""

import pytest
from sqlalchemy import Table as StoredTable
from sqlalchemy import select

from ionbot.channel import Person, Status
from ionbot.store.models import metadata
from ionbot.store.people import forget
from ionbot.table.lobby import Guest
from tests.table.room import NETWORK, FakeChannel, Room

ASKED = (
    "Your nicks, your account, your decks and all that you have set on this network would go for good; your matches "
    "would count for somebody without a name. If you want that, type !forget me yes."
)
DONE = "You are forgotten. Your matches count for somebody {}; whatever you do next is somebody new's."
HERE = "You sit at the table in #cards; that has to end first."
IN_A_MATCH = "A match is running in which you have a seat; that has to end first."


@pytest.fixture
async def people(room: Room) -> list[Person]:
    """Annie, with an account, has won a match against Bob and set this and that; Bob has as well."""
    people = [await room.arrives(room.person("Annie", "annie_s")), await room.arrives(room.person("Bob"))]
    turns = await room.begins(*people)
    for number, move in enumerate(("3", "3", "3", "1", "1", "1")):
        await room.says(turns[number % 2], move)
    for person in people:
        for text in ("!notice off", "!subscribe pebbles", "!deck fia copy ember mine"):
            await room.says(person, text)
    room.fresh()
    return people


async def told(room: Room, person: Person, text: str) -> list[str]:
    room.fresh()
    await room.says(person, text)
    return room.private(person)


def everything(room: Room) -> str:
    """Give all that the database holds, but what proves the match and is not about names."""
    tables: list[StoredTable] = [each for each in metadata.sorted_tables if each.name not in {"journal", "match_seeds"}]
    with room.database.read() as connection:
        return repr([connection.execute(select(table)).all() for table in tables]).lower()


async def test_it_asks_before_it_does_so(room: Room, people: list[Person]) -> None:
    before = everything(room)
    assert await told(room, people[0], "!forget me") == [ASKED]
    assert everything(room) == before


@pytest.mark.parametrize("text", ["!forget", "!forget bob", "!forget bob yes", "!forget me now", "!forget me yes yes"])
async def test_nobody_else_can_be_forgotten(room: Room, people: list[Person], text: str) -> None:
    before = everything(room)
    assert await told(room, people[0], text) == [
        "Everybody can have themselves forgotten, and nobody else: !forget me."
    ]
    assert everything(room) == before


@pytest.mark.parametrize("text", ["!forge me yes", "!for me yes", "!fo me yes"])
async def test_the_word_is_never_abbreviated(room: Room, people: list[Person], text: str) -> None:
    before = everything(room)
    await room.says(people[0], text)
    assert everything(room) == before


async def test_nothing_is_left_of_who_is_forgotten(room: Room, people: list[Person]) -> None:
    annie, bob = people
    assert "annie" in everything(room)
    assert await told(room, annie, "!forget me yes") == [DONE.format(1)]
    assert "annie" not in everything(room)
    assert room.services.stores.manners.of(NETWORK, annie.identity) == room.services.stores.manners.of(
        NETWORK, "nick:nobody"
    )
    assert not room.services.stores.subscriptions.has(NETWORK, annie.identity, "pebbles")
    assert room.services.stores.subscriptions.has(NETWORK, bob.identity, "pebbles")
    assert not room.services.stores.manners.of(NETWORK, bob.identity).notice
    assert (await told(room, bob, "!top"))[0].endswith("1. somebody 1 700 (1 of 1 won); 2. Bob 500 (0 of 1 won)")
    assert room.findings() == []


async def test_who_comes_back_is_new(room: Room, people: list[Person]) -> None:
    annie, bob = people
    await room.says(annie, "!forget me yes")
    assert await told(room, annie, "!stats") == ["You have played no match on this network yet."]
    assert await told(room, annie, "!forget me yes") == ["Nothing is known of you on this network."]
    await room.begins(annie, bob)
    await room.says(annie, "!quit")
    assert (await told(room, bob, "!stats annie"))[0].startswith("Annie on this network: 1 match, 0 won")
    assert (await told(room, bob, "!stats somebody 1"))[0].startswith("somebody 1 on this network: 1 match, 1 won")


async def test_a_nick_alone_reaches_no_account(room: Room, people: list[Person]) -> None:
    thief = await room.arrives(room.person("Annie", host="elsewhere.example"))
    before = everything(room)
    assert await told(room, thief, "!forget me yes") == ["Nothing is known of you on this network."]
    assert everything(room) == before


async def test_it_waits_for_the_end_of_the_match(room: Room, people: list[Person]) -> None:
    annie, bob = people
    cat = await room.arrives(room.person("Cat"))
    await room.says(annie, "!join")
    for text in ("!forget me", "!forget me yes"):
        assert await told(room, annie, text) == [HERE]
    for person in (bob, cat):
        await room.says(person, "!join")
    await room.says(annie, "!go")
    assert await told(room, annie, "!forget me yes") == [HERE]
    await room.says(annie, "!quit")
    assert room.table.play
    assert await told(room, annie, "!forget me yes") == [IN_A_MATCH]
    await room.says(bob, "!quit")
    assert not room.table.play
    assert await told(room, annie, "!forget me yes") == [DONE.format(1)]
    assert "annie" not in everything(room)


async def test_a_seat_in_another_channel_counts_and_one_of_another_connection(room: Room, people: list[Person]) -> None:
    annie, _ = people
    twin, other = room.person("Annie2", "annie_s"), FakeChannel("#other")
    other.persons.append(twin)
    twin.status[other.folded] = Status.NONE
    room.hall.entered(other)
    room.hall.heard(other, twin, "!join")
    await room.settle()
    assert await told(room, annie, "!forget me yes") == ["You sit at the table in #other; that has to end first."]


async def test_who_sits_down_elsewhere_at_the_same_time_is_somebody_new(
    room: Room, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    (annie, bob), other = people, FakeChannel("#other")
    other.persons += [annie, bob]
    annie.status[other.folded] = bob.status[other.folded] = Status.NONE
    room.hall.entered(other)
    room.hall.heard(other, bob, "!join")
    await room.settle()
    guests = room.hall.tables[NETWORK, other.folded].lobby.guests
    forget = room.services.stores.forgetting.forget

    async def sits_down_meanwhile(network: str, identity: str) -> str | None:
        guests.append(Guest(annie, 1, "", annie.account))
        return await forget(network, identity)

    monkeypatch.setattr(room.services.stores.forgetting, "forget", sits_down_meanwhile)
    assert await told(room, annie, "!forget me yes") == [DONE.format(1)]
    await room.settle()
    assert guests[-1].player == await room.journal.player(NETWORK, annie.identity, "Annie", "annie_s") != 1


async def test_who_waits_for_a_match_waits_no_more(room: Room, people: list[Person]) -> None:
    annie, bob = people
    (eve, fay) = [await room.arrives(room.person(nick)) for nick in ("eve", "fay")]
    await room.begins(bob, eve)
    room.table.waiting.add(annie)
    room.table.waiting.add(fay)
    await room.says(annie, "!forget me yes")
    assert annie not in room.table.waiting
    assert fay in room.table.waiting


async def test_a_seat_is_offered_to_nobody_who_is_forgotten(room: Room, people: list[Person]) -> None:
    annie, bob = people
    eve = await room.arrives(room.person("eve"))
    await room.begins(bob, eve)
    await room.says(bob, "!swap Annie")
    await room.says(eve, "!swap Annie")
    await room.says(annie, "!forget me yes")
    assert await told(room, annie, "!accept") == ["You are offered no seat now; an offer holds for 60 s."]


async def test_whom_an_admin_has_forgotten_is_known_no_more_when_a_table_opens(
    room: Room, people: list[Person]
) -> None:
    annie, bob = people
    with room.database.write() as connection:
        forget(connection, 1)
    assert not room.table.people.manner(annie).notice, "nobody has looked yet"
    await room.says(bob, "!join pebbles")
    assert room.table.people.manner(annie).notice
    assert not room.table.people.manner(bob).notice
    assert not any("Annie" in line for line in room.public()), "subscribed no more"

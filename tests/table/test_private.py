"""What is said to the bot in private goes to the table that is meant."""

from collections.abc import AsyncIterator

import pytest

from ionbot.channel import Departure, Loss, Refusal, Status
from tests.table.fia import call, card
from tests.table.room import NETWORK, FakeChannel, Room, Rooms

SEVERAL = "There are tables in several channels; begin with the one you mean: #cards ..."


@pytest.fixture
async def two(rooms: Rooms) -> AsyncIterator[Room]:
    """A room with a second channel."""
    room = rooms.made()
    room.channels.append(FakeChannel("#Other"))
    await room.open()
    yield room
    await room.close()


def enter(person, *channels: FakeChannel) -> None:
    for channel in channels:
        person.status[channel.folded] = Status.NONE
        channel.persons.append(person)


@pytest.mark.parametrize("text", ["2", "!2", " 2 "])
async def test_a_move_in_private_is_a_move(room: Room, text: str):
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.whispers(first, text)
    assert room.public()[0].startswith(f"{first.nick}: 2 pebbles.")


async def test_nonsense_in_private_is_answered(room: Room):
    first, second = await room.begins(*room.present("ann", "bob"))
    (eve,) = room.present("eve")
    for person, text, answer in (
        (first, "hello", "Say 1, 2, 3 or throw GEM."),
        (second, "1", f"It is {first.nick}'s turn."),
        (eve, "hello", "There is no hello; !help lists what there is."),
        (eve, "!hello", "There is no hello; !help lists what there is."),
    ):
        await room.whispers(person, text)
        assert [(said.to, said.text) for said in room.fresh()] == [(person, answer)]


@pytest.mark.parametrize("text", ["", "   ", "!"])
async def test_nothing_in_private_is_a_question_for_help(room: Room, text: str):
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.whispers(first, text)
    assert room.private(first)[0].startswith("Type ! and one of these. Play: join")


async def test_it_goes_to_the_table_where_somebody_sits(two: Room):
    here, there = two.channels
    ann, bob = two.person("ann"), two.person("bob")
    enter(ann, here, there)
    enter(bob, here, there)
    await two.begins(ann, bob)
    await two.whispers(ann, "score")
    assert [said.text for said in here.sent if said.to is ann][-1] == "ann 0, bob 0"
    assert there.sent == []


async def test_it_goes_to_the_only_table_that_somebody_can_mean(two: Room):
    _, there = two.channels
    eve = two.person("eve")
    enter(eve, there)
    await two.whispers(eve, "join")
    assert there.sent[0].text.startswith("eve opens Pebbles")
    assert two.hall.tables[NETWORK, "#other"].lobby


async def test_who_is_in_several_channels_is_asked_to_say_it_there(two: Room):
    here, there = two.channels
    eve = two.person("eve")
    enter(eve, here, there)
    await two.whispers(eve, "join")
    assert [said.text for said in here.sent + there.sent] == [SEVERAL]


async def test_who_sits_at_two_tables_is_asked_to_say_it_there(two: Room):
    here, there = two.channels
    eve = two.person("eve")
    enter(eve, here, there)
    for channel in (here, there):
        two.hall.heard(channel, eve, "!join")
    await two.settle()
    await two.whispers(eve, "quit")
    assert [said.text for said in here.sent + there.sent if said.to][-1:] == [SEVERAL]


@pytest.mark.parametrize("named", ["#OTHER join", " #other  !join", "#other !join"])
async def test_who_names_a_channel_means_its_table(two: Room, named: str):
    here, there = two.channels
    eve = two.person("eve")
    enter(eve, here, there)
    await two.whispers(eve, named)
    assert here.sent == []
    assert there.sent[0].text.startswith("eve opens Pebbles")


async def test_a_channel_where_somebody_is_not_cannot_be_named(two: Room):
    here, there = two.channels
    eve = two.person("eve")
    enter(eve, here)
    await two.whispers(eve, "#other join")
    assert there.sent == []
    assert [said.text for said in here.sent] == ["There is no #other; !help lists what there is."]


async def test_a_secret_move_is_for_the_table_where_moves_are_secret(rooms: Rooms):
    room = rooms.made(game="fia", options={"spread": "free"})
    room.channels.append(FakeChannel("#Other"))
    await room.open()
    here, there = room.channels
    ann, bob = room.person("ann"), room.person("bob")
    enter(ann, here, there)
    enter(bob, here)
    room.hall.heard(there, ann, "!join pebbles")
    for person, text in ((ann, "!join"), (bob, "!join"), (ann, "!go")):
        await room.says(person, text)
    await call(room)
    await room.whispers(ann, card(room, 0))
    assert room.public() == ["ann has drawn."]
    await room.whispers(ann, "quit")
    assert [said.text for said in room.fresh()] == [SEVERAL]
    await room.whispers(ann, "#cards pass")
    assert [said.text for said in room.fresh()] == ["You have drawn already."]
    await room.close()


async def test_a_stranger_of_another_network_has_no_table_here(two: Room):
    eve = two.person("eve")
    eve.network = "elsewhere"
    eve.status["#cards"] = Status.NONE
    await two.whispers(eve, "join")
    assert all(channel.sent == [] for channel in two.channels)


async def test_what_happens_in_a_channel_without_a_table_is_not_minded(room: Room):
    nowhere = FakeChannel("#nowhere")
    eve = room.person("eve")
    room.hall.lost(nowhere, Loss.EXPELLED)
    room.hall.joined(nowhere, eve)
    room.hall.heard(nowhere, eve, "!join")
    room.hall.left(nowhere, eve, Departure.PART)
    room.hall.identified(eve)
    room.hall.refused(nowhere, Refusal.SILENCED, "no")
    room.hall.refused(eve, Refusal.UNWANTED, "no")
    await room.settle()
    assert nowhere.sent == []
    assert await room.hall.first_table() is room.table

"""What is won in one channel is told in others that want to hear it, and nothing of what is not for everybody."""

import pytest

from ionbot.channel import Delivery, Person, Status
from tests.table.ion import NO_FILLERS, card_seed
from tests.table.room import CHANNEL, FakeChannel, Room, Rooms

OTHER = "#Other"


async def wanting(
    rooms: Rooms, wish: str = "all", network: str = "net", **settings: object
) -> tuple[Room, FakeChannel]:
    """Give a room beside whose channel there is another one, where an operator has set what is heard of."""
    room = rooms.made(**settings)
    other = FakeChannel(OTHER, network)
    room.channels.append(other)
    await room.open()
    oz = Person(network, "oz", "oz", "~oz", "oz.example", None, {other.folded: Status.OP})
    other.persons.append(oz)
    room.hall.heard(other, oz, f"!set results {wish}")
    await room.settle()
    other.sent.clear()
    return room, other


async def won(room: Room) -> list[str]:
    """Let somebody take three pebbles and a match be stopped; give what its own channel hears at the end."""
    oz = await room.arrives(room.person("Op"), Status.OP)
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.says(first, "3")
    room.fresh()
    await room.says(oz, "!stop")
    return [first.nick, *room.public()]


@pytest.mark.parametrize("wish", ["all", "ALL", "#cards", "#CARDS", "#more, #cards"])
async def test_a_result_is_told_once_where_it_is_wanted(rooms: Rooms, wish: str):
    room, other = await wanting(rooms, wish)
    nick, stopped, over = await won(room)
    assert [(said.text, said.to) for said in other.sent] == [(f"Pebbles in #cards: {nick} (300 points) wins.", None)]
    assert stopped.startswith("Op stops the match. ")
    assert over.startswith("Match 1 is over.")
    await room.restart()
    assert len(other.sent) == 1


async def test_a_result_that_its_channel_has_not_heard_yet_is_told_once_it_has(rooms: Rooms):
    room, other = await wanting(rooms)
    oz = await room.arrives(room.person("Op"), Status.OP)
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.says(first, "3")
    room.channel.delivery = Delivery.REFUSED
    await room.whispers(oz, "stop")
    for _ in range(2):
        await room.disconnects()
        await room.reconnects(first, second)
    assert other.sent == []
    room.channel.delivery = Delivery.SENT
    for _ in range(2):
        await room.disconnects()
        await room.reconnects(first, second)
    assert [said.text for said in other.sent] == [f"Pebbles in #cards: {first.nick} (300 points) wins."]


@pytest.mark.parametrize("wish", ["off", "#more"])
async def test_where_it_is_not_wanted_nothing_is_told(rooms: Rooms, wish: str):
    room, other = await wanting(rooms, wish)
    await won(room)
    assert other.sent == []


async def test_another_network_is_told_nothing(rooms: Rooms):
    room, other = await wanting(rooms, network="elsewhere")
    await won(room)
    assert other.sent == []


@pytest.mark.parametrize("wish", ["all", "#cards"])
async def test_of_a_private_channel_nothing_is_told_whoever_asks(rooms: Rooms, wish: str):
    room, other = await wanting(rooms, wish)
    room.channel.private = True
    await won(room)
    assert other.sent == []


async def test_the_own_channel_is_told_no_more_than_ever(rooms: Rooms):
    room, _ = await wanting(rooms)
    oz = await room.arrives(room.person("boss"), Status.OP)
    await room.says(oz, "!set results all")
    room.fresh()
    assert len(await won(room)) == 3


async def test_a_match_without_a_result_is_not_told_of(rooms: Rooms):
    room, other = await wanting(rooms, fill=1)
    (ann,) = room.present("ann")
    await room.begins(ann)
    await room.says(ann, "!quit")
    assert room.table.play is None
    assert other.sent == []


async def test_where_the_bot_is_not_nothing_is_said(rooms: Rooms):
    room, other = await wanting(rooms)
    other.open = False
    await won(room)
    assert other.sent == []


async def test_of_many_winners_some_are_named(rooms: Rooms):
    room, other = await wanting(rooms, game="ion", options=NO_FILLERS | {"min_players": 16}, seed=card_seed(2))
    people = room.present(*(f"p{number}" for number in range(16)))
    oz = await room.arrives(room.person("Op"), Status.OP)
    await room.begins(*people)
    await room.says(oz, "!stop")
    (said,) = other.sent
    assert said.text.endswith(" more win.")
    assert said.text.count("(0 points)") == 5


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (
            "cards",
            "results: 'cards' is no channel's name; right would be off, all, or names of channels such as #cards",
        ),
        ("all #cards", "results: 'all' is no channel's name; "),
    ],
)
async def test_what_cannot_be_heard_of_is_answered_with_what_can(room: Room, typed: str, answer: str):
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.says(oz, f"!set results {typed}")
    (line,) = room.private(oz)
    assert line.startswith(answer)
    await room.says(oz, "!settings results")
    assert room.private(oz)[0].startswith("results off. ")
    assert room.channel.name == CHANNEL

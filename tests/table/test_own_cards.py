"""Cards that whoever runs the bot has added: at the table, in decks, and in matches that outlive their file."""

import pytest

from ionbot.channel import Person, Status
from ionbot.store.proof import proofs
from tests.table.battle import play_until
from tests.table.room import Room, Rooms

CRANE = """
[[card]]
id = "paper-crane"
name = "Paper Crane"
type = "sprite"
kinds = ["cloud"]
ap = 1
charm = { sun = 1, moon = 1, star = 1, cloud = 1 }
max_sp = 2
"""
OPTIONS = {"cards": CRANE, "max_rounds": 4, "words": {"cloud": "Fog"}}
CARD = "Paper Crane (paper-crane): Fog Sprite, 1 AP. 2 Max SP, charm Sun 1, Moon 1, Star 1, Fog 1."


@pytest.fixture
async def room(rooms: Rooms) -> Room:
    return await rooms.open(game="haven", options=OPTIONS)


async def ready(room: Room) -> list[Person]:
    """Let ann have a deck with cranes in use."""
    ann, bob = room.present("ann", "bob")
    await room.whispers(ann, "deck haven copy dawn mine")
    await room.whispers(ann, "deck haven add mine 3xpaper-crane")
    room.fresh()
    await room.whispers(ann, "deck haven use mine")
    assert room.private(ann) == ["From the next match on you play mine."]
    return [ann, bob]


async def begin(room: Room, people: list[Person]) -> None:
    for person in people:
        await room.says(person, "!join")
    await room.says(people[0], "!go")
    for person in people:
        await room.says(person, "keep")


async def test_card_tells_of_them_before_and_in_a_match(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "!card paper")
    assert room.private(eve) == [CARD]
    await begin(room, room.present("ann", "bob"))
    room.fresh()
    await room.says(eve, "!card paper")
    assert room.private(eve) == [CARD]


async def test_a_match_keeps_them_when_their_file_is_gone(room: Room):
    """It goes on after a restart, and can be proven; the next match knows nothing of them."""
    people = await ready(room)
    await begin(room, people)
    await play_until(room, lambda room: room.state.turn > 3)
    room.options = {"haven": {"max_rounds": 4}}
    await room.restart()
    people = room.channel.persons
    await room.says(people[1], "!card paper-crane")
    assert CARD in room.private(people[1])
    await play_until(room, lambda room: False)
    assert (room.findings(), dict(proofs(room.database))) == ([], {1: []})
    await room.says(people[1], "!card paper-crane")
    assert room.private(people[1])[-1].startswith("There is no card paper-crane.")
    await begin(room, people)
    assert any("no such cards: paper-crane" in line for line in room.private(people[0]))
    assert room.table.play


async def test_they_are_added_in_the_configuration_only(room: Room):
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.says(oz, "!start haven cards=own.toml")
    assert room.private(oz) == ["cards: cards are added by whoever runs the bot, in the configuration"]

"""Faults that users of other game bots reported, as the channel hears them. The table's part of each."""

import pytest

from games.ion.state import State
from ionbot.channel import Departure, Person
from tests.table.ion import NO_FILLERS, card_seed, seed_for
from tests.table.room import Room, Rooms


async def playing(rooms: Rooms, people: int, seed: bytes, **options: object) -> tuple[Room, list[Person]]:
    """Begin a match of ION without fillers; gives the people from the one on whose turn it is."""
    room = await rooms.open(game="ion", options=NO_FILLERS | options, seed=seed)
    return room, await room.begins(*room.present("ann", "bob", "cat", "dan")[:people])


async def test_case_1_one_advance(rooms: Rooms):
    """The time of who is to move runs out, and that also removes them: the next one has the full time."""
    room, (first, second, _) = await playing(rooms, 3, card_seed(3, idle_limit=1), idle_limit=1)
    await room.advance(10_000)
    (line,) = room.public()
    assert line.startswith(f"{first.nick} is out of time: -1,000. {first.nick} made no move for too long and is out.")
    assert line.endswith(f"*{second.nick}*'s turn: 10 s.")
    await room.says(first, "+")
    await room.says(first, "!+")
    assert room.public() == []
    await room.advance(9_999)
    assert room.public() == []
    await room.says(second, "+")
    assert room.public()[0].startswith(f"{second.nick} plays +: +300.")


def reversible(state: State) -> bool:
    """The first to move holds an R, and everybody a + too."""
    return "R" in state.seats[state.current].hand and all("+" in seat.hand for seat in state.seats)


@pytest.fixture
async def reversed_flow(rooms: Rooms) -> tuple[Room, list[Person]]:
    """Four seats, the flow reversed, and the one who reversed it to move again."""
    room, people = await playing(rooms, 4, seed_for(4, reversible, NO_FILLERS))
    await room.says(people[0], "R")
    assert room.public()[0].endswith(f"the flow turns. Bank 0 at 0. *{people[0].nick}*'s turn again: 10 s.")
    return room, people


async def test_case_2_the_neighbour_after_the_removal_of_who_is_to_move(reversed_flow: tuple[Room, list[Person]]):
    room, (first, second, third, last) = reversed_flow
    await room.leaves(first)
    assert room.public()[0].endswith(f"*{last.nick}*'s turn: 10 s.")
    await room.says(last, "+")
    assert room.public()[0].endswith(f"*{third.nick}*'s turn: 10 s.")
    await room.says(third, "+")
    assert room.public()[0].endswith(f"*{second.nick}*'s turn: 10 s.")


async def test_case_2_somebody_leaves_when_it_is_not_their_turn(reversed_flow: tuple[Room, list[Person]]):
    room, (first, second, third, last) = reversed_flow
    await room.leaves(second)
    assert room.public() == [f"{second.nick} left the channel and is out."]
    await room.says(first, "+")
    assert room.public()[0].endswith(f"*{last.nick}*'s turn: 10 s.")
    await room.leaves(first)
    await room.says(last, "+")
    assert room.public()[-1].endswith(f"*{third.nick}*'s turn: 10 s.")


async def test_case_3_two_deadlines_of_one_player_in_one_tick(rooms: Rooms):
    """The turn that removes a player and the grace of their lost connection end at the same instant: one removal."""
    options = {"idle_limit": 1, "split_grace": 0}
    room, (first, second, _) = await playing(rooms, 3, card_seed(3, **options), **options)
    room.time += 10_000
    await room.leaves(first, Departure.SPLIT)
    await room.advance(0)
    lines = " ".join(room.public())
    assert lines.count(" is out.") == 1
    assert lines.count("is out") - lines.count("is out of time") == 1
    assert lines.count("'s turn: 10 s.") == 1
    assert lines.count(f"*{second.nick}*'s turn: 10 s.") == 1
    assert room.findings() == []


async def test_case_3_two_graces_end_in_one_tick(rooms: Rooms):
    room, (_, second, third) = await playing(rooms, 3, card_seed(3, idle_limit=100), idle_limit=100)
    await room.leaves(second, Departure.SPLIT)
    await room.leaves(third, Departure.SPLIT)
    room.public()
    await room.advance(90_000)
    out = [line for line in room.public() if "did not come back" in line]
    assert sorted(line.split()[0] for line in out) == sorted([second.nick, third.nick])
    assert room.stored().match.ended
    assert room.findings() == []


async def test_case_14_spaces_and_signs_nobody_expects(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    for text in (
        "!join\u00a0x",
        "!\u3000",
        "!\tinv",
        "!inv \t ",
        "!help \u00a0",
        "!rules \u3000",
        "! join",
        "!\x02join",
    ):
        await room.says(ann, text)
        await room.whispers(ann, text)
    assert room.table.play
    assert room.findings() == []

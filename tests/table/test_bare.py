"""Channels made for playing: some commands need no prefix there."""

import pytest

from tests.table.room import Room, Rooms


@pytest.fixture
async def bare(rooms: Rooms) -> Room:
    return await rooms.open(bare=True)


async def test_join_inv_quit_and_help_need_no_prefix(bare: Room):
    ann, bob = bare.present("ann", "bob")
    await bare.says(ann, "join")
    opening = bare.public()[0]
    assert "; join sits down, help explains." in opening
    await bare.says(bob, " Join ")
    await bare.says(ann, "!go")
    bare.fresh()
    await bare.says(ann, "inv")
    assert bare.private(ann) == ["You have: "]
    await bare.says(ann, "help")
    assert bare.private(ann)[0].startswith("Type ! and one of these. Play: join")
    await bare.says(ann, "quit")
    assert bare.table.play is None


@pytest.mark.parametrize(
    "text", ["join us tomorrow", "quit it", "help me", "go", "score", "turn", "jo", "stop", "hand"]
)
async def test_all_else_is_chat(bare: Room, text: str):
    ann, eve = bare.present("ann", "eve")
    await bare.says(ann, "join")
    bare.fresh()
    for person in (ann, eve):
        await bare.says(person, text)
    assert bare.fresh() == []
    assert [guest.person for guest in bare.table.lobby.guests] == [ann]


@pytest.mark.parametrize("text", ["join", "quit", "inv", "help"])
async def test_elsewhere_they_are_chat_too(room: Room, text: str):
    (ann,) = room.present("ann")
    await room.says(ann, text)
    assert room.fresh() == []


async def test_the_prefix_works_too(bare: Room):
    (ann,) = bare.present("ann")
    await bare.says(ann, "!join")
    assert bare.table.lobby
    await bare.says(ann, "!inv")
    assert bare.private(ann) == ["The match has not begun: you hold nothing yet."]

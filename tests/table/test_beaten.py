"""Who is beaten in a card battle is told apart from who has left, and from whom the clock has put out."""

import pytest

from tests.table.battle import begun, play_until
from tests.table.room import Rooms


@pytest.mark.parametrize(("game", "life"), [("haven", "composure"), ("menagerie", "hp")])
async def test_why_a_seat_is_empty_is_stored(rooms: Rooms, game: str, life: str):
    room = await rooms.open(game=game, options={life: 6})
    people = await begun(room, "ann", "bob", "cat")
    await room.says(people[2], "!quit")
    await play_until(room, lambda room: False)
    places = room.stored().result.places
    reasons = {seat.seat: seat.left_reason for seat in room.stored().seats}
    assert reasons == {2: "quit", **{seat: None if places[seat] == 1 else "beaten" for seat in (0, 1)}}

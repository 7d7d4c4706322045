"""The bot is put out of its channel: the match waits a while, and ends as it stands."""

import pytest

from ionbot.channel import Loss, Person
from ionbot.store.models import MatchStatus
from tests.table.room import SEED, Room, Rooms

GRACE_MS = 900_000
DAY_MS = 86_400_000
SEED_LINE = f"Match 1 is over. The seed of its cards was {SEED.hex()}; whoever runs the bot can prove them by it."


@pytest.fixture
async def expelled(room: Room) -> list[Person]:
    """A match after its first move, and the bot outside."""
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.says(first, "3")
    room.fresh()
    await room.disconnects(Loss.EXPELLED)
    return [first, second]


def again(room: Room) -> list[Person]:
    return [room.person("ann"), room.person("bob")]


async def test_back_in_time_the_match_goes_on(room: Room, expelled: list[Person]):
    await room.advance(GRACE_MS - 1)
    assert room.stored().match.status is MatchStatus.RUNNING
    await room.reconnects(*again(room))
    (line,) = room.public()
    assert line.startswith(f"I am here again. Last: {expelled[0].nick}: 3 pebbles. *{expelled[1].nick}*'s turn")
    await room.advance(9_999)
    assert room.table.play


async def test_not_back_in_time_it_is_scored_as_it_stands(room: Room, expelled: list[Person]):
    await room.advance(GRACE_MS)
    stored = room.stored()
    assert stored.match.status is MatchStatus.FINISHED
    assert {seat.nick: (seat.points, seat.place) for seat in stored.seats} == {
        expelled[0].nick: (300, 1), expelled[1].nick: (0, 2),
    }  # fmt: skip
    assert (room.table.play, room.alarm.due, room.public()) == (None, {}, [])
    assert room.findings() == []


async def test_the_channel_hears_the_end_once_whenever_the_bot_is_back(room: Room, expelled: list[Person]):
    await room.advance(GRACE_MS + DAY_MS)
    await room.reconnects(*again(room))
    score = ", ".join(f"{nick} {300 if nick == expelled[0].nick else 0}" for nick in ("ann", "bob"))
    assert room.public() == [f"Last in match 1: {score}", SEED_LINE]
    await room.disconnects(Loss.EXPELLED)
    await room.reconnects(*again(room))
    assert room.public() == []
    await room.says(room.channel.persons[0], "!join")
    assert "match 2" in room.public()[0]


async def test_the_channel_hears_the_end_also_after_a_restart(room: Room, expelled: list[Person]):
    await room.advance(GRACE_MS)
    room.channel.open = True
    await room.restart()
    assert room.public()[-1] == SEED_LINE


async def test_each_time_the_bot_is_put_out_it_has_the_whole_grace(room: Room, expelled: list[Person]):
    await room.advance(GRACE_MS - 1)
    await room.reconnects(*again(room))
    await room.disconnects(Loss.EXPELLED)
    await room.advance(GRACE_MS - 1)
    assert room.table.play
    await room.advance(1)
    assert room.table.play is None


async def test_a_match_that_is_paused_ends_too(rooms: Rooms):
    room = await rooms.open(operators=["*!~ann@ann.example"], expelled_grace=60)
    ann, _ = room.present("ann", "bob")
    await room.begins(ann, room.channel.persons[1])
    await room.says(ann, "!pause")
    await room.disconnects(Loss.EXPELLED)
    await room.advance(60_000)
    assert room.stored().match.status is MatchStatus.FINISHED


async def test_a_lost_connection_ends_no_match_within_a_day(room: Room):
    await room.begins(*room.present("ann", "bob"))
    await room.disconnects()
    await room.advance(DAY_MS - 1)
    assert room.stored().match.status is MatchStatus.RUNNING


async def test_without_a_match_there_is_nothing_to_end(room: Room):
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    await room.disconnects(Loss.EXPELLED)
    assert room.stored().match.status is MatchStatus.CANCELLED
    assert room.alarm.due == {}


async def test_without_a_grace_the_match_ends_at_once(rooms: Rooms):
    room = await rooms.open(expelled_grace=0)
    await room.begins(*room.present("ann", "bob"))
    await room.disconnects(Loss.EXPELLED)
    await room.advance(0)
    assert room.stored().match.status is MatchStatus.FINISHED

"""A match that has stood still for a day ends, scored as it stood: paused, without its network, without the bot."""

import pytest

from ionbot.channel import Departure, Loss, Person, Status
from ionbot.store.models import MatchStatus
from tests.table.room import SEED, Room

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
ENDS = "The match has stood still for 1 d and ends here, scored as it stood. "
SEED_LINE = f"Match 1 is over. The seed of its cards was {SEED.hex()}; whoever runs the bot can prove them by it."


@pytest.fixture
async def players(room: Room) -> tuple[Person, Person]:
    """A match after its first move, and an operator oz; gives who has moved, and who is to move."""
    await room.arrives(room.person("oz"), Status.OP)
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.says(first, "3")
    room.fresh()
    return first, second


def score(first: Person) -> str:
    return ", ".join(f"{nick} {300 if nick == first.nick else 0}" for nick in ("ann", "bob"))


async def pauses(room: Room) -> None:
    await room.says(room.channel.find("oz"), "!pause")
    room.fresh()


def has_ended_as_it_stood(room: Room, first: Person, second: Person) -> bool:
    stored = room.stored()
    places = {seat.nick: (seat.points, seat.place) for seat in stored.seats}
    assert room.findings() == []
    return (
        stored.match.status is MatchStatus.FINISHED
        and places == {first.nick: (300, 1), second.nick: (0, 2)}
        and (room.table.play, room.alarm.due) == (None, {})
    )


async def test_a_pause_of_a_day_ends_the_match(room: Room, players: tuple[Person, Person]):
    await pauses(room)
    await room.advance(DAY_MS - 1)
    assert (room.public(), room.stored().match.status) == ([], MatchStatus.RUNNING)
    await room.advance(1)
    assert room.public() == [f"{ENDS}{score(players[0])}", SEED_LINE]
    assert has_ended_as_it_stood(room, *players)


async def test_a_pause_that_was_ended_is_forgotten(room: Room, players: tuple[Person, Person]):
    await pauses(room)
    await room.advance(DAY_MS - 1)
    await room.says(room.channel.find("oz"), "!resume")
    await room.says(players[1], "1")
    await pauses(room)
    await room.advance(DAY_MS - 1)
    assert room.table.play


async def test_who_comes_and_goes_does_not_lengthen_a_pause(room: Room, players: tuple[Person, Person]):
    await pauses(room)
    await room.advance(DAY_MS - 1)
    await room.leaves(players[1], Departure.SPLIT)
    await room.arrives(room.person(players[1].nick))
    await room.advance(1)
    assert room.table.play is None


async def test_a_restart_does_not_lengthen_a_pause(room: Room, players: tuple[Person, Person]):
    await pauses(room)
    await room.advance(DAY_MS - HOUR_MS)
    await room.restart()
    await room.advance(HOUR_MS - 1)
    assert room.table.play
    room.fresh()
    await room.advance(1)
    assert room.public()[0].startswith(ENDS)


async def test_a_day_without_the_network_ends_the_match_and_the_channel_hears_of_it_later(
    room: Room, players: tuple[Person, Person]
):
    await room.disconnects()
    await room.advance(DAY_MS - 1)
    assert room.stored().match.status is MatchStatus.RUNNING
    await room.advance(1)
    assert has_ended_as_it_stood(room, *players)
    await room.advance(DAY_MS)
    await room.reconnects(*(room.person(person.nick) for person in players))
    assert room.public() == [f"Last in match 1: {score(players[0])}", SEED_LINE]


async def test_a_network_that_is_back_in_time_is_forgotten(room: Room, players: tuple[Person, Person]):
    for _ in range(2):
        await room.disconnects()
        await room.advance(DAY_MS - 1)
        await room.reconnects(*(room.person(person.nick) for person in players))
    assert room.table.play


async def test_a_pause_without_the_network_is_one_time_of_standing_still(room: Room, players: tuple[Person, Person]):
    await pauses(room)
    await room.advance(12 * HOUR_MS)
    await room.disconnects()
    await room.advance(HOUR_MS)
    await room.reconnects(*(room.person(person.nick) for person in players))
    await room.advance(11 * HOUR_MS - 1)
    assert room.table.play
    await room.advance(1)
    assert has_ended_as_it_stood(room, *players)


async def test_a_bot_that_was_down_for_a_day_ends_the_match_when_it_is_back(room: Room, players: tuple[Person, Person]):
    await room.close()
    room.time += DAY_MS
    await room.restart()
    assert room.public() == [f"{ENDS}{score(players[0])}", SEED_LINE]
    assert [said for said in room.channel.sent if said.to] == []
    assert has_ended_as_it_stood(room, *players)
    await room.restart()
    assert room.public() == []


async def test_a_bot_that_was_down_for_less_goes_on(room: Room, players: tuple[Person, Person]):
    await room.close()
    room.time += DAY_MS - 1
    await room.restart()
    assert room.public()[0].startswith("I am here again.")
    await room.advance(9_999)
    assert room.table.play


async def test_a_bot_whose_clock_was_set_back_meanwhile_goes_on(
    room: Room, players: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
):
    await room.close()
    monkeypatch.setattr(room, "wall", lambda: 0)
    await room.restart()
    assert room.table.play
    await pauses(room)
    await room.advance(DAY_MS - 1)
    assert room.table.play
    await room.advance(1)
    assert room.table.play is None


async def test_a_match_that_stood_still_while_the_bot_was_put_out_ends_after_its_grace(
    room: Room, players: tuple[Person, Person]
):
    await pauses(room)
    await room.disconnects(Loss.EXPELLED)
    await room.advance(900_000)
    assert has_ended_as_it_stood(room, *players)

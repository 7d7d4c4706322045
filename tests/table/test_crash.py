"""The bot is killed in the middle, and started again on the same database."""

import asyncio
import re

import pytest
from msgspec import json

from games.kit.verify import findings as unfair
from ionbot.channel import Departure, Person, Status
from ionbot.store.models import MatchStatus
from ionbot.store.resume import Unresumable
from tests.table.brittle import BRITTLE
from tests.table.ion import NO_FILLERS, card_seed
from tests.table.room import SEED, Room, Rooms

AGAIN = "I am here again."


@pytest.fixture
async def ion(rooms: Rooms) -> tuple[Room, list[Person]]:
    """Three at ION who all hold a +, from the one on whose turn it is. The clock moves at every look."""
    room = await rooms.open(game="ion", options=NO_FILLERS, seed=card_seed(3), tick=1)
    return room, await room.begins(*room.present("ann", "bob", "cat"))


def columns(room: Room) -> list[object]:
    return [(seat.nick, seat.points, seat.coins, seat.items) for seat in room.stored().seats]


async def test_case_13_killed_between_the_save_and_the_announcement(
    ion: tuple[Room, list[Person]], monkeypatch: pytest.MonkeyPatch
):
    """The move counts once; the bot says what was last, the bank, and whose turn it is with the full time."""
    room, (first, second, _) = ion
    await room.advance(9_000)
    killed = False

    def publish(_self: object, _batch: object, *, asking: bool) -> None:
        nonlocal killed
        killed = True

    with monkeypatch.context() as patch:
        patch.setattr("ionbot.table.announcer.Announcer.publish", publish)
        await room.says(first, "+")
    assert killed
    assert room.public() == []
    before, entries = columns(room), room.stored().log
    await room.restart()
    (line,) = room.public()
    deed = rf"Last: {first.nick} plays \+: \+300\.( The system steals \d+ points from {first.nick}\.)?"
    assert re.fullmatch(rf"{AGAIN} {deed} Bank 300 at \+1\. \*{second.nick}\*'s turn: 10 s\.", line)
    assert columns(room) == before
    assert room.stored().log[: len(entries)] == entries
    assert [entry.command for entry in room.stored().log].count(entries[-1].command) == 1
    await room.advance(9_900)
    assert room.public() == []
    await room.says(room.channel.find(second.nick), "+")
    assert "Bank 600 at +2." in room.public()[0]
    assert room.findings() == []


async def test_case_13_killed_before_the_save(ion: tuple[Room, list[Person]], monkeypatch: pytest.MonkeyPatch):
    """The other way round: what nobody has heard has not happened, and can be done again."""
    room, (first, *_) = ion
    before = columns(room)

    began = asyncio.Event()

    async def save(*_: object) -> None:
        began.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as patch:
        patch.setattr("ionbot.table.keeper.Keeper.save", save)
        room.hall.heard(room.channel, first, "+")
        await began.wait()
        await room.restart()
    assert columns(room) == before
    assert room.public() == [f"{AGAIN} Bank 0 at 0. *{first.nick}*'s turn: 10 s."]
    await room.says(room.channel.find(first.nick), "+")
    assert "Bank 300 at +1." in room.public()[0]
    assert room.findings() == []


async def test_the_journal_after_a_restart_makes_the_same_match(ion: tuple[Room, list[Person]]):
    room, people = ion
    for person in people:
        await room.says(person, "+")
    before = room.table.play.match
    await room.restart()
    after = room.table.play.match
    saved = len(before.log) - 1  # the last prompt goes with the next input
    assert after.log[:saved] == before.log[:saved]
    assert json.encode(after.header) == json.encode(before.header)
    assert after.rng.position == before.rng.position
    assert (after.state.seats, after.state.bank, after.state.current) == (
        before.state.seats, before.state.bank, before.state.current,
    )  # fmt: skip


async def test_everybody_is_told_what_they_hold(ion: tuple[Room, list[Person]]):
    room, people = ion
    await room.restart()
    hands = {said.to.nick: said.text for said in room.fresh() if said.to}
    assert hands.keys() == {person.nick for person in people}
    for person in room.channel.persons:
        await room.says(person, "!inv")
        assert room.private(person) == [hands[person.nick]]


async def test_who_is_not_there_any_more_is_held(ion: tuple[Room, list[Person]]):
    room, (_, second, _) = ion
    room.channel.persons.remove(second)
    await room.restart()
    assert f"{second.nick} lost the connection; the seat is held." in room.public()[0]
    await room.arrives(room.person(second.nick))
    assert f"{second.nick} is back." in room.public()[0]


async def test_a_seat_binds_by_account_and_else_by_nick_user_and_host(rooms: Rooms):
    room = await rooms.open(game="ion", options=NO_FILLERS)
    ann, bob, cat = room.person("ann", account="Ann"), room.person("bob", account="Bob"), room.person("cat")
    for person in (ann, bob, cat):
        await room.arrives(person)
    await room.begins(ann, bob, cat)
    room.rename(ann, "annie")
    ann.host = "mobile.example"
    bob.account = None
    cat.host = "elsewhere.example"
    await room.restart()
    seats = {person.nick: room.table.play.seating.of(person) for person in room.channel.persons}
    assert seats["annie"].number == 0
    assert (seats["bob"], seats["cat"]) == (None, None)


async def test_a_change_of_nick_before_the_last_move_is_remembered(ion: tuple[Room, list[Person]]):
    room, (first, *_) = ion
    room.rename(first, "renamed")
    await room.says(first, "+")
    room.public()
    await room.restart()
    assert "Last: renamed plays +" in room.public()[0]
    assert room.table.seats(room.channel.find("renamed"))


async def test_the_reasons_of_those_who_left_are_kept(ion: tuple[Room, list[Person]]):
    room, (first, second, third) = ion
    await room.leaves(third, Departure.KICK)
    await room.restart()
    await room.says(room.channel.find(first.nick), "+")
    reasons = {seat.nick: seat.left_reason for seat in room.stored().seats}
    assert reasons == {first.nick: None, second.nick: None, third.nick: "kick"}


async def test_who_had_left_can_still_come_back_once(ion: tuple[Room, list[Person]]):
    room, people = ion
    number = room.table.play.seating.of(people[2]).number
    await room.leaves(people[2])
    await room.restart()
    back = await room.arrives(room.person(people[2].nick))
    await room.says(back, "!join")
    assert room.table.play.seating.of(back).number == number


async def test_killed_again_and_again(ion: tuple[Room, list[Person]]):
    room, _ = ion
    for turn in range(6):
        await room.restart()
        if turn < 3:
            await room.says(next(filter(room.table.play.sitters.to_move, room.channel.persons)), "+")
        else:
            await room.advance(10_000)
    assert room.findings() == []
    stored = room.stored()
    assert stored.header
    assert list(unfair(room.table.game, stored.header, stored.log, room.seed)) == []


async def test_killed_while_everybody_is_away(ion: tuple[Room, list[Person]]):
    room, people = ion
    for person in people:
        await room.leaves(person, Departure.PING_TIMEOUT)
    room.public()
    await room.restart()
    assert "the match waits" in room.public()[0]
    await room.advance(15 * 60_000 + 120_000)
    assert room.table.play is None
    assert room.findings() == []


async def test_killed_after_the_end(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    await room.says(ann, "!quit")
    await room.restart()
    assert room.table.play is None
    assert room.stored().seed == SEED.hex()
    await room.says(room.channel.persons[0], "!join")
    assert "match 2" in room.public()[-1]


async def test_a_match_that_cannot_go_on_is_told_of_and_join_is_answered(
    rooms: Rooms, faulty: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
):
    room = await rooms.open()
    await room.begins(*room.present("ann", "bob"))
    await room.close()
    monkeypatch.setattr(room, "resume", lambda *_: Unresumable(1, "no such game"))
    await room.restart()
    cannot = "Match 1 cannot go on just now; whoever runs the bot finds the reason in its log."
    assert room.public() == [cannot]
    ann = room.channel.persons[0]
    ann.status[room.channel.folded] = Status.OP
    for command in ("join", "start", "stop"):
        await room.says(ann, f"!{command}")
        assert room.private(ann) == [cannot]
    assert [(entry["match"], entry["why"]) for entry in faulty] == [(1, "no such game")]
    assert room.stored().match.status is MatchStatus.RUNNING


async def test_a_match_on_whose_journal_its_game_breaks_rests_until_it_does_not(
    rooms: Rooms, faulty: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
):
    room = await rooms.open(game="brittle")
    await room.begins(*room.present("ann", "bob"))
    BRITTLE.broken = {"fold"}
    await room.restart()
    assert room.public()[0].startswith("Match 1 cannot go on just now")
    assert [entry["why"] for entry in faulty] == ["RuntimeError('broken: fold')"]
    BRITTLE.broken = set()
    await room.disconnects()
    await room.reconnects(room.person("ann"), room.person("bob"))
    assert room.public()[0].startswith(AGAIN)
    assert room.table.resting is None

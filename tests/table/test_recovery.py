"""How a table goes on after faults: whose they are, and what is done about them."""

from copy import copy
from typing import Any

import pytest
from sqlalchemy import update

from games.kit.text import plain
from ionbot.channel import Delivery, Person
from ionbot.store.database import Contradiction, DatabaseError
from ionbot.store.models import LEFT_OUT, MatchStatus, match_seeds
from tests.table.brittle import BRITTLE
from tests.table.room import SEED, FakeAlarm, FakeChannel, Room, Rooms

Faults = list[dict[str, object]]

FAILED = "That did not work; whoever runs the bot finds the reason in its log."
CLOSED = "Something went wrong; the table is closed. !join opens one."
RESTS = "Match 1 cannot go on just now; whoever runs the bot finds the reason in its log."
SEED_LINE = f"Match 1 is over. The seed of its cards was {SEED.hex()}; whoever runs the bot can prove them by it."


def broken(*_: object, **__: object) -> Any:
    raise RuntimeError("broken")


async def broken_later(*_: object, **__: object) -> Any:
    raise RuntimeError("broken")


@pytest.fixture
async def brittle(rooms: Rooms) -> tuple[Room, list[Person]]:
    room = await rooms.open(game="brittle")
    return room, await room.begins(*room.present("ann", "bob"))


async def test_a_broken_question_is_answered_and_costs_the_match_nothing(
    room: Room, faulty: Faults, monkeypatch: pytest.MonkeyPatch
):
    first, second = await room.begins(*room.present("ann", "bob"))
    onlooker = await room.arrives(room.person("cat"))
    play = room.table.play
    with monkeypatch.context() as patch:
        patch.setattr("ionbot.table.commands.topics", broken)
        for _ in range(3):
            await room.says(onlooker, "!rules")
            assert [(said.to, said.text) for said in room.fresh()] == [(onlooker, FAILED)]
    assert len(faulty) == 3
    assert room.table.play is play
    await room.says(first, "2")
    assert room.public() == [f"{first.nick}: 2 pebbles. *{second.nick}*'s turn, 10 left."]


async def test_a_text_on_which_the_reading_breaks_costs_the_match_nothing(
    brittle: tuple[Room, list[Person]], faulty: Faults, monkeypatch: pytest.MonkeyPatch
):
    room, (first, second) = brittle
    with monkeypatch.context() as patch:
        patch.setattr(BRITTLE, "parse", broken)
        for _ in range(3):
            await room.says(first, "2")
            assert [(said.to, said.text) for said in room.fresh()] == [(first, FAILED)]
    await room.says(first, "2")
    assert room.public() == [f"{first.nick}: 2 pebbles. *{second.nick}*'s turn, 10 left."]


async def test_a_broken_question_leaves_a_lobby_alone(room: Room, faulty: Faults, monkeypatch: pytest.MonkeyPatch):
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join")
    with monkeypatch.context() as patch:
        patch.setattr("ionbot.table.commands.topics", broken)
        await room.says(bob, "!rules")
    assert room.private(bob) == [FAILED]
    await room.says(bob, "!join")
    await room.says(ann, "!go")
    assert room.stored().match.status is MatchStatus.RUNNING


async def test_a_lobby_that_does_not_become_a_match_leaves_the_channel_free(
    room: Room, faulty: Faults, monkeypatch: pytest.MonkeyPatch
):
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    room.public()
    with monkeypatch.context() as patch:
        patch.setattr("ionbot.table.lobby.Lobby.header", broken)
        await room.says(ann, "!go")
    assert room.public() == [CLOSED]
    assert room.stored().match.status is MatchStatus.CANCELLED
    await room.says(ann, "!join")
    assert room.public()[0].startswith("ann opens Pebbles, match 2;")


async def test_a_lobby_that_cannot_be_closed_leaves_the_channel_free(room: Room, faulty: Faults):
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    room.public()
    room.break_database(1, lambda: Contradiction("match 1 is strange"))
    await room.says(ann, "!quit")
    assert room.public() == [CLOSED]
    await room.says(ann, "!join")
    assert room.public()[0].startswith("ann opens Pebbles, match 2;")


async def test_a_lobby_that_nobody_could_sit_down_at_is_not_there(
    room: Room, faulty: Faults, monkeypatch: pytest.MonkeyPatch
):
    (ann,) = room.present("ann")
    with monkeypatch.context() as patch:
        patch.setattr(room.journal, "player", broken_later)
        await room.says(ann, "!join")
    assert [(said.to, said.text) for said in room.fresh()] == [(ann, FAILED)]
    assert room.table.lobby is None
    await room.says(ann, "!join")
    assert room.public()[0].startswith("ann opens Pebbles, match 2;")


async def test_a_match_that_cannot_be_read_again_ends(rooms: Rooms, faulty: Faults):
    room = rooms.made(game="brittle")
    resume = room.resume
    room.resume = lambda *where: broken() if BRITTLE.broken else resume(*where)
    await room.open()
    first, _ = await room.begins(*room.present("ann", "bob"))
    BRITTLE.broken = {"throw"}
    await room.says(first, "throw ruby")
    await room.close()
    assert room.public() == ["Something went wrong; match 1 ends here."]
    assert room.stored().match.status is MatchStatus.ABANDONED


async def test_a_match_that_can_neither_go_on_nor_end_rests(
    brittle: tuple[Room, list[Person]], faulty: Faults, monkeypatch: pytest.MonkeyPatch
):
    room, (first, second) = brittle
    with monkeypatch.context() as patch:
        patch.setattr(BRITTLE, "broken", {"throw", "resume"})
        patch.setattr(room.journal, "abandon", broken_later)
        await room.says(first, "throw ruby")
    assert room.public()[-1] == RESTS
    assert (room.table.play, plain(room.table.resting)) == (None, RESTS)
    await room.says(second, "!join")
    assert room.private(second) == [RESTS]
    await room.disconnects()
    await room.reconnects(room.person("ann"), room.person("bob"))
    assert room.public()[0].startswith("I am here again.")


async def test_a_match_whose_seed_a_backup_has_left_out_ends_and_the_table_is_free(room: Room, faulty: Faults):
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.says(first, "1")
    room.public()
    with room.database.write() as connection:
        connection.execute(update(match_seeds).values(seed=LEFT_OUT))
    await room.restart()
    assert room.public() == [
        "Match 1 ends here and counts for nothing: the seed of its cards is gone, as backups leave it out."
    ]
    assert [(entry["match"], entry["event"]) for entry in faulty] == [(1, "match ends without a result")]
    assert room.stored().match.status is MatchStatus.ABANDONED
    assert (room.table.play, room.table.resting, room.given_up) == (None, None, 1)
    await room.restart()
    assert room.public() == []
    await room.says(room.channel.persons[0], "!join")
    assert "match 2" in room.public()[0]
    assert room.findings() == []


async def test_a_match_that_somebody_else_goes_on_with_rests(room: Room, faulty: Faults):
    """Two bots on one database: each contradicts the other, one gives way, and nobody ends the match."""
    await room.begins(*room.present("ann", "bob"))
    twin = copy(room)
    twin.channel, twin.alarm = FakeChannel(), FakeAlarm()
    twin.channels = [twin.channel]
    twin.present("ann", "bob")
    await twin.open()
    for bot in (room, twin, room):
        assert not bot.table.resting
        await bot.says(bot.from_turn(*bot.channel.persons)[0], "1")
    assert room.public()[-1] == RESTS
    assert (room.table.play, room.stored().match.status) == (None, MatchStatus.RUNNING)
    await twin.says(twin.from_turn(*twin.channel.persons)[0], "1")
    assert "1 pebble." in twin.public()[-1]
    for person in room.channel.persons:
        await room.says(person, "1")
    assert room.public() == []
    await twin.close()
    assert room.findings() == []


async def test_a_match_that_the_journal_contradicts_twice_is_not_abandoned(room: Room, faulty: Faults):
    first, _ = await room.begins(*room.present("ann", "bob"))
    room.break_database(9, lambda: Contradiction("match 1 has another entry 3"))
    await room.says(first, "1")
    assert room.public() == [RESTS]
    assert room.stored().match.status is MatchStatus.RUNNING


async def test_what_an_onlooker_has_to_wait_for_is_not_the_players_time(room: Room):
    first, _ = await room.begins(*room.present("ann", "bob"))
    onlooker = await room.arrives(room.person("cat"))
    await room.advance(9_000)
    room.break_database(5, lambda: DatabaseError("disk full"))
    await room.says(onlooker, "!join")
    assert sum(room.slept) > 10
    room.public()
    await room.advance(900)
    assert room.public() == []
    await room.advance(100)
    assert room.public()[0].startswith(f"{first.nick} is late")


async def test_case_13_killed_before_the_result_was_told(rooms: Rooms, monkeypatch: pytest.MonkeyPatch):
    room = await rooms.open(options={"pebbles": 1})
    first, _ = await room.begins(*room.present("ann", "bob"))
    with monkeypatch.context() as patch:
        patch.setattr("ionbot.table.announcer.Announcer.publish", lambda *_, **__: None)
        patch.setattr(room.table.stage, "finish", lambda: None)
        await room.says(first, "1")
    assert room.public() == []
    assert room.stored().match.status is MatchStatus.FINISHED
    await room.restart()
    score = ", ".join(f"{nick} {100 if nick == first.nick else 0}" for nick in ("ann", "bob"))
    assert room.public() == [f"Last in match 1: {first.nick}: 1 pebble. {score}", SEED_LINE]
    assert (room.table.play, room.over, room.alarm.due) == (None, 1, {})
    await room.restart()
    assert room.public() == []


async def test_a_result_that_did_not_get_through_is_told_again(room: Room):
    ann, _ = await room.begins(*room.present("ann", "bob"))
    room.channel.delivery = None
    await room.leave_now()
    await room.says(ann, "!quit")
    assert SEED_LINE in room.public()
    await room.leave_now(Delivery.LOST)
    await room.disconnects()
    room.channel.delivery = Delivery.SENT
    for told in ([SEED_LINE], []):
        await room.reconnects(room.person("ann"), room.person("bob"))
        assert room.public()[1:] == told


async def test_a_result_that_its_game_cannot_tell_any_more_is_in_nobodys_way(
    brittle: tuple[Room, list[Person]], monkeypatch: pytest.MonkeyPatch
):
    room, (first, _) = brittle
    with monkeypatch.context() as patch:
        patch.setattr(room.journal, "announce", lambda _: _nothing())
        await room.says(first, "!quit")
    room.public()
    BRITTLE.broken = {"fold"}
    await room.restart()
    assert room.public() == []
    BRITTLE.broken = set()
    await room.says(room.channel.persons[0], "!join")
    assert "match 2" in room.public()[0]


async def _nothing() -> None:
    """Write nothing."""

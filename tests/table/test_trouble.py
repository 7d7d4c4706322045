"""The database fails, the journal contradicts, a game breaks: what a table does about it."""

import asyncio

import pytest

from ionbot.channel import Departure, Loss, Person
from ionbot.store.database import Contradiction, DatabaseError
from ionbot.store.models import MatchStatus
from tests.table.brittle import BRITTLE
from tests.table.room import CHANNEL, FakeChannel, Room, Rooms

TROUBLE = "I cannot save anything just now. Time stands still here until I can."
AGAIN = "Something went wrong; the match goes on as it was saved."
NOTICED = "Something went wrong; whoever runs the bot finds the reason in its log."


def failure() -> DatabaseError:
    return DatabaseError("disk full")


def contradiction() -> Contradiction:
    return Contradiction("match 1 has another entry 3")


@pytest.mark.parametrize("times", [1, 2, 10])
@pytest.mark.parametrize("after_commit", [False, True])
async def test_a_failing_database_is_told_of_once_and_nothing_is_lost(room: Room, times: int, after_commit: bool):
    """Whether the failed commits were done after all or not, which nobody can know."""
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.advance(9_000)
    room.break_database(times, failure, after_commit=after_commit)
    await room.says(first, "2")
    assert room.public() == [TROUBLE, f"{first.nick}: 2 pebbles. *{second.nick}*'s turn, 10 left."]
    assert room.slept == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60][:times]
    await room.advance(9_999)
    assert room.public() == []
    await room.says(second, "1")
    assert room.public()[0].startswith(f"{second.nick}: 1 pebble.")
    assert room.findings() == []


async def test_every_trouble_is_told_of(room: Room):
    first, second = await room.begins(*room.present("ann", "bob"))
    for person in (first, second):
        room.break_database(1, failure)
        await room.says(person, "1")
        assert room.public()[0] == TROUBLE


async def test_the_reason_is_logged_and_not_told(room: Room, logs: list[dict[str, object]]):
    first, _ = await room.begins(*room.present("ann", "bob"))
    room.break_database(1, failure)
    await room.says(first, "1")
    assert [entry["why"] for entry in logs if entry["event"] == "database failed"] == ["disk full"]
    assert "disk full" not in repr(room.channel.sent)


@pytest.mark.parametrize("words", [["!join"], ["!join", "!quit"], ["!join", "!join", "!go"]])
async def test_a_lobby_waits_for_the_database_too(room: Room, words: list[str]):
    people = room.present("ann", "bob")
    for person, word in zip((people[0], people[0] if "!quit" in words else people[1], people[0]), words, strict=False):
        room.break_database(2, failure)
        await room.says(person, word)
        lines = room.public()
        assert lines[0] == TROUBLE
        assert len(lines) == 2
    assert room.findings() == []


async def test_a_lobby_whose_time_comes_while_the_database_fails(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    room.public()
    room.break_database(5, failure)
    await room.advance(30_000)
    assert [line == TROUBLE for line in room.public()] == [True, False]
    assert room.table.play


async def test_a_database_that_fails_when_the_bot_comes_back_is_waited_for(room: Room, monkeypatch: pytest.MonkeyPatch):
    first, _ = await room.begins(*room.present("ann", "bob"))
    resume, failures = room.resume, iter([failure(), failure()])

    def failing(network: str, channel: str) -> object:
        if error := next(failures, None):
            raise error
        return resume(network, channel)

    monkeypatch.setattr(room, "resume", failing)
    await room.restart()
    trouble, line = room.public()
    assert trouble == TROUBLE
    assert line.endswith(f"*{first.nick}*'s turn, 12 left.")


async def test_what_happens_meanwhile_is_handled_afterwards(room: Room):
    """While the table waits for the database, the player leaves, and the network goes and comes back."""
    ann, bob = room.present("ann", "bob")
    first, second = await room.begins(ann, bob)
    waits, goes_on = asyncio.Event(), asyncio.Event()

    async def sleep(_seconds: float) -> None:
        waits.set()
        await goes_on.wait()

    room.table._patience._sleep = sleep
    room.break_database(1, failure)
    room.hall.heard(room.channel, first, "2")
    await waits.wait()
    room.hall.heard(room.channel, second, "1")
    room.hall.lost(room.channel, Loss.DISCONNECTED)
    back = [room.person("ann"), room.person("bob")]
    room.channel.persons = back
    room.hall.entered(room.channel)
    goes_on.set()
    await room.settle()
    lines = room.public()
    assert lines[0] == TROUBLE
    assert lines[-1].startswith(f"I am here again. Last: {second.nick}: 1 pebble.")
    assert all(room.table.seats(person) for person in back)
    assert room.findings() == []


async def test_a_contradiction_lets_the_match_go_on_as_it_was_saved(room: Room, faulty: list[dict[str, object]]):
    ann, bob = room.present("ann", "bob")
    first, second = await room.begins(ann, bob)
    await room.says(first, "2")
    room.public()
    room.break_database(1, contradiction)
    await room.says(second, "3")
    assert room.public() == [f"{AGAIN} Last: {first.nick}: 2 pebbles. *{second.nick}*'s turn, 10 left."]
    assert len(faulty) == 1
    await room.says(second, "3")
    assert room.public() == [f"{second.nick}: 3 pebbles. *{first.nick}*'s turn, 7 left."]
    assert room.findings() == []


@pytest.fixture
async def brittle(rooms: Rooms) -> tuple[Room, list[Person]]:
    room = await rooms.open(game="brittle")
    return room, await room.begins(*room.present("ann", "bob"))


async def test_a_fault_of_a_game_lets_the_match_go_on_as_it_was(
    brittle: tuple[Room, list[Person]], faulty: list[dict[str, object]]
):
    room, (first, second) = brittle
    await room.says(first, "2")
    room.public()
    BRITTLE.broken = {"throw"}
    await room.says(second, "throw ruby")
    assert room.public() == [f"{AGAIN} Last: {first.nick}: 2 pebbles. *{second.nick}*'s turn, 10 left."]
    assert len(faulty) == 1
    await room.says(second, "2")
    assert room.public() == [f"{second.nick}: 2 pebbles. *{first.nick}*'s turn, 8 left."]
    assert room.findings() == []


async def test_a_fault_after_something_was_due_does_not_lose_what_was_due(
    brittle: tuple[Room, list[Person]], faulty: list[dict[str, object]]
):
    room, (first, second) = brittle
    room.time += 10_000
    BRITTLE.broken = {"throw"}
    await room.says(first, "throw ruby")
    assert room.public() == [
        f"{first.nick} is late: -50. *{second.nick}*'s turn, 12 left.",
        f"{AGAIN} Last: {first.nick} is late: -50. *{second.nick}*'s turn, 12 left.",
    ]
    assert room.findings() == []


async def test_the_third_fault_ends_the_match_and_the_next_match_begins_to_count_anew(
    brittle: tuple[Room, list[Person]], faulty: list[dict[str, object]]
):
    room, (first, second) = brittle
    BRITTLE.broken = {"throw"}
    for _ in range(3):
        await room.says(first, "throw ruby")
    assert room.public()[-1] == "Something went wrong; match 1 ends here."
    assert (room.table.play, room.over, room.given_up, room.alarm.due) == (None, 0, 1, {})
    assert room.stored().match.status is MatchStatus.ABANDONED
    assert room.findings() == []
    await room.begins(first, second)
    await room.says(room.from_turn(first, second)[0], "throw ruby")
    assert room.public()[0].startswith(AGAIN)


async def test_a_match_that_breaks_whenever_it_is_taken_up_ends(
    brittle: tuple[Room, list[Person]], faulty: list[dict[str, object]]
):
    room, (first, _) = brittle
    BRITTLE.broken = {"throw", "resume"}
    await room.says(first, "throw ruby")
    assert room.public()[-1] == "Something went wrong; match 1 ends here."
    assert len(faulty) == 3
    assert room.table.play is None
    assert room.stored().match.status is MatchStatus.ABANDONED
    await room.says(first, "!join")
    assert "match 2" in room.public()[0]


async def test_a_match_that_ends_when_it_is_taken_up_after_a_fault_is_over(
    brittle: tuple[Room, list[Person]], faulty: list[dict[str, object]]
):
    room, (first, _) = brittle
    BRITTLE.broken = {"throw", "over"}
    await room.says(first, "throw ruby")
    assert room.public()[-1].startswith("Match 1 is over. The seed of its cards was ")
    assert (room.table.play, room.over) == (None, 1)


async def test_a_fault_at_the_very_end_leaves_the_result_and_the_table_free(
    room: Room, faulty: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
):
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)

    def publish(_self: object, _batch: object) -> None:
        raise RuntimeError("no words")

    with monkeypatch.context() as patch:
        patch.setattr("ionbot.table.announcer.Announcer.publish", publish)
        await room.says(ann, "!quit")
    last, seed = room.public()
    assert (last, seed[:42]) == ("Last in match 1: ann 0, bob 0", "Match 1 is over. The seed of its cards was")
    assert (room.table.play, room.over, len(faulty)) == (None, 1, 1)
    assert room.stored().match.status is MatchStatus.FINISHED
    await room.says(bob, "!join")
    assert "match 2" in room.public()[0]


async def test_a_game_that_cannot_begin_leaves_the_channel_free(rooms: Rooms, faulty: list[dict[str, object]]):
    room = await rooms.open(game="brittle")
    ann, bob = room.present("ann", "bob")
    BRITTLE.broken = {"setup"}
    for person in (ann, bob):
        await room.says(person, "!join")
    await room.says(ann, "!go")
    assert room.public()[-1] == "Something went wrong; match 1 ends here."
    assert room.stored().match.status is MatchStatus.CANCELLED
    BRITTLE.broken = set()
    await room.begins(ann, bob)
    assert room.stored(2).match.status is MatchStatus.RUNNING
    assert room.findings() == []


async def test_a_fault_while_the_network_is_lost_waits_for_it(
    brittle: tuple[Room, list[Person]], faulty: list[dict[str, object]]
):
    room, _ = brittle
    room.channel.open = False
    room.break_database(1, contradiction)
    room.channel.persons.clear()
    room.hall.lost(room.channel, Loss.DISCONNECTED)
    await room.settle()
    assert len(faulty) == 1
    entries = len(room.table.play.match.log)
    await room.advance(3_600_000)
    assert len(room.table.play.match.log) == entries
    await room.reconnects(room.person("ann"), room.person("bob"))
    assert room.public()[-1].startswith("I am here again.")


async def test_a_fault_without_a_match_is_told_too(
    room: Room, faulty: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
):
    (ann,) = room.present("ann")

    def depart(*_: object) -> None:
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr("ionbot.table.reception.Reception.leave", depart)
        await room.leaves(ann)
    assert room.public() == [NOTICED]
    await room.says(await room.arrives(ann), "!join")
    assert room.public()[0].startswith("ann opens Pebbles")


async def test_a_lobby_that_cannot_be_closed_is_not_closed_for_ever(room: Room, faulty: list[dict[str, object]]):
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    room.public()
    room.break_database(1, contradiction)
    await room.advance(10 * 60_000)
    assert room.public() == ["Something went wrong; the table is closed. !join opens one."]
    assert room.alarm.due == {}


async def test_a_computer_player_that_plays_what_cannot_be_is_a_fault(
    rooms: Rooms, faulty: list[dict[str, object]], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("games.kit.computer.Uniform.move", lambda *_: BRITTLE.parse(None, 0, "9"))
    room = await rooms.open(game="brittle", fill=2, computer_pause=(0, 0))
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    await room.says(ann, "!go")
    await room.says(ann, "1")
    await room.advance(60_000)
    assert room.table.play is None
    assert len(faulty) == 3


async def test_a_game_that_wants_a_filler_and_refuses_it_is_at_fault_and_not_the_player(
    brittle: tuple[Room, list[Person]], faulty: list[dict[str, object]]
):
    room, (first, _) = brittle
    BRITTLE.broken = {"filler"}
    await room.says(first, "2")
    assert "No fillers here." not in [said.text for said in room.fresh()]
    assert room.stored().match.status is MatchStatus.ABANDONED
    assert room.findings() == []


async def test_other_tables_are_not_affected(rooms: Rooms, faulty: list[dict[str, object]]):
    room = rooms.made(game="brittle")
    other = FakeChannel("#other")
    room.channels.append(other)
    here, there = room.present("ann", "bob"), room.present("cat", "dan", channel=other)
    await room.open()
    try:
        for channel, people in ((room.channel, here), (other, there)):
            for person in people:
                room.hall.heard(channel, person, "!join")
            room.hall.heard(channel, people[0], "!go")
        await room.settle()
        BRITTLE.broken = {"throw"}
        for _ in range(3):
            (acting,) = room.table.game.actors(room.state)
            await room.says(here[acting], "throw ruby")
        assert room.table.play is None
        table = room.hall.tables["net", "#other"]
        (acting,) = table.game.actors(table.play.match.state)
        room.hall.heard(other, there[acting], "1")
        await room.settle()
        assert f"{there[acting].nick}: 1 pebble." in other.sent[-1].text
        assert CHANNEL not in repr([said.text for said in other.sent])
    finally:
        await room.close()


async def test_somebody_who_leaves_while_the_match_is_lost_is_away_when_it_goes_on(
    brittle: tuple[Room, list[Person]], faulty: list[dict[str, object]]
):
    room, (first, second) = brittle
    BRITTLE.broken = {"throw"}
    room.hall.heard(room.channel, first, "throw ruby")
    room.channel.persons.remove(second)
    room.hall.left(room.channel, second, Departure.QUIT)
    await room.settle()
    assert room.table.play.seating.of(first)
    assert room.table.play.seating.of(second) is None
    assert room.findings() == []

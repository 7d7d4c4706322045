"""What operators do at a table: open, start, stop, drop."""

import pytest

from games.kit.fair import commitment
from ionbot.channel import Departure, Person, Status
from ionbot.store.models import MatchStatus
from tests.table.ion import NO_FILLERS, card_seed
from tests.table.room import SEED, Room, Rooms


@pytest.fixture
async def oz(room: Room) -> Person:
    """An operator in the room."""
    return await room.arrives(room.person("oz"), Status.OP)


async def test_start_opens_a_table_that_its_operator_does_not_sit_at(room: Room, oz: Person):
    ann, bob = room.present("ann", "bob")
    await room.says(oz, "!start pebbles pebbles=5 move_time=3")
    assert room.public() == [
        "oz opens Pebbles (pebbles=5, move_time=3), match 1; !join sits down, !help explains. "
        f"Its cards are sealed: {commitment(SEED)}. Nobody at the table; Pebbles needs 2 players more."
    ]
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    assert room.public() == [
        "ann sits down. ann at the table; Pebbles needs 1 player more.",
        "bob sits down. ann, bob at the table; Pebbles starts in 30 s. !go starts at once.",
    ]
    await room.advance(30_000)
    header = room.stored().header
    assert header
    assert header.options == {"pebbles": 5, "move_time": 3}
    assert room.state.bowl == 5
    assert room.table.play.seating.of(oz) is None


async def test_options_are_for_one_match_and_the_rest_is_as_configured(rooms: Rooms):
    room = await rooms.open(options={"move_time": 7})
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.says(oz, "!start pebbles=5")
    await room.says(oz, "!join")
    assert room.table.lobby.header({}, {}).options == {"pebbles": 5, "move_time": 7}
    await room.says(oz, "!stop")
    await room.says(oz, "!join")
    assert room.table.lobby.header({}, {}).options == {"pebbles": 12, "move_time": 7}


async def test_the_number_of_players_follows_the_options(room: Room, oz: Person):
    await room.says(oz, "!start ion min_players=3 max_players=3 bonus=100,0,0,0 even=off")
    people = room.present("ann", "bob", "cat", "dan")
    for person in people:
        await room.says(person, "!join")
    assert [said.text for said in room.fresh() if said.to is people[3]] == ["The table is full."]
    assert room.table.lobby.counting_down
    assert room.table.lobby.options.bonus == (100, 0, 0, 0)
    assert room.table.lobby.options.even is False


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("chess", "there is no game 'chess'; there are: ion, fia, haven, menagerie, pebbles, brittle"),
        ("pebbles=0", "pebbles: '0' is not possible; possible is 1 to 1000 pebbles"),
        ("peebles=3", "peebles: there is no such option; did you mean pebbles?"),
        ("ion min_players=9 max_players=3", "ion: min_players is 9, which is above max_players (3)"),
        ("pebbles pebbles = 5", "One game, and options without blanks: !start pebbles pebbles=VALUE."),
        ("fia free", "One game, and options without blanks: !start fia spread=VALUE."),
    ],
)
async def test_what_cannot_be_opened_is_told_privately_in_one_line(room: Room, oz: Person, typed: str, answer: str):
    await room.says(oz, f"!start {typed}")
    (line,) = room.private(oz)
    assert line.startswith(answer)
    assert room.table.lobby is None


@pytest.mark.parametrize("typed", ["x" * 400, "x=" + "y" * 400, "pebbles=" + "9" * 400])
async def test_whatever_is_typed_the_answer_is_one_line(room: Room, oz: Person, typed: str):
    await room.says(oz, f"!start {typed}")
    (line,) = room.private(oz)
    assert len(line) < 380


async def test_start_starts_the_match_of_a_lobby_once_there_are_enough(room: Room, oz: Person):
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join")
    await room.says(oz, "!start")
    assert room.private(oz) == ["ann at the table; Pebbles needs 1 player more."]
    await room.says(oz, "!start ion")
    assert room.private(oz) == ["A table is open already; !stop closes it."]
    await room.says(bob, "!join")
    await room.says(oz, "!start")
    assert room.stored().match.players == ["ann", "bob"]
    await room.says(oz, "!start")
    assert room.private(oz) == ["A match runs already; !stop ends it."]


async def test_a_table_that_an_operator_has_opened_waits_also_while_it_is_empty(room: Room, oz: Person):
    ann, bob = room.present("ann", "bob")
    await room.says(oz, "!start")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    await room.says(ann, "!quit")
    await room.leaves(bob, Departure.PART)
    assert room.public()[-1] == "bob leaves. Nobody at the table; Pebbles needs 2 players more."
    await room.advance(599_999)
    assert room.table.lobby
    await room.advance(1)
    assert room.public() == ["Too few have come; the table is closed."]


async def test_stop_closes_a_lobby(room: Room, oz: Person):
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    room.public()
    await room.says(oz, "!stop")
    assert room.public() == ["oz closes the table."]
    assert room.stored().match.status is MatchStatus.CANCELLED
    await room.says(oz, "!stop")
    assert room.private(oz) == ["There is nothing to stop."]


async def test_stop_ends_a_match_scored_as_it_stands(room: Room, oz: Person):
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.says(first, "3")
    room.public()
    await room.says(oz, "!stop")
    stopped, over = room.public()
    scores = {"ann": 0, "bob": 0} | {first.nick: 300}
    assert stopped == f"oz stops the match. ann {scores['ann']}, bob {scores['bob']}"
    assert over.startswith("Match 1 is over.")
    stored = room.stored()
    assert stored.match.status is MatchStatus.FINISHED
    assert stored.match.winners == [first.nick]
    assert {seat.nick: seat.place for seat in stored.seats} == {first.nick: 1, second.nick: 2}
    assert room.alarm.due == {}
    assert room.findings() == []


async def test_what_comes_before_it_is_certain_that_time_is_up_still_counts(rooms: Rooms):
    options = NO_FILLERS | {"round_time": 5}
    room = await rooms.open(game="ion", options=options)
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.begins(*room.present("ann", "bob"))
    room.time += 5_000  # the line was there before the alarm was
    await room.says(oz, "!stop")
    lines = " ".join(room.public())
    assert lines.startswith("oz stops the match.")
    assert "Time is up" not in lines


async def test_drop_takes_somebody_out_of_the_match(rooms: Rooms):
    room = await rooms.open(game="ion", options=NO_FILLERS, seed=card_seed(3))
    oz = await room.arrives(room.person("oz"), Status.HALFOP)
    ann, bob, cat = room.present("ann", "[bob]", "cat")
    await room.begins(ann, bob, cat)
    await room.says(oz, "!drop {BOB}")
    assert room.public()[0].startswith("[bob] was dropped.")
    assert [seat.left_reason for seat in room.stored().seats] == [None, "drop", None]
    assert room.table.play.seating.of(bob) is None
    await room.says(oz, "!drop {BOB}")
    assert room.private(oz) == ["Nobody at the table is called {BOB}."]
    assert room.findings() == []


async def test_drop_takes_out_who_is_held_and_of_two_with_one_nick_the_one_who_is_here(rooms: Rooms):
    room = await rooms.open(game="ion", options=NO_FILLERS, seed=card_seed(3))
    oz = await room.arrives(room.person("oz"), Status.OP)
    ann, bob, cat = room.present("ann", "bob", "cat")
    await room.begins(ann, bob, cat)
    await room.leaves(bob, Departure.SPLIT)
    thief = await room.arrives(room.person("bob", host="elsewhere.example"))
    await room.says(thief, "!join")
    for gone in ([None, None, None, "drop"], [None, "drop", None, "drop"]):
        await room.says(oz, "!drop bob")
        assert [seat.left_reason for seat in room.stored().seats] == gone


async def test_drop_takes_somebody_out_of_the_lobby(room: Room, oz: Person):
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    room.public()
    await room.says(oz, "!drop BOB")
    assert room.public() == ["bob was dropped. ann at the table; Pebbles needs 1 player more."]
    for nobody in ("bob", "Ada (bot)"):
        await room.says(oz, f"!drop {nobody}")
        assert room.private(oz) == [f"Nobody at the table is called {nobody}."]
    await room.says(oz, "!drop")
    assert room.private(oz) == ["It is !drop NICK."]


async def test_drop_of_the_last_human_ends_the_match(rooms: Rooms):
    room = await rooms.open(fill=2)
    oz = await room.arrives(room.person("oz"), Status.OP)
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    await room.says(ann, "!go")
    await room.says(oz, "!drop ann")
    assert room.table.play is None
    assert room.stored().match.status is MatchStatus.ABANDONED

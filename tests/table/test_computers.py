"""Computer players: they think before they move, fill tables, and never play on for nobody."""

from typing import Any

import pytest

from games.ion import ION
from games.kit.inputs import Kind
from ionbot.channel import Departure, Status
from ionbot.store.models import MatchStatus
from ionbot.table import computers
from tests.table.room import Room, Rooms


async def with_computers(rooms: Rooms, computers: int = 2, **settings) -> Room:
    room = await rooms.open(fill=computers, **settings)
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    await room.says(ann, "!go")
    return room


async def test_a_computer_moves_after_its_pause_and_not_before(rooms: Rooms):
    room = await with_computers(rooms, computer_pause=(2, 2))
    (ann,) = room.channel.persons
    if room.table.play.sitters.to_move(ann):
        await room.says(ann, "1")
    room.public()
    await room.advance(1_999)
    assert room.public() == []
    await room.advance(1)
    (line,) = room.public()
    assert line.startswith(("Ada (bot): ", "Babbage (bot): "))


async def test_a_computer_thinks_from_the_moment_its_prompt_has_left(rooms: Rooms):
    room = await with_computers(rooms, computer_pause=(2, 2))
    (ann,) = room.channel.persons
    while not room.table.play.sitters.to_move(ann):
        await room.advance(1_000)
    room.channel.delivery = None
    await room.says(ann, "1")
    room.public()
    await room.advance(20_000)
    assert room.public() == []
    await room.leave_now()
    await room.advance(2_000)
    assert len(room.public()) == 1


async def test_computers_do_not_play_while_the_network_is_lost(rooms: Rooms):
    room = await with_computers(rooms)
    log = room.table.play.match.log
    await room.disconnects()
    length = len(log)
    await room.advance(600_000)
    assert len(log) == length


async def test_a_whole_match_with_computers(rooms: Rooms):
    room = await with_computers(rooms, options={"move_time": 3})
    await room.advance(120_000)
    assert room.table.play is None
    stored = room.stored()
    assert stored.match.status is MatchStatus.FINISHED
    assert [seat.kind for seat in stored.seats] == [Kind.HUMAN, Kind.COMPUTER, Kind.COMPUTER]
    assert stored.seats[1].player == stored.seats[2].player != stored.seats[0].player
    assert room.findings() == []


async def test_an_exhibition_of_computers_alone(rooms: Rooms):
    room = await rooms.open(game="ion", options={"round_time": 60})
    room.table.do(lambda: room.table.exhibit(4))
    await room.settle()
    opening, teams = room.public()
    assert opening.startswith("Computer players play ION, match 1. Its cards are sealed: ")
    assert "Ada (bot)" in teams
    await room.advance(300_000)
    assert (room.over, room.table.play) == (1, None)
    assert room.stored().match.status is MatchStatus.FINISHED
    assert room.findings() == []


async def test_a_round_may_end_at_any_moment_while_computers_play(rooms: Rooms):
    """Also between the look at the clock and the move that is made then."""
    options = {"round_time": 1, "extra_minutes": 0}
    room = await rooms.open(game="ion", options=options, computer_pause=(0, 0), tick=1)
    for number in range(1, 11):
        room.seed = bytes([number]) * 32
        room.table.do(lambda: room.table.exhibit(2))
        await room.settle()
        await room.advance(30_000)
        assert room.over == number
    assert room.findings() == []


async def test_an_exhibition_needs_a_free_table(room: Room):
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    room.table.do(lambda: room.table.exhibit(4))
    await room.settle()
    assert room.table.lobby.guests[0].person is ann
    assert room.table.play is None


async def test_an_exhibition_is_not_larger_than_the_game_allows(rooms: Rooms):
    room = await rooms.open(game="ion", options={"max_players": 2, "even": False})
    room.table.do(lambda: room.table.exhibit(4))
    await room.settle()
    assert len(room.table.play.seating) == 2


@pytest.mark.parametrize("how", ["!quit", Departure.PART, Departure.QUIT, Departure.KICK])
@pytest.mark.parametrize("game", ["pebbles", "ion"])
async def test_case_5_alone_with_the_machine(rooms: Rooms, game: str, how: str | Departure):
    """The only human leaves: the match ends, the timers are gone, and nobody has won."""
    room = await with_computers(rooms, game=game)
    (ann,) = room.channel.persons
    if isinstance(how, Departure):
        await room.leaves(ann, how)
    else:
        await room.says(ann, how)
    assert room.table.play is None
    assert room.alarm.due == {}
    stored = room.stored()
    assert stored.match.status is MatchStatus.ABANDONED
    assert stored.match.winners == []
    assert all(seat.place is None for seat in stored.seats)
    room.public()
    await room.advance(3_600_000)
    assert room.public() == []
    assert room.findings() == []


async def test_a_filler_evens_the_teams_and_goes_when_it_is_not_needed(rooms: Rooms):
    room = await rooms.open(game="ion")
    ann, bob, cat, dan = room.present("ann", "bob", "cat", "dan")
    await room.begins(ann, bob)
    await room.says(cat, "!join")
    line = " ".join(room.public())
    assert "cat joins team" in line
    assert "Ada (bot) evens out team" in line
    await room.says(dan, "!join")
    line = " ".join(room.public())
    assert "dan joins team" in line
    assert "Ada (bot) leaves, as the teams are even." in line
    stored = room.stored()
    assert [seat.kind for seat in stored.seats] == [Kind.HUMAN, Kind.HUMAN, Kind.HUMAN, Kind.FILLER, Kind.HUMAN]
    assert stored.seats[3].left_reason == "surplus"
    assert room.findings() == []


async def test_a_filler_comes_when_somebody_leaves(rooms: Rooms):
    room = await rooms.open(game="ion")
    people = room.present("ann", "bob", "cat", "dan")
    await room.begins(*people)
    await room.leaves(people[3])
    assert "Ada (bot) evens out team" in " ".join(room.public())
    await room.leaves(people[2])
    kinds = [seat.kind for seat in room.stored().seats if seat.present]
    assert kinds.count(Kind.HUMAN) == 2
    assert room.findings() == []


def test_the_names_of_computer_players_are_no_nicks_and_never_twice_the_same():
    names = [computers.name(number) for number in range(50)]
    assert len(set(names)) == 50
    assert all(" (bot)" in name for name in names)


# What operators do with them


async def test_an_operator_lets_computers_sit_down_in_the_lobby_and_sends_them_away(rooms: Rooms):
    room = await rooms.open(game="ion", options={"max_players": 3, "even": False})
    oz = await room.arrives(room.person("oz"), Status.OP)
    (ann,) = room.present("ann")
    await room.says(oz, "!start")
    room.public()
    await room.says(oz, "!bot add")
    await room.says(oz, "!bot add NORMAL")
    await room.says(ann, "!join")
    assert room.public() == [
        "Ada (bot) sits down and plays easy. Ada (bot) at the table; ION needs 1 player more.",
        "Babbage (bot) sits down and plays normal. Ada (bot), Babbage (bot) at the table; ION needs 1 player more.",
        "ann sits down. ann, Ada (bot), Babbage (bot) at the table; ION starts in 30 s. !go starts at once.",
    ]
    await room.says(oz, "!bot add")
    assert room.private(oz) == ["The table is full."]
    await room.says(oz, "!bot remove")
    await room.says(oz, "!bot remove")
    assert room.public() == [
        "Babbage (bot) leaves. ann, Ada (bot) at the table.",
        "Ada (bot) leaves. ann at the table; ION needs 1 player more.",
    ]
    await room.says(oz, "!bot remove")
    assert room.private(oz) == ["No computer player sits here that could be sent away."]


async def test_a_table_of_computers_alone_does_not_start(room: Room):
    oz = await room.arrives(room.person("oz"), Status.OP)
    for command in ("!start", "!bot add", "!bot add"):
        await room.says(oz, command)
    room.fresh()
    await room.says(oz, "!start")
    assert room.private(oz) == ["Ada (bot), Babbage (bot) at the table; Pebbles needs 1 player more."]
    await room.advance(60_000)
    assert room.table.lobby


async def test_computers_of_different_levels_play_as_their_level_also_after_a_restart(rooms: Rooms):
    room = await rooms.open(game="ion", options={"even": False}, computer_level="normal")
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.says(oz, "!join")
    for level in ("easy", "normal", ""):
        await room.says(oz, f"!bot add {level}")
    await room.says(oz, "!go")
    await room.says(oz, "!bot add easy")
    levels = ["", "easy", "normal", "normal", "easy"]
    assert [seat.level for seat in room.table.play.seating] == levels
    await room.restart()
    assert [seat.level for seat in room.table.play.seating] == levels
    assert [seat.nick for seat in room.stored().seats][1:] == [
        "Ada (bot)",
        "Babbage (bot)",
        "Curie (bot)",
        "Darwin (bot)",
    ]
    players = [seat.player for seat in room.stored().seats][1:]
    assert players == [players[0], players[1], players[1], players[0]]
    assert players[0] != players[1]
    assert room.findings() == []


async def test_each_computer_is_asked_by_its_own_level(rooms: Rooms, monkeypatch: pytest.MonkeyPatch):
    room = await rooms.open(game="ion", options={"even": False})
    oz = await room.arrives(room.person("oz"), Status.OP)
    for command in ("!join", "!bot add easy", "!bot add normal", "!go"):
        await room.says(oz, command)
    asked = []
    for level, mind in ION.computers.items():

        def move(*known: Any, level: str = level, mind: Any = mind) -> Any:
            asked.append(level)
            return type(mind).move(mind, *known)

        monkeypatch.setattr(mind, "move", move, raising=False)
    for _ in range(6):
        await room.advance(10_000)
    assert set(asked) == {"easy", "normal"}


async def test_a_level_that_the_game_has_no_more_plays_as_the_default(rooms: Rooms, monkeypatch: pytest.MonkeyPatch):
    room = await rooms.open(game="ion", options={"even": False}, computer_level="normal")
    oz = await room.arrives(room.person("oz"), Status.OP)
    for command in ("!join", "!bot add normal", "!go"):
        await room.says(oz, command)
    monkeypatch.delitem(ION.computers, "normal")
    await room.restart()
    assert [seat.level for seat in room.table.play.seating] == ["", "easy"]


async def test_an_operator_lets_a_computer_join_a_match_and_sends_it_away(rooms: Rooms):
    room = await rooms.open(game="ion", options={"even": False, "max_players": 3})
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.begins(*room.present("ann", "bob"))
    await room.says(oz, "!bot add")
    assert "Ada (bot) joins team" in room.public()[0]
    assert room.stored().seats[2].kind is Kind.COMPUTER
    await room.says(oz, "!bot add")
    assert room.private(oz) == ["The match is full: 3 players."]
    assert len(room.table.play.seating) == 3
    await room.says(oz, "!bot remove")
    assert room.public()[0].startswith("Ada (bot) was dropped.")
    assert room.stored().seats[2].left_reason == "drop"
    await room.says(oz, "!bot remove")
    assert room.private(oz) == ["No computer player sits here that could be sent away."]
    await room.says(oz, "!bot add")
    assert "Babbage (bot) joins team" in room.public()[0]
    assert room.findings() == []


async def test_fillers_are_not_sent_away_by_an_operator(rooms: Rooms):
    room = await rooms.open(game="ion")
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.begins(*room.present("ann", "bob", "cat"))
    assert [seat.kind for seat in room.table.play.sitters.seats][3] is Kind.FILLER
    await room.says(oz, "!bot remove")
    assert room.private(oz) == ["No computer player sits here that could be sent away."]


@pytest.mark.parametrize("text", ["bot", "bot hello", "bot added easy", "bot remove Ada"])
async def test_what_bot_takes_is_told(room: Room, text: str):
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.says(oz, f"!{text}")
    assert room.private(oz) == ["!bot add [LEVEL] | bot remove. Levels: easy."]


async def test_a_level_that_there_is_not_and_a_table_that_there_is_not(room: Room):
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.says(oz, "!bot add")
    assert room.private(oz) == ["There is no table; !start opens one."]
    await room.says(oz, "!start")
    await room.says(oz, "!bot add clever")
    assert room.private(oz) == ["There is no level clever; there are: easy."]

"""What can be asked at a table, and what is answered to what is nearly right."""

import pytest

from ionbot.channel import Lane
from ionbot.table.commands import COMMANDS
from tests.table.room import Room, Rooms

ANSWERS = {
    "turn": r"*ann*'s turn, 12 left.",
    "table": "12 pebbles, bank 0.",
    "players": "ann bob",
    "time": "10,000 ms left.",
    "score": "ann 0, bob 0",
}


@pytest.mark.parametrize("command", ANSWERS)
async def test_a_question_is_answered_privately_to_anybody(room: Room, command: str):
    ann, bob, eve = room.present("ann", "bob", "eve")
    await room.begins(ann, bob)
    for person in (bob, eve):
        await room.says(person, f"!{command}")
        (said,) = room.fresh()
        assert (said.to, said.text, said.lane) == (person, ANSWERS[command], Lane.ANSWER)


@pytest.mark.parametrize("command", ANSWERS)
async def test_without_a_table_a_question_is_answered_with_how_to_open_one(room: Room, command: str):
    (eve,) = room.present("eve")
    await room.says(eve, f"!{command}")
    assert room.private(eve) == ["Nothing is played here; !join opens a table."]


@pytest.mark.parametrize("command", ["inv", "hand", "cards", "INV"])
async def test_inv_tells_a_player_what_they_hold(room: Room, command: str):
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    await room.says(bob, f"!{command}")
    assert [(said.to, said.text) for said in room.fresh()] == [(bob, "You have: ")]


async def test_inv_of_an_onlooker_says_how_to_get_a_seat(room: Room):
    ann, bob, eve = room.present("ann", "bob", "eve")
    await room.begins(ann, bob)
    await room.says(eve, "!inv")
    assert room.private(eve) == ["You sit at no match here; !join takes a seat."]


async def test_help_names_every_command_once(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "!help")
    (text,) = room.private(eve)
    assert text == (
        "Type ! and one of: join, quit, go, inv, turn, table, players, time, score, rules, help; "
        "!help COMMAND tells more of each. In your turn just type your move."
    )


@pytest.mark.parametrize("word", COMMANDS)
async def test_help_tells_of_each_command(room: Room, word: str):
    (eve,) = room.present("eve")
    for asked in (word, word.upper(), f"!{word}"):
        await room.says(eve, f"!help {asked}")
        assert room.private(eve) == [f"!{COMMANDS[word].usage}: {COMMANDS[word].help}."]


async def test_help_for_what_there_is_not(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "!help jion")
    assert room.private(eve) == ["There is no jion; did you mean !join?"]
    await room.says(eve, "!help weather")
    assert room.private(eve) == ["There is no weather; !help lists what there is."]


async def test_rules_tell_the_topics_and_then_one(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "!rules")
    assert room.private(eve) == ["Topics: Moves. !rules and a topic tells of it."]
    for topic in ("moves", "mov", "Mvoes"):
        await room.says(eve, f"!rules {topic}")
        assert room.private(eve) == ["`1`, `2`, `3` or `throw GEM`."]
    await room.says(eve, "!rules weather")
    assert room.private(eve) == ["There is no topic weather; there are: Moves."]


async def test_rules_are_of_the_game_that_is_played(rooms: Rooms):
    room = await rooms.open(game="ion")
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!rules")
    of_ion = room.private(ann)
    await room.says(ann, "!join pebbles")
    room.fresh()
    await room.says(bob, "!rules")
    assert room.private(bob) == ["Topics: Moves. !rules and a topic tells of it."] != of_ion


async def test_a_topic_of_a_long_guide_takes_three_lines_at_most(rooms: Rooms):
    room = await rooms.open(game="ion")
    (eve,) = room.present("eve")
    await room.says(eve, "!rules")
    topics = room.private(eve)[0].removeprefix("Topics: ").partition(". !rules")[0].split(", ")
    assert len(topics) > 3
    for topic in topics:
        await room.says(eve, f"!rules {topic}")
        lines = room.private(eve)
        assert 1 <= len(lines) <= 3
        assert all(0 < len(line.encode()) <= 440 for line in lines)


@pytest.mark.parametrize(("typed", "meant"), [("jion", "join"), ("scor", "score"), ("plyers", "players")])
async def test_a_near_miss_is_answered_with_what_was_probably_meant(room: Room, typed: str, meant: str):
    (eve,) = room.present("eve")
    await room.says(eve, f"!{typed}")
    assert room.private(eve) == [f"There is no {typed}; did you mean !{meant}?"]


@pytest.mark.parametrize("text", ["!weather", "!seen ann", "!", "!!!", "! ", "!8ball will I win"])
async def test_what_may_be_meant_for_another_bot_is_not_answered(room: Room, text: str):
    (eve,) = room.present("eve")
    await room.says(eve, text)
    assert room.fresh() == []


@pytest.mark.parametrize("text", ["ionbot: weather", "ionbot, weather"])
async def test_what_is_surely_meant_for_the_bot_is_answered(room: Room, text: str):
    (eve,) = room.present("eve")
    await room.says(eve, text)
    assert room.private(eve) == ["There is no weather; !help lists what there is."]


async def test_the_bots_nick_alone_is_a_question_for_help(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "ionbot:")
    assert room.private(eve)[0].startswith("Type ! and one of: join")


async def test_an_endless_word_is_answered_in_one_line(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "ionbot: " + "x" * 450)
    (text,) = room.private(eve)
    assert len(text) < 100


async def test_another_prefix(rooms: Rooms):
    room = await rooms.open(prefix=".")
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join")
    assert room.fresh() == []
    await room.says(ann, ".join")
    await room.says(bob, ".jion")
    assert "; .join sits down." in room.fresh()[0].text
    await room.says(bob, ".join")
    assert room.fresh()[-1].text.endswith(".go starts at once.")

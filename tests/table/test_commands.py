"""What can be asked at a table, and what is answered to what is nearly right."""

import re
import subprocess
import sys

import pytest

from ionbot.channel import Lane, Status
from ionbot.table.vocabulary import COMMANDS, Group
from tests.table.ion import card_seed
from tests.table.room import Room, Rooms

ONE_LINE = 400
"""Characters of ASCII that fit into a line, whatever the names before them."""
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


def names(group: Group) -> str:
    return ", ".join(dict.fromkeys(known.name for known in COMMANDS.values() if known.group is group))


HELP = [
    f"Type ! and one of these. Play: {names(Group.PLAY)}. Look: {names(Group.LOOK)}.",
    f"Learn: {names(Group.LEARN)}. About you: {names(Group.YOU)}. !help COMMAND tells more of each. "
    "In your turn just type your move.",
]


async def test_help_names_every_command_once(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "!help")
    assert room.private(eve) == HELP
    assert all(len(line) <= ONE_LINE for line in HELP)
    assert HELP[0].startswith("Type ! and one of these. Play: join, again, quit, go, play, away, ")
    listed = re.findall(r"[a-z]+(?=[,.] )", re.sub(r"!help .*", "", " ".join(HELP).replace("these. ", "")))
    assert sorted(listed) == sorted({known.name for known in COMMANDS.values() if not known.operators})


def test_help_begins_with_join_in_the_bot_too():
    """Commands are listed as they register themselves, and the bot reads the modules in an order of its own."""
    script = "import ionbot.server; from ionbot.table.vocabulary import COMMANDS; print(*COMMANDS)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert done.stdout.split() == list(COMMANDS)


async def test_help_is_the_same_for_everybody_so_that_one_line_can_serve_many(room: Room):
    ann, bob, eve = room.present("ann", "bob", "eve")
    await room.begins(ann, bob)
    for person in (ann, bob, eve):
        await room.says(person, "!help")
    told = [(said.to, said.text) for said in room.fresh()]
    assert told == [(person, line) for person in (ann, bob, eve) for line in HELP]


async def test_help_names_the_operators_commands_to_operators(room: Room):
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.says(oz, "!help")
    assert room.private(oz) == [
        *HELP,
        f"As an operator also: {names(Group.OPERATE)}.",
    ]


@pytest.mark.parametrize("word", COMMANDS)
async def test_help_tells_of_each_command(room: Room, word: str):
    (eve,) = room.present("eve")
    known = COMMANDS[word]
    for asked in (word, word.upper(), f"!{word}"):
        await room.says(eve, f"!help {asked}")
        line, *more = room.private(eve)
        assert line.startswith(f"!{known.usage}: {known.help}.")
        assert line.endswith("For operators.") is known.operators
        assert all(other in line for other in known.others)
        assert more == [each.template.replace("{prefix}", "!") for each in known.more]
        assert len(more) <= 2
        assert all(len(each) <= ONE_LINE for each in (line, *more))


@pytest.mark.parametrize("word", dict.fromkeys(known.name for known in COMMANDS.values() if known.more))
def test_what_help_says_to_type_begins_with_a_command(word: str):
    for text in COMMANDS[word].more:
        for typed in re.findall(r"\{prefix\}(\w*)", text.template):
            assert typed in COMMANDS, text.template


async def test_help_shows_what_is_typed_with_the_prefix_of_the_channel(rooms: Rooms):
    room = await rooms.open(prefix=".")
    (eve,) = room.present("eve")
    await room.says(eve, ".help again")
    assert room.private(eve) == [
        ".again: sit down for a match like the last one.",
        "It takes game and options of the last match here. To choose another game, type .join GAME.",
    ]


async def test_help_takes_the_beginning_of_a_command_too(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "!help sco")
    assert room.private(eve)[0].startswith("!score: how everybody stands.")


async def test_help_tells_the_other_words_for_a_command(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "!help hand")
    assert room.private(eve)[0] == "!inv: what you hold, told to you alone. Also: hand, cards, ca."
    await room.says(eve, "!help vote stop")
    assert room.private(eve)[0].startswith("!vote stop: end the match")


async def test_help_for_what_there_is_not(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "!help jion")
    assert room.private(eve) == ["There is no jion; did you mean !join?"]
    await room.says(eve, "!help weather")
    assert room.private(eve) == ["There is no weather; !help lists what there is."]
    await room.says(eve, "!help throw")
    assert room.private(eve) == [
        "There is no throw; !help lists what there is.", "It may be a word of the game: !rules throw."
    ]  # fmt: skip


MOVES = "Topics: Moves. !rules and a topic, a rule's number, or a word of the game, tells of it."


async def test_rules_tell_the_topics_and_then_one(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "!rules")
    assert room.private(eve) == [MOVES]
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
    assert room.private(bob) == [MOVES] != of_ion


async def test_rules_of_another_game_are_told_too(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "!rules Fia")
    (topics,) = room.private(eve)
    assert topics.startswith("Topics: Cards, Decks, Palette, ")
    assert topics.endswith(". !rules fia and a topic, a rule's number, or a word of the game, tells of it.")
    await room.says(eve, "!rules fia dual")
    assert room.private(eve)[0].startswith("Chains: A special card")
    await room.says(eve, "!rules pebbles")
    assert room.private(eve) == ["There is no topic pebbles; there are: Moves."]


async def test_a_topic_of_a_long_guide_takes_three_lines_at_most(rooms: Rooms):
    room = await rooms.open(game="ion")
    (eve,) = room.present("eve")
    await room.says(eve, "!rules")
    topics = room.private(eve)[0].removeprefix("Topics: ").partition(". !rules")[0].split(", ")
    assert len(topics) > 3
    for topic in (*topics, "cards", "x2", "coins"):
        await room.says(eve, f"!rules {topic}")
        lines = room.private(eve)
        assert 1 <= len(lines) <= 3
        assert all(0 < len(line.encode()) <= 440 for line in lines)


@pytest.mark.parametrize(
    ("typed", "meant"), [("jion", "join"), ("scoer", "score"), ("plyers", "players"), ("stpo", "stop")]
)
async def test_a_near_miss_is_answered_with_what_was_probably_meant(room: Room, typed: str, meant: str):
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.says(oz, f"!{typed}")
    assert room.private(oz) == [f"There is no {typed}; did you mean !{meant}?"]


@pytest.mark.parametrize("game", ["ion", "fia", "haven", "menagerie"])
async def test_players_are_told_what_they_probably_meant_too(rooms: Rooms, game: str):
    room = await rooms.open(game=game, seed=card_seed(2))
    people = await room.begins(*room.present("ann", "bob"))
    for person in people:
        for typed, meant in (
            ("scoer", "score"),
            ("swpa bob cat", "swap"),
            ("langauge de", "language"),
            ("plya 3", "play"),
        ):
            await room.says(person, f"!{typed}")
            word = typed.partition(" ")[0]
            assert room.private(person) == [f"There is no {word}; did you mean !{meant}?"]
        for typed in ("play 3 on bobb", "play", "whatever"):
            await room.says(person, f"!{typed}")
            assert "did you mean" not in " ".join(room.private(person))


async def test_a_word_that_alone_is_a_move_is_no_command_to_who_plays(rooms: Rooms):
    room = await rooms.open(game="fia")
    first, second = await room.begins(*room.present("ann", "bob"))
    (eve,) = room.present("eve")
    await room.whispers(second, "top")
    (refused,) = room.private(second)
    for person, typed in ((eve, "top"), (second, "top fia")):
        await room.whispers(person, typed)
        assert refused not in room.private(person)
    await room.whispers(first, "top")
    assert room.public()[0].startswith(f"{first.nick} plays the top card: ")


async def test_what_is_near_to_an_operators_command_is_not_answered_to_others(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "!stpo")
    assert room.fresh() == []


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("jo", "join"), ("ca", "inv"), ("cd", "table"), ("tu", "turn"), ("od", "players"), ("ti", "time"),
        ("CA", "inv"), ("in", "inv"), ("ha", "inv"), ("sc", "score"), ("ct", "players"), ("tab", "table"),
        ("ru", "rules"), ("he", "help"),
    ],
)  # fmt: skip
async def test_short_forms_and_unique_beginnings(room: Room, typed: str, command: str):
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    heard = []
    for word in (command, typed):
        await room.says(bob, f"!{word}")
        heard.append([(said.to, said.text) for said in room.fresh()])
    assert heard[0] == heard[1] != []


@pytest.mark.parametrize("typed", ["j", "t", "s", "st", "sto", "star", "dro", "qui", "pau", "qu", "pa"])
async def test_what_is_too_short_or_too_dangerous_is_no_abbreviation(room: Room, typed: str):
    oz = await room.arrives(room.person("oz"), Status.OP)
    (ann,) = room.present("ann")
    await room.begins(oz, ann)
    log = list(room.table.play.match.log)
    await room.says(oz, f"!{typed}")
    assert room.table.play.match.log == log
    assert not room.table.play.paused


async def test_a_move_that_reads_like_an_abbreviation_wins_for_who_sits_at_the_table(rooms: Rooms):
    room = await rooms.open(game="ion")
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    second = room.from_turn(ann, bob)[1]
    for typed in ("tt", "t x2", "s", "b"):
        await room.says(second, f"!{typed}")
        assert room.private(second)[0].startswith("It is not your turn")
    await room.says(second, "!sc")
    assert room.private(second)[0].startswith("Team +:")


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
    assert room.private(eve)[0].startswith("Type ! and one of these. Play: join")


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
    assert "; .join sits down, .help explains." in room.fresh()[0].text
    await room.says(bob, ".join")
    assert room.fresh()[-1].text.endswith(".go starts at once.")


async def test_onlookers_abbreviate_too_but_not_what_is_the_operators(room: Room):
    ann, bob, eve = room.present("ann", "bob", "eve")
    await room.begins(ann, bob)
    await room.says(eve, "!sco")
    assert room.private(eve) == ["ann 0, bob 0"]
    await room.says(eve, "!res")
    assert room.private(eve) == ["There is no res; did you mean !rules?"]
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.says(oz, "!res")
    assert room.private(oz) == ["Nothing is paused."]

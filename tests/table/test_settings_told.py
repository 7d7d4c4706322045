"""What is told of games and settings to who asks."""

from ionbot.channel import Person
from tests.table.room import Room


async def test_where_the_channels_game_is_not_allowed_another_one_is_named(ion: Room, op: Person) -> None:
    await ion.says(op, "!set games fia, haven")
    ion.fresh()
    await ion.says(op, "!games")
    assert ion.private(op) == ["!join fia opens fia; there are: fia, haven."]


async def test_the_keys_of_a_table_are_listed(ion: Room, op: Person) -> None:
    await ion.says(op, "!set haven.words.fight pit")
    ion.fresh()
    await ion.says(op, "!settings Haven.words")
    told = " ".join(ion.private(op))
    assert told.startswith("haven.words: haven.words.life composure; ")
    assert "haven.words.fight* pit; " in told


async def test_what_is_possible_is_told(ion: Room, op: Person) -> None:
    await ion.says(op, "!settings bare_moves")
    (told,) = ion.private(op)
    assert told.startswith("bare_moves on. Whether moves need no prefix in a channel.")
    await ion.says(op, "!settings fia.calm")
    assert ion.private(op) == [
        "fia.calm 2, 6 s. Least and most time before a draw is called (rule 16). Possible: 2 numbers, each 1 to 60 s."
    ]

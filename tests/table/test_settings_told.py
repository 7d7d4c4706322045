"""What is told of games and settings to who asks."""

import re

import pytest

from games.fia import FIA
from games.haven import HAVEN
from games.ion import ION
from games.menagerie import MENAGERIE
from ionbot.channel import Person
from ionbot.table.described import names_of
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


@pytest.mark.parametrize("language", ["en", "de"])
async def test_of_each_setting_is_told_in_one_line_what_it_means(ion: Room, op: Person, language: str) -> None:
    await ion.says(op, f"!set language {language}")
    for game in (ION, FIA, HAVEN, MENAGERIE):
        for name in names_of(game):
            ion.fresh()
            await ion.says(op, f"!settings {game.name}.{name}")
            (told,) = ion.private(op)
            assert re.fullmatch(rf"{game.name}\.{name} [^.\n]+\. [^\n]{{6,}}\.( (Possible|Möglich): [^\n]+\.)?", told)

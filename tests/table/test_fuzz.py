"""Any text behind any command: nothing breaks, and what is nonsense or nobody's business changes nothing."""

import asyncio
import re
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import json

from ionbot.channel import Person, Status
from ionbot.table.vocabulary import COMMANDS, abbreviated
from tests.table.room import Room, faults

PACE = {"person_burst": 1000, "person_rate": 1000, "channel_burst": 10_000, "channel_rate": 10_000}
"""So much that nobody is ignored for talking too much."""

WORDS = st.one_of(
    st.sampled_from(
        [*COMMANDS, "pebbles", "ion", "ann", "bob", "=", "x=1", "limit=99999999999999999999", "ion limit=3"]
    ),
    st.sampled_from(["keep", "play", "den", "attack", "meet", "vs", "on", "pass turn", "hold", "@1", "7", "card"]),
    st.sampled_from(["new", "copy", "add", "remove", "use", "mine", "guarded", "ra7", "ra7*99", "top", "draw"]),
    st.sampled_from(
        ["prefix", "fill", "quiet", "excluded", "ion.bonus", "fia.calm", "haven.words.fight", "log", "yes"]
    ),
    st.sampled_from(["none", "on", "off", "2,5", "23:00-07:00", "account:ann", "*!*@bob.example", "9" * 300]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.text(" \t\u00a0\u3000\u200b\0\r\n\x01\x02\x03!:,*@{}%\\", max_size=5),
    st.text("0123456789-+x&SR=! ", max_size=8),
)
LINES = st.builds(
    lambda head, words, between: head + between.join(words),
    st.sampled_from(["", "!", "!", "!!", "! ", "ionbot: ", "ionbot, ", "IONBOT:"]),
    st.lists(WORDS, max_size=5),
    st.sampled_from([" ", " ", "  ", "\u00a0", ""]),
)
COMMANDED = st.builds(
    lambda word, rest: f"!{word} {' '.join(rest)}", st.sampled_from([*COMMANDS]), st.lists(WORDS, max_size=4)
)
TEXTS = st.lists(st.one_of(LINES, COMMANDED), min_size=10, max_size=30)
GAMES = st.sampled_from(["pebbles", "ion", "fia", "haven", "menagerie"])


class Scene:
    """A match of ann and bob, with cat and an operator looking on."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.cat = room.person("cat")
        self.operator = room.person("oona")

    async def begin(self) -> None:
        await self.room.open()
        ann, bob = await self.room.arrives(self.room.person("ann")), await self.room.arrives(self.room.person("bob"))
        await self.room.arrives(self.cat)
        await self.room.arrives(self.operator, Status.OP)
        self.player, self.other = await self.room.begins(ann, bob)

    def written(self) -> tuple[int, bytes]:
        """Give the match as it stands: how much has been journaled, and the state."""
        match = self.room.table.play.match
        return len(match.log), json.encode(match.state)

    def reads(self, person: Person, text: str) -> bool:
        """Tell whether a text is a move, be it one that cannot be made."""
        play, move = self.room.table.play, text.removeprefix("!").strip()
        return bool(move) and play.reads(play.seating.of(person), move)


def played(empty: Path, game: str, scene: Callable[[Scene], Awaitable[None]], logs: list[Any]) -> None:
    """Run a scene in a room of its own; see that nothing broke, and that the store agrees."""

    async def run(room: Room) -> None:
        stage = Scene(room)
        await stage.begin()
        try:
            await scene(stage)
            assert room.findings() == []
        finally:
            await room.close()

    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder), empty, game=game, **PACE)
        with closing(room.database):
            asyncio.run(run(room))
    assert list(faults(logs)) == []


quick = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@quick
@given(texts=TEXTS, game=GAMES)
def test_whoever_says_whatever_breaks_nothing(empty: Path, logs: list[Any], texts: list[str], game: str) -> None:
    async def scene(stage: Scene) -> None:
        for number, text in enumerate(texts):
            person = (stage.player, stage.operator, stage.cat, stage.other)[number % 4]
            await stage.room.says(person, text)
            await stage.room.whispers(person, text)

    played(empty, game, scene, logs)


@quick
@given(texts=TEXTS, game=GAMES)
def test_an_onlooker_changes_no_match(empty: Path, logs: list[Any], texts: list[str], game: str) -> None:
    async def scene(stage: Scene) -> None:
        before = stage.written()
        for text in texts:
            if not re.search("jo|ag", text.lower()):  # who sits down is no onlooker any more
                await stage.room.says(stage.cat, text)
                await stage.room.whispers(stage.cat, text)
                assert stage.written() == before, text

    played(empty, game, scene, logs)


@quick
@given(texts=st.lists(LINES, min_size=10, max_size=30), game=GAMES)
def test_what_reads_neither_as_a_move_nor_as_a_command_changes_nothing(
    empty: Path, logs: list[Any], texts: list[str], game: str
) -> None:
    async def scene(stage: Scene) -> None:
        before = stage.written()
        for text in texts:
            word = text.removeprefix("!").strip().partition(" ")[0].lower()
            known = word in COMMANDS or abbreviated(word, operator=True) or word.startswith("ionbot")
            if not known and not stage.reads(stage.player, text):
                await stage.room.says(stage.player, text)
                assert stage.written() == before, text

    played(empty, game, scene, logs)


@quick
@given(texts=TEXTS, game=GAMES)
def test_where_no_match_is_played_nothing_breaks_either(
    empty: Path, logs: list[Any], texts: list[str], game: str
) -> None:
    async def scene(stage: Scene) -> None:
        await stage.room.says(stage.operator, "!stop")
        for number, text in enumerate(texts):
            await stage.room.says((stage.cat, stage.operator)[number % 2], text)

    played(empty, game, scene, logs)

"""Every command says what its transcript says, to everybody, in a form that any client can show."""

import asyncio
import re
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from games.kit import registry
from games.kit.protocol import AnyGame
from ionbot.channel import Line, Nick
from ionbot.network.formatting import pieces
from ionbot.table.asking import vocabulary
from ionbot.table.speaker import in_ascii
from tests.table.room import FakeChannel
from tests.transcripts.documents import DOCUMENTS, rewritten
from tests.transcripts.scenes import PATH, ROLES, transcripts

NICK = re.compile(r"(?<![\w~:])(ann|bob|eve|op)(?![\w@])")
"""Somebody's nick by itself, not as a part of a mask or an account."""
ROOM = 100_000
"""Bytes, so that nothing is split."""


class Heard:
    """All that is said in the scenes: the `texts` as they are written down, and the lines `to_all` and `to_one`."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.to_all: list[Line] = []
        self.to_one: list[Line] = []


@pytest.fixture(scope="module")
def heard() -> Heard:
    """Play all scenes."""
    heard, say, tell = Heard(), FakeChannel.say, FakeChannel.tell

    def saying(channel: FakeChannel, line: Line, *rest: object) -> None:
        heard.to_all.append(line)
        say(channel, line, *rest)  # type: ignore[arg-type]

    def telling(channel: FakeChannel, person: object, line: Line, *rest: object, **more: object) -> None:
        heard.to_one.append(line)
        tell(channel, person, line, *rest, **more)  # type: ignore[arg-type]

    async def play() -> None:
        heard.texts += [text async for text in transcripts()]

    with pytest.MonkeyPatch.context() as patch, capture_logs() as logs:
        patch.setattr(FakeChannel, "say", saying)
        patch.setattr(FakeChannel, "tell", telling)
        asyncio.run(play())
    assert [entry for entry in logs if entry["log_level"] == "error"] == []
    return heard


def test_every_command_says_what_its_transcript_says(heard: Heard) -> None:
    assert "\n".join(heard.texts) == PATH.read_text("utf-8"), "after a wanted change: python -m tests.transcripts"


def test_a_line_to_all_rings_for_one_at_most_and_names_all_others_so_that_it_does_not(heard: Heard) -> None:
    for line in heard.to_all:
        assert sum(isinstance(span, Nick) and span.rings for span in line) <= 1, line
        assert not [span for span in line if isinstance(span, str) and NICK.search(span)], line


def test_in_ascii_all_is_ascii_and_no_nick_rings_that_did_not(heard: Heard) -> None:
    for lines, mark in ((heard.to_all, "."), (heard.to_one, "")):
        for line in lines:
            (text,) = pieces(in_ascii(line, mark), ROOM, colour=True)
            assert text.isascii()
            ringing = sum(isinstance(span, Nick) and span.rings for span in line)
            assert lines is heard.to_one or len(NICK.findall(text)) == ringing


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
async def test_what_the_bot_says_in_a_document_is_what_it_says(path: Path) -> None:
    text = path.read_text("utf-8")  # noqa: ASYNC240 - nothing else runs
    assert await rewritten(text) == text, "after a wanted change: python -m tests.transcripts"
    assert text.count("<ionbot>") > 5


@pytest.mark.parametrize("game", registry.all_games().values(), ids=lambda game: game.name)
def test_every_word_that_can_be_typed_has_a_transcript_for_everybody(game: AnyGame) -> None:
    sections = dict(section.split("\n", 1) for section in PATH.read_text("utf-8").removeprefix("## ").split("\n## "))
    sections = {re.sub(r" \(\w+\)$", "", heading): section for heading, section in sections.items()}
    for known in vocabulary(game).values():
        section = sections[known.usage]
        whose = ", ".join(re.findall(r"^(\S.*?): !", section, re.MULTILINE))
        for role in ROLES:
            assert f"{role} (match)" in whose or "all" in whose, known.usage


def test_nobody_is_told_more_than_three_lines_at_once() -> None:
    blocks = re.split(r"^\S.*: ", PATH.read_text("utf-8"), flags=re.MULTILINE)
    assert max(block.count("\n    in private: ") for block in blocks) <= 3

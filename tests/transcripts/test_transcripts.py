"""Every command says what its transcript says, to everybody."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from tests.transcripts.documents import DOCUMENTS, rewritten
from tests.transcripts.scenes import PATH, transcripts


async def test_every_command_says_what_its_transcript_says() -> None:
    with capture_logs() as logs:
        found = [text async for text in transcripts()]
    assert [entry for entry in logs if entry["log_level"] == "error"] == []
    assert "\n".join(found) == PATH.read_text("utf-8"), "after a wanted change: python -m tests.transcripts"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
async def test_what_the_bot_says_in_a_document_is_what_it_says(path: Path) -> None:
    text = path.read_text("utf-8")  # noqa: ASYNC240 - nothing else runs
    assert await rewritten(text) == text, "after a wanted change: python -m tests.transcripts"
    assert text.count("<ionbot>") > 5


def test_nobody_is_told_more_than_three_lines_at_once() -> None:
    blocks = PATH.read_text("utf-8").split(": !")
    assert max(block.count("\n    in private: ") for block in blocks) <= 3

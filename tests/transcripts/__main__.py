"""Writes anew what the bot says, in the transcripts and in the documents: `python -m tests.transcripts`."""

import asyncio
from logging import CRITICAL

import structlog

from tests.transcripts.documents import DOCUMENTS, rewritten
from tests.transcripts.scenes import PATH, transcripts


async def main() -> None:
    """Write all of it; what the bot logs meanwhile is of no interest."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(CRITICAL))
    PATH.write_text("\n".join([text async for text in transcripts()]), encoding="utf-8")
    for path in DOCUMENTS:
        path.write_text(await rewritten(path.read_text("utf-8")), encoding="utf-8")
        print(path)


asyncio.run(main())

"""What is done in the background is waited for, broken off, and logged if it breaks."""

import asyncio

from structlog.testing import capture_logs

from ionbot.table.background import Background


async def failing() -> None:
    raise KeyError("nobody")


async def test_a_fault_is_logged_and_all_else_goes_on() -> None:
    background, done = Background(), list[str]()

    async def working() -> None:
        await asyncio.sleep(0)
        done.append("work")

    with capture_logs() as logs:
        background.start("trial", failing())
        background.start("work", working())
        await background.settle()
    assert [(entry["event"], entry["what"], entry["log_level"]) for entry in logs] == [("fault", "trial", "error")]
    assert isinstance(logs[0]["exc_info"], KeyError)
    assert done == ["work"]


async def test_what_is_not_done_is_broken_off_be_it_that_it_has_not_begun() -> None:
    background, begun = Background(), asyncio.Event()

    async def waiting() -> None:
        begun.set()
        await asyncio.Event().wait()

    with capture_logs() as logs:
        background.start("waits", waiting())
        await begun.wait()
        background.start("has not begun", waiting())
        await background.close()
        await background.settle()
    assert logs == []

"""What is done meanwhile: nobody waits for it."""

from asyncio import Task, create_task, gather, wait
from collections.abc import Coroutine
from functools import partial
from typing import Any

import structlog

from games.kit.text import phrase
from ionbot.store.fence import Fenced

FAILED = phrase("That did not work; whoever runs the bot finds the reason in its log.")
"""What somebody is told whose wish has met a fault."""

_log = structlog.get_logger()


class Background:
    """Things that are being done. A fault of one is logged."""

    def __init__(self) -> None:
        self._tasks: set[Task[object]] = set()

    def start(self, what: str, work: Coroutine[Any, Any, object]) -> None:
        """Do something; `what` names it in the log if it breaks."""
        task = create_task(work)
        self._tasks.add(task)
        task.add_done_callback(partial(self._end, what))

    async def settle(self) -> None:
        """Wait until all that was begun is done."""
        if self._tasks:
            await wait(self._tasks)

    async def close(self) -> None:
        """Break off what is not done yet."""
        for task in self._tasks:
            task.cancel()
        await gather(*self._tasks, return_exceptions=True)

    def _end(self, what: str, task: Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) and not isinstance(fault, Fenced):
            _log.error("fault", what=what, exc_info=fault)

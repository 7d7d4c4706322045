"""What is done meanwhile: nobody waits for it."""

from asyncio import Task, create_task, gather
from collections.abc import Coroutine
from typing import Any

import structlog

_log = structlog.get_logger()


class Background:
    """Things that are being done. A fault of one is logged."""

    def __init__(self) -> None:
        self._tasks: set[Task[None]] = set()

    def start(self, what: str, work: Coroutine[Any, Any, object]) -> None:
        """Do something; `what` names it in the log if it breaks."""
        task = create_task(self._done(what, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Break off what is not done yet."""
        for task in self._tasks:
            task.cancel()
        await gather(*self._tasks, return_exceptions=True)

    async def _done(self, what: str, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except Exception:  # noqa: BLE001 - nobody else would hear of it
            _log.exception("fault", what=what)

"""Patience with the database: what is to be written is tried until it is done."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from ionbot.store.database import Contradiction, DatabaseError

T = TypeVar("T")

_log = structlog.get_logger()

_FIRST_S = 1.0
_MOST_S = 60.0
"""The first wait between two tries, and the longest; each is twice the one before."""


class Patience:
    """Tries again while the database fails. `on_trouble` is called once for each thing that has to wait."""

    def __init__(self, sleep: Callable[[float], Awaitable[None]], on_trouble: Callable[[], None]) -> None:
        self._sleep = sleep
        self._on_trouble = on_trouble

    async def insist(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Give what the attempt gives, as soon as it succeeds.

        Raises Contradiction if it never will, and whatever else the attempt raises that is no DatabaseError.
        """
        delay = _FIRST_S
        while True:
            try:
                return await attempt()
            except Contradiction:
                raise
            except DatabaseError as error:
                _log.warning("database failed", why=str(error), again_in=f"{delay:g} s")
                if delay == _FIRST_S:
                    self._on_trouble()
            await self._sleep(delay)
            delay = min(2 * delay, _MOST_S)

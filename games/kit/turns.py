"""Games in which one player at a time has a time to move that everybody knows of: it may be called out."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Timed(Protocol):
    """A game that says which of its timers end somebody's turn; games need not."""

    def turn_timers(self, state: Any) -> Mapping[str, int]:
        """Give the seat whose turn a running timer ends, by the timer's name.

        Only what everybody may know: a timer, or whose it is, that tells of something hidden is left out.
        """
        ...


def turn_timers(game: object, state: Any) -> Mapping[str, int]:
    """Give the seats whose turns running timers end, by the timers' names; none in a game that does not say."""
    timed = _timed(game)
    return timed.turn_timers(state) if timed else {}


@lru_cache  # it is asked after every input, and a protocol takes long to say
def _timed(game: object) -> Timed | None:
    return game if isinstance(game, Timed) else None

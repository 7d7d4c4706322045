"""Games in which some moves are made in secret: said to the bot in private, and refused in the channel."""

from functools import lru_cache
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Secretive(Protocol):
    """A game with secret moves; games need not."""

    def is_secret(self, state: Any) -> bool:
        """Tell whether moves are secret now."""
        ...


def is_secret(game: object, state: Any) -> bool:
    """Tell whether moves are secret now; in a game that does not say so they are not."""
    secretive = _secretive(game)
    return secretive is not None and secretive.is_secret(state)


@lru_cache  # it is asked for every line, and a protocol takes long to say
def _secretive(game: object) -> Secretive | None:
    return game if isinstance(game, Secretive) else None

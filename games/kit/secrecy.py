"""Games in which some moves are made in secret: said to the bot in private, and refused in the channel."""

from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Secretive(Protocol):
    """A game with secret moves; games need not."""

    def is_secret(self, state: Any) -> bool:
        """Tell whether moves are secret now."""
        ...


def is_secret(game: object, state: Any) -> bool:
    """Tell whether moves are secret now; in a game that does not say so they are not."""
    return isinstance(game, Secretive) and game.is_secret(state)

"""Games to which whoever runs the bot can add cards, by a file, without programming.

The text of the file is the option `cards` of a match, and so part of its header: a match stays what it was, and can be
proven, whatever becomes of the file.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

CARDS = "cards"
"""The option."""

G = TypeVar("G")


@runtime_checkable
class Extensible(Protocol):
    """A game whose cards are data; games need not be. Its options have `cards`, which is "" where none are added."""

    def card_mistakes(self, text: str, file: str) -> Sequence[str]:
        """Tell all that is wrong with the text of a card file, each with the file's name and the card."""
        ...

    def extended(self, options: Any) -> Any:
        """Give the game as it is with these options where no match runs: with the cards and words that they give it."""
        ...


def extended(game: G, options: Any) -> G:
    """Give a game with what its options add to it outside of a match, if they can."""
    wider: G = game.extended(options) if isinstance(game, Extensible) else game
    return wider

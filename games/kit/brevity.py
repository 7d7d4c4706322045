"""Games whose hands can be told compactly, for who knows their cards."""

from typing import Any, Protocol, runtime_checkable

from games.kit.protocol import AnyGame, Words


@runtime_checkable
class Compact(Protocol):
    """A game with compact words; games need not have any."""

    @property
    def compact_words(self) -> Words[Any]:
        """What it says to one who wants it compact: `hand`, and `private` for the same seats as `words` has."""
        ...


def words_of(game: AnyGame, *, compact: bool) -> Words[Any]:
    """Give what a game says to one; where it has no compact words, its usual ones."""
    return game.compact_words if compact and isinstance(game, Compact) else game.words

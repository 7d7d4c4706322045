"""Games to which players bring decks. A deck is a tuple of cards, each by what is typed for it."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

from games.kit.text import Text

Deck: TypeAlias = tuple[str, ...]


@runtime_checkable
class Decked(Protocol):
    """A game to which players bring decks; games need not.

    Its decks are of one or more sorts, each with rules of its own; a match takes decks of one sort. Who brings none
    (`Chair.brought` is empty) plays a ready deck. `setup` raises ValueError for a deck with mistakes.
    """

    @property
    def deck_sorts(self) -> tuple[str, ...]:
        """The sorts of decks, by the words that players type; the first is the default."""
        ...

    def deck_sort(self, options: Any) -> str:
        """Tell which sort of deck a match with these options takes."""
        ...

    def default_deck(self, options: Any) -> str:
        """Tell which ready deck somebody plays who brings none to a match with these options."""
        ...

    def new_deck(self, sort: str) -> Deck:
        """Give the cards that every deck of a sort has: what a new one begins with."""
        ...

    def ready_decks(self, sort: str) -> Mapping[str, Deck]:
        """Give the decks of a sort that everybody has, by name."""
        ...

    def read_deck(self, text: str) -> Deck:
        """Read cards that somebody types for a deck, in the order of a shown deck. Raises Misread."""
        ...

    def show_deck(self, deck: Deck) -> Text:
        """Give a deck, or a part of one, as it is shown to its owner; its cards can be typed as they stand there."""
        ...

    def deck_mistakes(self, deck: Deck, sort: str) -> Sequence[Text]:
        """Tell everything that is missing or too much in a deck of a sort; nothing if it can be played."""
        ...


def decks_of(game: object, options: Any) -> Mapping[str, Deck]:
    """Give the ready decks that a match with these options takes, by name; none of a game without decks."""
    return game.ready_decks(game.deck_sort(options)) if isinstance(game, Decked) else {}

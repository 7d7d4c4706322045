"""The decks from which a player can choose, their own and the game's ready ones, and how they are told of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.kit.decks import Deck, Decked
from games.kit.protocol import Game
from games.kit.text import Text, joined, phrase, plural
from ionbot.store.decks import StoredDeck
from ionbot.table.listing import listed


class DeckedGame(Game[Any, Any, Any, Any], Decked, Protocol):
    """A game to which players bring decks."""


@dataclass(frozen=True)
class Chosen:
    """A deck of a box. `ready`: everybody has it, and nobody can change it."""

    sort: str
    name: str
    cards: Deck
    in_use: bool = False
    ready: bool = False


class Box:
    """A player's decks of a game, as stored, and the ready ones. `here` is the sort that is played where they ask."""

    def __init__(self, game: DeckedGame, stored: Iterable[StoredDeck], here: str) -> None:
        self.game = game
        self.sorts = sorted(game.deck_sorts, key=lambda sort: sort != here)
        known = {(deck.sort, deck.name): deck for deck in stored}
        ready = [
            Chosen(sort, name, cards, in_use=(sort, name) in known, ready=True)
            for sort in game.deck_sorts
            for name, cards in game.ready_decks(sort).items()
        ]
        own = [Chosen(*key, deck.cards, deck.in_use) for key, deck in known.items() if deck.cards is not None]
        self._decks = {(deck.sort, deck.name): deck for deck in [*ready, *own]}

    def find(self, name: str, sort: str | None = None) -> Chosen | None:
        """Give the deck of that name; without a sort rather one of the sort that is played here."""
        sorts = [sort] if sort else self.sorts
        return next((self._decks[each, name] for each in sorts if (each, name) in self._decks), None)

    def told(self) -> list[Text]:
        """Name all decks, a line a sort."""
        return [self._told_sort(sort) for sort in self.sorts]

    def label(self, deck: Chosen) -> str:
        """Name a deck, with its sort where there are several."""
        return f"{deck.name} ({deck.sort})" if len(self.sorts) > 1 else deck.name

    def typed(self, deck: Chosen) -> str:
        """Name a deck as it has to be typed to be found, be it a new one."""
        found = self.find(deck.name)
        return deck.name if deck.sort == (found.sort if found else self.sorts[0]) else f"{deck.name} {deck.sort}"

    def mistakes(self, deck: Chosen) -> Sequence[Text]:
        """Tell all that is missing or too much in a deck."""
        return self.game.deck_mistakes(deck.cards, deck.sort)

    def state(self, deck: Chosen) -> list[Text]:
        """Tell how many cards a deck has, and what is missing or too much."""
        size = plural("{deck}: {n} card.", "{deck}: {n} cards.", n=len(deck.cards), deck=self.label(deck))
        if mistakes := self.mistakes(deck):
            return listed(joined(size, phrase("Missing or too much:")), mistakes)
        return [joined(size, phrase("It can be played."))]

    def _told_sort(self, sort: str) -> Text:
        decks = [deck for deck in self._decks.values() if deck.sort == sort]
        own = [self._marked(deck) for deck in decks if not deck.ready]
        ready = [self._marked(deck) for deck in decks if deck.ready]
        return phrase(
            "{game}, {sort}: {own}. Ready ones: {ready}.",
            game=self.game.title, sort=sort, own=joined(*own, separator=", ") if own else phrase("you have built none"),
            ready=joined(*ready, separator=", "),
        )  # fmt: skip

    def _marked(self, deck: Chosen) -> Text:
        marks = [phrase("in use")] if deck.in_use else []
        marks += [phrase("not right yet")] if self.mistakes(deck) else []
        name = phrase("{name}", name=deck.name)
        return phrase("{name} ({marks})", name=name, marks=joined(*marks, separator=", ")) if marks else name

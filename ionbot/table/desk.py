"""The desk at which a player builds decks of a game.

What cannot be done raises Refused, with what would work; then nothing has changed.
"""

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from games.kit.decks import Deck
from games.kit.errors import Refused
from games.kit.text import Text, phrase
from ionbot.store.decks import MOST, Key, TooManyDecks
from ionbot.table.box import Box, Chosen
from ionbot.table.listing import WORD

if TYPE_CHECKING:
    from ionbot.table.table import Table

MOST_CARDS = 200
"""How many cards a deck takes while it is built; the game may want fewer."""
_NAME = re.compile(r"[a-z0-9_-]{1,16}")


@dataclass(frozen=True)
class Named:
    """A deck as somebody has named it, with its sort if they gave one, and the words that stood behind."""

    name: str
    sort: str | None
    rest: list[str]


class Desk:
    """A player's desk, `player` being their number in the store. Its methods give what to tell them.

    `spoken` is what stands before a deed where they type it: `deck`, with the game behind it if they named one.
    """

    def __init__(self, table: "Table", player: int, box: Box, spoken: str) -> None:
        self._table = table
        self._player = player
        self._box = box
        self._spoken = spoken

    async def show(self, named: Named) -> list[Text]:
        """Tell the cards of a deck."""
        deck = self._find(named)
        return [phrase("{deck}: {cards}.", deck=self._box.label(deck), cards=self._box.game.show_deck(deck.cards))]

    async def check(self, named: Named) -> list[Text]:
        """Tell all that is wrong with a deck."""
        return self._box.state(self._find(named))

    async def use(self, named: Named) -> list[Text]:
        """Let a deck be the one that is played."""
        deck = self._find(named)
        if self._box.mistakes(deck):
            return [phrase("That deck cannot be played yet."), *self._box.state(deck)]
        await self._table.insist(partial(self._table.decks.use, self._key(deck)))
        return [phrase("From the next match on you play {deck}.", deck=self._box.label(deck))]

    async def new(self, named: Named) -> list[Text]:
        """Begin a deck, with the cards that every one of its sort has."""
        sort = named.sort or self._box.sorts[0]
        deck = Chosen(sort, named.name, self._box.game.new_deck(sort))
        return [*await self._begin(deck), self._how_to_build(self._box.typed(deck))]

    async def copy(self, named: Named) -> list[Text]:
        """Make a deck like another one."""
        return await self._begin(replace(self._find(named), name=named.rest[0].lower()))

    async def put(self, named: Named) -> list[Text]:
        """Let a deck be these cards."""
        return await self._keep(replace(self._own(named), cards=self._cards(named)))

    async def add(self, named: Named) -> list[Text]:
        """Put cards into a deck."""
        deck = self._own(named)
        return await self._keep(replace(deck, cards=deck.cards + self._cards(named)))

    async def remove(self, named: Named) -> list[Text]:
        """Take cards out of a deck."""
        deck = self._own(named)
        left = Counter(deck.cards)
        left.subtract(self._cards(named))
        if lacking := tuple((-left).elements()):
            shown = self._box.game.show_deck(lacking)
            raise Refused(phrase("{deck} lacks {cards}.", deck=self._box.label(deck), cards=shown))
        return await self._keep(replace(deck, cards=tuple(left.elements())))

    async def delete(self, named: Named) -> list[Text]:
        """Forget a deck."""
        deck = self._own(named)
        await self._table.insist(partial(self._table.decks.delete, self._key(deck)))
        return [phrase("{deck} is deleted.", deck=self._box.label(deck))]

    def _find(self, named: Named) -> Chosen:
        if found := self._box.find(named.name, named.sort):
            return found
        name, names = named.name[:WORD], self._typed("list")
        raise Refused(phrase("There is no deck {name}; {list} names those there are.", name=name, list=names))

    def _own(self, named: Named) -> Chosen:
        """Give a deck that its player can change."""
        deck = self._find(named)
        if not deck.ready:
            return deck
        copy = self._typed(f"copy {self._box.typed(deck)} NEW")
        raise Refused(
            phrase(
                "{deck} is there for all, and stays as it is; {copy} makes one like it that is yours.",
                deck=self._box.label(deck), copy=copy,
            )
        )  # fmt: skip

    def _cards(self, named: Named) -> Deck:
        return self._box.game.read_deck(" ".join(named.rest))

    def _how_to_build(self, name: str) -> Text:
        return phrase(
            "{add} puts cards in, {remove} takes them out, {check} tells all that is missing.",
            add=self._typed(f"add {name} CARDS"), remove=self._typed(f"remove {name} CARDS"),
            check=self._typed(f"check {name}"),
        )  # fmt: skip

    def _typed(self, deed: str) -> str:
        """Show how something is typed at this desk."""
        return self._table.typed(f"{self._spoken} {deed}")

    async def _begin(self, deck: Chosen) -> list[Text]:
        if not _NAME.fullmatch(deck.name):
            name = deck.name[:WORD]
            raise Refused(phrase("A deck's name is 1 to 16 of a to z, 0 to 9, _ and -; {name} is none.", name=name))
        if found := self._box.find(deck.name, deck.sort):
            raise Refused(phrase("There is a deck {deck} already; take another name.", deck=self._box.label(found)))
        return await self._keep(replace(deck, in_use=False, ready=False))

    async def _keep(self, deck: Chosen) -> list[Text]:
        """Save a deck, and tell how it stands."""
        if len(deck.cards) > MOST_CARDS:
            raise Refused(
                phrase("A deck takes {most} cards at most; that would be {n}.", most=MOST_CARDS, n=len(deck.cards))
            )
        try:
            await self._table.insist(partial(self._table.decks.save, self._key(deck), deck.cards))
        except TooManyDecks:
            delete = self._typed("delete NAME")
            raise Refused(
                phrase("{most} decks are all you can have; {delete} makes room.", most=MOST, delete=delete)
            ) from None
        lines = self._box.state(deck)
        if not deck.in_use and not self._box.mistakes(deck):
            use = self._typed(f"use {self._box.typed(deck)}")
            lines.append(phrase("{use} makes it the one that you play.", use=use))
        return lines

    def _key(self, deck: Chosen) -> Key:
        return Key(self._player, self._box.game.name, deck.sort, deck.name)

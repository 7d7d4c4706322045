"""The decks that players bring to a match: the one of the match's sort that each has in use, as the match begins."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from games.kit.decks import Deck, Decked
from games.kit.extension import extended
from games.kit.text import Text, phrase
from ionbot.store.decks import StoredDeck
from ionbot.table.listing import FEW, listed
from ionbot.table.lobby import Lobby

if TYPE_CHECKING:
    from ionbot.table.table import Table


async def bring(table: "Table", lobby: Lobby) -> Mapping[int, Deck]:
    """Give the decks of those who bring one, by their numbers in the store, and tell everybody what they play."""
    game, options = extended(lobby.game, lobby.options), lobby.options
    if not isinstance(game, Decked):
        return {}
    players = [guest.player for guest in lobby.guests]
    used = await table.insist(partial(table.decks.in_use, players, lobby.game.name, game.deck_sort(options)))
    brought = {}
    for guest in lobby.guests:
        brought[guest.player], lines = _choice(table, game, options, used.get(guest.player))
        for text in lines:
            table.tell(guest.person, text)
    return brought


def _choice(table: "Table", game: Decked, options: Any, used: StoredDeck | None) -> tuple[Deck, list[Text]]:
    """Give the cards that somebody brings, none if they play what is ready for them, and what they are told of it."""
    sort, default = game.deck_sort(options), game.default_deck(options)
    cards = _cards(game, sort, used) if used else None
    if not used or cards is None:
        names = table.typed("deck list")
        return (), [phrase("You use no deck, and so play {default}; {list} tells more.", default=default, list=names)]
    if mistakes := game.deck_mistakes(cards, sort):
        head = phrase(
            "{deck} cannot be played now, so you play {default}. Missing or too much:", deck=used.name, default=default
        )
        return (), listed(head, mistakes, FEW)
    return cards, [phrase("You play the deck {deck}.", deck=used.name)]


def _cards(game: Decked, sort: str, used: StoredDeck) -> Deck | None:
    """Give the cards of a deck, none for a ready one that the game has no more."""
    return game.ready_decks(sort).get(used.name) if used.cards is None else used.cards

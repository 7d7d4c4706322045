"""The answer to `card NAME`: what a card does."""

from collections.abc import Mapping
from difflib import get_close_matches

from games.cardbattle.cards import Card, Code
from games.cardbattle.nouns import Nouns
from games.cardbattle.state import State
from games.cardbattle.texts import describe
from games.kit.text import Text, phrase

_LONGEST = 20
"""How much of an unknown name is said back."""


def look_up(cards: Mapping[Code, Card], nouns: Nouns, state: State | None, name: str) -> Text:
    """Tell about the card whose id or name begins like that; what is played has words and cards of its own."""
    if state is not None:
        cards, nouns = state.cards, state.options.words
    wanted = "-".join(name.lower().split())
    found = [code for code in cards if code.startswith(wanted)] if wanted else []
    if wanted in cards:
        return describe(cards[wanted], nouns)
    if len(found) == 1:
        return describe(cards[found[0]], nouns)
    near = found or get_close_matches(wanted, cards, 3)
    if near:
        return phrase("Which card? {cards}.", cards=", ".join(sorted(near)[:10]))
    return phrase(
        "There is no card {name}. A card is named like {example}.", name=name[:_LONGEST], example=next(iter(cards))
    )

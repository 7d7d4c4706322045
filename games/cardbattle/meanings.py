"""Which cards a filter means: "2 other exhausted Sun Sprites of yours in the den"."""

from games.cardbattle.filters import Filter
from games.cardbattle.nouns import Nouns
from games.kit.text import Phrase, Text, joined, phrase, plain

_SIDES = {"yours": "{what} of yours", "theirs": "{what} of an opponent", "any": "{what}"}
"""Whose cards they are."""

_OTHERS_SIDES = {"yours": "{what} of their own", "theirs": "{what} of another player", "any": "{what}"}
"""The same, where others choose."""


def meant(wanted: Filter, nouns: Nouns, count: int = 1, *, others: bool = False) -> Text:
    """Tell which cards a filter means, as one or as several of them; `others`: it is others who choose them."""
    template = _OTHERS_SIDES[wanted.side] if others else _SIDES[wanted.side]
    what: Text = phrase(template, what=_cards(wanted, nouns, count))
    if wanted.fighting:
        what = phrase("{what} in the {fight}", what=what, fight=nouns.fight)
    return phrase("other {what}", what=what) if wanted.other else what


def one(what: Text) -> Phrase:
    """Put the article before some cards' name."""
    return phrase("an {what}" if plain(what)[:1].lower() in "aeiou" else "a {what}", what=what)


def plural(noun: str) -> str:
    """Give the regular plural of a noun."""
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"


def _cards(wanted: Filter, nouns: Nouns, count: int) -> Text:
    """Name some cards by the words of the game, in the order they have in English."""
    words = [
        "" if wanted.exhausted is None else nouns.exhausted if wanted.exhausted else nouns.refreshed,
        nouns.of(wanted.keyword) if wanted.keyword else "",
        "/".join(map(nouns.of, wanted.kinds)),
    ]
    types = map(nouns.of, wanted.types)
    named = "/".join(types if count == 1 else map(plural, types))
    return joined(*filter(None, words), named or phrase("card" if count == 1 else "cards"))

"""Which cards a filter means, in English words: "2 other exhausted Sun Sprites of yours in the den"."""

from collections.abc import Mapping

from games.cardbattle.filters import Filter
from games.cardbattle.nouns import Nouns

SIDES: Mapping[str, str] = {"yours": "of yours", "theirs": "of an opponent", "any": ""}
"""Whose cards they are."""

OTHERS_SIDES: Mapping[str, str] = {"yours": "of their own", "theirs": "of another player", "any": ""}
"""The same, where others choose."""


def meant(wanted: Filter, nouns: Nouns, count: int = 1, sides: Mapping[str, str] = SIDES) -> str:
    """Tell which cards a filter means, as one or as several of them."""
    types = "/".join(map(nouns.of, wanted.types)) if wanted.types else "card"
    words = [
        "other" if wanted.other else "",
        "" if wanted.exhausted is None else nouns.exhausted if wanted.exhausted else nouns.refreshed,
        nouns.of(wanted.keyword) if wanted.keyword else "",
        "/".join(map(nouns.of, wanted.kinds)),
        types if count == 1 else "/".join(map(plural, types.split("/"))),
        sides[wanted.side],
        f"in the {nouns.fight}" if wanted.fighting else "",
    ]
    return " ".join(filter(None, words))


def one(what: str) -> str:
    """Put the article before a noun."""
    return f"an {what}" if what[:1].lower() in "aeiou" else f"a {what}"


def plural(noun: str) -> str:
    """Give the regular plural of a noun."""
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"

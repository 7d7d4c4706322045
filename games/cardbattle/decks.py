"""Decks of card battles: how large they are, how often a card can be in them, and how they are typed and shown."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from games.cardbattle.cards import Card, Code
from games.cardbattle.faces import face
from games.kit.errors import Misread
from games.kit.text import Text, joined, phrase, plural

_SHOWN, _LONGEST = 5, 20
"""How much of what is wrong is said back, so that the answer is one line."""

_TIMES = re.compile(r"(?:(\d{1,2})x)?(\S+)")


@dataclass(frozen=True)
class DeckRules:
    """What a deck can be: so many cards, and of each no more than `copies`, or than its type's number in `other`."""

    least: int
    most: int
    copies: int
    other: Mapping[str, int] = field(default_factory=dict)


def mistakes(deck: Sequence[Code], cards: Mapping[Code, Card], rules: DeckRules) -> Iterator[Text]:
    """Yield everything that is missing or too much in a deck; nothing if it can be played."""
    strange = [code for code in dict.fromkeys(deck) if code not in cards]
    if strange:
        yield phrase("no such cards: {cards}", cards=_short(strange))
    if len(deck) < rules.least:
        yield phrase("{n} cards, at least {least} are needed", n=len(deck), least=rules.least)
    if len(deck) > rules.most:
        yield phrase("{n} cards, {most} at most", n=len(deck), most=rules.most)
    for code, count in Counter(deck).items():
        if code in cards and count > (most := rules.other.get(cards[code].type, rules.copies)):
            yield phrase("{card}: {count} times, {most} at most", card=face(cards[code]), count=count, most=most)


def read_deck(text: str, cards: Mapping[Code, Card]) -> tuple[Code, ...]:
    """Read cards of a deck by their ids, in the order of a shown deck; `3xsnow-cat` are three. Raises Misread."""
    counts: Counter[Code] = Counter()
    for word in re.split(r"[\s,]+", text.lower()):
        if match := _TIMES.fullmatch(word):
            counts[match[2]] += int(match[1] or 1)
    if strange := [code for code in counts if code not in cards]:
        raise Misread(
            phrase(
                "No such card: {wrong}. A card is typed like {example}.",
                wrong=_short(strange),
                example=f"3x{min(cards)}",
            )
        )
    return tuple(code for code in cards for _ in range(counts[code]))


def show_deck(deck: Sequence[Code], cards: Mapping[Code, Card]) -> Text:
    """Give a deck, or a part of one, as it is typed."""
    if not deck:
        return phrase("no cards")
    counts = Counter(deck)
    shown = joined(*(f"{counts[code]}x{code}" for code in cards if code in counts))
    return plural("{n} card: {cards}", "{n} cards: {cards}", n=len(deck), cards=shown)


def _short(words: Sequence[str]) -> str:
    """Give some of what was typed."""
    return ", ".join(word[:_LONGEST] for word in words[:_SHOWN])

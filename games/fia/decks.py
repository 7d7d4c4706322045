"""What a deck has to consist of, and what is wrong with one that does not (rules 2, 3 and 15)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.fia.cards import CARDS, COLOURS, TWOS, WHITES, CardKind, Code, face, in_order
from games.fia.options import Spread
from games.kit.text import Card as Face
from games.kit.text import Phrase, Text, joined, phrase, plural

_ATTACK, _DEFEND, _HEAL, _COUNTER = CardKind.ATTACK, CardKind.DEFEND, CardKind.HEAL, CardKind.COUNTER

# Palette (rule 2), but for the white cards each number is for one colour.
PLAIN, COUNTERS, OF_EACH_TWO = 12, 3, 2
WHITE = {"w": 4, "w4": 2}
COPIES = 2
LEAST_ATTACKS, MOST_ATTACK, MOST_DEFENCE = 4, 45, 34

# The Free spread (rule 15).
FREE_PLAIN, FREE_COUNTERS, FREE_OF_EACH_TWO = 48, 12, 4
FREE_COPIES = 6
FREE_LEAST_ATTACKS, FREE_MOST_VALUE = 16, 300

FREE_COLOURS = {_ATTACK: "r", _DEFEND: "b", _HEAL: "g", _COUNTER: "y"}
"""The one colour that each plain kind has in the Free spread."""

FIXED: dict[Spread, tuple[Code, ...]] = {
    "palette": (
        *(colour + two for colour in COLOURS for two in TWOS for _ in range(OF_EACH_TWO)),
        *(white for white, number in WHITE.items() for _ in range(number)),
    ),
    "free": tuple(two for two in TWOS for _ in range(FREE_OF_EACH_TWO)),
}
"""The cards that every deck has, so that a new one can begin with them."""

_COLOUR_NAMES = {"b": phrase("blue"), "g": phrase("green"), "r": phrase("red"), "y": phrase("yellow")}


def mistakes(deck: Sequence[Code], spread: Spread) -> list[Text]:
    """Tell everything that is missing or too much in a deck; nothing if it can be played."""
    known = [code for code in deck if _belongs(code, spread)]
    strange = dict.fromkeys(code for code in deck if not _belongs(code, spread))
    found = list((_palette if spread == "palette" else _free)(known))
    if not strange:
        return found
    cards = joined(*(face(code) if code in CARDS else code for code in strange))
    return [phrase("no cards of this spread: {cards}", cards=cards), *found]


def show(deck: Sequence[Code]) -> Text:
    """Give a deck, or a part of one, in order, as `commands.read_cards` reads it.

    It has no colours, so that it fits into one line, and what is copied from there holds no colour codes.
    """
    if not deck:
        return phrase("no cards")
    counted = Counter(in_order(deck)).items()
    cards = " ".join(code if count == 1 else f"{code}*{count}" for code, count in counted)
    return plural("{n} card: {cards}", "{n} cards: {cards}", n=len(deck), cards=cards)


def _belongs(code: Code, spread: Spread) -> bool:
    card = CARDS.get(code)
    if card is None:
        return False
    if spread == "palette":
        return bool(card.colour) or code in WHITES
    return code in TWOS or FREE_COLOURS.get(card.kind) == card.colour


def _palette(deck: Sequence[Code]) -> Iterator[Text]:
    for colour, name in _COLOUR_NAMES.items():
        cards = [code for code in deck if CARDS[code].colour == colour]
        attacks, counters = _values(cards, _ATTACK), _values(cards, _COUNTER)
        defence = _values(cards, _DEFEND, _HEAL)
        yield from _exactly(
            phrase("{colour} Attacks, Defends and Heals", colour=name), len(attacks) + len(defence), PLAIN
        )
        yield from _exactly(phrase("{colour} Counters", colour=name), len(counters), COUNTERS)
        for two in TWOS:
            yield from _exactly(face(colour + two), cards.count(colour + two), OF_EACH_TWO)
        yield from _at_least(phrase("{colour} Attacks", colour=name), len(attacks), LEAST_ATTACKS)
        yield from _worth_at_most(phrase("{colour} Attacks", colour=name), sum(attacks), MOST_ATTACK)
        yield from _worth_at_most(phrase("{colour} Defends and Heals", colour=name), sum(defence), MOST_DEFENCE)
    for white, number in WHITE.items():
        yield from _exactly(face(white), deck.count(white), number)
    yield from _copies(deck, COPIES)


def _free(deck: Sequence[Code]) -> Iterator[Text]:
    chosen, counters = _values(deck, _ATTACK, _DEFEND, _HEAL), _values(deck, _COUNTER)
    yield from _exactly(phrase("Attacks, Defends and Heals"), len(chosen), FREE_PLAIN)
    yield from _exactly(phrase("Counters"), len(counters), FREE_COUNTERS)
    for two in TWOS:
        yield from _exactly(face(two), deck.count(two), FREE_OF_EACH_TWO)
    yield from _at_least(phrase("Attacks"), len(_values(deck, _ATTACK)), FREE_LEAST_ATTACKS)
    yield from _worth_at_most(phrase("all values"), sum(chosen) + sum(counters), FREE_MOST_VALUE)
    yield from _copies(deck, FREE_COPIES)


def _values(deck: Sequence[Code], *kinds: CardKind) -> list[int]:
    """Give the values of the plain cards of some kinds."""
    return [CARDS[code].number for code in deck if CARDS[code].kind in kinds]


def _exactly(what: Phrase | Face, have: int, need: int) -> Iterator[Text]:
    if have < need:
        yield phrase("{what}: {have} of {need}, {n} missing", what=what, have=have, need=need, n=need - have)
    elif have > need:
        yield phrase("{what}: {have} of {need}, {n} too many", what=what, have=have, need=need, n=have - need)


def _at_least(what: Phrase, have: int, least: int) -> Iterator[Text]:
    if have < least:
        yield phrase("{what}: {have}, at least {least} are needed", what=what, have=have, least=least)


def _worth_at_most(what: Phrase, worth: int, most: int) -> Iterator[Text]:
    if worth > most:
        yield phrase("{what}: worth {worth} together, {most} at most", what=what, worth=worth, most=most)


def _copies(deck: Sequence[Code], most: int) -> Iterator[Text]:
    for code, count in Counter(in_order(deck)).items():
        if CARDS[code].plain and count > most:
            yield phrase("{card}: {count} times, {most} at most", card=face(code), count=count, most=most)

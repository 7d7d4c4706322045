"""Which cards can be chained to which, and what a card of a chain is worth (rules 8 and 9)."""

from collections.abc import Iterator, Sequence

from games.fia.cards import CARDS, PLAIN, Card, CardKind, Code, face
from games.kit.protocol import Choice
from games.kit.text import Text, phrase

MOST = 3
"""Cards of a play: one, and two that are chained to it."""

_DOUBLE, _DRAW, _DUAL = CardKind.DOUBLE, CardKind.DRAW, CardKind.DUAL
_SHIFT, _FOUR_SHIFT, _COUNTER = CardKind.SHIFT, CardKind.FOUR_SHIFT, CardKind.COUNTER

_AFTER_DOUBLE = frozenset(
    code for code, card in CARDS.items() if card.kind in {_DOUBLE, _DRAW} or (card.plain and card.kind is not _COUNTER)
)
_AFTER_ONE_DOUBLE = _AFTER_DOUBLE | {code for code, card in CARDS.items() if card.kind is _FOUR_SHIFT}
_AFTER_SHIFT = PLAIN | {code for code, card in CARDS.items() if card.kind in {_DOUBLE, _DRAW}}
_IN_DUAL = PLAIN | {code for code, card in CARDS.items() if card.kind is _DRAW}
_DUALS = frozenset(code for code, card in CARDS.items() if card.kind is _DUAL)
_LINKS = frozenset(code for code, card in CARDS.items() if card.kind in {_DOUBLE, _SHIFT, _FOUR_SHIFT})
"""The cards to which one after the other can be chained."""


def worths(cards: Sequence[Code]) -> Iterator[tuple[Card, int]]:
    """Yield each card that does something, and the factor by which it counts; Doubles are in the factor."""
    factor = 1
    for code in cards:
        card = CARDS[code]
        if card.kind is _DOUBLE:
            factor *= 2
        else:
            yield card, factor
            factor = 1


def mistake(cards: Sequence[Code]) -> Text | None:
    """Tell which rule a play breaks by what is chained to what, if it breaks one."""
    if len(cards) == 1:
        return None
    if len(cards) > MOST:
        return phrase("A play has at most 3 cards: one, and two that are chained to it.")
    if CARDS[cards[0]].kind is _DUAL:
        return _dual_mistake(cards)
    for place in range(1, len(cards)):
        if broken := _link_mistake(cards[:place], CARDS[cards[place]]):
            return broken
    return None


def _dual_mistake(cards: Sequence[Code]) -> Text | None:
    if len(cards) < MOST:
        return phrase("A Dual is played alone or with two cards.")
    if wrong := next((code for code in cards[1:] if code not in _IN_DUAL), None):
        return phrase(
            "Both cards of a Dual are Attacks, Defends, Heals, Counters or Draws; {card} is a {kind}.",
            card=face(wrong),
            kind=CARDS[wrong].kind.value,
        )
    return None


def _link_mistake(before: Sequence[Code], card: Card) -> Text | None:
    """Tell why a card cannot follow those before it."""
    last = CARDS[before[-1]]
    if last.plain or last.kind is _DRAW:
        return phrase(
            "Nothing can be chained to {card}: it is no Double, Dual, Shift or 4-Shift.", card=face(last.code)
        )
    if card.kind in {_DUAL, _SHIFT}:
        return phrase("A {kind} cannot follow another card.", kind=card.kind.value)
    if card.kind is _COUNTER and last.kind is _DOUBLE:
        return phrase("A Counter cannot follow a Double.")
    if card.kind is _FOUR_SHIFT:
        if last.kind is not _DOUBLE:
            return phrase("A 4-Shift can follow only a Double.")
        if _doubles(before) > 1:
            return phrase("A 4-Shift cannot follow two Doubles.")
    return None


def _doubles(cards: Sequence[Code]) -> int:
    """Count the Doubles at the end of some cards."""
    count = 0
    while count < len(cards) and CARDS[cards[-1 - count]].kind is _DOUBLE:
        count += 1
    return count


def choices(hand: Sequence[Code], firsts: Sequence[Code]) -> Iterator[Choice]:
    """Yield all plays that begin with one of these different cards: a choice for each way to begin a chain."""
    if firsts:
        yield Choice("play", tuple(firsts))
    for first in firsts:
        if first in _LINKS:
            yield from _chained((first,), _without(hand, first))
        elif first in _DUALS:
            yield from _pairs(first, _without(hand, first))


def _without(hand: Sequence[Code], card: Code) -> list[Code]:
    rest = list(hand)
    rest.remove(card)
    return rest


def _pairs(dual: Code, rest: Sequence[Code]) -> Iterator[Choice]:
    """Yield the choices of two different cards for a Dual, and of two that are the same."""
    fit = [code for code in rest if code in _IN_DUAL]
    different = tuple(dict.fromkeys(fit))
    if len(different) > 1:
        yield Choice(f"play {dual}", different, 2, 2, ordered=True)
    if len(different) < len(fit):
        for code in different:
            if fit.count(code) > 1:
                yield Choice(f"play {dual} {code}", (code,))


def _chained(before: tuple[Code, ...], rest: Sequence[Code]) -> Iterator[Choice]:
    """Yield the choices of the next card behind those before it, and of the one behind that."""
    following = tuple(dict.fromkeys(filter(_followers(before).__contains__, rest)))
    if not following:
        return
    yield Choice("play " + " ".join(before), following)
    if len(before) + 1 < MOST:
        for code in following:
            if code in _LINKS:
                yield from _chained((*before, code), _without(rest, code))


def _followers(before: tuple[Code, ...]) -> frozenset[Code]:
    """Give the cards that can follow those before them."""
    doubles = _doubles(before)
    if not doubles:
        return _AFTER_SHIFT
    return _AFTER_ONE_DOUBLE if doubles == 1 else _AFTER_DOUBLE

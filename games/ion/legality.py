"""Which moves can be made, and what to tell a player whose move cannot (rules 11, 16 and 24)."""

from collections.abc import Callable, Iterator
from typing import Any

from games.ion.commands import Command, Link, Play, Take, Use
from games.ion.items import (
    CARDS,
    CHARGE,
    FACTOR_ITEMS,
    FACTORS,
    HELPLESS,
    ITEMS,
    LINK,
    LONGER,
    OBJECTS,
    SHORTER,
    STRETCH,
    SWAP,
    TAKE,
    Item,
    face,
)
from games.ion.state import Seat, State
from games.kit.errors import Illegal
from games.kit.protocol import Choice
from games.kit.text import Card, Joined, Phrase, Player, joined, phrase

LINKED_OBJECTS = (LONGER, SHORTER, CHARGE, SWAP)
"""The objects without an argument that & can be played with."""

ALONE = tuple(item for item in OBJECTS if item not in HELPLESS and item != TAKE)
"""The objects that are a move by themselves."""


def show_hand(seat: Seat) -> Phrase | Joined:
    """What a seat holds, to be told to its player only."""
    if not seat.hand:
        return phrase("nothing")
    return joined(*(face(item) for item in ITEMS if item in seat.hand for _ in range(seat.hand[item])))


def check(state: State, seat: int | None, move: Command) -> None:
    """See that a seat can make a move now. Raises Illegal with what would work."""
    if state.acting is None:
        raise Illegal(phrase("Everybody is away; nobody can move until somebody is back."))
    if seat is None or not state.seats[seat].present:
        raise Illegal(phrase("You are not in the match."))
    if seat != state.current:
        raise Illegal(phrase("It is not your turn: {player} is to move.", player=Player(state.current)))
    holder = state.seats[seat]
    _check_form(holder, move)
    for item in move.items:
        if item not in holder.hand:
            raise Illegal(phrase("You have no {item}. You hold {hand}.", item=face(item), hand=show_hand(holder)))
    if state.stretched and move == Use(STRETCH) and not holder.barren:
        raise Illegal(
            phrase("One {item} a move. Now play another item: {hand}.", item=face(STRETCH), hand=_rest(holder))
        )


def _rest(seat: Seat) -> Joined:
    return joined(*(face(item) for item in ITEMS if item != STRETCH and item in seat.hand))


def _check_form(holder: Seat, move: Command) -> None:
    _FORMS[type(move)](holder, move)


def _check_play(holder: Seat, move: Play) -> None:
    if move.card not in CARDS:
        raise Illegal(_argument(FACTOR_ITEMS[move.factor], _cards(holder)))


def _check_take(_holder: Seat, move: Take) -> None:
    if move.item not in OBJECTS:
        raise Illegal(phrase("{take} takes an object, no card: {example}.", take=face(TAKE), example=_form(TAKE, "x2")))


def _check_use(holder: Seat, move: Use) -> None:
    if move.item == TAKE:
        raise Illegal(phrase("{take} needs the object to take: {example}.", take=face(TAKE), example=_form(TAKE, "x2")))
    if move.item in FACTORS and not holder.barren:
        raise Illegal(_argument(move.item, _cards(holder)))
    if move.item == LINK and not holder.barren:
        raise Illegal(_link_form())


def _check_link(holder: Seat, move: Link) -> None:
    if isinstance(move.move, Use) and move.move.item not in LINKED_OBJECTS:
        raise Illegal(_link_form())
    _check_form(holder, move.move)


_FORMS: dict[type[Command], Callable[[Seat, Any], None]] = {
    Play: _check_play,
    Use: _check_use,
    Take: _check_take,
    Link: _check_link,
}


def _form(*items: Item) -> Joined:
    return joined(*map(face, items))


def _cards(holder: Seat) -> tuple[Card, ...]:
    return tuple(map(face, holder.cards))


def _argument(factor: Item, cards: tuple[Card, ...]) -> Phrase:
    if not cards:
        return phrase("{factor} goes with a card, and you hold none.", factor=face(factor))
    return phrase(
        "{factor} goes with one card: {example}. Your cards: {cards}.",
        factor=face(factor),
        example=joined(face(factor), cards[0]),
        cards=joined(*cards),
    )


def _link_form() -> Phrase:
    return phrase(
        "{link} goes with a card ({card} or {double}), {take} or {objects}.",
        link=face(LINK),
        card=_form(LINK, "++"),
        double=_form(LINK, "x2", "++"),
        take=_form(TAKE, "x2"),
        objects=joined(*map(face, LINKED_OBJECTS)),
    )


def choices(state: State, seat: int) -> list[Choice]:
    """List all that a seat can do now; the kinds are the beginnings of what would be typed."""
    if seat != state.acting:
        return []
    holder = state.seats[seat]
    objects = ALONE
    if holder.barren:
        objects += tuple(item for item in OBJECTS if item in HELPLESS)
    elif not state.stretched:
        objects += (STRETCH,)
    listed = list(_simple_choices(holder, "", objects))
    if LINK in holder.hand:
        listed += _simple_choices(holder, LINK + " ", LINKED_OBJECTS)
    return listed


def _simple_choices(holder: Seat, before: str, objects: tuple[Item, ...]) -> Iterator[Choice]:
    cards = holder.cards
    if cards:
        yield Choice(before + "card", cards)
        for factor in FACTORS:
            if factor in holder.hand:
                yield Choice(before + factor, cards)
    if held := tuple(filter(holder.hand.__contains__, objects)):
        yield Choice(before + "object", held)
    if TAKE in holder.hand:
        yield Choice(before + TAKE, OBJECTS)

"""How cards, numbers and players are shown in texts."""

from collections.abc import Iterable, Mapping

from games.cardbattle.cards import Card, Code
from games.cardbattle.commands import Ref
from games.cardbattle.costs import SEVERAL
from games.cardbattle.nouns import Nouns
from games.cardbattle.state import State
from games.kit.text import Arg, Joined, Player, Text, joined, phrase
from games.kit.text import Card as Face


def face(card: Card) -> Face:
    """Show a card."""
    return Face(card.name, card.colour)


def faces(state: State, codes: Iterable[Code]) -> Joined:
    """Show some cards."""
    return joined(*(face(state.cards[code]) for code in codes), separator=", ")


def thing(state: State, number: int) -> Face:
    """Show a card in play, with the number by which players name it."""
    card = state.card(number)
    return Face(f"{card.name} [{number}]", card.colour)


def shown(state: State, ref: Ref) -> Face | Player:
    """Show something in play, or a player."""
    return thing(state, ref) if ref > 0 else Player(~ref)


def several(state: State, refs: Iterable[Ref]) -> Joined:
    """Show some of those."""
    return joined(*(shown(state, ref) for ref in refs), separator=", ")


def capital(word: str) -> str:
    """Begin a word with a capital letter, and leave the others as they are."""
    return word[:1].upper() + word[1:]


def price(nouns: Nouns, ap: int, mana: Mapping[str, int]) -> Text:
    """Show what something costs or gives: "2 AP, 1 Sun"; nothing at all is 0 AP."""
    parts: list[Arg] = []
    if ap or not mana:
        parts.append(phrase("{n} {ap}", n=ap, ap=nouns.ap))
    parts += [phrase("{n} {kind}", n=amount, kind=kinds(nouns, kind)) for kind, amount in mana.items()]
    return joined(*parts, separator=", ")


def purse(state: State, seat: int) -> Text:
    """Show what a player has to pay with."""
    side, nouns = state.sides[seat], state.options.words
    ap = phrase("{n} {ap}", n=side.ap, ap=nouns.ap)
    return joined(ap, price(nouns, 0, side.mana), separator=", ") if side.mana else ap


def kinds(nouns: Nouns, of: str) -> str:
    """Show a kind, or several kinds of which mana can be."""
    return SEVERAL.join(nouns.of(kind) for kind in of.split(SEVERAL))

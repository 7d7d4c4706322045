"""The cards: plain ones with a value, special ones that are chained, and their codes as they are typed (rule 1)."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from games.kit.text import Card as Face
from games.kit.text import Colour

Code: TypeAlias = str
"""A card by what is typed for it: `ra7`, `gx2`, `w`."""


class CardKind(StrEnum):
    """What a card does. The first four kinds are plain, the others special."""

    ATTACK = "Attack"
    DEFEND = "Defend"
    HEAL = "Heal"
    COUNTER = "Counter"
    DOUBLE = "Double"
    DRAW = "Draw"
    DUAL = "Dual"
    SHIFT = "Shift"
    FOUR_SHIFT = "4-Shift"


class Card(Struct, frozen=True):
    """A card: its colour's letter ("" is white), and the number printed on it, which is the value of a plain card.

    Shift and 4-Shift have none, which is 0.
    """

    code: Code
    colour: str
    kind: CardKind
    number: int

    @property
    def plain(self) -> bool:
        """Whether it is an Attack, a Defend, a Heal or a Counter."""
        return self.code in PLAIN


COLOURS: dict[str, Colour] = {"b": Colour.BLUE, "g": Colour.GREEN, "r": Colour.RED, "y": Colour.YELLOW}
LETTERS: dict[str, CardKind] = {
    "a": CardKind.ATTACK, "d": CardKind.DEFEND, "h": CardKind.HEAL, "c": CardKind.COUNTER,
}  # fmt: skip
"""The plain kinds by their letters."""
TWOS: dict[str, CardKind] = {"x2": CardKind.DOUBLE, "+2": CardKind.DRAW, "p2": CardKind.DUAL}
"""The special kinds that count as a 2. They are white in the Free spread, and have a colour in Palette."""
WHITES: dict[str, CardKind] = {"w": CardKind.SHIFT, "w4": CardKind.FOUR_SHIFT}

VALUES = range(1, 10)
TWO = 2


def _of_colour(colour: str) -> Iterator[Card]:
    """Yield the cards of a colour; white ones are special cards only."""
    for letter, kind in LETTERS.items() if colour else ():
        yield from (Card(f"{colour}{letter}{value}", colour, kind, value) for value in VALUES)
    yield from (Card(colour + two, colour, kind, TWO) for two, kind in TWOS.items())


_ALL = (
    *(card for colour in (*COLOURS, "") for card in _of_colour(colour)),
    *(Card(white, "", kind, 0) for white, kind in WHITES.items()),
)

CARDS: dict[Code, Card] = {card.code: card for card in _ALL}
"""All cards of both spreads."""

PLAIN: frozenset[Code] = frozenset(card.code for card in _ALL if card.kind in LETTERS.values())

HIDDEN: Code = "?"
"""The face of a card that the viewer may not see."""

_ORDER = {code: place for place, code in enumerate(CARDS)}


def face(code: Code) -> Face:
    """Give a card as it is shown."""
    return Face(code, COLOURS.get(CARDS[code].colour, Colour.PLAIN))


def in_order(codes: Iterable[Code]) -> list[Code]:
    """Sort cards as a hand is shown: by colour, kind and value, white ones last."""
    return sorted(codes, key=_ORDER.__getitem__)

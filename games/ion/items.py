"""The 23 items: twelve cards and eleven objects, and the chances of drawing each (rules 13, 16 and 17)."""

from functools import cache
from typing import TypeAlias

from msgspec import Struct

from games.kit.rng import Table
from games.kit.text import Card as Face
from games.kit.text import Colour

Item: TypeAlias = str
"""An item by its face, as it is written and typed."""


class Card(Struct, frozen=True):
    """What a card does to the bank: `step` moves the polarity, a neutral one moves it toward 0 by up to `level`."""

    level: int
    points: int
    step: int = 0
    neutral: bool = False


CARDS: dict[Item, Card] = (
    {"-" * level: Card(level, 400 - 100 * level, step=-level) for level in (1, 2, 3)}
    | {"+" * level: Card(level, 400 - 100 * level, step=level) for level in (1, 2, 3)}
    | {"=" * level: Card(level, 100 * level, neutral=True) for level in (1, 2, 3)}
    | {"±" * level: Card(level, 100 * level) for level in (1, 2, 3)}
)

PASS = "S"  # noqa: S105 - the face of an object
REVERSE = "R"
LINK = "&"
STRETCH = ":"
LONGER = "+--"
SHORTER = ":--"
CHARGE = "*"
TAKE = "T"
SWAP = "X"
FACTORS: dict[Item, int] = {"x2": 2, "x3": 3}
FACTOR_ITEMS: dict[int, Item] = {factor: item for item, factor in FACTORS.items()}

OBJECT_CHANCES: dict[Item, int] = {
    PASS: 7, "x2": 3, "x3": 2, REVERSE: 3, LINK: 3, STRETCH: 3, LONGER: 3, SHORTER: 2, CHARGE: 2, TAKE: 1, SWAP: 1,
}  # fmt: skip
"""The objects with their chances in per cent of all draws (rule 16)."""

OBJECTS: tuple[Item, ...] = tuple(OBJECT_CHANCES)
ITEMS: tuple[Item, ...] = (*CARDS, *OBJECTS)
"""All items in the order in which a hand is shown."""

HELPLESS = frozenset({STRETCH, LINK, *FACTORS})
"""Objects that need another item to go with them."""

HIDDEN: Item = "?"
"""The face of an item that the viewer may not see."""

_CARD_WEIGHTS = {item: 25 if card.step else 10 for item, card in CARDS.items()}
ITEM_TABLE: Table[Item] = Table("item", _CARD_WEIGHTS | {item: 3 * chance for item, chance in OBJECT_CHANCES.items()})
"""In parts of 300: a `+` or `-` card weighs 2.5 times a `=` or `±` card, and all cards together 70 % (rule 17)."""
CARD_TABLE: Table[Item] = Table("pity", _CARD_WEIGHTS)
OBJECT_TABLE: Table[Item] = Table("gift", OBJECT_CHANCES)

_COLOURS = {"-": Colour.RED, "+": Colour.GREEN, "=": Colour.BLUE, "±": Colour.PURPLE}


@cache
def face(item: Item) -> Face:
    """Give an item as it is shown, in the colour of its kind; ± can be typed as b."""
    colour = _COLOURS[item[0]] if item in CARDS else Colour.YELLOW
    return Face(item, colour, "" if item.isascii() else item.replace("±", "b"))

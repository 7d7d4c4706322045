"""The cards of Menagerie: how they are written, and those that come with the game. They stand in `cards.toml`."""

from games.cardbattle.cards import Role
from games.cardbattle.dialect import Dialect
from games.cardbattle.loader import shipped
from games.kit.text import Colour

DIALECT = Dialect(
    types={
        "creature": Role.CREATURE,
        "land": Role.LASTING,
        "action": Role.ONCE,
        "enchantment": Role.LASTING,
        "alteration": Role.ATTACHED,
        "surprise": Role.REACTION,
    },
    kinds={"ash": Colour.RED, "brine": Colour.BLUE, "clay": Colour.YELLOW, "dew": Colour.GREEN},
    keywords=frozenset(),
    terms={"mp": "mana", "damage": "strength", "hp": "life"},
    of_one_kind=True,
)
"""What the engine calls mana, strength and life is MP, Damage and HP here; each card is of one type of mana."""

CARDS, DECKS = shipped(__package__, DIALECT)
"""All cards by their ids, and the ready decks by their names."""

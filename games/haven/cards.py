"""The cards of Haven: how they are written, and those that come with the game. They stand in `cards.toml`."""

from games.cardbattle.cards import Role
from games.cardbattle.dialect import Dialect
from games.cardbattle.loader import shipped
from games.kit.text import Colour

DIALECT = Dialect(
    types={
        "sprite": Role.CREATURE,
        "haven": Role.LASTING,
        "treat": Role.LASTING,
        "action": Role.ONCE,
        "surprise": Role.REACTION,
    },
    kinds={"sun": Colour.YELLOW, "moon": Colour.BLUE, "star": Colour.PURPLE, "cloud": Colour.CYAN},
    keywords=frozenset(("generous", "extra_generous", "greedy")),
    terms={"gp": "mana", "charm": "strength", "max_sp": "life"},
)
"""What the engine calls mana, strength and life is GP, charm and Max SP here."""

CARDS, DECKS = shipped(__package__, DIALECT)
"""All cards by their ids, and the ready decks by their names."""

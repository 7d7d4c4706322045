"""The cards of Haven: how they are written, and those that come with the game. They stand in `cards.toml`."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from games.cardbattle.cards import Card, Code, Role
from games.cardbattle.loader import Dialect, read_cards, read_decks
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


@cache
def all_cards() -> Mapping[Code, Card]:
    """Give all cards by their ids. Raises CardsError if the file has mistakes."""
    return read_cards(_text("cards.toml"), "cards.toml", DIALECT)


@cache
def ready_decks() -> Mapping[str, tuple[Code, ...]]:
    """Give the ready decks by their names."""
    return read_decks(_text("decks.toml"))


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")

"""The cards of Menagerie: how they are written, and those that come with the game. They stand in `cards.toml`."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from games.cardbattle.cards import Card, Code, Role
from games.cardbattle.loader import Dialect, read_cards, read_decks
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

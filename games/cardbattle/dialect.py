"""How the cards of a game are written: what it has, and what it calls that."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.cardbattle.cards import Role
from games.kit.text import Colour


@dataclass(frozen=True)
class Dialect:
    """How a game's cards are written: its types with their roles, its kinds with their colours, its keywords.

    `terms` are the game's own names for what the engine calls `mana`, `strength` and `life`. `of_one_kind`: each card
    is of one kind, and what fights has a strength against each.
    """

    types: Mapping[str, Role]
    kinds: Mapping[str, Colour]
    keywords: frozenset[str]
    terms: Mapping[str, str]
    of_one_kind: bool = False

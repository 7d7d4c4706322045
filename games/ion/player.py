"""ION's computer players."""

from collections.abc import Callable

from games.ion.commands import Command, Link, Play, Take, Use
from games.ion.items import FACTORS, LINK, TAKE, Item
from games.kit.protocol import Choice
from games.kit.rng import Rng

_SIMPLE: dict[str, Callable[[Item], Play | Use | Take]] = {
    "card": Play,
    "object": Use,
    TAKE: Take,
    "x2": lambda card: Play(card, FACTORS["x2"]),
    "x3": lambda card: Play(card, FACTORS["x3"]),
}
"""How a choice of each kind becomes a move; behind `& ` the same kinds are linked."""


def sample(choice: Choice, rng: Rng) -> Command:
    """Make a move of a choice, each way to fill it equally likely."""
    linked, _, kind = choice.kind.rpartition(" ")
    move = _SIMPLE[kind](rng.choice("pick", choice.candidates))
    return Link(move) if linked == LINK else move

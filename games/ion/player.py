"""ION's computer players."""

from collections.abc import Callable, Sequence

from games.ion.appraisal import Appraisal
from games.ion.commands import Command, Link, Play, Take, Use
from games.ion.items import FACTORS, LINK, TAKE, Item
from games.ion.view import View
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
    return _move(choice, rng.choice("pick", choice.candidates))


class Normal:
    """The level `normal`: of all moves it makes the one that is worth most, as far as a player can know."""

    def move(self, view: View, choices: Sequence[Choice], rng: Rng) -> Command:
        """Give the best move; among equals chance decides."""
        moves = [_move(choice, candidate) for choice in choices for candidate in choice.candidates]
        appraisal = Appraisal(view)
        worths = [appraisal.worth(move) for move in moves]
        most = max(worths)
        return rng.choice("best", [move for move, worth in zip(moves, worths, strict=True) if worth == most])


def _move(choice: Choice, candidate: Item) -> Command:
    linked, _, kind = choice.kind.rpartition(" ")
    move = _SIMPLE[kind](candidate)
    return Link(move) if linked == LINK else move

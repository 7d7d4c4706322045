"""Computer players that need to know nothing about a game."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import comb, perm
from typing import Generic

from games.kit.protocol import C, Choice, E, Game, S, V
from games.kit.rng import Rng

_MOST = 2**32
"""So many ways of a choice count at most: chance draws one of 2**64 numbers."""


def ways(choice: Choice) -> int:
    """Tell in how many ways a choice can be filled."""
    if choice.least == choice.most == 1:
        return len(choice.candidates)
    count = perm if choice.ordered else comb
    if choice.least == choice.most:
        return count(len(choice.candidates), choice.most)
    return sum(count(len(choice.candidates), taken) for taken in range(choice.least, choice.most + 1))


class Uniform(Generic[S, C, E, V]):
    """The level `easy`: everything that is legal is equally likely."""

    def __init__(self, game: Game[S, C, E, V]) -> None:
        self._game = game

    def move(self, view: V, choices: Sequence[Choice], rng: Rng) -> C:
        """Pick a choice by the number of its ways, then one of them."""
        bounds = list(accumulate(min(ways(choice), _MOST) for choice in choices))
        choice = choices[bisect_right(bounds, rng.below("choice", bounds[-1]))]
        return self._game.sample(view, choice, rng)

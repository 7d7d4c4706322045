"""What a game says about itself to whoever measures its balance, in terms of its own ledger."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

Bounds: TypeAlias = tuple[float, float]
"""Least and most that is wanted, both included."""

DECK = "deck "
"""What stands before a deck's name in the name of the group of those who brought it."""


class Measure(Struct, frozen=True):
    """What is counted in a match of so many `rounds`.

    An event counts where it posts points for the reason `lively` (several are called `plural`); a round with fewer
    than `least` of them is dull. `missed` is the reason posted for a move that did not come in time. `remedies` are
    options to try where a round is dull or lopsided, the smallest change first.
    """

    rounds: int
    lively: str
    plural: str
    least: float
    missed: str
    remedies: tuple[dict[str, Any], ...]


@runtime_checkable
class Measured(Protocol):
    """A game that can tell what a lively round of it is; games need not."""

    def measure(self, options: Any) -> Measure:
        """Tell what is counted in a match with these options."""
        ...


class Balance(Struct, frozen=True):
    """What is wanted of many matches.

    `length` bounds the moves that a player makes in the median match, or its rounds if the game is `Rounded`; the game
    calls them `moves`. `wins` bounds the shares of the matches, in %, that groups of seats win (see
    `games.kit.simulate.Seat`). Between equal decks one seat, the group `faster`, is the first in so many % of the cases
    in which several could move; 0: nobody is faster.
    """

    moves: str
    length: Bounds
    wins: Mapping[str, Bounds] = {}
    faster: int = 0


@runtime_checkable
class Balanced(Protocol):
    """A game that can tell when it is balanced; games need not."""

    def balance(self, options: Any) -> Balance:
        """Tell what is wanted of matches with these options."""
        ...


@runtime_checkable
class Rounded(Protocol):
    """A game whose turns are several moves, so that a match of it is as long as its rounds; games need not."""

    def rounds(self, state: Any) -> int:
        """Tell how many rounds have begun."""
        ...

    def starter(self, state: Any) -> int | None:
        """Tell whose turn the first one is, or was; None as long as that is open."""
        ...


def measure_of(game: object, options: Any) -> Measure | None:
    """Give what a game says about its liveliness, if it does."""
    return game.measure(options) if isinstance(game, Measured) else None


def balance_of(game: object, options: Any) -> Balance | None:
    """Give what a game says about its balance, if it does."""
    return game.balance(options) if isinstance(game, Balanced) else None

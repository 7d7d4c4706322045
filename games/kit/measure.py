"""What a game says about itself to whoever measures its balance, in terms of its own ledger."""

from typing import Any, Protocol, runtime_checkable

from msgspec import Struct


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


def measure_of(game: object, options: Any) -> Measure | None:
    """Give what a game says about itself, if it does."""
    return game.measure(options) if isinstance(game, Measured) else None

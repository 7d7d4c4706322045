"""Games in which players are asked whether they react, and passed over in silence where they cannot."""

from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Holding(Protocol):
    """A game in which players can want to be asked always, so that their silence gives nothing away; games need not."""

    def hold(self, *, on: bool) -> Any:
        """Give the command by which a seat wants that, or does not any more.

        It is legal whenever the seat plays, unless it is so already.
        """
        ...


def hold(game: object, *, on: bool) -> Any | None:
    """Give the command by which a seat is always asked, or not any more; None in a game in which nobody can react."""
    return game.hold(on=on) if isinstance(game, Holding) else None

"""Games in which it matters who was first: when a command was sent, as the network's stamps tell it."""

from functools import lru_cache
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Stamped(Protocol):
    """A game whose commands can carry the time at which they were sent; games need not.

    The order of the log is that in which inputs were taken. Where the network stamps messages, one that was sent first
    can come second: then the command says so, and a rerun of the log needs no stamps.
    """

    def stamped(self, state: Any, command: Any, sent: int) -> Any:
        """Give the command with the match time in ms at which it was sent, measured by the server's stamps.

        That time may lie before the last input of the match. Where it does not matter the command stays as it is.
        """
        ...


def stamped(game: object, state: Any, command: Any, sent: int) -> Any:
    """Put the time at which it was sent into a command, if the game asks for that."""
    asks = _stamped(game)
    return asks.stamped(state, command, sent) if asks else command


@lru_cache  # it is asked for every move, and a protocol takes long to say
def _stamped(game: object) -> Stamped | None:
    return game if isinstance(game, Stamped) else None

"""The computer players of a match: their names, and when they have thought long enough."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.kit.protocol import Computer
from games.kit.rng import Rng
from ionbot.table.clock import Now

NAMES = (
    "Ada", "Babbage", "Curie", "Darwin", "Euler", "Fermat", "Gauss", "Hypatia", "Joule", "Kepler",
    "Lovelace", "Meitner", "Noether", "Ohm", "Pascal", "Ramanujan", "Sagan", "Turing", "Volta", "Wiener",
)  # fmt: skip


def name(number: int) -> str:
    """Give a computer player's name. What is in brackets cannot be part of a nick, so nobody can pose as one."""
    again, index = divmod(number, len(NAMES))
    return f"{NAMES[index]}{again + 1 if again else ''} (bot)"


@dataclass(frozen=True)
class Players:
    """How a table's computer players play. `player` is their number in the store, `pause` in s, least and most."""

    player: int
    mind: Computer[Any, Any]
    rng: Rng
    pause: tuple[float, float]


class Thinking:
    """Which computer seats think, and until when in real ms."""

    def __init__(self, now: Now, players: Players) -> None:
        self._now = now
        self._players = players
        self._until: dict[int, int] = {}

    @property
    def due(self) -> int | None:
        """When the first of them is to move, in real ms."""
        return min(self._until.values(), default=None)

    def set(self, seats: Iterable[int]) -> None:
        """Let exactly these seats think; those that did already go on."""
        self._until = {seat: self._until[seat] if seat in self._until else self._ready() for seat in seats}

    def take_ready(self) -> int | None:
        """Give a seat that is ready to move; it does not think any more."""
        ready = next((seat for seat, due in self._until.items() if due <= self._now()), None)
        if ready is not None:
            del self._until[ready]
        return ready

    def _ready(self) -> int:
        least, most = self._players.pause
        return self._now() + self._players.rng.between("pause", round(least * 1000), round(most * 1000))

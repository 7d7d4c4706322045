"""The computer players of a match: their names, and when they have thought long enough."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.kit.protocol import AnyGame
from games.kit.rng import Rng
from ionbot.table.clock import Now

NAMES = (
    "Ada", "Babbage", "Curie", "Darwin", "Euler", "Fermat", "Gauss", "Hypatia", "Joule", "Kepler",
    "Lovelace", "Meitner", "Noether", "Ohm", "Pascal", "Ramanujan", "Sagan", "Turing", "Volta", "Wiener",
)  # fmt: skip

MARK = " (bot)"
"""How a computer player's name ends. What is in brackets cannot be part of a nick, so nobody can pose as one."""

_IDENTITY = "computer:"


def name(number: int) -> str:
    """Give a computer player's name."""
    again, index = divmod(number, len(NAMES))
    return f"{NAMES[index]}{again + 1 if again else ''}{MARK}"


def identity(level: str) -> str:
    """Give what the store knows the computer players of a level by."""
    return _IDENTITY + level


def level_of(game: AnyGame, identity: str) -> str:
    """Give the level of a stored computer player, or the game's default if it has none of that name any more."""
    return level(game, identity.removeprefix(_IDENTITY))


def level(game: AnyGame, wanted: str) -> str:
    """Give a level of the game: the one that is wanted, if it has that, else its default."""
    return wanted if wanted in game.computers else next(iter(game.computers))


@dataclass(frozen=True)
class Players:
    """How a table's computer players play. `pause` is in s, least and most.

    `player` is the number in the store of the level that the game's fillers have.
    """

    player: int
    level: str
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

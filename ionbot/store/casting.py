"""Made-up matches: who plays what, where and when. The more have been played, the more people there are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.kit.inputs import Kind
from games.kit.options import read_options
from games.kit.protocol import AnyGame
from games.kit.registry import find_game
from games.kit.rng import Rng
from ionbot.store.places import Where
from ionbot.store.rows import FindGame

PLACES = (Where("home", "#cards"), Where("home", "#games"), Where("far", "#cards"))
NICKS = ("ann", "bob", "cat", "dan", "eve", "[fay]", "gus", "hal", "ida", "jo^")
"""Who plays from the beginning, on each network."""
NEWCOMER = 200
"""After each so many matches there is one more nick."""
REGULAR = 50
"""So many % of the seats belong to those who play from the beginning."""
FIRST_MS = 1_735_689_600_000
"""When nothing has been played: 2025-01-01 (UTC)."""
STEP_MS = 31_000_000
"""From one end of a match to the next for the first people: 300 matches take some three months. More play faster."""
HOUR_MS = 3_600_000
DRAWS = 64
"""So many draws of the chance belong to one match; it needs fewer."""
MOST_SEATS = 4
WITH_COMPUTER = 20
"""In so many % of the matches a computer player takes part."""


@dataclass(frozen=True)
class Sitter:
    """Somebody who sits down, and the level of the computer player that moves for them."""

    nick: str
    level: str
    kind: Kind = Kind.HUMAN

    @property
    def identity(self) -> str:
        """As `Person.identity`; that of a computer player is no person's."""
        return f"{'nick' if self.kind is Kind.HUMAN else 'computer'}:{self.nick}"


@dataclass(frozen=True)
class Cast:
    """The match of a number, from 0: its game by name, who sits down, and when it ends, in Unix ms.

    `computer` is who takes the seats that the game itself adds. No match lasts an hour.
    """

    number: int
    game: str
    where: Where
    sitters: tuple[Sitter, ...]
    computer: Sitter
    ended: int

    @property
    def come(self) -> int:
        """When the lobby opens and all are there, in Unix ms."""
        return self.ended - HOUR_MS


def casts(games: Sequence[str], seed: bytes, since: int, find: FindGame = find_game) -> Iterator[Cast]:
    """Yield one match after the other, the games in turn; they end in their order, after a Unix time in ms.

    The same games and seed give the same ones. One in four people plays as well as computer players can.
    """
    ended, number = since, 0
    while True:
        people = len(NICKS) + number // NEWCOMER
        ended += STEP_MS * len(NICKS) // people
        yield _cast(find(games[number % len(games)]), Rng(seed, number * DRAWS), people, number, ended)
        number += 1


def _cast(game: AnyGame, rng: Rng, people: int, number: int, ended: int) -> Cast:
    least, most = game.seats(read_options(game, {}))
    where = rng.choice("place", PLACES)
    size = least + rng.below("seats", max(1, min(most, MOST_SEATS) - least + 1))
    levels = [*game.computers]
    weakest, best = levels[0], levels[-1]
    sitters = [Sitter(_nick(person), best if person % 4 == 3 else weakest) for person in _people(rng, people, size)]
    computer = Sitter(weakest, weakest, Kind.COMPUTER)
    if rng.percent("computer", WITH_COMPUTER):
        sitters[-1] = computer
    return Cast(number, game.name, where, tuple(sitters), computer, ended)


def _people(rng: Rng, people: int, size: int) -> list[int]:
    """Choose so many different people."""
    chosen: list[int] = []
    while len(chosen) < size:
        person = rng.below("person", len(NICKS) if rng.percent("regular", REGULAR) else people)
        if person not in chosen:
            chosen.append(person)
    return chosen


def _nick(person: int) -> str:
    generation, first = divmod(person, len(NICKS))
    return f"{NICKS[first]}{generation + 1}" if generation else NICKS[first]

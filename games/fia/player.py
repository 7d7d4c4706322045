"""Fia's computer players."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from games.fia.appraisal import Appraisal, strength
from games.fia.commands import Command, Pass, Play, Rest, Top
from games.fia.state import Stage
from games.fia.view import View
from games.kit.protocol import Choice
from games.kit.rng import Rng

_WORDS: dict[str, Command] = {"draw": Rest(), "top": Top(), "pass": Pass()}


def sample(choice: Choice, rng: Rng) -> Command:
    """Make a move of a choice, each way to fill it equally likely. Behind `play` stand the cards that go before."""
    word, *before = choice.kind.split()
    if (command := _WORDS.get(word)) is not None:
        return command
    picked = [rng.choice("pick", choice.candidates)]
    if choice.most > 1:
        picked.append(rng.choice("pick", [code for code in choice.candidates if code != picked[0]]))
    return Play((*before, *picked))


class Normal:
    """The level `normal`: of all moves it makes the one that is worth most, as far as a player can know."""

    def move(self, view: View, choices: Sequence[Choice], rng: Rng) -> Command:
        """Give the best move; among equals chance decides."""
        moves = [move for choice in choices for move in _moves(choice)]
        worths = _tie_worths(moves) if view.stage is Stage.TIE else _worths(view, moves)
        most = max(worths)
        return rng.choice("best", [move for move, worth in zip(moves, worths, strict=True) if worth == most])


def _moves(choice: Choice) -> Iterator[Command]:
    """Yield every way to fill a choice."""
    word, *before = choice.kind.split()
    if (command := _WORDS.get(word)) is not None:
        yield command
        return
    for picked in permutations(choice.candidates, choice.most):
        yield Play((*before, *picked))


def _worths(view: View, moves: Sequence[Command]) -> list[float]:
    appraisal = Appraisal(view)
    return [appraisal.worth(move.cards) if isinstance(move, Play) else appraisal.idle for move in moves]


def _tie_worths(moves: Sequence[Command]) -> list[float]:
    return [strength(move.cards[0]) for move in moves if isinstance(move, Play)]

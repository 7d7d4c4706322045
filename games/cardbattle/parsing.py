"""How a line is read as a move. Players are named in it as `@SEAT`: whoever knows the nicks writes them so."""

import re
from collections.abc import Callable, Sequence

from games.cardbattle.commands import Choose, Command, Draw, End, Fight, Hold, Open, Pass, Play, Ref, Refresh, Use
from games.cardbattle.state import State
from games.kit.errors import Misread
from games.kit.text import Text, phrase

_BETWEEN = re.compile(r"[\s,]+")
_LONGEST = 6
"""Digits of the longest number that can be anybody's."""

_ON = {"on", "at"}
_AGAINST = {"vs", "against"}
_ONE_WORD: dict[str, Command] = {
    "draw": Draw(), "dr": Draw(), "refresh": Refresh(), "end": End(), "pass": Pass(), "pa": Pass(),
    "pass turn": Pass(turn=True), "hold on": Hold(on=True), "hold off": Hold(on=False),
    "keep": Open(anew=False), "mulligan": Open(anew=True),
}  # fmt: skip

CHOOSE = ("choose", "discard", "order")
"""What all games understand before the numbers that somebody chooses."""


_MEANT = 5
"""Who says more words than that behind the word of a move means something else: `play nice with the kids, you two`."""


class Grammar:
    """How the moves of a game are typed: its words for a fight, and for choosing besides those of all games."""

    def __init__(self, fight: Sequence[str], choose: Sequence[str]) -> None:
        self._words: dict[str, Callable[[State, int, str, list[str]], Command]] = {
            "play": lambda state, _seat, _word, rest: Play(*_aimed(state, rest)),
            "pl": lambda state, _seat, _word, rest: Play(*_aimed(state, rest)),
            "use": lambda state, _seat, _word, rest: Use(*_aimed(state, rest)),
            **dict.fromkeys(fight, _fight),
            **dict.fromkeys((*CHOOSE, *choose), lambda state, _seat, word, rest: Choose(word, _refs(state, rest))),
        }
        self._fight, self._choose = fight[0], (*CHOOSE, *choose)

    def read(self, state: State, seat: int, text: str) -> Command:
        """Read a move. Raises Misread with what would work."""
        words = [word for word in _BETWEEN.split(text.lower()) if word]
        if (command := _ONE_WORD.get(" ".join(words))) is not None:
            return command
        read = self._words.get(words[0]) if words else None
        if read is None:
            raise Misread(self.help)
        try:
            return read(state, seat, words[0], words[1:])
        except ValueError as error:
            raise Misread(self.help, meant=len(words) <= _MEANT) from error

    @property
    def help(self) -> Text:
        """Say what moves look like."""
        return phrase(
            "Moves look like {play}, {aimed}, {use}, {fight}, {draw}, {end}; {pas} lets others go on.",
            play="play 3", aimed="play 3 on 12", use="use 7", fight=f"{self._fight} 4 5 vs NICK",
            draw="draw", end="end", pas="pass",
        )  # fmt: skip


def name(ref: Ref) -> str:
    """Give what is typed for something in play, or a player."""
    return str(ref) if ref > 0 else f"@{~ref}"


def read(word: str) -> Ref:
    """Read a number, or a player. Raises ValueError."""
    return ~_digits(word[1:]) if word.startswith("@") else _number(word)


def _number(word: str) -> int:
    if not (number := _digits(word)):
        raise ValueError("numbers begin at 1")
    return number


def _digits(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= _LONGEST):
        raise ValueError(f"{word!r} is no number")
    return int(word)


def _refs(state: State, words: Sequence[str]) -> tuple[Ref, ...]:
    """Read what is named: things, be they there or not, and players of the match."""
    refs = tuple(map(read, words))
    if any(~ref >= len(state.sides) for ref in refs):
        raise ValueError("there is no such player")
    return refs


def _aimed(state: State, words: Sequence[str]) -> tuple[int, tuple[Ref, ...]]:
    """Read a number and what is aimed at."""
    if not words:
        raise ValueError("a number is missing")
    targets = words[2:] if words[1:2] and words[1] in _ON else words[1:]
    return _number(words[0]), _refs(state, targets)


def _fight(state: State, seat: int, _word: str, words: list[str]) -> Fight:
    """Read creatures and an opponent, who need not be named if there is but one."""
    numbers = [word for word in words if word not in _AGAINST and not word.startswith("@")]
    players = [~read(word) for word in words if word.startswith("@")]
    if not players:
        players = [other for other in state.playing if other != seat]
    if len(players) != 1:
        raise ValueError("name one opponent")
    return Fight(tuple(map(_number, numbers)), players[0])

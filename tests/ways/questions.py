"""The table of questions, and the shapes that their answers have in all ways of asking."""

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

Filters = Any
"""Which matches count: game, network, channel, season, since, until and with_computers, as the API has them."""


class Line(NamedTuple):
    """A line of a top list; the rating where the list goes by it."""

    rank: int
    nick: str
    network: str
    matches: int
    wins: int
    points: int
    rating: float | None = None


class Ended(NamedTuple):
    """How a match ended for somebody; the place is None for who left before."""

    match: int
    place: int | None
    points: int


class Done(NamedTuple):
    """What somebody has done: how often they came in where, and the latest match first."""

    matches: int
    wins: int
    points: int
    places: dict[int, int]
    last: list[Ended]


class Seat(NamedTuple):
    """How a seat of a match stands at the end."""

    seat: int
    nick: str
    place: int | None
    points: int


class Met(NamedTuple):
    """How two have met."""

    matches: int
    ahead: tuple[int, int]
    even: int
    points: tuple[int, int]
    last: list[int]


class Held(NamedTuple):
    """Who holds a record; `game` is its title."""

    game: str
    record: str
    rank: int
    nick: str
    network: str
    value: int
    match: int


class Way(Protocol):
    """A way of asking."""

    def top(self, by: str, **filters: Filters) -> list[Line]: ...
    def player(self, nick: str, network: str, **filters: Filters) -> Done: ...
    def match(self, number: int) -> list[Seat]: ...
    def versus(self, one: str, other: str, network: str, **filters: Filters) -> Met: ...
    def records(self, limit: int, **filters: Filters) -> list[Held]: ...


@dataclass(frozen=True)
class Question:
    """A question, and what it is asked with."""

    kind: str
    given: dict[str, Any]

    def ask(self, way: Way) -> Any:
        """Ask it in a way."""
        return getattr(way, self.kind)(**self.given)

    def __str__(self) -> str:
        return " ".join([self.kind, *(f"{name}={value}" for name, value in self.given.items())])


def _of(kind: str, *given: dict[str, Any]) -> list[Question]:
    return [Question(kind, each) for each in given]


QUESTIONS = (
    *_of(
        "top",
        {"by": "points"}, {"by": "wins"}, {"by": "winrate"}, {"by": "average"},
        {"by": "points", "game": "ion", "network": "far"}, {"by": "points", "channel": "#cards"},
        {"by": "points", "with_computers": "true"}, {"by": "wins", "season": "2025-01"},
        {"by": "wins", "since": "2025-01-03", "until": "2025-01-06"}, {"by": "winrate", "min_matches": "3"},
        {"by": "rating", "game": "ion"}, {"by": "rating", "game": "fia", "network": "home"},
        {"by": "rating", "game": "haven", "min_matches": "2"}, {"by": "rating", "game": "menagerie"},
    ),
    *_of(
        "player",
        {"nick": "ann", "network": "home"}, {"nick": "ann", "network": "far"}, {"nick": "[fay]", "network": "home"},
        {"nick": "jo^", "network": "far", "with_computers": "true"}, {"nick": "bob", "network": "home", "game": "ion"},
        {"nick": "dan", "network": "home", "channel": "#games"},
        {"nick": "eve", "network": "far", "since": "2025-01-04"},
    ),
    *_of("match", *({"number": number} for number in range(1, 9))),
    *_of(
        "versus",
        {"one": "ann", "other": "bob", "network": "home"}, {"one": "[fay]", "other": "hal", "network": "far"},
        {"one": "cat", "other": "jo^", "network": "home", "with_computers": "true"},
        {"one": "ida", "other": "gus", "network": "home", "game": "ion"},
    ),
    *_of(
        "records",
        {"limit": 1}, {"limit": 4}, {"limit": 2, "game": "fia"}, {"limit": 1, "network": "far"},
        {"limit": 3, "until": "2025-01-06", "with_computers": "true"},
    ),
)  # fmt: skip

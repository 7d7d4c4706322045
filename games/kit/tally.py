"""Sums over matches that were played, and what they say about a game's balance."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import median

from games.kit.measure import Balance, Bounds, Measure
from games.kit.simulate import Played, Seat

LOPSIDED = 1.25
"""So many times its fair share is too much for a group of seats to win, where the game does not say more about it."""

SURE = 3
"""How many standard errors beyond its bounds are no chance any more: about 1 in 700."""


@dataclass
class Share:
    """How many of `matches` a group of seats won (shared ones in part), and how many would have been its fair share."""

    won: float = 0.0
    fair: float = 0.0
    matches: int = 0

    @property
    def percent(self) -> float:
        """What percentage of the matches the group won."""
        return 100 * self.won / max(1, self.matches)

    @property
    def fair_percent(self) -> float:
        """What percentage would have been fair."""
        return 100 * self.fair / max(1, self.matches)

    def add(self, won: float, fair: float, matches: int) -> None:
        """Count in what was won."""
        self.won += won
        self.fair += fair
        self.matches += matches

    def within(self, bounds: Bounds, errors: float = 0) -> bool:
        """Tell whether the percentage is within bounds, or at most so many standard errors beyond."""
        least, most = bounds[0], min(100, bounds[1])
        beyond = ((least, least - self.percent), (most, self.percent - most))
        return all(by <= errors * sqrt(bound * (100 - bound) / max(1, self.matches)) for bound, by in beyond)


@dataclass
class Tally:
    """What so many matches came to. `time` is in match ms; `points` is the sum over `seats` ranked seats.

    `lengths` counts matches by their moves a player. `shared` matches had several winners, `void` ones none; `groups`
    and `levels` have their shares of the wins.
    """

    matches: int = 0
    moves: int = 0
    time: int = 0
    points: int = 0
    seats: int = 0
    shared: int = 0
    void: int = 0
    lengths: Counter[float] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    groups: dict[str, Share] = field(default_factory=dict)
    levels: dict[str, Share] = field(default_factory=dict)

    @classmethod
    def of(cls, matches: Iterable[Played]) -> "Tally":
        """Sum up matches."""
        tally = cls()
        for played in matches:
            tally._add(played)
        return tally

    def merge(self, other: "Tally") -> None:
        """Add what other matches came to."""
        for name in ("matches", "moves", "time", "points", "seats", "shared", "void"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.lengths.update(other.lengths)
        self.reasons.update(other.reasons)
        for mine, theirs in ((self.groups, other.groups), (self.levels, other.levels)):
            for name, share in theirs.items():
                mine.setdefault(name, Share()).add(share.won, share.fair, share.matches)

    def lively(self, measure: Measure) -> float:
        """Tell how often a round what makes it lively happened."""
        return self.reasons[measure.lively] / (self.matches * measure.rounds)

    def missed_percent(self, measure: Measure) -> float:
        """Tell what percentage of the moves did not come in time."""
        missed = self.reasons[measure.missed]
        return 100 * missed / max(1, missed + self.moves)

    def dull(self, measure: Measure) -> bool:
        """Tell whether too little happens in a round."""
        return self.lively(measure) < measure.least

    @property
    def length(self) -> float:
        """How many moves a player the median match took."""
        return median(self.lengths.elements())

    def group(self, name: str) -> Share:
        """Give the share of a group; one that never was has won nothing."""
        return self.groups.get(name, Share())

    def bounds(self, name: str, balance: Balance | None) -> Bounds:
        """Tell between which percentages a group should win: those that the game says, else nearly its fair share."""
        said = balance.wins.get(name) if balance else None
        return said or (0, LOPSIDED * self.group(name).fair_percent)

    def fair(self, name: str, balance: Balance | None, errors: float = 0) -> bool:
        """Tell whether a group wins within its bounds, or at most so many standard errors beyond."""
        return self.group(name).within(self.bounds(name, balance), errors)

    def lopsided(self, balance: Balance | None) -> Iterator[str]:
        """Name the groups that win too much or too little, beyond chance."""
        return (name for name in self.groups if not self.fair(name, balance, SURE))

    def _add(self, played: Played) -> None:
        winners = sum(seat.won for seat in played.seats)
        self.matches += 1
        self.moves += played.moves
        self.time += played.time
        self.points += sum(seat.points for seat in played.seats)
        self.seats += len(played.seats)
        self.shared += winners > 1
        self.void += not winners
        self.lengths[played.length] += 1
        self.reasons.update(played.reasons)
        if winners:
            _count(self.groups, played.seats, lambda seat: seat.groups)
            _count(self.levels, played.seats, lambda seat: (seat.level,))


def _count(shares: dict[str, Share], seats: Sequence[Seat], names: Callable[[Seat], Iterable[str]]) -> None:
    """Count a match that somebody won, once for each of the names that take part."""
    winners = sum(seat.won for seat in seats)
    seen = set()
    for seat in seats:
        for name in names(seat):
            shares.setdefault(name, Share()).add(seat.won / winners, 1 / len(seats), name not in seen)
            seen.add(name)

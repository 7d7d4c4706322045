"""Sums over matches that were played, and what they say about a game's balance."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt

from games.kit.measure import Measure
from games.kit.simulate import Played

LOPSIDED = 1.25
"""So many times its fair share is too much for a group of seats to win."""

SURE = 3
"""How many standard errors above that are no chance any more: about 1 in 700."""


@dataclass
class Share:
    """How many matches a group of seats won (shared ones in part), and how many would have been its fair share."""

    won: float = 0.0
    fair: float = 0.0


@dataclass
class Tally:
    """What so many matches came to. `time` is in match ms; `points` is the sum over `seats` ranked seats.

    `shared` matches had several winners, `void` ones none; `groups` and `levels` have their shares of the wins.
    """

    matches: int = 0
    moves: int = 0
    time: int = 0
    points: int = 0
    seats: int = 0
    shared: int = 0
    void: int = 0
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
        self.reasons.update(other.reasons)
        for mine, theirs in ((self.groups, other.groups), (self.levels, other.levels)):
            for name, share in theirs.items():
                _count(mine, name, share.won, share.fair)

    def percent(self, share: Share) -> float:
        """Tell what percentage of the matches that somebody won a share is."""
        return 100 * share.won / self._decided

    def fair_percent(self, share: Share) -> float:
        """Tell what percentage of those matches would have been fair."""
        return 100 * share.fair / self._decided

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

    def unfair(self, group: str) -> bool:
        """Tell whether a group wins more than `LOPSIDED` times its fair share, be it by chance."""
        share = self.groups.get(group, Share())
        return share.won > LOPSIDED * share.fair

    def lopsided(self) -> Iterator[str]:
        """Name the groups that win more than `LOPSIDED` times their fair share, beyond chance."""
        for group, share in self.groups.items():
            most = LOPSIDED * share.fair / self._decided
            if most < 1 and share.won - self._decided * most > SURE * sqrt(self._decided * most * (1 - most)):
                yield group

    @property
    def _decided(self) -> int:
        return max(1, self.matches - self.void)

    def _add(self, played: Played) -> None:
        winners = sum(seat.won for seat in played.seats)
        self.matches += 1
        self.moves += played.moves
        self.time += played.time
        self.points += sum(seat.points for seat in played.seats)
        self.seats += len(played.seats)
        self.shared += winners > 1
        self.void += not winners
        self.reasons.update(played.reasons)
        for seat in played.seats if winners else ():
            won, fair = seat.won / winners, 1 / len(played.seats)
            _count(self.levels, seat.level, won, fair)
            for group in seat.groups:
                _count(self.groups, group, won, fair)


def _count(shares: dict[str, Share], name: str, won: float, fair: float) -> None:
    share = shares.setdefault(name, Share())
    share.won += won
    share.fair += fair

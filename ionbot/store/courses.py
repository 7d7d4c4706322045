"""How points and ratings went over time, and how two players did in the matches that both played."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Connection, Select, and_, cast, func, select

from ionbot.store.counting import Counted, outcomes_of
from ionbot.store.database import Database
from ionbot.store.models import channels
from ionbot.store.score_tables import outcomes, rating_changes
from ionbot.store.summaries import ALL

_ORDER = (outcomes.c.ended, outcomes.c.match, outcomes.c.seat)
_TOTAL = cast(func.sum(outcomes.c.points).over(order_by=_ORDER, rows=(None, 0)), BigInteger).label("total")
"""What somebody's points add up to with a match and all before it."""
_NUMBER = func.row_number().over(order_by=_ORDER).label("number")
_CHANGE = and_(rating_changes.c.match == outcomes.c.match, rating_changes.c.player == outcomes.c.player)


@dataclass(frozen=True)
class Part:
    """Which matches of a course are given: after the first `offset`, `limit` at most.

    With `most` of about so many matches, evenly chosen; the last one is among them.
    """

    offset: int = 0
    limit: int | None = None
    most: int | None = None


WHOLE = Part()


class PointsAt(NamedTuple):
    """The points that a match brought somebody, and what they had in `total` then. `ended` is Unix ms."""

    match: int
    game: str
    ended: int
    points: int
    total: int


class RatingAt(NamedTuple):
    """Somebody's rating after a match. `ended` is Unix ms."""

    match: int
    ended: int
    mu: float
    sigma: float


@dataclass(frozen=True)
class Meeting:
    """A match that two have played. Places are None for who left before the end; `ended` is Unix ms."""

    match: int
    game: str
    channel: str
    ended: int
    allied: bool
    places: tuple[int | None, int | None]
    points: tuple[int, int]

    @property
    def ahead(self) -> int | None:
        """Who of them came in first: 0 or 1; None if neither."""
        first, second = (place or float("inf") for place in self.places)
        return None if first == second else int(second < first)


@dataclass(frozen=True)
class Versus:
    """How two have met, the latest match first. In `allied` of the matches they were in the same team."""

    meetings: list[Meeting]

    @property
    def ahead(self) -> tuple[int, int]:
        """In how many matches each came in before the other."""
        return self._count(0), self._count(1)

    @property
    def even(self) -> int:
        """In how many matches neither came in before the other."""
        return self._count(None)

    @property
    def allied(self) -> int:
        """In how many matches they were in the same team."""
        return sum(meeting.allied for meeting in self.meetings)

    @property
    def points(self) -> tuple[int, int]:
        """What each has scored in all of them."""
        return sum(meeting.points[0] for meeting in self.meetings), sum(meeting.points[1] for meeting in self.meetings)

    def _count(self, ahead: int | None) -> int:
        return sum(meeting.ahead == ahead for meeting in self.meetings)


def points_over_time(database: Database, player: int, counted: Counted, part: Part = WHOLE) -> list[PointsAt]:
    """Give what each match brought a player, the earliest first. Raises DatabaseError."""
    theirs = outcomes_of(counted, outcomes.c.match, outcomes.c.game, outcomes.c.ended, outcomes.c.points, _TOTAL)
    with database.read() as connection:
        return [PointsAt(*row) for row in _course(connection, theirs.where(outcomes.c.player == player), part)]


def rating_over_time(
    database: Database, player: int, game: str, season: str = ALL, part: Part = WHOLE
) -> list[RatingAt]:
    """Give a player's rating after each match that has changed it, the earliest first. Raises DatabaseError."""
    theirs = (
        select(outcomes.c.match, outcomes.c.ended, rating_changes.c.mu, rating_changes.c.sigma)
        .join_from(outcomes, rating_changes, _CHANGE)
        .where(outcomes.c.player == player, outcomes.c.game == game, rating_changes.c.season == season)
    )
    with database.read() as connection:
        return [RatingAt(*row) for row in _course(connection, theirs, part)]


def _course(connection: Connection, theirs: Select[Any], part: Part) -> Iterable[Any]:
    """Read a part of somebody's matches in the order in which these ended."""
    if part.most is not None:
        there = connection.scalar(theirs.with_only_columns(func.count(), maintain_column_froms=True)) or 0
        if (step := ceil(there / part.most)) > 1:
            numbered = theirs.add_columns(_NUMBER).subquery()
            *columns, number = numbered.c
            return connection.execute(select(*columns).where((there - number) % step == 0).order_by(number))
    chosen = theirs.order_by(*_ORDER).offset(part.offset or None).limit(part.limit)
    return connection.execute(chosen)


def versus(database: Database, one: Collection[int], other: Collection[int], counted: Counted) -> Versus:
    """Tell how two have met, each given by the numbers of all players that they are. Raises DatabaseError."""
    own, facing = outcomes, outcomes.alias()
    met = (
        outcomes_of(
            counted,
            own.c.match, own.c.game, channels.c.name, own.c.ended,
            and_(own.c.team == facing.c.team, own.c.team != "").label("allied"),
            own.c.place, facing.c.place.label("place_2"), own.c.points, facing.c.points.label("points_2"),
        )
        # Were it the bare column, SQLite would look for a span of time instead of the match.
        .join(facing, and_(facing.c.ended == own.c.ended + 0, facing.c.match == own.c.match))
        .where(own.c.player.in_(one), facing.c.player.in_(other), facing.c.seat != own.c.seat)
        .order_by(own.c.ended.desc(), own.c.match.desc())
    )  # fmt: skip
    with database.read() as connection:
        rows = connection.execute(met).all()
    return Versus(
        [
            Meeting(row.match, row.game, row.name, row.ended, row.allied, (row.place, row.place_2), tuple(row[-2:]))
            for row in rows
        ]
    )

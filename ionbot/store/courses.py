"""How points and ratings went over time, and how two players did in the matches that both played."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import accumulate

from sqlalchemy import and_, select

from games.kit.inputs import Kind
from ionbot.store.counting import ENDED, Counted, seated
from ionbot.store.database import Database
from ionbot.store.models import channels, matches, seats
from ionbot.store.score_tables import rating_changes
from ionbot.store.summaries import ALL, COUNTS


@dataclass(frozen=True)
class PointsAt:
    """The points that a match brought somebody, and what they had in `total` then. `ended` is Unix ms."""

    match: int
    game: str
    ended: int
    points: int
    total: int


@dataclass(frozen=True)
class RatingAt:
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


def points_over_time(database: Database, player: int, counted: Counted) -> list[PointsAt]:
    """Give what each match brought a player, the earliest first. Raises DatabaseError."""
    theirs = seated(counted, matches.c.id, matches.c.game, matches.c.ended, seats.c.points)
    theirs = theirs.where(seats.c.player == player).order_by(ENDED, matches.c.id)
    with database.read() as connection:
        rows = connection.execute(theirs).all()
    totals = accumulate(row.points for row in rows)
    return [PointsAt(row.id, row.game, row.ended, row.points, total) for row, total in zip(rows, totals, strict=True)]


def rating_over_time(database: Database, player: int, game: str, season: str = ALL) -> list[RatingAt]:
    """Give a player's rating after each match that has changed it, the earliest first. Raises DatabaseError."""
    theirs = (
        select(matches.c.id, matches.c.ended, rating_changes.c.mu, rating_changes.c.sigma)
        .join_from(rating_changes, matches, matches.c.id == rating_changes.c.match)
        .where(rating_changes.c.player == player, rating_changes.c.season == season, matches.c.game == game, COUNTS)
        .order_by(ENDED, matches.c.id)
    )
    with database.read() as connection:
        return [RatingAt(*row) for row in connection.execute(theirs)]


def versus(database: Database, one: Collection[int], other: Collection[int], counted: Counted) -> Versus:
    """Tell how two have met, each given by the numbers of all players that they are. Raises DatabaseError."""
    facing = seats.alias()
    met = (
        seated(
            counted,
            matches.c.id, matches.c.game, channels.c.name, matches.c.ended,
            and_(seats.c.team == facing.c.team, seats.c.team != "").label("allied"),
            seats.c.place, facing.c.place.label("place_2"), seats.c.points, facing.c.points.label("points_2"),
        )
        .join(facing, facing.c.match == matches.c.id)
        .where(seats.c.player.in_(one), facing.c.player.in_(other), facing.c.kind == Kind.HUMAN)
        .where(facing.c.seat != seats.c.seat)
        .order_by(ENDED.desc(), matches.c.id.desc())
    )  # fmt: skip
    with database.read() as connection:
        rows = connection.execute(met).all()
    return Versus(
        [
            Meeting(row.id, row.game, row.name, row.ended, row.allied, (row.place, row.place_2), tuple(row[-2:]))
            for row in rows
        ]
    )

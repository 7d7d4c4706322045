"""Who is best: top lists of players."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from sqlalchemy import ColumnElement, Connection, Float, Select, Subquery, cast, func, select

from games.kit.inputs import Kind
from ionbot.store.counting import Counted, summed
from ionbot.store.database import Database
from ionbot.store.models import channels, matches, networks, nicks, players
from ionbot.store.ratings import Rating
from ionbot.store.score_tables import final_standings, ratings, seasons, stale_ratings
from ionbot.store.summaries import ACTIVITY, PLAYED


class By(StrEnum):
    """What a top list goes by."""

    POINTS = "points"
    WINS = "wins"
    WINRATE = "winrate"
    """Wins of all matches played."""
    AVERAGE = "average"
    """Points a match."""
    RATING = "rating"
    """How good they are at one game, by whom they have beaten."""


@dataclass(frozen=True)
class Player:
    """A player as the store knows them; `identity` is as `Person.identity`, times are Unix ms."""

    id: int
    network: str
    nick: str
    identity: str
    first_seen: int
    last_seen: int


@dataclass(frozen=True)
class Total:
    """What somebody's matches come to. A win is a first place, also a shared one."""

    matches: int
    wins: int
    points: int
    coins: int

    @property
    def winrate(self) -> float:
        """Wins of matches, from 0 to 1; 0 without matches."""
        return self.wins / self.matches if self.matches else 0.0

    @property
    def average(self) -> float:
        """Points a match; 0 without matches."""
        return self.points / self.matches if self.matches else 0.0


@dataclass(frozen=True)
class Ranked:
    """A line of a top list; who is equal shares a rank. `rating` is given where the list goes by it."""

    rank: int
    player: Player
    total: Total
    rating: Rating | None = None


@dataclass(frozen=True)
class Top:
    """A top list. `left_out` is how many matches with computer players would have counted too.

    `stale` tells why the ratings are not those of the matches, if they are not.
    """

    ranked: list[Ranked]
    left_out: int
    stale: str | None = None


class Unratable(ValueError):
    """Ratings cannot be told for what is asked; the message says why."""


PLAYER: tuple[ColumnElement[Any], ...] = (
    players.c.id,
    networks.c.name.label("network"),
    players.c.nick,
    players.c.identity,
    players.c.first_seen,
    players.c.last_seen,
)
PEOPLE = players.join(networks, networks.c.id == players.c.network)

Named: TypeAlias = Literal["game", "network", "channel", "player"]
"""What has names in the database."""
_NAMES: dict[Named, Select[Any]] = {
    "game": select(matches.c.game),
    "network": select(networks.c.name),
    "channel": select(channels.c.name).join(networks, networks.c.id == channels.c.network),
    "player": select(nicks.c.nick)
    .select_from(nicks.join(PEOPLE, players.c.id == nicks.c.player))
    .where(players.c.kind == Kind.HUMAN),
}


def top(
    database: Database, counted: Counted, by: By = By.POINTS, limit: int | None = None, min_matches: int = 1
) -> Top:
    """Rank the players who have played so many matches, the best first.

    Raises Unratable where ratings are asked for that there cannot be, DatabaseError.
    """
    with database.read() as connection:
        if by is By.RATING:
            return _by_rating(connection, counted, limit, min_matches)
        totals = _totals(connection, counted)
        measure = _measure(totals, by)
        rank = func.rank().over(order_by=measure.desc()).label("rank")
        best = (
            select(rank, *PLAYER, *_of(totals))
            .select_from(PEOPLE.join(totals, totals.c.player == players.c.id))
            .where(totals.c.matches >= min_matches)
            .order_by(measure.desc(), totals.c.wins.desc(), totals.c.points.desc(), players.c.id)
            .limit(limit)
        )
        ranked = [Ranked(row.rank, player_of(row), total_of(row)) for row in connection.execute(best)]
        return Top(ranked, left_out(connection, counted))


def names(database: Database, what: Named, network: str | None = None) -> list[str]:
    """Give all names of a kind: channels are folded, players have each nick they were seen with.

    With a network only its channels and players are named. Raises DatabaseError.
    """
    chosen = _NAMES[what].distinct()
    if network is not None and what in ("channel", "player"):
        chosen = chosen.where(networks.c.name == network)
    with database.read() as connection:
        return sorted(connection.scalars(chosen))


def left_out(connection: Connection, counted: Counted) -> int:
    """Tell how many matches with computer players would have counted too."""
    if counted.with_computers:
        return 0
    there = summed(connection, ACTIVITY, counted, computers=True)
    return int(connection.scalar(select(func.coalesce(func.sum(there.c.matches), 0))) or 0)


def player_of(row: Any) -> Player:
    """Read a player from a row with the columns `PLAYER`."""
    return Player(row.id, row.network, row.nick, row.identity, row.first_seen, row.last_seen)


def total_of(row: Any) -> Total:
    """Read a total from a row; what is not there is 0."""
    return Total(int(row.matches or 0), int(row.wins or 0), int(row.points or 0), int(row.coins or 0))


def _totals(connection: Connection, counted: Counted) -> Subquery:
    """Give what each player's matches come to."""
    parts = summed(connection, PLAYED, counted, computers=None if counted.with_computers else False)
    sums = [func.sum(parts.c[measure]).label(measure) for measure in PLAYED.measures]
    return select(parts.c.player, *sums).group_by(parts.c.player).subquery()


def _of(totals: Subquery) -> list[ColumnElement[Any]]:
    return [totals.c[name] for name in ("matches", "wins", "points", "coins")]


def _measure(totals: Subquery, by: By) -> ColumnElement[Any]:
    a_match = cast(totals.c.matches, Float)
    measures: dict[By, ColumnElement[Any]] = {
        By.POINTS: totals.c.points,
        By.WINS: totals.c.wins,
        By.WINRATE: totals.c.wins / a_match,
        By.AVERAGE: totals.c.points / a_match,
    }
    return measures[by]


def _by_rating(connection: Connection, counted: Counted, limit: int | None, min_matches: int) -> Top:
    """Rank by rating: by the final standings where the season is closed."""
    if counted.game is None:
        raise Unratable("each game has ratings of its own; say which game")
    if counted.channel is not None or counted.since is not None or counted.until is not None:
        raise Unratable("ratings go by game and season, not by channel or date")
    closed = select(seasons).where(seasons.c.game == counted.game, seasons.c.season == counted.season)
    table = ratings if connection.execute(closed).first() is None else final_standings
    totals = _totals(connection, Counted(counted.game, counted.network, season=counted.season))
    skill = table.c.mu - 3 * table.c.sigma
    rank = func.rank().over(order_by=skill.desc()).label("rank")
    best = (
        select(rank, *PLAYER, *_of(totals), table.c.mu, table.c.sigma, table.c.matches.label("rated"))
        .select_from(PEOPLE.join(table, table.c.player == players.c.id))
        .outerjoin(totals, totals.c.player == players.c.id)
        .where(table.c.game == counted.game, table.c.season == counted.season, table.c.matches >= min_matches)
        .order_by(skill.desc(), players.c.id)
        .limit(limit)
    )
    if counted.network is not None:
        best = best.where(networks.c.name == counted.network)
    ranked = [
        Ranked(row.rank, player_of(row), total_of(row), Rating(row.mu, row.sigma, row.rated))
        for row in connection.execute(best)
    ]
    why = connection.scalar(select(stale_ratings.c.why).where(stale_ratings.c.game == counted.game))
    return Top(ranked, left_out(connection, counted), why)

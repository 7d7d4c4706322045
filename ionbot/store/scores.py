"""Who scored what. Only finished matches count: what is hidden in a running one is not looked at.

A person's seat counts also where they left before the end: it has points then, and no place. Computer players and
fillers are not ranked. Matches with computer players are kept apart. A filler, which evens out the teams and cannot
win, does not make a match one of those.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, TypeAlias

from sqlalchemy import ColumnElement, Connection, Float, Row, Select, and_, case, cast, exists, func, select

from games.kit.inputs import Kind
from ionbot.store.database import Database
from ionbot.store.models import MatchStatus, channels, ledger, matches, networks, nicks, players, seats
from ionbot.store.rows import PLACED


class By(StrEnum):
    """What a top list goes by."""

    POINTS = "points"
    WINS = "wins"
    WINRATE = "winrate"
    """Wins of all matches played."""


@dataclass(frozen=True)
class Counted:
    """Which finished matches count: those that ended from `since` on and before `until` (Unix ms).

    `channel` is a folded name, on any network where none is given.
    """

    game: str | None = None
    network: str | None = None
    channel: str | None = None
    since: int | None = None
    until: int | None = None
    with_computers: bool = False


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


@dataclass(frozen=True)
class Ranked:
    """A line of a top list; who is equal shares a rank."""

    rank: int
    player: Player
    total: Total


@dataclass(frozen=True)
class Top:
    """A top list. `left_out` is how many matches with computer players would have counted too."""

    ranked: list[Ranked]
    left_out: int


@dataclass(frozen=True)
class Change:
    """How often the ledger names a reason for a change of somebody's points, and what those changes add up to."""

    reason: str
    times: int
    points: int


@dataclass(frozen=True)
class Outcome:
    """How a match ended for somebody: `place` is None for who left before, `ended` is Unix ms."""

    match: int
    game: str
    channel: str
    ended: int
    team: str
    place: int | None
    points: int
    coins: int


@dataclass(frozen=True)
class Career:
    """All that a player has done.

    `places` counts how often they came in on each place, `last` has the latest match first. The points of `changes` add
    up to those of `total`. `left_out` is as in `Top`.
    """

    player: Player
    total: Total
    places: dict[int, int]
    changes: list[Change]
    last: list[Outcome]
    left_out: int


_SEATED = PLACED.join(seats, seats.c.match == matches.c.id).join(players, players.c.id == seats.c.player)
_OTHERS = seats.alias("others")
_WITH_COMPUTERS = exists().where(_OTHERS.c.match == matches.c.id, _OTHERS.c.kind == Kind.COMPUTER)

_MATCHES: ColumnElement[int] = func.count()
_WINS: ColumnElement[int] = func.coalesce(func.sum(case((seats.c.place == 1, 1), else_=0)), 0)
_POINTS: ColumnElement[int] = func.coalesce(func.sum(seats.c.points), 0)
_TOTALS = (
    _MATCHES.label("matches"),
    _WINS.label("wins"),
    _POINTS.label("points"),
    func.coalesce(func.sum(seats.c.coins), 0).label("coins"),
)
_MEASURES: dict[By, ColumnElement[Any]] = {
    By.POINTS: _POINTS,
    By.WINS: _WINS,
    By.WINRATE: cast(_WINS, Float) / _MATCHES,
}

_PLAYER: tuple[ColumnElement[Any], ...] = (
    players.c.id,
    networks.c.name.label("network"),
    players.c.nick,
    players.c.identity,
    players.c.first_seen,
    players.c.last_seen,
)
_PEOPLE = players.join(networks, networks.c.id == players.c.network)

Named: TypeAlias = Literal["game", "network", "channel", "player"]
"""What has names in the database."""
_NAMES: dict[Named, Select[Any]] = {
    "game": select(matches.c.game),
    "network": select(networks.c.name),
    "channel": select(channels.c.name).join(networks, networks.c.id == channels.c.network),
    "player": select(nicks.c.nick)
    .select_from(nicks.join(_PEOPLE, players.c.id == nicks.c.player))
    .where(players.c.kind == Kind.HUMAN),
}
_OUTCOME = (
    matches.c.id.label("match"),
    matches.c.game,
    channels.c.name.label("channel"),
    matches.c.ended,
    seats.c.team,
    seats.c.place,
    seats.c.points,
    seats.c.coins,
)


def top(database: Database, counted: Counted, by: By = By.POINTS, limit: int | None = None) -> Top:
    """Rank the players, the best first. Raises DatabaseError."""
    measure = _MEASURES[by]
    rank = func.rank().over(order_by=measure.desc())
    best = (
        _counting(counted, rank.label("rank"), *_PLAYER, *_TOTALS)
        .group_by(players.c.id, networks.c.id)
        .order_by(measure.desc(), _WINS.desc(), _POINTS.desc(), players.c.id)
        .limit(limit)
    )
    with database.read() as connection:
        ranked = [Ranked(row.rank, _player(row), _total(row)) for row in connection.execute(best)]
        return Top(ranked, _left_out(connection, counted))


def careers(database: Database, nick: str, counted: Counted, last: int | None = None) -> list[Career]:
    """Give the career of everybody who was seen with this nick, whatever its case, on the network that counts.

    Of each the `last` matches at most are given. Raises DatabaseError.
    """
    called = select(nicks.c.player).where(func.lower(nicks.c.nick) == func.lower(nick))
    people = select(*_PLAYER).select_from(_PEOPLE).where(players.c.kind == Kind.HUMAN, players.c.id.in_(called))
    if counted.network is not None:
        people = people.where(networks.c.name == counted.network)
    with database.read() as connection:
        found = connection.execute(people.order_by(networks.c.name, players.c.id)).all()
        return [_career(connection, _player(row), counted, last) for row in found]


def names(database: Database, what: Named, network: str | None = None) -> list[str]:
    """Give all names of a kind: channels are folded, players have each nick they were seen with.

    With a network only its channels and players are named. Raises DatabaseError.
    """
    chosen = _NAMES[what].distinct()
    if network is not None and what in ("channel", "player"):
        chosen = chosen.where(networks.c.name == network)
    with database.read() as connection:
        return sorted(connection.scalars(chosen))


def _counting(counted: Counted, *columns: Any) -> Select[Any]:
    """Ask for people's seats in the matches that count."""
    chosen = _seated(counted, *columns)
    return chosen if counted.with_computers else chosen.where(~_WITH_COMPUTERS)


def _seated(counted: Counted, *columns: Any) -> Select[Any]:
    """Ask for people's seats in the matches that count, or would if they had no computer players."""
    wanted = {matches.c.game: counted.game, networks.c.name: counted.network, channels.c.name: counted.channel}
    conditions = [column == value for column, value in wanted.items() if value is not None]
    if counted.since is not None:
        conditions.append(matches.c.ended >= counted.since)
    if counted.until is not None:
        conditions.append(matches.c.ended < counted.until)
    people = (seats.c.kind == Kind.HUMAN, matches.c.status == MatchStatus.FINISHED)
    return select(*columns).select_from(_SEATED).where(*people, *conditions)


def _left_out(connection: Connection, counted: Counted, *conditions: ColumnElement[bool]) -> int:
    if counted.with_computers:
        return 0
    number = func.count(matches.c.id.distinct())
    return int(connection.scalar(_seated(counted, number).where(_WITH_COMPUTERS, *conditions)) or 0)


def _career(connection: Connection, player: Player, counted: Counted, last: int | None) -> Career:
    theirs = seats.c.player == player.id
    place, reason = seats.c.place, ledger.c.reason
    times = func.count().label("times")
    places = _counting(counted, place, times).where(theirs, place.is_not(None)).group_by(place).order_by(place)
    changes = (
        _counting(counted, reason, times, func.sum(ledger.c.delta).label("points"))
        .join(ledger, and_(ledger.c.match == seats.c.match, ledger.c.seat == seats.c.seat))
        .where(theirs, ledger.c.asset == "points")
        .group_by(reason)
        .order_by(reason)
    )
    return Career(
        player=player,
        total=_total(connection.execute(_counting(counted, *_TOTALS).where(theirs)).one()),
        places={row.place: row.times for row in connection.execute(places)},
        changes=[Change(row.reason, row.times, int(row.points)) for row in connection.execute(changes)],
        last=_outcomes(connection, _counting(counted, *_OUTCOME).where(theirs), last),
        left_out=_left_out(connection, counted, theirs),
    )


def _outcomes(connection: Connection, chosen: Select[Any], last: int | None) -> list[Outcome]:
    latest = chosen.order_by(matches.c.ended.desc(), matches.c.id.desc()).limit(last)
    return [Outcome(**row) for row in connection.execute(latest).mappings()]


def _player(row: Row[Any]) -> Player:
    return Player(row.id, row.network, row.nick, row.identity, row.first_seen, row.last_seen)


def _total(row: Row[Any]) -> Total:
    return Total(row.matches, row.wins, int(row.points), int(row.coins))

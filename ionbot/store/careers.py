"""All that a player has done."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, func, or_, select

from games.kit.inputs import Kind
from ionbot.channel import ACCOUNT
from ionbot.store.counting import Counted, outcomes_of, summed
from ionbot.store.database import Database
from ionbot.store.models import channels, networks, nicks, players, seats
from ionbot.store.ratings import Rating
from ionbot.store.score_tables import links, merges, outcomes, ratings
from ionbot.store.scores import PEOPLE, PLAYER, Player, Total, player_of, total_of
from ionbot.store.seasons import SKILL
from ionbot.store.summaries import ALL, PLAYED, REASONS

GONE = select(merges.c.player).where(~select(seats).where(seats.c.player == merges.c.player).exists())
"""Who was merged into another one, and has not come back since."""


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
class Rated:
    """How good somebody is at a game in a season, and which rank that is among all."""

    game: str
    season: str
    rank: int
    rating: Rating


@dataclass(frozen=True)
class Career:
    """All that a player has done.

    `places` counts how often they came in on each place, `last` has the latest match first. The points of `changes` add
    up to those of `total`. `left_out` is how many matches with computer players would have counted too. `linked` are
    the same person's other players, as an admin has linked them; what those have done is not counted here.
    """

    player: Player
    total: Total
    places: dict[int, int]
    changes: list[Change]
    ratings: list[Rated]
    last: list[Outcome]
    linked: list[Player]
    left_out: int


_OUTCOME = (
    outcomes.c.match,
    outcomes.c.game,
    channels.c.name.label("channel"),
    outcomes.c.ended,
    outcomes.c.team,
    outcomes.c.place,
    outcomes.c.points,
    outcomes.c.coins,
)


def careers(database: Database, who: str, counted: Counted, last: int | None = None) -> list[Career]:
    """Give the career of everybody whom a number, an identity or a nick means, on the network that counts.

    Of each the `last` matches at most are given. Raises DatabaseError.
    """
    with database.read() as connection:
        return [_career(connection, player, counted, last) for player in meant(connection, who, counted.network)]


def career_of(
    database: Database, network: str, identity: str, counted: Counted, last: int | None = None
) -> Career | None:
    """Give the career of somebody by their identity on a network, None if they are not known. Raises DatabaseError."""
    theirs = select(*PLAYER).select_from(PEOPLE).where(networks.c.name == network, players.c.identity == identity)
    with database.read() as connection:
        row = connection.execute(theirs).one_or_none()
        return _career(connection, player_of(row), counted, last) if row else None


def likeliest(
    database: Database, network: str, nick: str, counted: Counted, last: int | None = None
) -> tuple[Career | None, int]:
    """Give the career of whom a nick most likely means on a network, and how many others were seen with it.

    Who has an account goes before who has none, then who was seen with that nick last. Raises DatabaseError.
    """
    with database.read() as connection:
        found = called(connection, nick, network)
        found.sort(key=lambda player: (not player.identity.startswith(ACCOUNT), player.nick.lower() != nick.lower()))
        return (_career(connection, found[0], counted, last), len(found) - 1) if found else (None, 0)


def career(database: Database, number: int, counted: Counted, last: int | None = None) -> Career | None:
    """Give the career of the player of that number, as `careers` does; None if there is none. Raises DatabaseError."""
    with database.read() as connection:
        player = numbered(connection, number)
        return None if player is None else _career(connection, player, counted, last)


def numbered(connection: Connection, number: int) -> Player | None:
    """Give the player of a number, if there is one who is a person."""
    chosen = select(*PLAYER).select_from(PEOPLE).where(players.c.kind == Kind.HUMAN, players.c.id == number)
    row = connection.execute(chosen).first()
    return None if row is None else player_of(row)


def meant(connection: Connection, who: str, network: str | None = None) -> list[Player]:
    """Give the players whose number or identity this is; if there are none, whoever was seen with such a nick."""
    number = int(who) if who.isdecimal() and len(who) < len(str(2**63)) else None
    people = select(*PLAYER).select_from(PEOPLE).where(players.c.kind == Kind.HUMAN, players.c.id.not_in(GONE))
    exact = people.where(or_(players.c.identity == who, players.c.id == number))
    if network is not None:
        exact = exact.where(networks.c.name == network)
    found = [player_of(row) for row in connection.execute(exact.order_by(networks.c.name, players.c.id))]
    return found or called(connection, who, network)


def called(connection: Connection, nick: str, network: str | None = None) -> list[Player]:
    """Give everybody who was seen with this nick, whatever its case, on a network or all."""
    theirs = select(nicks.c.player).where(func.lower(nicks.c.nick) == func.lower(nick))
    people = select(*PLAYER).select_from(PEOPLE).where(players.c.kind == Kind.HUMAN, players.c.id.in_(theirs))
    if network is not None:
        people = people.where(networks.c.name == network)
    return [player_of(row) for row in connection.execute(people.order_by(networks.c.name, players.c.id))]


def linked(connection: Connection, player: int) -> list[Player]:
    """Give the same person's other players."""
    person = select(links.c.person).where(links.c.player == player).scalar_subquery()
    others = select(*PLAYER).select_from(PEOPLE.join(links, links.c.player == players.c.id))
    others = others.where(links.c.person == person, players.c.id != player)
    return [player_of(row) for row in connection.execute(others.order_by(networks.c.name, players.c.id))]


def _career(connection: Connection, player: Player, counted: Counted, last: int | None) -> Career:
    theirs, place = outcomes.c.player == player.id, outcomes.c.place
    times = func.count().label("times")
    places = outcomes_of(counted, place, times).where(theirs, place.is_not(None)).group_by(place).order_by(place)
    return Career(
        player=player,
        total=_total(connection, player, counted, computers=None if counted.with_computers else False),
        places={row.place: row.times for row in connection.execute(places)},
        changes=_changes(connection, player, counted),
        ratings=_ratings(connection, player, counted),
        last=_outcomes(connection, outcomes_of(counted, *_OUTCOME).where(theirs), last),
        linked=linked(connection, player.id),
        left_out=0 if counted.with_computers else _total(connection, player, counted, computers=True).matches,
    )


def _total(connection: Connection, player: Player, counted: Counted, *, computers: bool | None) -> Total:
    parts = summed(connection, PLAYED, counted, computers=computers, player=player.id)
    sums = [func.sum(parts.c[measure]).label(measure) for measure in PLAYED.measures]
    return total_of(connection.execute(select(*sums)).one())


def _changes(connection: Connection, player: Player, counted: Counted) -> list[Change]:
    computers = None if counted.with_computers else False
    parts = summed(connection, REASONS, counted, computers=computers, player=player.id)
    sums = [func.sum(parts.c[measure]).label(measure) for measure in REASONS.measures]
    by_reason = select(parts.c.reason, *sums).group_by(parts.c.reason).having(func.sum(parts.c.times) != 0)
    rows = connection.execute(by_reason.order_by(parts.c.reason))
    return [Change(row.reason, int(row.times), int(row.points)) for row in rows]


def _ratings(connection: Connection, player: Player, counted: Counted) -> list[Rated]:
    """Give the ratings over all, and those of the season that counts."""
    better = ratings.alias()
    rank = select(1 + func.count()).where(
        better.c.game == ratings.c.game,
        better.c.season == ratings.c.season,
        better.c.mu - 3 * better.c.sigma > SKILL,
    )
    theirs = select(ratings, rank.scalar_subquery().label("rank")).where(ratings.c.player == player.id)
    theirs = theirs.where(ratings.c.season.in_({ALL, counted.season}))
    if counted.game is not None:
        theirs = theirs.where(ratings.c.game == counted.game)
    return [
        Rated(row.game, row.season, row.rank, Rating(row.mu, row.sigma, row.matches))
        for row in connection.execute(theirs.order_by(ratings.c.game, ratings.c.season))
    ]


def _outcomes(connection: Connection, chosen: Select[Any], last: int | None) -> list[Outcome]:
    latest = chosen.order_by(outcomes.c.ended.desc(), outcomes.c.match.desc()).limit(last)
    return [Outcome(**row) for row in connection.execute(latest).mappings()]

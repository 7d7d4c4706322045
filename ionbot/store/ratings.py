"""How good players are, as far as their matches show: OpenSkill (Plackett-Luce), by game and season, and over all.

A match with computer players rates nobody. Members of a team are rated together, by the best place among them; equal
places are ties. Who left before the end is rated alone, and as last. A rating changes in the transaction that ends a
match, and never by itself afterwards: `ionbot.store.recompute` does that when it is told to.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Connection, bindparam, insert, select

from games.kit.inputs import Kind
from ionbot.store.models import matches, seats
from ionbot.store.score_tables import rating_changes, ratings, stale_ratings
from ionbot.store.summaries import ALL, COUNTS
from ionbot.store.upsert import upsert

_MODEL = PlackettLuce()

_COUNTED = select(matches.c.game, matches.c.season).where(matches.c.id == bindparam("of_match"), COUNTS)
_SAT = (
    select(seats.c.player, seats.c.kind, seats.c.team, seats.c.place)
    .where(seats.c.match == bindparam("of_match"))
    .order_by(seats.c.seat)
)
_KNOWN = select(ratings).where(
    ratings.c.game == bindparam("game"),
    ratings.c.season == bindparam("season"),
    ratings.c.player.in_(bindparam("players", expanding=True)),
)
_ADD_CHANGE = insert(rating_changes)


@dataclass(frozen=True)
class Rating:
    """How good somebody is: `mu` is the likeliest, `sigma` how unsure that is. It counts `matches`."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    matches: int = 0

    @property
    def skill(self) -> float:
        """What players are ranked by: as good as this they are almost surely. It begins at 0."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True)
class Seated:
    """What of a seat counts for a rating."""

    player: int
    kind: str
    team: str
    place: int | None


def rated(sat: Sequence[Seated], known: Mapping[int, Rating]) -> dict[int, Rating]:
    """Give the new ratings of a match's players by number; none if it rates nobody. Who is not `known` is new."""
    people = [seat for seat in sat if seat.kind == Kind.HUMAN]
    if any(seat.kind == Kind.COMPUTER for seat in sat) or not any(seat.place for seat in people):
        return {}
    teams: dict[object, list[Seated]] = defaultdict(list)
    for number, seat in enumerate(people):
        teams[seat.team if seat.team and seat.place else number].append(seat)
    if len(teams) < 2:
        return {}
    last = 1 + max(seat.place or 0 for seat in people)
    ranks = [float(min(seat.place or last for seat in team)) for team in teams.values()]
    before = [[known.get(seat.player, Rating()) for seat in team] for team in teams.values()]
    models = [[_MODEL.rating(each.mu, each.sigma) for each in team] for team in before]
    return {
        seat.player: Rating(new.mu, new.sigma, old.matches + 1)
        for team, olds, news in zip(teams.values(), before, _MODEL.rate(models, ranks=ranks), strict=True)
        for seat, old, new in zip(team, olds, news, strict=True)
    }


def rate(connection: Connection, match: int) -> None:
    """Rate the players of a match that has just ended, if it counts."""
    there = connection.execute(_COUNTED, {"of_match": match}).first()
    if there is None:
        return
    sat = [Seated(*each) for each in connection.execute(_SAT, {"of_match": match})]
    for season in seasons_of(there.season):
        new = rated(sat, _known(connection, there.game, season, [seat.player for seat in sat]))
        if not new:
            return
        connection.execute(
            upsert(connection.dialect.name, ratings, ("game", "season", "player"), ("mu", "sigma", "matches")),
            [rating_row(there.game, season, player, rating) for player, rating in new.items()],
        )
        connection.execute(_ADD_CHANGE, [change_row(match, season, player, rating) for player, rating in new.items()])


def seasons_of(season: str | None) -> Iterable[str]:
    """Give the seasons in which a match of a season counts."""
    return (ALL, season) if season else (ALL,)


def rating_row(game: str, season: str, player: int, rating: Rating) -> dict[str, Any]:
    """Give a rating as a row of `ratings`."""
    about = {"mu": rating.mu, "sigma": rating.sigma, "matches": rating.matches}
    return {"game": game, "season": season, "player": player, **about}


def change_row(match: int, season: str, player: int, rating: Rating) -> dict[str, Any]:
    """Give a rating as a row of `rating_changes`: as it was after a match."""
    return {"match": match, "season": season, "player": player, "mu": rating.mu, "sigma": rating.sigma}


def make_stale(connection: Connection, games: Iterable[str], why: str) -> None:
    """Note that the ratings of some games are not those of the matches any more, until they are made anew."""
    rows = [{"game": game, "why": why} for game in games]
    if rows:
        connection.execute(upsert(connection.dialect.name, stale_ratings, ("game",), ("why",)), rows)


def _known(connection: Connection, game: str, season: str, players: Sequence[int]) -> dict[int, Rating]:
    there = connection.execute(_KNOWN, {"game": game, "season": season, "players": players})
    return {row.player: Rating(row.mu, row.sigma, row.matches) for row in there}

"""`ionbot scores recompute`: sums, ratings and records are made anew from the matches; what was different is told."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby, islice
from math import isclose
from typing import Any, TypeAlias

from sqlalchemy import Connection, delete, insert, select

from games.kit.registry import find_game
from ionbot.store import feats, outcomes, summaries
from ionbot.store.models import matches, networks, players, seats
from ionbot.store.ratings import Rating, Seated, change_row, rated, rating_row, seasons_of
from ionbot.store.rows import PAGE, FindGame
from ionbot.store.score_tables import final_standings, rating_changes, ratings, seasons, stale_ratings
from ionbot.store.seasons import write_final
from ionbot.store.telling import Tell, nobody

Ratings: TypeAlias = dict[tuple[str, str, int], Rating]
"""Ratings by game, season and player."""
Known: TypeAlias = dict[tuple[str, str], dict[int, Rating]]
"""How good players are as far as matches were gone through: by game and season, and by player."""


def recompute(
    connection: Connection,
    *,
    dry_run: bool,
    find: FindGame = find_game,
    tell: Tell = nobody,
) -> list[str]:
    """Make all sums, records, ratings and final standings anew, and give what was different; with `dry_run` only that.

    It takes as long as reading all journals, in the transaction of the connection; `tell` hears of each finished match.
    """
    found = list(summaries.findings(connection))
    if found and not dry_run:
        summaries.rebuild(connection)
    if odd := list(outcomes.findings(connection)):
        found += odd
        if not dry_run:
            outcomes.rebuild(connection)
    found += feats.refresh(connection, find, tell, dry_run=dry_run)
    stored = _stored(connection)
    right = _rate_all(connection, dry_run=dry_run)
    found += _rating_differences(connection, stored, right)
    if not dry_run:
        _write(connection, right)
    found += _standing_differences(connection, right)
    if not dry_run:
        for game, season in connection.execute(select(seasons.c.game, seasons.c.season)).all():
            write_final(connection, game, season)
    return found


def _rate_all(connection: Connection, *, dry_run: bool) -> Ratings:
    """Give who is how good by all matches, and unless `dry_run` write down how they became so."""
    known: Known = defaultdict(dict)
    changes = _rated(connection, known)
    if not dry_run:
        connection.execute(delete(rating_changes))
    while rows := [*islice(changes, PAGE)]:
        if not dry_run:
            connection.execute(insert(rating_changes), rows)
    return {(game, season, player): now for (game, season), all_ in known.items() for player, now in all_.items()}


def _rated(connection: Connection, known: Known) -> Iterator[dict[str, Any]]:
    """Rate the matches in the order they ended, in what is `known`; yield what changes as rows of `rating_changes`."""
    sat = (
        select(
            matches.c.id, matches.c.game, matches.c.season, seats.c.player, seats.c.kind, seats.c.team, seats.c.place
        )
        .join_from(matches, seats, seats.c.match == matches.c.id)
        .where(summaries.COUNTS)
        .order_by(matches.c.ended, matches.c.id, seats.c.seat)
    )
    rows = connection.execute(sat, execution_options={"yield_per": PAGE})
    for (match, game, own), group in groupby(rows, lambda row: (row.id, row.game, row.season)):
        there = [Seated(row.player, row.kind, row.team, row.place) for row in group]
        for season in seasons_of(own):
            if new := rated(there, known[game, season]):
                known[game, season].update(new)
                yield from (change_row(match, season, *each) for each in new.items())


def _stored(connection: Connection) -> Ratings:
    rows = connection.execute(select(ratings))
    return {(row.game, row.season, row.player): Rating(row.mu, row.sigma, row.matches) for row in rows}


def _write(connection: Connection, right: Ratings) -> None:
    for table in (ratings, stale_ratings):
        connection.execute(delete(table))
    if right:
        connection.execute(insert(ratings), [rating_row(*key, rating) for key, rating in right.items()])


def _rating_differences(connection: Connection, stored: Ratings, right: Ratings) -> Iterator[str]:
    names = _names(connection)
    for key in sorted(stored.keys() | right.keys()):
        was, should = stored.get(key), right.get(key)
        if not _equal(was, should):
            game, season, player = key
            yield f"rating of {names[player]} in {game}, {season}: {_told(was)}, by the matches {_told(should)}"


def _standing_differences(connection: Connection, right: Ratings) -> Iterator[str]:
    """Find where the final standings of a season are not those of its matches."""
    names = _names(connection)
    rows = connection.execute(select(final_standings)).all()
    final = {(row.game, row.season, row.player): Rating(row.mu, row.sigma, row.matches) for row in rows}
    closed = {tuple(row) for row in connection.execute(select(seasons.c.game, seasons.c.season))}
    expected = {key: rating for key, rating in right.items() if key[:2] in closed}
    for key in sorted(final.keys() | expected.keys()):
        was, should = final.get(key), expected.get(key)
        if not _equal(was, should):
            game, season, player = key
            told = f"{_told(was)}, by the matches {_told(should)}"
            yield f"final standing of {names[player]} in {game}, {season}: {told}"


def _names(connection: Connection) -> dict[int, str]:
    rows: Any = connection.execute(select(players.c.id, players.c.nick, networks.c.name).join_from(players, networks))
    return {number: f"{nick} ({network})" for number, nick, network in rows}


def _equal(one: Rating | None, other: Rating | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.matches == other.matches and isclose(one.mu, other.mu) and isclose(one.sigma, other.sigma)


def _told(rating: Rating | None) -> str:
    return "none" if rating is None else f"{rating.mu:.4f} ± {rating.sigma:.4f} after {rating.matches} matches"

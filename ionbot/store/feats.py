"""What somebody did of which there is a record: the best deeds of a match, by its game, and wins in a row.

They are written in the transaction that ends a match, and only people have any. Wins in a row are counted by player and
game, in the matches that count and in which no computer player took part. Of two or more, each match has how many they
were then; `streaks` has how many they are now.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

from msgspec import MsgspecError
from sqlalchemy import Connection, Row, Select, bindparam, delete, insert, select, tuple_

from games.kit.feats import Notable, best_deeds
from games.kit.inputs import Kind
from games.kit.protocol import AnyGame, Entry
from games.kit.registry import UnknownGame
from ionbot.store.models import MatchStatus, matches, seats
from ionbot.store.rows import PAGE, FindGame, entries
from ionbot.store.score_tables import feats, streaks
from ionbot.store.summaries import COUNTS, WITH_COMPUTERS
from ionbot.store.telling import Tell
from ionbot.store.upsert import upsert

STREAK = "streak"
"""The feat of having won several matches in a row, which every game has."""
LEAST_STREAK = 2
"""So many wins in a row are a streak."""

_FINISHED = matches.c.status == MatchStatus.FINISHED
_ALL_FINISHED = select(matches.c.id, matches.c.game).where(_FINISHED).order_by(matches.c.id)
_GAME_OF = select(matches.c.game).where(matches.c.id == bindparam("of_match"), _FINISHED)
_DEEDS_IN = select(feats).where(feats.c.match == bindparam("of_match"), feats.c.feat != STREAK)
_PEOPLE_IN = select(seats.c.seat).where(seats.c.match == bindparam("of_match"), seats.c.kind == Kind.HUMAN)
_STREAKS_OF = select(streaks).where(
    streaks.c.player.in_(bindparam("players", expanding=True)), streaks.c.game == bindparam("game")
)
_SEATED: Select[Any] = (
    select(matches.c.id, matches.c.game, seats.c.seat, seats.c.player, seats.c.place)
    .join_from(matches, seats, seats.c.match == matches.c.id)
    .where(COUNTS, seats.c.kind == Kind.HUMAN, ~WITH_COMPUTERS)
    .order_by(matches.c.ended, matches.c.id, seats.c.seat)
)
"""People's seats in the matches in which wins in a row are counted, in the order these ended."""
_SEATED_IN = _SEATED.where(matches.c.id == bindparam("of_match"))
_ADD_FEAT = insert(feats)

Deeds: TypeAlias = dict[tuple[int, str], int]
"""Values by seat and feat."""
Streaks: TypeAlias = dict[tuple[int, int, str], int]
"""Of two or more wins in a row, how many they were after a match, by match, seat and game."""
Running: TypeAlias = dict[tuple[int, str], int]
"""How many matches somebody has won in a row up to now, by player and game."""


def deeds(game: AnyGame, log: Iterable[Entry], people: Collection[int]) -> Deeds:
    """Give the best that people did in a match that has ended, by its log and their seats."""
    return {(seat, feat): value for (seat, feat), value in best_deeds(game, log).items() if seat in people}


def add(connection: Connection, match: int, game: str, done: Deeds) -> None:
    """Note what was done in a match that has just ended with places, and who has won how many in a row by it."""
    _write_deeds(connection, match, game, done)
    add_streaks(connection, match)


def add_streaks(connection: Connection, match: int) -> None:
    """Note who has won how many matches in a row, once more or no more, with a match that has just ended."""
    sat = connection.execute(_SEATED_IN, {"of_match": match}).all()
    if sat:
        there = {"players": [seat.player for seat in sat], "game": sat[0].game}
        _write_streaks(connection, *_streaks(sat, _running(connection.execute(_STREAKS_OF, there))))


def rebuild_streaks(connection: Connection, players: Collection[int]) -> None:
    """Count the wins in a row of some players anew, after a change of what counts."""
    theirs = seats.c.player.in_(players)
    sat = tuple_(feats.c.match, feats.c.seat).in_(select(seats.c.match, seats.c.seat).where(theirs))
    connection.execute(delete(feats).where(feats.c.feat == STREAK, sat))
    connection.execute(delete(streaks).where(streaks.c.player.in_(players)))
    _write_streaks(connection, *_streaks(connection.execute(_SEATED.where(theirs)), {}))


def _deeds_by_journal(connection: Connection, match: int, game: AnyGame) -> Deeds:
    """Give the best that people did in a match. Raises msgspec.MsgspecError if the game cannot read its journal."""
    if not isinstance(game, Notable):
        return {}
    people = set(connection.scalars(_PEOPLE_IN, {"of_match": match}))
    return deeds(game, entries(connection, game, match), people)


def deed_findings(connection: Connection, match: int, find: FindGame) -> Iterator[str]:
    """Yield where the deeds in a match are not those of its journal; nothing for one that cannot be read."""
    game = connection.scalar(_GAME_OF, {"of_match": match})
    for stored, right in _differing(connection, match, game, find):
        yield f"deeds: {_told(stored)}, by the journal {_told(right)}"


def streak_findings(connection: Connection) -> Iterator[str]:
    """Yield where wins in a row are not those of the matches."""
    right, running = _streaks(connection.execute(_SEATED), {})
    stored = connection.execute(select(feats).where(feats.c.feat == STREAK))
    found = {(row.match, row.seat, row.game): row.value for row in stored}
    for key in sorted(found.keys() | right.keys()):
        if found.get(key) != right.get(key):
            match, seat, _ = key
            told = f"{found.get(key, 'none')}, by the matches {right.get(key, 'none')}"
            yield f"wins in a row of seat {seat} of match {match}: {told}"
    now = _running(connection.execute(select(streaks)))
    for player, game in sorted(now.keys() | running.keys()):
        was, should = now.get((player, game), 0), running.get((player, game), 0)
        if was != should:
            yield f"wins in a row of player {player} in {game}: {was}, by the matches {should}"


def refresh(connection: Connection, find: FindGame, tell: Tell, *, dry_run: bool) -> Iterator[str]:
    """Make the deeds of all finished matches and all wins in a row anew, and yield what was different before.

    With `dry_run` only that. A match whose game is not installed, or cannot read it, keeps what it has. `tell` hears of
    each match.
    """
    for match, game in connection.execute(_ALL_FINISHED, execution_options={"yield_per": PAGE}):
        for stored, right in _differing(connection, match, game, find):
            yield f"deeds in match {match}: {_told(stored)}, by the journal {_told(right)}"
            if not dry_run:
                connection.execute(delete(feats).where(feats.c.match == match, feats.c.feat != STREAK))
                _write_deeds(connection, match, game, right)
        tell(1)
    odd = list(streak_findings(connection))
    yield from odd
    if odd and not dry_run:
        connection.execute(delete(feats).where(feats.c.feat == STREAK))
        connection.execute(delete(streaks))
        _write_streaks(connection, *_streaks(connection.execute(_SEATED), {}))


def _differing(connection: Connection, match: int, game: str | None, find: FindGame) -> Iterator[tuple[Deeds, Deeds]]:
    """Yield the deeds in a match as they are stored and by its journal, if these are not the same.

    The `game` is None for a match that is not finished: it has none.
    """
    stored = {(row.seat, row.feat): row.value for row in connection.execute(_DEEDS_IN, {"of_match": match})}
    with suppress(UnknownGame, MsgspecError):  # `db check` tells of both
        right = _deeds_by_journal(connection, match, find(game)) if game else {}
        if stored != right:
            yield stored, right


def _streaks(sat: Iterable[Row[Any]], known: Mapping[tuple[int, str], int]) -> tuple[Streaks, Running]:
    """Go on counting wins in a row from what is `known`."""
    after: Streaks = {}
    running = dict(known)
    for seat in sat:
        wins = running.get((seat.player, seat.game), 0) + 1 if seat.place == 1 else 0
        running[seat.player, seat.game] = wins
        if wins >= LEAST_STREAK:
            after[seat.id, seat.seat, seat.game] = wins
    return after, running


def _running(rows: Iterable[Row[Any]]) -> Running:
    return {(row.player, row.game): row.wins for row in rows}


def _write_streaks(connection: Connection, after: Streaks, running: Running) -> None:
    if after:
        connection.execute(
            _ADD_FEAT,
            [
                {"match": match, "seat": seat, "feat": STREAK, "game": game, "value": wins}
                for (match, seat, game), wins in after.items()
            ],
        )
    if running:
        connection.execute(
            upsert(connection.dialect.name, streaks, ("player", "game"), ("wins",)),
            [{"player": player, "game": game, "wins": wins} for (player, game), wins in running.items()],
        )


def _write_deeds(connection: Connection, match: int, game: str, deeds: Deeds) -> None:
    if deeds:
        connection.execute(
            _ADD_FEAT,
            [
                {"match": match, "seat": seat, "feat": feat, "game": game, "value": value}
                for (seat, feat), value in deeds.items()
            ],
        )


def _told(deeds: Deeds) -> str:
    return ", ".join(f"{feat} {value} by seat {seat}" for (seat, feat), value in sorted(deeds.items())) or "none"

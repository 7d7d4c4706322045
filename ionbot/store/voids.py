"""Taking a match out of all scores, and back in; both leave a trace.

The summaries follow at once. Ratings hang on each other, so they stay until they are made anew (`ionbot scores
recompute`), and are marked as stale; the final standings of a closed season stay until then, too.
"""

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from ionbot.store import feats, outcomes, summaries
from ionbot.store.models import MatchStatus, matches, seats
from ionbot.store.ratings import make_stale
from ionbot.store.score_tables import voids


class NotPossible(ValueError):
    """A match cannot be taken out, or back in; the message says why."""


@dataclass(frozen=True)
class Void:
    """That somebody has taken a match out of all scores, and perhaps back in. Times are Unix ms."""

    voided: int
    who: str
    reason: str
    undone: int | None
    undone_by: str | None


def void(connection: Connection, match: int, who: str, reason: str, now: int) -> None:
    """Take a finished match out of all scores. Raises NotPossible."""
    row = connection.execute(select(matches).where(matches.c.id == match)).one_or_none()
    if row is None:
        raise NotPossible(f"there is no match {match}")
    if row.status != MatchStatus.FINISHED:
        raise NotPossible(f"match {match} is {row.status}; only a finished one counts, and can be void")
    if row.voided is not None:
        raise NotPossible(f"match {match} is void already")
    connection.execute(insert(voids).values(match=match, voided=now, who=who, reason=reason))
    _set(connection, match, row.game, now, f"match {match} is void")


def restore(connection: Connection, match: int, who: str, now: int) -> None:
    """Let a void match count again. Raises NotPossible."""
    row = connection.execute(select(matches).where(matches.c.id == match)).one_or_none()
    if row is None:
        raise NotPossible(f"there is no match {match}")
    if row.voided is None:
        raise NotPossible(f"match {match} is not void")
    last = update(voids).where(voids.c.match == match, voids.c.undone.is_(None))
    connection.execute(last.values(undone=now, undone_by=who))
    _set(connection, match, row.game, None, f"match {match} counts again")


def voids_of(connection: Connection, match: int) -> list[Void]:
    """Give how often a match was taken out, the earliest first."""
    there = select(voids.c.voided, voids.c.who, voids.c.reason, voids.c.undone, voids.c.undone_by)
    return [Void(*row) for row in connection.execute(there.where(voids.c.match == match).order_by(voids.c.id))]


def _set(connection: Connection, match: int, game: str, voided: int | None, why: str) -> None:
    connection.execute(update(matches).where(matches.c.id == match).values(voided=voided))
    sat = connection.scalars(select(seats.c.player).where(seats.c.match == match)).all()
    there = connection.scalars(select(matches.c.channel).where(matches.c.id == match)).all()
    summaries.rebuild_for(connection, sat, there)
    outcomes.rebuild_for(connection, sat)
    feats.rebuild_streaks(connection, sat)
    make_stale(connection, [game], why)

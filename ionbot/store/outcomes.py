"""How each match that counts ended for each person, in the order of a person's matches: what courses are read from.

They are written in the transaction that ends a match, and follow a change of what counts as the sums do.
"""

from collections.abc import Collection, Iterator, Sequence

from sqlalchemy import Connection, bindparam, case, delete, func, insert, literal, select, union_all

from games.kit.inputs import Kind
from ionbot.store.models import matches, seats
from ionbot.store.score_tables import outcomes
from ionbot.store.summaries import COUNTS, WITH_COMPUTERS

_RIGHT = (
    select(
        seats.c.player,
        matches.c.ended,
        seats.c.match,
        seats.c.seat,
        matches.c.channel,
        matches.c.game,
        case((WITH_COMPUTERS, True), else_=False).label("with_computers"),
        seats.c.team,
        seats.c.place,
        seats.c.points,
        seats.c.coins,
    )
    .join_from(seats, matches, matches.c.id == seats.c.match)
    .where(COUNTS, seats.c.kind == Kind.HUMAN)
)
"""The outcomes by seats and matches; the columns stand as in the table."""
_NAMES = tuple(outcomes.c.keys())
_ADD = insert(outcomes).from_select(_NAMES, _RIGHT.where(matches.c.id == bindparam("of_match")))


def add(connection: Connection, match: int) -> None:
    """Add those of a match that has just ended, if it counts."""
    connection.execute(_ADD, {"of_match": match})


def rebuild(connection: Connection) -> None:
    """Make all outcomes anew."""
    connection.execute(delete(outcomes))
    connection.execute(insert(outcomes).from_select(_NAMES, _RIGHT))


def rebuild_for(connection: Connection, players: Collection[int]) -> None:
    """Make those of some players anew, after a change of what counts."""
    connection.execute(delete(outcomes).where(outcomes.c.player.in_(players)))
    connection.execute(insert(outcomes).from_select(_NAMES, _RIGHT.where(seats.c.player.in_(players))))


def findings(connection: Connection) -> Iterator[str]:
    """Yield where the outcomes are not those of the matches."""
    right = _RIGHT.subquery()
    both = union_all(
        select(literal("outcomes").label("side"), *outcomes.c), select(literal("matches"), *right.c)
    ).subquery()
    columns = [both.c[name] for name in _NAMES]
    odd = select(func.min(both.c.side).label("side"), *columns).group_by(*columns).having(func.count() == 1)
    for row in connection.execute(odd.order_by(both.c.match, both.c.seat, func.min(both.c.side))):
        yield f"outcome of seat {row.seat} of match {row.match}, by the {row.side} only: {_told(tuple(row))}"


def _told(row: Sequence[object]) -> str:
    about = zip(("side", *_NAMES), row, strict=True)
    return ", ".join(f"{name} {value}" for name, value in about if name not in ("side", "match", "seat"))

"""Sums by day, by month and over all, so that scores are told at once however much was played.

They are written in the transaction that ends a match. Only finished matches count that are not void, and in them only
people; a filler, which evens out the teams and cannot win, does not make a match one with computers.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Insert,
    Select,
    Table,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    union_all,
)

from games.kit.inputs import Kind
from ionbot.store.models import MatchStatus, ledger, matches, seats
from ionbot.store.score_tables import activity, summaries, summary_reasons
from ionbot.store.upsert import upsert
from ionbot.store.utc import utc_day

ALL = "all"
"""The span of everything."""

COUNTS = and_(matches.c.status == MatchStatus.FINISHED, matches.c.voided.is_(None))
"""Which matches count."""

_OTHERS = seats.alias("others")
WITH_COMPUTERS = exists().where(_OTHERS.c.match == matches.c.id, _OTHERS.c.kind == Kind.COMPUTER)
"""Whether a match was one with computer players."""
_WITH_PEOPLE = exists().where(_OTHERS.c.match == matches.c.id, _OTHERS.c.kind == Kind.HUMAN)

_MATCH = (
    matches.c.ended, matches.c.channel, matches.c.game,
    case((WITH_COMPUTERS, True), else_=False).label("with_computers"),
)  # fmt: skip
_SEATED = seats.join(matches, matches.c.id == seats.c.match)
_ONE = literal(1)


@dataclass(frozen=True, eq=False)
class Sums:
    """A table of sums and what they are sums of: `each` selects the single things, with keys, measures and `ended`."""

    table: Table
    each: Select[Any]
    measures: tuple[str, ...]

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """What the sums go by, besides their span."""
        return tuple(column.name for column in self.table.primary_key if column.name != "span")

    def select(self, *conditions: ColumnElement[bool], span: str | None = None) -> Select[Any]:
        """Add up what fits. With a span (`day`, `month` or `all`) the sums go by it, too, in the table's order."""
        each = self.each.where(*conditions).subquery()
        keys: list[ColumnElement[Any]] = [each.c[key] for key in self.keys]
        sums = [func.sum(each.c[measure]).label(measure) for measure in self.measures]
        if span is None:
            return select(*keys, *sums).group_by(*keys)
        day = utc_day(each.c.ended)
        name = {"day": day, "month": func.substr(day, 1, 7), ALL: literal(ALL)}[span].label("span")
        return select(name, *keys, *sums).group_by(*keys if span == ALL else (name, *keys))

    def rolled_up(self, span: str) -> Select[Any]:
        """Add up the sums of the days to those of months, or these to the sums of all."""
        table, parts = self.table, {"month": "day", ALL: "month"}[span]
        keys = [table.c[key] for key in self.keys]
        sums = [func.sum(table.c[measure]).label(measure) for measure in self.measures]
        name = (func.substr(table.c.span, 1, 7) if span == "month" else literal(ALL)).label("span")
        rows = select(name, *keys, *sums).where(self.is_of(parts))
        return rows.group_by(*keys if span == ALL else (name, *keys))

    def is_of(self, span: str) -> ColumnElement[bool]:
        """Pick the rows of days, of months, or of all."""
        return func.length(self.table.c.span) == len({"day": "2026-11-30", "month": "2026-11", ALL: ALL}[span])

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the table, in the order of `select`."""
        return ("span", *self.keys, *self.measures)


PLAYED = Sums(
    summaries,
    select(
        *_MATCH, seats.c.player, _ONE.label("matches"), case((seats.c.place == 1, 1), else_=0).label("wins"),
        case((seats.c.place.is_not(None), 1), else_=0).label("placed"), seats.c.points, seats.c.coins,
    ).select_from(_SEATED).where(COUNTS, seats.c.kind == Kind.HUMAN),
    ("matches", "wins", "placed", "points", "coins"),
)  # fmt: skip
"""What each player's matches come to."""

REASONS = Sums(
    summary_reasons,
    select(*_MATCH, seats.c.player, ledger.c.reason, _ONE.label("times"), ledger.c.delta.label("points"))
    .select_from(_SEATED.join(ledger, and_(ledger.c.match == seats.c.match, ledger.c.seat == seats.c.seat)))
    .where(COUNTS, seats.c.kind == Kind.HUMAN, ledger.c.asset == "points"),
    ("times", "points"),
)
"""Why each player's points changed, by the ledger's reasons."""

ACTIVITY = Sums(activity, select(*_MATCH, _ONE.label("matches")).where(COUNTS, _WITH_PEOPLE), ("matches",))
"""How many matches were played where, those among computers alone left out."""

_EVERY = (PLAYED, REASONS, ACTIVITY)
_SPANS = ("day", "month", ALL)


def add(connection: Connection, match: int) -> None:
    """Add a match that has just ended, if it counts."""
    for sums in _EVERY:
        for span in _SPANS:
            connection.execute(_adding(connection.dialect.name, sums, span), {"added": match})


@cache
def _adding(dialect: str, sums: Sums, span: str) -> Insert:
    """Make the statement that adds a match; it is long, and made but once."""
    statement = upsert(dialect, sums.table, ("span", *sums.keys), added=sums.measures)
    return statement.from_select(sums.columns, sums.select(matches.c.id == bindparam("added"), span=span))


def rebuild(connection: Connection) -> None:
    """Make all sums anew."""
    for sums in _EVERY:
        connection.execute(delete(sums.table))
        connection.execute(insert(sums.table).from_select(sums.columns, sums.select(span="day")))
        for span in ("month", ALL):
            connection.execute(insert(sums.table).from_select(sums.columns, sums.rolled_up(span)))


def rebuild_for(connection: Connection, players: Collection[int], channels: Collection[int]) -> None:
    """Make the sums of some players and channels anew, after a change of what counts."""
    for sums in (PLAYED, REASONS):
        connection.execute(delete(sums.table).where(sums.table.c.player.in_(players)))
        _fill(connection, sums, seats.c.player.in_(players))
    connection.execute(delete(activity).where(activity.c.channel.in_(channels)))
    _fill(connection, ACTIVITY, matches.c.channel.in_(channels))


def _fill(connection: Connection, sums: Sums, condition: ColumnElement[bool]) -> None:
    for span in _SPANS:
        connection.execute(insert(sums.table).from_select(sums.columns, sums.select(condition, span=span)))


def findings(connection: Connection) -> Iterator[str]:
    """Yield where the sums are not those of the matches."""
    for sums in _EVERY:
        for span in _SPANS:
            right = sums.select(span=span) if span == "day" else sums.rolled_up(span)
            yield from _differences(connection, sums, span, right)


def _differences(connection: Connection, sums: Sums, span: str, right: Select[Any]) -> Iterator[str]:
    stored, length = _odd_rows(connection, sums, span, right), 1 + len(sums.keys)
    found, wanted = (
        {tuple(row[:length]): dict(zip(sums.measures, map(int, row[length:]), strict=True)) for row in rows}
        for rows in stored
    )
    for key in sorted(found.keys() | wanted.keys(), key=str):
        about = ", ".join(f"{name} {value}" for name, value in zip(("span", *sums.keys), key, strict=True))
        was, should = found.get(key), wanted.get(key)
        differing = [name for name in sums.measures if not was or not should or was[name] != should[name]]
        told = f"{_told(was, differing)}, by the matches {_told(should, differing)}"
        yield f"{sums.table.name} of {about}: {told}"


def _odd_rows(
    connection: Connection, sums: Sums, span: str, right: Select[Any]
) -> tuple[list[Sequence[Any]], list[Sequence[Any]]]:
    """Give the rows that stand in the table only, and those that should stand there, with the values of `columns`."""
    stored = select(literal(0).label("side"), *(sums.table.c[name] for name in sums.columns)).where(sums.is_of(span))
    rows = right.subquery()
    both = union_all(stored, select(literal(1), *(rows.c[name] for name in sums.columns))).subquery()
    columns = [both.c[name] for name in sums.columns]
    odd = select(func.min(both.c.side), *columns).group_by(*columns).having(func.count() == 1)
    sides: tuple[list[Sequence[Any]], list[Sequence[Any]]] = ([], [])
    for side, *row in connection.execute(odd):
        sides[side].append(row)
    return sides


def _told(measures: dict[str, int] | None, names: Sequence[str]) -> str:
    return "none" if measures is None else " ".join(f"{name} {measures[name]}" for name in names)

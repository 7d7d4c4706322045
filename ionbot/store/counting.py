"""Which matches count for a question, and what they add up to: whole days from the summaries, parts from the seats.

Only finished matches count that are not void: what is hidden in a running one is not looked at. A person's seat counts
also where they left before the end: it has points then, and no place. Computer players and fillers are not ranked.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Subquery, and_, case, literal, select, union_all

from ionbot.store.models import MatchStatus, channels, ledger, matches, networks
from ionbot.store.rows import PLACED
from ionbot.store.score_tables import outcomes
from ionbot.store.seasons import season_span
from ionbot.store.summaries import ALL, COUNTS, PLAYED, REASONS, WITH_COMPUTERS, Sums
from ionbot.store.utc import DAY

_EPOCH = date(1970, 1, 1)
_OF_OUTCOME = (outcomes.c.channel, outcomes.c.game, outcomes.c.with_computers, outcomes.c.player)
_OF_PERSON = {
    PLAYED: select(
        *_OF_OUTCOME, literal(1).label("matches"), case((outcomes.c.place == 1, 1), else_=0).label("wins"),
        case((outcomes.c.place.is_not(None), 1), else_=0).label("placed"), outcomes.c.points, outcomes.c.coins,
    ),
    REASONS: select(*_OF_OUTCOME, ledger.c.reason, literal(1).label("times"), ledger.c.delta.label("points"))
    .join_from(outcomes, ledger, and_(ledger.c.match == outcomes.c.match, ledger.c.seat == outcomes.c.seat))
    .where(ledger.c.asset == "points"),
}  # fmt: skip
"""The single things that sums are made of, as one person's outcomes have them: these go by person and time."""
_WHERE = outcomes.join(channels, channels.c.id == outcomes.c.channel).join(networks)


@dataclass(frozen=True)
class Counted:
    """Which finished matches count: those that ended from `since` on and before `until` (Unix ms), in a season.

    `channel` is a folded name, on any network where none is given. Matches with computer players are kept apart.
    """

    game: str | None = None
    network: str | None = None
    channel: str | None = None
    season: str = ALL
    since: int | None = None
    until: int | None = None
    with_computers: bool = False

    @property
    def span(self) -> tuple[int | None, int | None]:
        """From when on and before when (Unix ms) matches must have ended. Raises ValueError for an unknown season."""
        first, end = season_span(self.season)
        starts = [each for each in (self.since, first) if each is not None]
        ends = [each for each in (self.until, end) if each is not None]
        return max(starts, default=None), min(ends, default=None)


@dataclass(frozen=True)
class _Parts:
    """What a span of time is made of: spans that are summed up, less those `without`, and parts of days (Unix ms)."""

    spans: Sequence[str] = ()
    without: Sequence[str] = ()
    edges: Sequence[tuple[int, int]] = ()


def outcomes_of(counted: Counted, *columns: Any) -> Select[Any]:
    """Ask for how matches that count ended for people, with where they were played."""
    chosen = select(*columns).select_from(_WHERE).where(*_named(counted, outcomes.c.game))
    chosen = chosen.where(*_between(outcomes.c.ended, *counted.span))
    return chosen if counted.with_computers else chosen.where(~outcomes.c.with_computers)


def conditions(counted: Counted) -> Iterator[ColumnElement[bool]]:
    """Yield what makes a match of `PLACED` count; by their time matches are not looked for."""
    yield COUNTS
    yield from _named(counted, matches.c.game)
    yield from _between(matches.c.ended + 0, *counted.span)
    if not counted.with_computers:
        yield ~WITH_COMPUTERS


def played(counted: Counted) -> Select[Any]:
    """Ask for the numbers of the matches that count, those with computer players among them."""
    span = counted.span
    # Without a span SQLite would go through all by the index of `status`, and not by that of the channel.
    status = matches.c.status if span != (None, None) else matches.c.status.concat("")
    counts = (status == MatchStatus.FINISHED, matches.c.voided.is_(None))
    named = _named(counted, matches.c.game)
    return select(matches.c.id).select_from(PLACED).where(*counts, *named, *_between(matches.c.ended, *span))


def summed(
    connection: Connection, sums: Sums, counted: Counted, *, computers: bool | None, player: int | None = None
) -> Subquery:
    """Give the sums of what counts as rows with the keys and measures, several for each key, which can come to 0.

    They are those of matches with computer players, or without (None: of both), and of one player or all.
    """
    split = _split(connection, *counted.span)
    names = (*sums.keys, *sums.measures)
    parts = [
        _signed(sums, sign).where(sums.table.c.span.in_(spans), *_conditions(sums.table.c, counted, computers, player))
        for sign, spans in ((1, split.spans), (-1, split.without))
    ]
    for edge in split.edges:
        if player is None:
            rows = sums.each.where(*_between(matches.c.ended, *edge)).subquery()
        else:
            rows = _OF_PERSON[sums].where(*_between(outcomes.c.ended, *edge)).subquery()
        parts.append(select(*(rows.c[name] for name in names)).where(*_conditions(rows.c, counted, computers, player)))
    return union_all(*parts).subquery()


def _signed(sums: Sums, sign: int) -> Select[Any]:
    table = sums.table.c
    return select(*(table[key] for key in sums.keys), *((table[name] * sign).label(name) for name in sums.measures))


def _conditions(
    columns: Any, counted: Counted, computers: bool | None, player: int | None
) -> Iterator[ColumnElement[bool]]:
    if counted.game is not None:
        yield columns.game == counted.game
    if counted.network is not None or counted.channel is not None:
        there = select(channels.c.id).join(networks, networks.c.id == channels.c.network)
        wanted = {networks.c.name: counted.network, channels.c.name: counted.channel}
        named = (column == value for column, value in wanted.items() if value is not None)
        yield columns.channel.in_(there.where(*named))
    if computers is not None:
        yield columns.with_computers == computers
    if player is not None:
        yield columns.player == player


def _named(counted: Counted, game: ColumnElement[str]) -> Iterator[ColumnElement[bool]]:
    wanted = {game: counted.game, networks.c.name: counted.network, channels.c.name: counted.channel}
    yield from (column == value for column, value in wanted.items() if value is not None)


def _between(ended: ColumnElement[int], since: int | None, until: int | None) -> Iterator[ColumnElement[bool]]:
    if since is not None:
        yield ended >= since
    if until is not None:
        yield ended < until


def _split(connection: Connection, since: int | None, until: int | None) -> _Parts:
    """Split a span of time into spans that are summed up, and the parts of days at its ends."""
    if since is None and until is None:
        return _Parts([ALL])
    ended = select(matches.c.ended).where(matches.c.status == MatchStatus.FINISHED).limit(1)
    first, last = (connection.scalar(ended.order_by(order)) for order in (matches.c.ended, matches.c.ended.desc()))
    if first is None or last is None:
        return _Parts()
    # Beyond the months of the first match and the last one there is nothing.
    begin, end = _month(first // DAY), _next_month(last // DAY)
    start = max(begin * DAY, begin * DAY if since is None else since)
    stop = min(end * DAY, end * DAY if until is None else until)
    if start >= stop:
        return _Parts()
    first_day, end_day = -(-start // DAY), stop // DAY
    if first_day > end_day:
        return _Parts(edges=[(start, stop)])
    edges = [edge for edge in ((start, first_day * DAY), (end_day * DAY, stop)) if edge[0] < edge[1]]
    spans = [*_spans(first_day, end_day)]
    rest = [*_spans(begin, first_day), *_spans(end_day, end)]
    is_short = _rows(spans) <= _rows((ALL, *rest))
    return _Parts(spans, edges=edges) if is_short else _Parts([ALL], rest, edges)


def _rows(spans: Iterable[str]) -> int:
    """Tell about how many rows spans have, next to each other: a month as many as its days, and all as two months."""
    return sum({len("2026-11-30"): 1, len("2026-11"): 30, len(ALL): 60}[len(span)] for span in spans)


def _spans(first: int, end: int) -> Iterator[str]:
    """Yield the names of the months and days from one day on and before another."""
    day = first
    while day < end:
        if _month(day) == day and _next_month(day) <= end:
            yield f"{_date(day):%Y-%m}"
            day = _next_month(day)
        else:
            yield f"{_date(day):%Y-%m-%d}"
            day += 1


def _date(day: int) -> date:
    return _EPOCH + timedelta(days=day)


def _month(day: int) -> int:
    """Give the first day of a day's month; days are counted from 1970-01-01."""
    return day - _date(day).day + 1


def _next_month(day: int) -> int:
    return _month(_month(day) + 31)

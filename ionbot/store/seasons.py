"""Seasons: spans of time (UTC) that have ratings of their own, and whose standings are final once they are over."""

import re
from datetime import UTC, datetime
from typing import Literal, TypeAlias

from sqlalchemy import Connection, and_, delete, func, insert, select

from ionbot.store.score_tables import final_standings, ratings, seasons
from ionbot.store.summaries import ALL
from ionbot.store.upsert import absent

SeasonUnit: TypeAlias = Literal["month", "quarter", "none"]
"""How long a season is."""
DEFAULT_SEASON: SeasonUnit = "month"

SHAPE = "2026-11, 2026-Q4 or all"
"""What seasons look like."""

_SEASON = re.compile(r"(?P<year>\d{4})-(?:Q(?P<quarter>[1-4])|(?P<month>0[1-9]|1[0-2]))", re.ASCII)
_MONTHS = {"month": 1, "quarter": 3}

SKILL = ratings.c.mu - 3 * ratings.c.sigma
"""What players are ranked by: as good as this they are almost surely. It begins at 0."""


def season_of(unit: SeasonUnit, unix_ms: int) -> str | None:
    """Give the season of a point in time, None where there are none."""
    day = datetime.fromtimestamp(unix_ms / 1000, UTC)
    names = {"month": f"{day:%Y-%m}", "quarter": f"{day:%Y}-Q{(day.month + 2) // 3}"}
    return names.get(unit)


def season_span(season: str) -> tuple[int | None, int | None]:
    """Give when a season begins and ends, in Unix ms: from the first on, and before the second. `all` has no bounds.

    Raises ValueError if there can be no such season.
    """
    if season == ALL:
        return None, None
    found = _SEASON.fullmatch(season)
    if not found or found["year"] == "0000":
        raise ValueError(f"{season!r} is no season; right would be {SHAPE}")
    length = _MONTHS["quarter" if found["quarter"] else "month"]
    first = int(found["year"]) * 12 + (3 * (int(found["quarter"]) - 1) if found["quarter"] else int(found["month"]) - 1)
    if first + length >= 12 * 9999:
        raise ValueError(f"{season!r} is no season; right would be {SHAPE}")
    return _month_start(first), _month_start(first + length)


def close_seasons(now: int, connection: Connection) -> list[tuple[str, str]]:
    """Make the standings of all seasons final that are over at a Unix time in ms; give the games and seasons.

    What is closed already stays as it is: this may be done as often as one likes.
    """
    closed = select(seasons.c.season).where(seasons.c.game == ratings.c.game, seasons.c.season == ratings.c.season)
    running = select(ratings.c.game, ratings.c.season).distinct().where(ratings.c.season != ALL, ~closed.exists())
    over = [(row.game, row.season) for row in connection.execute(running) if (season_span(row.season)[1] or now) <= now]
    for game, season in over:
        row = {"game": game, "season": season, "closed": now}
        connection.execute(absent(connection.dialect.name, seasons), row)  # another worker may do the same
        write_final(connection, game, season)
    return over


def write_final(connection: Connection, game: str, season: str) -> None:
    """Make the standings of a season final as its ratings are now."""
    there = and_(final_standings.c.game == game, final_standings.c.season == season)
    connection.execute(delete(final_standings).where(there))
    rank = func.rank().over(order_by=SKILL.desc())
    columns = ("game", "season", "player", "rank", "mu", "sigma", "matches")
    chosen = [rank if name == "rank" else ratings.c[name] for name in columns]
    now = select(*chosen).where(ratings.c.game == game, ratings.c.season == season)
    connection.execute(insert(final_standings).from_select(columns, now))


def next_close(unit: SeasonUnit, now: int) -> int | None:
    """Tell when the season of a Unix time in ms ends, None where there are none."""
    season = season_of(unit, now)
    return season_span(season)[1] if season else None


def _month_start(month: int) -> int:
    """Give when a month begins, of those since the year 0, in Unix ms."""
    return int(datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC).timestamp() * 1000)

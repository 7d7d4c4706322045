"""The tables of scores: what matches add up to, ratings, records, and who is whom.

All but `voids`, `links` and `merges` follow from the matches. Day and month are UTC. Times named `closed`, `voided`,
`undone`, `merged` are Unix milliseconds.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
)

from ionbot.store.models import matches, metadata, seats


def _keys() -> tuple[Column[Any], ...]:
    return (
        Column("channel", ForeignKey("channels.id"), primary_key=True),
        Column("game", String, primary_key=True),
        Column("with_computers", Boolean, primary_key=True),
    )


def _span() -> Column[Any]:
    return Column("span", String, primary_key=True, comment="2026-11-30, 2026-11, or all")


def _player() -> Column[Any]:
    return Column("player", ForeignKey("players.id"), primary_key=True)


def _rating() -> tuple[Column[Any], ...]:
    return Column("mu", Float, nullable=False), Column("sigma", Float, nullable=False)


summaries = Table(
    "summaries",
    metadata,
    _span(),
    _player(),
    *_keys(),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("placed", Integer, nullable=False, comment="matches that they played to the end"),
    Column("points", BigInteger, nullable=False),
    Column("coins", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

summary_reasons = Table(
    "summary_reasons",
    metadata,
    _span(),
    _player(),
    *_keys(),
    Column("reason", String, primary_key=True),
    Column("times", Integer, nullable=False),
    Column("points", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

activity = Table(
    "activity",
    metadata,
    _span(),
    *_keys(),
    Column("matches", Integer, nullable=False),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", String, primary_key=True),
    Column("season", String, primary_key=True, comment="2026-11, 2026-Q4, or all"),
    _player(),
    *_rating(),
    Column("matches", Integer, nullable=False),
    sqlite_with_rowid=False,
)

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("season", String, primary_key=True),
    _player(),
    *_rating(),
    sqlite_with_rowid=False,
)

stale_ratings = Table(
    "stale_ratings",
    metadata,
    Column("game", String, primary_key=True),
    Column("why", String, nullable=False),
)

outcomes = Table(
    "outcomes",
    metadata,
    _player(),
    Column("ended", BigInteger, primary_key=True, autoincrement=False),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("channel", ForeignKey("channels.id"), nullable=False),
    Column("game", String, nullable=False),
    Column("with_computers", Boolean, nullable=False),
    Column("team", String, nullable=False),
    Column("place", Integer),
    Column("points", BigInteger, nullable=False),
    Column("coins", BigInteger, nullable=False),
    ForeignKeyConstraint(["match", "seat"], ["seats.match", "seats.seat"]),
    sqlite_with_rowid=False,
)

feats = Table(
    "feats",
    metadata,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("feat", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("value", BigInteger, nullable=False),
    ForeignKeyConstraint(["match", "seat"], ["seats.match", "seats.seat"]),
    sqlite_with_rowid=False,
)

streaks = Table(
    "streaks",
    metadata,
    _player(),
    Column("game", String, primary_key=True),
    Column("wins", Integer, nullable=False),
    sqlite_with_rowid=False,
)

seasons = Table(
    "seasons",
    metadata,
    Column("game", String, primary_key=True),
    Column("season", String, primary_key=True),
    Column("closed", BigInteger, nullable=False),
)

final_standings = Table(
    "final_standings",
    metadata,
    Column("game", String, primary_key=True),
    Column("season", String, primary_key=True),
    _player(),
    Column("rank", Integer, nullable=False, comment="equals share"),
    *_rating(),
    Column("matches", Integer, nullable=False),
)

voids = Table(
    "voids",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match", ForeignKey("matches.id"), nullable=False, index=True),
    Column("voided", BigInteger, nullable=False),
    Column("who", String, nullable=False, comment="the admin's name on the system"),
    Column("reason", String, nullable=False),
    Column("undone", BigInteger),
    Column("undone_by", String),
)

links = Table(
    "links",
    metadata,
    _player(),
    Column("person", Integer, nullable=False, index=True, comment="the same for all players that are one person"),
)

merges = Table(
    "merges",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("into_player", ForeignKey("players.id"), nullable=False),
    Column("merged", BigInteger, nullable=False),
)

Index("ix_feats_best", feats.c.game, feats.c.feat, feats.c.value.desc())
Index("ix_matches_ended", matches.c.status, matches.c.ended)
Index("ix_matches_channel", matches.c.channel)
Index("ix_seats_player", seats.c.player)
Index("ix_summaries_player", summaries.c.player)
Index("ix_summary_reasons_player", summary_reasons.c.player)
Index("ix_ratings_player", ratings.c.player)
Index("ix_rating_changes_player", rating_changes.c.player)

"""Sums of what was played, ratings, seasons, void matches, and who is whom."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import SchemaItem

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: str | None = None
depends_on: str | None = None

MONTHS = {
    "sqlite": "strftime('%Y-%m', ended / 1000, 'unixepoch')",
    "postgresql": "to_char(to_timestamp(ended / 1000) AT TIME ZONE 'UTC', 'YYYY-MM')",
}
DAYS = {
    "sqlite": "date(ended / 1000, 'unixepoch')",
    "postgresql": "to_char(to_timestamp(ended / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')",
}
COMPUTERS = "EXISTS (SELECT 1 FROM seats AS o WHERE o.match = matches.id AND o.kind = 'computer')"
SEATED = "FROM seats JOIN matches ON matches.id = seats.match"
PEOPLE = "WHERE matches.status = 'finished' AND seats.kind = 'human'"


def upgrade() -> None:
    op.add_column(
        "matches",
        sa.Column(
            "season", sa.String(), nullable=True, comment="in which it was rated, besides `all`; from the end on"
        ),
    )
    op.add_column(
        "matches",
        sa.Column(
            "voided",
            sa.BigInteger(),
            nullable=True,
            comment="when it was taken out of all scores; none for one that counts",
        ),
    )
    op.create_index("ix_matches_ended", "matches", ["status", "ended"])
    op.create_index("ix_matches_channel", "matches", ["channel"])
    op.create_index("ix_seats_player", "seats", ["player"])
    _sums()
    _ratings()
    _people()
    _fill(op.get_bind().dialect.name)


def _keys(table: str, *more: sa.Column[int]) -> tuple[SchemaItem, ...]:
    return (
        sa.Column("span", sa.String(), nullable=False, comment="2026-11-30, 2026-11, or all"),
        *more,
        sa.Column("channel", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("with_computers", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["channel"], ["channels.id"], name=op.f(f"fk_{table}_channel_channels")),
    )


def _player() -> sa.Column[int]:
    return sa.Column("player", sa.Integer(), nullable=False)


def _of_player(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f(f"fk_{table}_player_players"))


def _sums() -> None:
    op.create_table(
        "summaries",
        *_keys("summaries", _player()),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("placed", sa.Integer(), nullable=False, comment="matches that they played to the end"),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("coins", sa.BigInteger(), nullable=False),
        _of_player("summaries"),
        sa.PrimaryKeyConstraint("span", "player", "channel", "game", "with_computers", name=op.f("pk_summaries")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_summaries_player", "summaries", ["player"])
    op.create_table(
        "summary_reasons",
        *_keys("summary_reasons", _player()),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        _of_player("summary_reasons"),
        sa.PrimaryKeyConstraint(
            "span", "player", "channel", "game", "with_computers", "reason", name=op.f("pk_summary_reasons")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_summary_reasons_player", "summary_reasons", ["player"])
    op.create_table(
        "activity",
        *_keys("activity"),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("span", "channel", "game", "with_computers", name=op.f("pk_activity")),
        sqlite_with_rowid=False,
    )


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("season", sa.String(), nullable=False, comment="2026-11, 2026-Q4, or all"),
        _player(),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        _of_player("ratings"),
        sa.PrimaryKeyConstraint("game", "season", "player", name=op.f("pk_ratings")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_player", "ratings", ["player"])
    op.create_table(
        "rating_changes",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        _player(),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_rating_changes_match_matches")),
        _of_player("rating_changes"),
        sa.PrimaryKeyConstraint("match", "season", "player", name=op.f("pk_rating_changes")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rating_changes_player", "rating_changes", ["player"])
    op.create_table(
        "stale_ratings",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_stale_ratings")),
    )
    op.create_table(
        "seasons",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", "season", name=op.f("pk_seasons")),
    )
    op.create_table(
        "final_standings",
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("season", sa.String(), nullable=False),
        _player(),
        sa.Column("rank", sa.Integer(), nullable=False, comment="equals share"),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        _of_player("final_standings"),
        sa.PrimaryKeyConstraint("game", "season", "player", name=op.f("pk_final_standings")),
    )


def _people() -> None:
    op.create_table(
        "voids",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("voided", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.String(), nullable=False, comment="the admin's name on the system"),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("undone", sa.BigInteger(), nullable=True),
        sa.Column("undone_by", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_voids_match_matches")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_voids")),
    )
    op.create_index("ix_voids_match", "voids", ["match"])
    op.create_table(
        "links",
        _player(),
        sa.Column("person", sa.Integer(), nullable=False, comment="the same for all players that are one person"),
        _of_player("links"),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_links")),
    )
    op.create_index("ix_links_person", "links", ["person"])
    op.create_table(
        "merges",
        sa.Column("id", sa.Integer(), nullable=False),
        _player(),
        sa.Column("into_player", sa.Integer(), nullable=False),
        sa.Column("merged", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["into_player"], ["players.id"], name=op.f("fk_merges_into_player_players")),
        _of_player("merges"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_merges")),
    )
    op.create_index("ix_merges_player", "merges", ["player"])


def _fill(dialect: str) -> None:
    """Add up what was played. To rate it is left to `ionbot scores recompute`; seasons are months until then."""
    for span in (DAYS[dialect], MONTHS[dialect], "'all'"):
        keys = f"{span} AS span, seats.player, matches.channel, matches.game, {COMPUTERS} AS with_computers"
        op.execute(
            f"INSERT INTO summaries SELECT {keys}, count(*), count(*) FILTER (WHERE place = 1), count(place), "
            f"sum(points), sum(coins) {SEATED} {PEOPLE} GROUP BY 1, 2, 3, 4, 5"
        )
        op.execute(
            f"INSERT INTO summary_reasons SELECT {keys}, reason, count(*), sum(delta) {SEATED} "
            f"JOIN ledger ON ledger.match = seats.match AND ledger.seat = seats.seat "
            f"{PEOPLE} AND asset = 'points' GROUP BY 1, 2, 3, 4, 5, 6"
        )
        op.execute(
            f"INSERT INTO activity SELECT {span} AS span, channel, game, {COMPUTERS} AS with_computers, count(*) "
            "FROM matches WHERE status = 'finished' AND EXISTS "
            "(SELECT 1 FROM seats WHERE seats.match = matches.id AND seats.kind = 'human') GROUP BY 1, 2, 3, 4"
        )
    op.execute(f"UPDATE matches SET season = {MONTHS[dialect]} WHERE status = 'finished'")
    op.execute(
        "INSERT INTO stale_ratings SELECT DISTINCT game, 'earlier matches were not rated' FROM matches "
        "WHERE status = 'finished'"
    )


def downgrade() -> None:
    for table in (
        "merges", "links", "voids", "final_standings", "seasons", "stale_ratings", "rating_changes", "ratings",
        "activity", "summary_reasons", "summaries",
    ):  # fmt: skip
        op.drop_table(table)
    op.drop_index("ix_seats_player", "seats")
    op.drop_index("ix_matches_channel", "matches")
    op.drop_index("ix_matches_ended", "matches")
    op.drop_column("matches", "voided")
    op.drop_column("matches", "season")

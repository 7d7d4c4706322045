"""What somebody did of which there is a record, and how many matches they have won in a row."""

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "feats",
        sa.Column("match", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("feat", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match", "seat"], ["seats.match", "seats.seat"], name=op.f("fk_feats_match_seat_seats")
        ),
        sa.PrimaryKeyConstraint("match", "seat", "feat", name=op.f("pk_feats")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_feats_best", "feats", ["game", "feat", sa.text("value DESC")])
    op.create_table(
        "streaks",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_streaks_player_players")),
        sa.PrimaryKeyConstraint("player", "game", name=op.f("pk_streaks")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("streaks")
    op.drop_table("feats")

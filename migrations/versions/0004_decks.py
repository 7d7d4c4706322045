"""The decks of the players."""

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "decks",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("sort", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("cards", sa.Text(), nullable=True, comment="as they are typed; none for a ready deck of the game"),
        sa.Column("in_use", sa.Boolean(), nullable=False),
        sa.CheckConstraint("cards IS NOT NULL OR in_use", name=op.f("ck_decks_ready")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_decks_player_players")),
        sa.PrimaryKeyConstraint("player", "game", "sort", "name", name=op.f("pk_decks")),
    )
    op.create_index(
        "uq_decks_in_use",
        "decks",
        ["player", "game", "sort"],
        unique=True,
        sqlite_where=sa.text("in_use"),
        postgresql_where=sa.text("in_use"),
    )


def downgrade() -> None:
    op.drop_table("decks")

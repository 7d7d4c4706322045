"""Who has got which seat of a match from whoever sat there."""

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "handovers",
        sa.Column("match", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("given", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match", "seat"], ["seats.match", "seats.seat"], name=op.f("fk_handovers_match_seat_seats")
        ),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_handovers_player_players")),
        sa.PrimaryKeyConstraint("match", "seat", "given", name=op.f("pk_handovers")),
    )


def downgrade() -> None:
    op.drop_table("handovers")

"""Matches that are planned for a time of a day."""

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "plans",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("day", sa.String(), nullable=False, comment="mon to sun, daily, or a date such as 2026-12-24"),
        sa.Column("time", sa.String(), nullable=False, comment="HH:MM in the zone"),
        sa.Column("zone", sa.String(), nullable=False, comment="a name of the tz database"),
        sa.Column("options", sa.Text(), nullable=False, comment="JSON: what was typed, by option"),
        sa.Column("who", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["channel"], ["channels.id"], name=op.f("fk_plans_channel_channels")),
        sa.ForeignKeyConstraint(["who"], ["players.id"], name=op.f("fk_plans_who_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_plans")),
    )
    op.create_index(op.f("ix_plans_channel"), "plans", ["channel"])


def downgrade() -> None:
    op.drop_table("plans")

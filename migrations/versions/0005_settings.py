"""What operators have set for their channels, and who has changed what."""

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("channel", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False, comment="a key of [tables], or an option as GAME.OPTION"),
        sa.Column("value", sa.Text(), nullable=False, comment="JSON"),
        sa.ForeignKeyConstraint(["channel"], ["channels.id"], name=op.f("fk_settings_channel_channels")),
        sa.PrimaryKeyConstraint("channel", "name", name=op.f("pk_settings")),
    )
    op.create_table(
        "settings_log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel", sa.Integer(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("before", sa.Text(), nullable=True, comment="JSON; none if it was not set"),
        sa.Column("after", sa.Text(), nullable=True, comment="JSON; none if it was reset"),
        sa.ForeignKeyConstraint(["channel"], ["channels.id"], name=op.f("fk_settings_log_channel_channels")),
        sa.ForeignKeyConstraint(["who"], ["players.id"], name=op.f("fk_settings_log_who_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_settings_log")),
    )
    op.create_index(op.f("ix_settings_log_channel"), "settings_log", ["channel"])


def downgrade() -> None:
    op.drop_table("settings_log")
    op.drop_table("settings")

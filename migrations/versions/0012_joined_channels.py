"""Channels that the bot was sent to by an admin."""

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "joined_channels",
        sa.Column("network", sa.Integer(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False, comment="as it was typed"),
        sa.Column("key", sa.String(), nullable=False, comment="empty where there is none"),
        sa.ForeignKeyConstraint(["network"], ["networks.id"], name=op.f("fk_joined_channels_network_networks")),
        sa.PrimaryKeyConstraint("network", "channel", name=op.f("pk_joined_channels")),
    )


def downgrade() -> None:
    op.drop_table("joined_channels")

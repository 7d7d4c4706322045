"""The language in which a player is spoken to in private."""

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    with op.batch_alter_table("manners") as manners:
        manners.add_column(
            sa.Column(
                "language", sa.String(), nullable=False, server_default="",
                comment="of private lines; empty for the channel's",
            )
        )  # fmt: skip
    with op.batch_alter_table("manners") as manners:
        manners.alter_column("language", server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("manners") as manners:
        manners.drop_column("language")

"""Whether a match's channel has heard the result."""

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column(
        "matches",
        sa.Column("announced", sa.BigInteger(), nullable=True, comment="when the channel had heard the result"),
    )
    op.execute("UPDATE matches SET announced = ended WHERE result IS NOT NULL")


def downgrade() -> None:
    op.drop_column("matches", "announced")

"""The account that a seat is bound to while its match runs."""

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column(
        "seats",
        sa.Column(
            "bound",
            sa.String(),
            nullable=True,
            comment="account that the seat is bound to; dropped when the match ends",
        ),
    )


def downgrade() -> None:
    op.drop_column("seats", "bound")

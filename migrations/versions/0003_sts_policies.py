"""Which hosts want encrypted connections only."""

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "sts_policies",
        sa.Column("host", sa.String(), nullable=False, comment="in lower case"),
        sa.Column("port", sa.Integer(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("host", name=op.f("pk_sts_policies")),
    )


def downgrade() -> None:
    op.drop_table("sts_policies")

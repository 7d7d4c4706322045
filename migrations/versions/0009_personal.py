"""More that players say of how they are spoken to: ASCII only, compact hands, hold."""

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | None = None
depends_on: str | None = None

_COLUMNS = {
    "ascii": "private lines have ASCII characters only",
    "compact": "hands are told in few words",
    "hold": "asked before everything to which one can react",
}


def upgrade() -> None:
    with op.batch_alter_table("manners") as manners:
        for name, comment in _COLUMNS.items():
            manners.add_column(
                sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false(), comment=comment)
            )
    with op.batch_alter_table("manners") as manners:
        for name in _COLUMNS:
            manners.alter_column(name, server_default=None)


def downgrade() -> None:
    with op.batch_alter_table("manners") as manners:
        for name in _COLUMNS:
            manners.drop_column(name)

"""Several workers share the channels by leases."""

import sqlalchemy as sa
from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "workers",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("run", sa.String(), nullable=False, comment="tells the process from an earlier one of the same name"),
        sa.Column(
            "until",
            sa.BigInteger(),
            nullable=False,
            comment="when its leases end if it is not heard of; 0 if it is gone",
        ),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_workers")),
    )
    op.create_table(
        "presences",
        sa.Column("worker", sa.String(), nullable=False),
        sa.Column("network", sa.Integer(), nullable=False),
        sa.Column("nick", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["network"], ["networks.id"], name=op.f("fk_presences_network_networks")),
        sa.ForeignKeyConstraint(["worker"], ["workers.name"], name=op.f("fk_presences_worker_workers")),
        sa.PrimaryKeyConstraint("worker", "network", name=op.f("pk_presences")),
    )
    op.create_table(
        "leases",
        sa.Column("channel", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(), nullable=True, comment="none while it is free"),
        sa.Column("epoch", sa.Integer(), nullable=False, comment="one more with each taking"),
        sa.Column("taken", sa.BigInteger(), nullable=False, comment="when it was taken last; 0 if never"),
        sa.Column("away", sa.Boolean(), nullable=False, comment="an admin has sent the bot away: nobody takes it"),
        sa.ForeignKeyConstraint(["channel"], ["channels.id"], name=op.f("fk_leases_channel_channels")),
        sa.ForeignKeyConstraint(["worker"], ["workers.name"], name=op.f("fk_leases_worker_workers")),
        sa.PrimaryKeyConstraint("channel", name=op.f("pk_leases")),
    )
    op.create_index(op.f("ix_leases_worker"), "leases", ["worker"])


def downgrade() -> None:
    op.drop_table("leases")
    op.drop_table("presences")
    op.drop_table("workers")

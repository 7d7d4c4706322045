"""How the bot speaks to a player, where they have said so."""

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "manners",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("notice", sa.Boolean(), nullable=False, comment="private lines are notices, not messages"),
        sa.Column("colour", sa.Boolean(), nullable=False, comment="private lines have colours"),
        sa.Column("ping", sa.Boolean(), nullable=False, comment="the nick rings in the player's turn"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_manners_player_players")),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_manners")),
    )


def downgrade() -> None:
    op.drop_table("manners")

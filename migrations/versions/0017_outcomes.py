"""How each match ended for each person, in the order of a person's matches."""

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | None = "0016"
branch_labels: str | None = None
depends_on: str | None = None

FILLING = """
INSERT INTO outcomes (player, ended, match, seat, channel, game, with_computers, team, place, points, coins)
SELECT seats.player, matches.ended, matches.id, seats.seat, matches.channel, matches.game,
    EXISTS (SELECT 1 FROM seats AS others WHERE others.match = matches.id AND others.kind = 'computer'),
    seats.team, seats.place, seats.points, seats.coins
FROM seats JOIN matches ON matches.id = seats.match
WHERE matches.status = 'finished' AND matches.voided IS NULL AND seats.kind = 'human'
"""


def upgrade() -> None:
    op.create_table(
        "outcomes",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("ended", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("match", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("with_computers", sa.Boolean(), nullable=False),
        sa.Column("team", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("coins", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["channel"], ["channels.id"], name=op.f("fk_outcomes_channel_channels")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_outcomes_player_players")),
        sa.ForeignKeyConstraint(
            ["match", "seat"], ["seats.match", "seats.seat"], name=op.f("fk_outcomes_match_seat_seats")
        ),
        sa.PrimaryKeyConstraint("player", "ended", "match", "seat", name=op.f("pk_outcomes")),
        sqlite_with_rowid=False,
    )
    op.execute(FILLING)


def downgrade() -> None:
    op.drop_table("outcomes")

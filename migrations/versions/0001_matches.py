"""Matches with their journal and ledger, and who played them."""

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "networks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_networks")),
        sa.UniqueConstraint("name", name=op.f("uq_networks_name")),
    )
    op.create_table(
        "channels",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("network", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False, comment="folded by the network's CASEMAPPING"),
        sa.ForeignKeyConstraint(["network"], ["networks.id"], name=op.f("fk_channels_network_networks")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channels")),
        sa.UniqueConstraint("network", "name", name=op.f("uq_channels_network_name")),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("network", sa.Integer(), nullable=False),
        sa.Column("identity", sa.String(), nullable=False, comment="account:NAME, or nick:FOLDED without an account"),
        sa.Column("nick", sa.String(), nullable=False),
        sa.Column("account", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("first_seen", sa.BigInteger(), nullable=False),
        sa.Column("last_seen", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("kind IN ('human', 'computer', 'filler')", name=op.f("ck_players_kind")),
        sa.ForeignKeyConstraint(["network"], ["networks.id"], name=op.f("fk_players_network_networks")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("network", "identity", name=op.f("uq_players_network_identity")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("header", sa.Text(), nullable=True, comment="JSON, from the start on"),
        sa.Column("result", sa.Text(), nullable=True, comment="JSON, from the end on"),
        sa.Column(
            "seed", sa.String(), nullable=True, comment="hexadecimal, from the end on; before that in match_seeds"
        ),
        sa.CheckConstraint(
            "status IN ('lobby', 'running', 'finished', 'abandoned', 'cancelled')", name=op.f("ck_matches_status")
        ),
        sa.ForeignKeyConstraint(["channel"], ["channels.id"], name=op.f("fk_matches_channel_channels")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index("ix_matches_status", "matches", ["status"], unique=False)
    op.create_index(
        "uq_matches_open",
        "matches",
        ["channel"],
        unique=True,
        sqlite_where=sa.text("status IN ('lobby', 'running')"),
        postgresql_where=sa.text("status IN ('lobby', 'running')"),
    )
    op.create_table(
        "nicks",
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("nick", sa.String(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_nicks_player_players")),
        sa.PrimaryKeyConstraint("player", "nick", name=op.f("pk_nicks")),
    )
    op.create_table(
        "journal",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("received", sa.BigInteger(), nullable=False),
        sa.Column("draws", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("command", sa.Text(), nullable=False, comment="JSON"),
        sa.Column("events", sa.Text(), nullable=False, comment="JSON"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_journal_match_matches")),
        sa.PrimaryKeyConstraint("match", "seq", name=op.f("pk_journal")),
    )
    op.create_table(
        "match_seeds",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False, comment="hexadecimal; empty where a backup has left it out"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_match_seeds_match_matches")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_match_seeds")),
    )
    op.create_table(
        "seats",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("nick", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=True, comment="folded nick!user@host; dropped when the match ends"),
        sa.Column("team", sa.String(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("coins", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True, comment="from 1, equals share; none without a ranking"),
        sa.Column("present", sa.Boolean(), nullable=False),
        sa.Column("left_reason", sa.String(), nullable=True),
        sa.CheckConstraint("kind IN ('human', 'computer', 'filler')", name=op.f("ck_seats_kind")),
        sa.CheckConstraint("coins >= 0", name=op.f("ck_seats_coins")),
        sa.CheckConstraint("place >= 1", name=op.f("ck_seats_place")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_seats_match_matches")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_seats_player_players")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_seats")),
    )
    op.create_table(
        "inventories",
        sa.Column("match", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("item", sa.String(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("count >= 0", name=op.f("ck_inventories_count")),
        sa.ForeignKeyConstraint(
            ["match", "seat"], ["seats.match", "seats.seat"], name=op.f("fk_inventories_match_seat_seats")
        ),
        sa.PrimaryKeyConstraint("match", "seat", "item", name=op.f("pk_inventories")),
    )
    op.create_table(
        "ledger",
        sa.Column("match", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True, comment="none is the bank"),
        sa.Column("asset", sa.String(), nullable=False),
        sa.Column("item", sa.String(), nullable=False),
        sa.Column("delta", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.CheckConstraint("(asset = 'item') = (item <> '')", name=op.f("ck_ledger_item")),
        sa.CheckConstraint("asset IN ('points', 'coins', 'item')", name=op.f("ck_ledger_asset")),
        sa.ForeignKeyConstraint(
            ["match", "seat"], ["seats.match", "seats.seat"], name=op.f("fk_ledger_match_seat_seats")
        ),
        sa.ForeignKeyConstraint(
            ["match", "seq"], ["journal.match", "journal.seq"], name=op.f("fk_ledger_match_seq_journal")
        ),
        sa.PrimaryKeyConstraint("match", "seq", "position", name=op.f("pk_ledger")),
    )


def downgrade() -> None:
    op.drop_table("ledger")
    op.drop_table("inventories")
    op.drop_table("seats")
    op.drop_table("match_seeds")
    op.drop_table("journal")
    op.drop_table("nicks")
    op.drop_table("matches")
    op.drop_table("players")
    op.drop_table("channels")
    op.drop_table("networks")

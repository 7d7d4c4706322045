"""The tables of matches. The journal is the truth; seats, inventories and ledger are kept in the same transactions.

Names and addresses stand in `players`, `nicks` and `seats` only: the journal names seats by number. Times named
`opened`, `started`, `ended`, `announced`, `voided`, `received`, `given`, `seen`, `expires` are Unix milliseconds, `at`
is match milliseconds.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import get_args

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from games.kit.inputs import Kind
from games.kit.protocol import Asset


class MatchStatus(StrEnum):
    """Where a match stands. The last three are ends."""

    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    """Played to a result with places."""
    ABANDONED = "abandoned"
    """Started, and ended without places."""
    CANCELLED = "cancelled"
    """The lobby closed without a match."""


OPEN = frozenset({MatchStatus.LOBBY, MatchStatus.RUNNING})
ENDED = frozenset(MatchStatus) - OPEN
STARTED = frozenset({MatchStatus.RUNNING, MatchStatus.FINISHED, MatchStatus.ABANDONED})

LEFT_OUT = ""
"""What a backup has in the place of a secret. A match without its seed can neither go on nor be proved: it ends
without a result.
"""


def _among(column: str, values: Iterable[str]) -> CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

networks = Table(
    "networks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
)

channels = Table(
    "channels",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("network", ForeignKey("networks.id"), nullable=False),
    Column("name", String, nullable=False, comment="folded by the network's CASEMAPPING"),
    UniqueConstraint("network", "name"),
)

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("network", ForeignKey("networks.id"), nullable=False),
    Column("identity", String, nullable=False, comment="account:NAME, or nick:FOLDED without an account"),
    Column("nick", String, nullable=False),
    Column("account", String),
    Column("kind", String, nullable=False),
    Column("first_seen", BigInteger, nullable=False),
    Column("last_seen", BigInteger, nullable=False),
    UniqueConstraint("network", "identity"),
    _among("kind", Kind),
)

nicks = Table(
    "nicks",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("nick", String, primary_key=True),
    Column("seen", BigInteger, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("channel", ForeignKey("channels.id"), nullable=False),
    Column("game", String, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("commitment", String, nullable=False),
    Column("status", String, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("header", Text, comment="JSON, from the start on"),
    Column("result", Text, comment="JSON, from the end on"),
    Column("seed", String, comment="hexadecimal, from the end on; before that in match_seeds"),
    Column("announced", BigInteger, comment="when the channel had heard the result"),
    Column("season", String, comment="in which it was rated, besides `all`; from the end on"),
    Column("voided", BigInteger, comment="when it was taken out of all scores; none for one that counts"),
    _among("status", MatchStatus),
)

Index("ix_matches_status", matches.c.status)
# A channel has one table: at most one match that is open, whatever goes wrong.
Index(
    "uq_matches_open",
    matches.c.channel,
    unique=True,
    sqlite_where=matches.c.status.in_(sorted(OPEN)),
    postgresql_where=matches.c.status.in_(sorted(OPEN)),
)

match_seeds = Table(
    "match_seeds",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seed", String, nullable=False, comment="hexadecimal; empty where a backup has left it out"),
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("kind", String, nullable=False),
    Column("nick", String, nullable=False),
    Column("address", String, comment="folded nick!user@host; dropped when the match ends"),
    Column("team", String, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("coins", BigInteger, nullable=False),
    Column("place", Integer, comment="from 1, equals share; none without a ranking"),
    Column("present", Boolean, nullable=False),
    Column("left_reason", String),
    Column("bound", String, comment="account that the seat is bound to; dropped when the match ends"),
    CheckConstraint("coins >= 0", name="coins"),
    CheckConstraint("place >= 1", name="place"),
    _among("kind", Kind),
)

handovers = Table(
    "handovers",
    metadata,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("given", BigInteger, primary_key=True, autoincrement=False),
    Column("player", ForeignKey("players.id"), nullable=False),
    ForeignKeyConstraint(["match", "seat"], ["seats.match", "seats.seat"]),
)

inventories = Table(
    "inventories",
    metadata,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("item", String, primary_key=True),
    Column("count", BigInteger, nullable=False),
    ForeignKeyConstraint(["match", "seat"], ["seats.match", "seats.seat"]),
    CheckConstraint("count >= 0", name="count"),
)

journal = Table(
    "journal",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("received", BigInteger, nullable=False),
    Column("draws", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("command", Text, nullable=False, comment="JSON"),
    Column("events", Text, nullable=False, comment="JSON"),
)

ledger = Table(
    "ledger",
    metadata,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, comment="none is the bank"),
    Column("asset", String, nullable=False),
    Column("item", String, nullable=False),
    Column("delta", BigInteger, nullable=False),
    Column("reason", String, nullable=False),
    ForeignKeyConstraint(["match", "seq"], ["journal.match", "journal.seq"]),
    ForeignKeyConstraint(["match", "seat"], ["seats.match", "seats.seat"]),
    _among("asset", get_args(Asset)),
    CheckConstraint("(asset = 'item') = (item <> '')", name="item"),
)

sts_policies = Table(
    "sts_policies",
    metadata,
    Column("host", String, primary_key=True, comment="in lower case"),
    Column("port", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

"""The tables of what people have set: their decks and manners, and for channels the settings and plans.

`changed` is in Unix milliseconds.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    text,
)

from ionbot.store.models import metadata

decks = Table(
    "decks",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("game", String, primary_key=True),
    Column("sort", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("cards", Text, comment="as they are typed; none for a ready deck of the game"),
    Column("in_use", Boolean, nullable=False),
    CheckConstraint("cards IS NOT NULL OR in_use", name="ready"),
)

Index(
    "uq_decks_in_use",
    decks.c.player,
    decks.c.game,
    decks.c.sort,
    unique=True,
    sqlite_where=text("in_use"),
    postgresql_where=text("in_use"),
)

settings = Table(
    "settings",
    metadata,
    Column("channel", ForeignKey("channels.id"), primary_key=True),
    Column("name", String, primary_key=True, comment="a key of [tables], or an option as GAME.OPTION"),
    Column("value", Text, nullable=False, comment="JSON"),
)

settings_log = Table(
    "settings_log",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("channel", ForeignKey("channels.id"), nullable=False, index=True),
    Column("changed", BigInteger, nullable=False),
    Column("who", ForeignKey("players.id"), nullable=False),
    Column("name", String, nullable=False),
    Column("before", Text, comment="JSON; none if it was not set"),
    Column("after", Text, comment="JSON; none if it was reset"),
)

plans = Table(
    "plans",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("channel", ForeignKey("channels.id"), nullable=False, index=True),
    Column("game", String, nullable=False),
    Column("day", String, nullable=False, comment="mon to sun, daily, or a date such as 2026-12-24"),
    Column("time", String, nullable=False, comment="HH:MM in the zone"),
    Column("zone", String, nullable=False, comment="a name of the tz database"),
    Column("options", Text, nullable=False, comment="JSON: what was typed, by option"),
    Column("who", ForeignKey("players.id"), nullable=False),
)

manners = Table(
    "manners",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("notice", Boolean, nullable=False, comment="private lines are notices, not messages"),
    Column("colour", Boolean, nullable=False, comment="private lines have colours"),
    Column("ping", Boolean, nullable=False, comment="the nick rings in the player's turn"),
    Column("ascii", Boolean, nullable=False, comment="private lines have ASCII characters only"),
    Column("compact", Boolean, nullable=False, comment="hands are told in few words"),
    Column("hold", Boolean, nullable=False, comment="asked before everything to which one can react"),
    Column("language", String, nullable=False, comment="of private lines; empty for the channel's"),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("player", ForeignKey("players.id"), primary_key=True),
    Column("game", String, primary_key=True),
)

joined_channels = Table(
    "joined_channels",
    metadata,
    Column("network", ForeignKey("networks.id"), primary_key=True),
    Column("channel", String, primary_key=True, comment="as it was typed"),
    Column("key", String, nullable=False, comment="empty where there is none"),
)

"""The tables of a cluster: which workers there are, on which networks they are, and who holds which channel.

`until` and `taken` are Unix milliseconds on the database's clock.
"""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, String, Table

from ionbot.store.models import metadata

workers = Table(
    "workers",
    metadata,
    Column("name", String, primary_key=True),
    Column("run", String, nullable=False, comment="tells the process from an earlier one of the same name"),
    Column("until", BigInteger, nullable=False, comment="when its leases end if it is not heard of; 0 if it is gone"),
)

presences = Table(
    "presences",
    metadata,
    Column("worker", ForeignKey("workers.name"), primary_key=True),
    Column("network", ForeignKey("networks.id"), primary_key=True),
    Column("nick", String, nullable=False),
)

leases = Table(
    "leases",
    metadata,
    Column("channel", ForeignKey("channels.id"), primary_key=True),
    Column("worker", ForeignKey("workers.name"), index=True, comment="none while it is free"),
    Column("epoch", Integer, nullable=False, comment="one more with each taking"),
    Column("taken", BigInteger, nullable=False, comment="when it was taken last; 0 if never"),
    Column("away", Boolean, nullable=False, comment="an admin has sent the bot away: nobody takes it"),
)

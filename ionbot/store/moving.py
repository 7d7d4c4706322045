"""`ionbot db copy`: a whole history goes from one database to another, from SQLite to PostgreSQL or back.

It is a move: the seeds of running matches go along, and what is left behind must not be played on.
"""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, Table, func, insert, inspect, literal, select, table

from ionbot.config.place import file_of
from ionbot.store.database import Database, DatabaseError
from ionbot.store.models import metadata
from ionbot.store.telling import Tell

BATCH = 1000
"""How many rows go at once."""
_DIGEST = 16
"""Bytes of a row's checksum."""


@dataclass(frozen=True)
class Summed:
    """How many rows a table has, and what their checksums add up to, in whatever order they come."""

    rows: int
    checksum: int


def prepare(source: Database, target: Database) -> int:
    """Make the tables of the target, and give how many rows are to be copied.

    Raises DatabaseError, also if the target has any row; then nothing has changed. The locks of both must be held.
    """
    file = file_of(target.url)
    if file is None or file.exists():
        with target.read() as connection:
            _refuse_unless_empty(target, connection)
    target.upgrade()
    with source.read() as connection:
        counts = [connection.scalar(select(func.count()).select_from(each)) for each in _tables()]
    return sum(count or 0 for count in counts)


def copy(source: Database, target: Database, tell: Tell) -> None:
    """Copy all rows in one transaction, and compare what was written with what was read before it is committed.

    `tell` hears of each row that was copied, and again when it was compared. Raises DatabaseError; then the target has
    no row. The locks of both must be held.
    """
    with source.read() as reading, target.write() as writing:
        _refuse_unless_empty(target, writing)
        read = {each: _copied(each, reading, writing, tell) for each in _tables()}
        for each, expected in read.items():
            found = _summed(each, writing, tell)
            if found != expected:
                told = f"{found.rows} rows of {expected.rows}" if found.rows != expected.rows else "other values"
                raise DatabaseError(f"{each.name} of {target} has {told}; nothing was copied")
        _set_sequences(writing)


def _tables() -> list[Table]:
    """Give the tables in an order in which each row finds what it refers to."""
    return metadata.sorted_tables


def _refuse_unless_empty(target: Database, connection: Connection) -> None:
    for name in set(inspect(connection).get_table_names()) - {"alembic_version"}:
        if connection.scalar(select(literal(1)).select_from(table(name)).limit(1)):
            raise DatabaseError(f"{target} is not empty: there are rows in {name}; name a new database")


def _copied(each: Table, reading: Connection, writing: Connection, tell: Tell) -> Summed:
    """Copy a table, and sum up what was read."""
    there = select(each).order_by(*each.primary_key)
    summed = Summed(0, 0)
    with reading.execute(there, execution_options={"yield_per": BATCH}) as rows:
        for batch in rows.mappings().partitions():
            writing.execute(insert(each), [dict(row) for row in batch])
            summed = _added(summed, [tuple(row.values()) for row in batch])
            tell(len(batch))
    return summed


def _summed(each: Table, connection: Connection, tell: Tell) -> Summed:
    summed = Summed(0, 0)
    with connection.execute(select(each), execution_options={"yield_per": BATCH}) as rows:
        for batch in rows.partitions():
            summed = _added(summed, [tuple(row) for row in batch])
            tell(len(batch))
    return summed


def _added(summed: Summed, rows: list[tuple[Any, ...]]) -> Summed:
    digests = (blake2b(repr(row).encode(), digest_size=_DIGEST).digest() for row in rows)
    more = sum(int.from_bytes(digest, "big") for digest in digests)
    return Summed(summed.rows + len(rows), (summed.checksum + more) % 256**_DIGEST)


def _set_sequences(connection: Connection) -> None:
    """Let PostgreSQL number new rows behind those that came with their numbers; SQLite does so by itself."""
    if connection.dialect.name != "postgresql":
        return
    for each in _tables():
        if (number := each.autoincrement_column) is not None:
            last = connection.scalar(select(func.max(number)))
            sequence = func.pg_get_serial_sequence(each.name, number.name)
            connection.execute(select(func.setval(sequence, last or 1, last is not None)))

"""Whether entries follow what the journal has of their matches: the same ones may come again, or come too late."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Connection, and_, bindparam, func, select

from ionbot.store.database import Contradiction
from ionbot.store.models import MatchStatus, journal, matches

if TYPE_CHECKING:
    from ionbot.store.record import Batch

_NONE = -1
"""The number of the entry before the first one."""
_LAST = select(
    matches.c.id,
    matches.c.status,
    func.coalesce(
        select(func.max(journal.c.seq)).where(journal.c.match == matches.c.id).scalar_subquery(), _NONE
    ).label("last"),
).where(matches.c.id.in_(bindparam("ids", expanding=True)))
_KNOWN = (
    select(matches.c.status, journal)
    .outerjoin(journal, and_(journal.c.match == matches.c.id, journal.c.seq >= bindparam("least")))
    .where(matches.c.id == bindparam("id"))
)


def unstored(connection: Connection, batches: Sequence["Batch"], status: MatchStatus) -> list["Batch"]:
    """Give those batches that are not stored yet, all of matches with this status.

    Raises Contradiction if one does not follow what is stored of its match.
    """
    there = {row.id: row for row in connection.execute(_LAST, {"ids": [batch.match for batch in batches]})}

    def follows(batch: "Batch") -> bool:
        row = there.get(batch.match)
        return row is not None and row.status == status and row.last == batch.first - 1

    return [batch for batch in batches if follows(batch) or not _is_stored(connection, batch, status)]


def _is_stored(connection: Connection, batch: "Batch", status: MatchStatus) -> bool:
    """Tell whether the very same entries are stored. Raises Contradiction if the batch does not follow what is."""
    match, first = batch.match, batch.first
    rows = connection.execute(_KNOWN, {"id": match, "least": first - 1}).mappings().all()
    if not rows:
        raise Contradiction(f"there is no match {match}")
    stored = {row["seq"]: {column.name: row[column] for column in journal.c} for row in rows if row["seq"] is not None}
    if first in stored:
        for entry in batch.journal:
            if entry != stored.get(entry["seq"]):
                raise Contradiction(f"match {match} has another entry {entry['seq']}")
        return True
    if first and first - 1 not in stored:
        raise Contradiction(f"match {match} has no entry {first - 1} that entry {first} could follow")
    if rows[0]["status"] != status:
        raise Contradiction(f"match {match} is {rows[0]['status']}, not {status}")
    return False

"""Entries and postings as rows of the journal and the ledger, and back; and what else is read in several places."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import fields
from itertools import groupby
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Executable, and_, bindparam, func, select

from games.kit.codec import codec
from games.kit.inputs import Kind
from games.kit.protocol import AnyGame, Entry, Posting
from ionbot.store.models import channels, handovers, journal, ledger, matches, networks, players, seats

T = TypeVar("T")

FindGame: TypeAlias = Callable[[str], AnyGame]
"""Gives a game by its name, or raises UnknownGame."""

PAGE = 500
"""How many rows are fetched at once."""

PLACED = matches.join(channels, channels.c.id == matches.c.channel).join(networks, networks.c.id == channels.c.network)
"""Matches with where they are played."""
UNTOLD = and_(matches.c.result.is_not(None), matches.c.announced.is_(None))
"""Matches whose result their channel has not heard."""
HOLDER = func.coalesce(
    select(handovers.c.player)
    .where(handovers.c.match == seats.c.match, handovers.c.seat == seats.c.seat)
    .order_by(handovers.c.given.desc())
    .limit(1)
    .scalar_subquery(),
    seats.c.player,
)
"""The player who holds a seat: whom it was handed over to last, or opened with."""
_ENTRIES = (
    select(*(journal.c[name] for name in ("seq", "at", "seat", "command", "draws", "events")))
    .where(journal.c.match == bindparam("of_match"))
    .order_by(journal.c.seq)
)
_POSTINGS = select(ledger).where(ledger.c.match == bindparam("of_match")).order_by(ledger.c.seq, ledger.c.position)
_OF_SEAT = {column.name: column for column in (*seats.c, players.c.account, players.c.identity)}
"""What can be read of a seat and of its player, by name."""


def entry_row(game: AnyGame, match: int, entry: Entry, received: int) -> dict[str, Any]:
    """Give an entry as a row of the journal; `received` is in Unix ms."""
    encode = codec(game).encode
    return {
        "match": match,
        "seq": entry.seq,
        "at": entry.at,
        "received": received,
        "draws": entry.draws,
        "seat": entry.seat,
        "command": encode(entry.command),
        "events": encode(entry.events),
    }


def ledger_rows(match: int, seq: int, posted: Sequence[Posting]) -> Iterator[dict[str, Any]]:
    """Yield an entry's postings as rows of the ledger."""
    for position, posting in enumerate(posted):
        yield {
            "match": match,
            "seq": seq,
            "position": position,
            "seat": posting.seat,
            "asset": posting.asset,
            "item": posting.item,
            "delta": posting.delta,
            "reason": posting.reason,
        }


def entries(connection: Connection, game: AnyGame, match: int) -> Generator[Entry, None, None]:
    """Yield a match's journal in order; close it unless it is read to the end.

    Raises msgspec.MsgspecError where the game does not know what it says.
    """
    known = codec(game)
    with _stream(connection, _ENTRIES, match) as rows:
        for seq, at, seat, command, draws, events in rows:
            yield Entry(seq, at, seat, known.command(command), draws, known.events(events))


def postings(game: AnyGame, entry: Entry) -> Iterator[Posting]:
    """Yield what an entry changes in the ledger, in order."""
    for event in entry.events:
        yield from game.postings(event)


def ledgered(connection: Connection, match: int) -> Iterator[tuple[int, list[Posting]]]:
    """Yield the number of each entry that has rows in a match's ledger, and what they say, in order."""
    with _stream(connection, _POSTINGS, match) as rows:
        for seq, group in groupby(rows, lambda row: int(row.seq)):
            yield seq, [Posting(row.seat, row.asset, row.delta, row.reason, row.item) for row in group]


def seated(connection: Connection, match: int, record: type[T]) -> list[T]:
    """Read a match's seats in order into a dataclass, whose fields are named like columns of `seats` and `players`.

    Fields of other names are left to their defaults. What is read of a player is of who holds the seat; `player` itself
    is whom it was opened with.
    """
    columns = [_OF_SEAT[field.name] for field in fields(record) if field.name in _OF_SEAT]  # type: ignore[arg-type]
    rows = connection.execute(
        select(*columns)
        .join_from(seats, players, players.c.id == HOLDER)
        .where(seats.c.match == match)
        .order_by(seats.c.seat)
    )
    return [record(**{**row, "kind": Kind(row["kind"])}) for row in rows.mappings()]


def _stream(connection: Connection, statement: Executable, match: int) -> AbstractContextManager[Iterable[Any]]:
    """Ask for a match's rows page by page. It must be closed: PostgreSQL holds them until then."""
    return connection.execute(statement, {"of_match": match}, execution_options={"yield_per": PAGE})

"""Reading what happened. Nothing here tells the seed of a match that has not ended, or anybody's address."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from msgspec import json
from sqlalchemy import Connection, Row, Select, select

from games.kit.inputs import Kind
from games.kit.protocol import Entry, Header, Posting, Result
from games.kit.registry import find_game
from ionbot.store.database import Database
from ionbot.store.models import MatchStatus, channels, inventories, matches, networks, seats
from ionbot.store.places import Where
from ionbot.store.rows import PLACED, FindGame, entries, ledgered, seated
from ionbot.store.voids import Void, voids_of


@dataclass(frozen=True)
class MatchRow:
    """A match in a list. Times are Unix ms; `players` and `winners` are nicks in seat order.

    One that is `voided` counts for nothing.
    """

    id: int
    network: str
    channel: str
    game: str
    rules_version: int
    status: MatchStatus
    opened: int
    started: int | None
    ended: int | None
    players: list[str]
    winners: list[str]
    voided: int | None


@dataclass(frozen=True)
class SeatRow:
    """How a seat of a match stands: `place` is none without a ranking, `items` counts what they hold.

    It counts for `player`, whom it was opened with; `nick` and `account` are of who held it last.
    """

    seat: int
    player: int
    nick: str
    account: str | None
    kind: Kind
    team: str
    points: int
    coins: int
    items: dict[str, int] = field(default_factory=dict, kw_only=True)
    place: int | None
    present: bool
    left_reason: str | None


@dataclass(frozen=True)
class WholeMatch:
    """A match with all that is known of it.

    `ledger` gives the postings of each entry that has some, `seed` is hexadecimal and None before the end. `voids` tell
    when somebody has taken it out of all scores. Header, seats, log and ledger hold what is hidden while the match
    runs: `ionbot.store.public` tells what may be shown then.
    """

    match: MatchRow
    commitment: str
    seed: str | None
    header: Header | None
    result: Result | None
    seats: list[SeatRow]
    log: list[Entry]
    ledger: dict[int, list[Posting]]
    voids: list[Void]


_MATCHES = (
    select(matches, networks.c.name.label("network_name"), channels.c.name.label("channel_name"))
    .select_from(PLACED)
    .order_by(matches.c.id.desc())
)


def matches_list(
    database: Database,
    *,
    status: MatchStatus | None = None,
    game: str | None = None,
    network: str | None = None,
    channel: str | None = None,
    before: int | None = None,
    limit: int | None = None,
) -> list[MatchRow]:
    """Give the matches, the latest first, those whose number is below `before`. Raises DatabaseError.

    `channel` is a folded name, on any network where none is given.
    """
    wanted = {matches.c.status: status, matches.c.game: game, networks.c.name: network, channels.c.name: channel}
    chosen = _MATCHES.where(*(column == value for column, value in wanted.items() if value is not None)).limit(limit)
    if before is not None:
        chosen = chosen.where(matches.c.id < before)
    with database.read() as connection:
        return [listed for _, listed in _listed(connection, chosen)]


def match(database: Database, number: int, find: FindGame = find_game) -> WholeMatch | None:
    """Give a match, if there is one of that number.

    Raises UnknownGame, msgspec.MsgspecError if the game does not know what its journal says, DatabaseError.
    """
    chosen = _MATCHES.where(matches.c.id == number)
    with database.read() as connection:
        if (found := next(_listed(connection, chosen), None)) is None:
            return None
        row, listed = found
        return WholeMatch(
            match=listed,
            commitment=row.commitment,
            seed=row.seed,
            header=json.decode(row.header, type=Header) if row.header else None,
            result=json.decode(row.result, type=Result) if row.result else None,
            seats=_seats(connection, number),
            log=list(entries(connection, find(row.game), number)),
            ledger=dict(ledgered(connection, number)),
            voids=voids_of(connection, number),
        )


def latest(database: Database, where: Where) -> int | None:
    """Give the number of the match that began last in a channel. Raises DatabaseError."""
    begun = select(matches.c.id).select_from(PLACED).where(where.clause, matches.c.started.is_not(None))
    with database.read() as connection:
        return connection.scalar(begun.order_by(matches.c.id.desc()).limit(1))


def _listed(connection: Connection, chosen: Select[Any]) -> Iterator[tuple[Row[Any], MatchRow]]:
    """Yield the matches that were chosen, as rows and as they are listed."""
    those = chosen.with_only_columns(matches.c.id)
    sat = select(seats.c.match, seats.c.nick, seats.c.place).where(seats.c.match.in_(those))
    rows = connection.execute(sat.order_by(seats.c.match, seats.c.seat)).all()
    sitting = {number: list(group) for number, group in groupby(rows, lambda seat: int(seat.match))}
    for row in connection.execute(chosen).all():
        there = sitting.get(row.id, ())
        yield (
            row,
            MatchRow(
                id=row.id,
                network=row.network_name,
                channel=row.channel_name,
                game=row.game,
                rules_version=row.rules_version,
                status=MatchStatus(row.status),
                opened=row.opened,
                started=row.started,
                ended=row.ended,
                players=[seat.nick for seat in there],
                winners=[seat.nick for seat in there if seat.place == 1],
                voided=row.voided,
            ),
        )


def _seats(connection: Connection, number: int) -> list[SeatRow]:
    held: dict[int, dict[str, int]] = defaultdict(dict)
    columns = select(inventories.c.seat, inventories.c.item, inventories.c.count)
    there = columns.where(inventories.c.match == number, inventories.c.count > 0).order_by(inventories.c.item)
    for seat, item, count in connection.execute(there):
        held[seat][item] = count
    return [replace(row, items=held[row.seat]) for row in seated(connection, number, SeatRow)]

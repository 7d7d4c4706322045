"""Reading what happened. Nothing here tells the seed of a match that has not ended, or anybody's address."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from msgspec import json
from sqlalchemy import Connection, Select, select

from games.kit.inputs import Kind
from games.kit.protocol import Entry, Header, Posting, Result
from games.kit.registry import find_game
from ionbot.store.database import Database
from ionbot.store.models import MatchStatus, channels, inventories, matches, networks, players, seats
from ionbot.store.rows import FindGame, entries, ledgered


@dataclass(frozen=True)
class MatchRow:
    """A match in a list. Times are Unix ms; `players` and `winners` are nicks in seat order."""

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


@dataclass(frozen=True)
class SeatRow:
    """How a seat of a match stands: `place` is none without a ranking, `items` counts what they hold."""

    seat: int
    player: int
    nick: str
    account: str | None
    kind: Kind
    team: str
    points: int
    coins: int
    items: dict[str, int]
    place: int | None
    present: bool
    left_reason: str | None


@dataclass(frozen=True)
class WholeMatch:
    """A match with all that is known of it.

    `ledger` gives the postings of each entry that has some, `seed` is hexadecimal and None before the end. The log
    holds hidden things: whatever is shown of a match that has not ended must go through the game's `reveal`.
    """

    match: MatchRow
    commitment: str
    seed: str | None
    header: Header | None
    result: Result | None
    seats: list[SeatRow]
    log: list[Entry]
    ledger: dict[int, list[Posting]]


_MATCHES = (
    select(matches, networks.c.name.label("network_name"), channels.c.name.label("channel_name"))
    .join(channels, channels.c.id == matches.c.channel)
    .join(networks, networks.c.id == channels.c.network)
    .order_by(matches.c.id.desc())
)
_SEATED = (
    select(seats, players.c.account).join(players, players.c.id == seats.c.player).order_by(seats.c.match, seats.c.seat)
)


def matches_list(
    database: Database,
    *,
    status: MatchStatus | None = None,
    game: str | None = None,
    channel: str | None = None,
    limit: int | None = None,
) -> list[MatchRow]:
    """Give the matches, the latest first. `channel` is a folded name on any network. Raises DatabaseError."""
    wanted = {matches.c.status: status, matches.c.game: game, channels.c.name: channel}
    chosen = _MATCHES.where(*(column == value for column, value in wanted.items() if value is not None)).limit(limit)
    with database.read() as connection:
        return _match_rows(connection, chosen)


def match(database: Database, number: int, find: FindGame = find_game) -> WholeMatch | None:
    """Give a match, if there is one of that number.

    Raises UnknownGame, msgspec.MsgspecError if the game does not know what its journal says, DatabaseError.
    """
    chosen = _MATCHES.where(matches.c.id == number)
    with database.read() as connection:
        row = connection.execute(chosen).one_or_none()
        if row is None:
            return None
        (listed,) = _match_rows(connection, chosen)
        return WholeMatch(
            match=listed,
            commitment=row.commitment,
            seed=row.seed,
            header=json.decode(row.header, type=Header) if row.header else None,
            result=json.decode(row.result, type=Result) if row.result else None,
            seats=_seat_rows(connection, number),
            log=list(entries(connection, find(row.game), number)),
            ledger=dict(ledgered(connection, number)),
        )


def _match_rows(connection: Connection, chosen: Select[Any]) -> list[MatchRow]:
    seated = connection.execute(_SEATED.where(seats.c.match.in_(chosen.with_only_columns(matches.c.id)))).all()
    sitting = {number: list(group) for number, group in groupby(seated, lambda seat: int(seat.match))}
    return [
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
            players=[seat.nick for seat in sitting.get(row.id, ())],
            winners=[seat.nick for seat in sitting.get(row.id, ()) if seat.place == 1],
        )
        for row in connection.execute(chosen).all()
    ]


def _seat_rows(connection: Connection, number: int) -> list[SeatRow]:
    rows = connection.execute(_SEATED.where(seats.c.match == number)).all()
    return [
        SeatRow(
            seat=row.seat,
            player=row.player,
            nick=row.nick,
            account=row.account,
            kind=Kind(row.kind),
            team=row.team,
            points=row.points,
            coins=row.coins,
            items=_items(connection, number, row.seat),
            place=row.place,
            present=row.present,
            left_reason=row.left_reason,
        )
        for row in rows
    ]


def _items(connection: Connection, number: int, seat: int) -> dict[str, int]:
    held = select(inventories.c.item, inventories.c.count).where(
        inventories.c.match == number, inventories.c.seat == seat, inventories.c.count > 0
    )
    return dict(connection.execute(held.order_by(inventories.c.item)).all())

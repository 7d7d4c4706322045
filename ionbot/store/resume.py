"""Taking a running match up again. This is the only place that reads the seed of a match that has not ended."""

from dataclasses import dataclass, field

from msgspec import MsgspecError, json
from sqlalchemy import Connection, select

from games.kit.inputs import Kind
from games.kit.protocol import AnyGame, Entry, Header
from games.kit.registry import UnknownGame, find_game
from ionbot.store.database import Database
from ionbot.store.models import MatchStatus, channels, match_seeds, matches, networks, players, seats
from ionbot.store.rows import FindGame, entries


@dataclass(frozen=True)
class StoredSeat:
    """A seat and whose it is. `address` is the last known folded nick!user@host, `left` the reason of who left."""

    seat: int
    player: int
    kind: Kind
    nick: str
    account: str | None
    identity: str
    address: str | None
    left: str | None


@dataclass(frozen=True)
class StoredMatch:
    """A running match with all that is needed to go on."""

    match: int
    network: str
    channel: str
    game: AnyGame
    header: Header
    log: list[Entry] = field(repr=False)
    seed: bytes = field(repr=False)
    seats: list[StoredSeat]


@dataclass(frozen=True)
class Unresumable:
    """A running match that cannot go on here, and why. It blocks its channel until it can, or is abandoned."""

    match: int
    why: str


_RUNNING = (
    select(matches.c.id, matches.c.game, matches.c.header, match_seeds.c.seed)
    .join(channels, channels.c.id == matches.c.channel)
    .join(networks, networks.c.id == channels.c.network)
    .outerjoin(match_seeds, match_seeds.c.match == matches.c.id)
    .where(matches.c.status == MatchStatus.RUNNING)
)


def running(
    database: Database, network: str, channel: str, find: FindGame = find_game
) -> StoredMatch | Unresumable | None:
    """Give the match that runs in a channel, by its folded name. Raises DatabaseError."""
    there = _RUNNING.where(networks.c.name == network, channels.c.name == channel)
    with database.read() as connection:
        row = connection.execute(there).one_or_none()
        if row is None:
            return None
        if row.seed is None:
            return Unresumable(row.id, "its seed is gone")
        try:
            game = find(row.game)
            header = json.decode(row.header, type=Header)
            log = list(entries(connection, game, row.id))
        except (UnknownGame, MsgspecError) as error:
            return Unresumable(row.id, str(error))
        return StoredMatch(
            match=row.id,
            network=network,
            channel=channel,
            game=game,
            header=header,
            log=log,
            seed=bytes.fromhex(row.seed),
            seats=_seats(connection, row.id),
        )


def _seats(connection: Connection, match: int) -> list[StoredSeat]:
    rows = connection.execute(
        select(seats, players.c.account, players.c.identity)
        .join(players, players.c.id == seats.c.player)
        .where(seats.c.match == match)
        .order_by(seats.c.seat)
    )
    return [
        StoredSeat(
            seat=row.seat,
            player=row.player,
            kind=Kind(row.kind),
            nick=row.nick,
            account=row.account,
            identity=row.identity,
            address=row.address,
            left=row.left_reason,
        )
        for row in rows
    ]

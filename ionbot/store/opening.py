"""What there is before a match begins: people who are known by a number, and a lobby with its seed."""

from dataclasses import dataclass, field

from sqlalchemy import Connection, bindparam, insert, select

from games.kit.inputs import Kind
from ionbot.store.models import MatchStatus, match_seeds, matches, nicks, players
from ionbot.store.places import Where, channel_id, network_id
from ionbot.store.upsert import keep, upsert

_LOBBY = select(matches.c.id).where(
    matches.c.channel == bindparam("channel"),
    matches.c.commitment == bindparam("commitment"),
    matches.c.status == MatchStatus.LOBBY,
)
_OPEN = insert(matches).returning(matches.c.id)
_KEEP_SEED = insert(match_seeds)


@dataclass(frozen=True)
class Noted:
    """A player to be noted, as they are seen now; `identity` is as `Person.identity`."""

    network: str
    identity: str
    nick: str
    account: str | None = None
    kind: Kind = Kind.HUMAN


@dataclass(frozen=True)
class Lobby:
    """A lobby to be opened, of a game by name; the `seed` is hexadecimal, `opened` is Unix ms."""

    where: Where
    game: str
    rules_version: int
    commitment: str
    seed: str = field(repr=False)
    opened: int


def note_player(noted: Noted, now: int, connection: Connection) -> int:
    """Give the number of a player, new or known, who is seen at a Unix time in ms."""
    whom = {"network": network_id(connection, noted.network), "identity": noted.identity}
    seen = {"nick": noted.nick, "account": noted.account, "last_seen": now}
    player = keep(connection, players, whom, seen, {"kind": noted.kind, "first_seen": now})
    nick = {"player": player, "nick": noted.nick, "seen": now}
    connection.execute(upsert(connection.dialect.name, nicks, ("player", "nick"), ("seen",)), nick)
    return player


def open_lobby(lobby: Lobby, connection: Connection) -> int:
    """Open a lobby, unless that is done, and give the match's number."""
    place = channel_id(connection, lobby.where)
    # A seed is drawn once, so an open lobby with its commitment is this one, of a commit whose outcome was unknown.
    match = connection.scalar(_LOBBY, {"channel": place, "commitment": lobby.commitment})
    if match is None:
        row = {
            "channel": place,
            "game": lobby.game,
            "rules_version": lobby.rules_version,
            "commitment": lobby.commitment,
            "status": MatchStatus.LOBBY,
            "opened": lobby.opened,
        }
        match = connection.execute(_OPEN, row).scalar_one()
        connection.execute(_KEEP_SEED, {"match": match, "seed": lobby.seed})
    return int(match)

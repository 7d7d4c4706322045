"""Taking a running match up again. This is the only place that reads the seed of a match that has not ended."""

from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import MsgspecError, json
from sqlalchemy import bindparam, func, or_, select

from games.kit.inputs import Kind, is_asked_pause
from games.kit.protocol import AnyGame, Entry, Header
from games.kit.registry import UnknownGame, find_game
from ionbot.store.database import Database
from ionbot.store.models import MatchStatus, channels, journal, match_seeds, matches, networks
from ionbot.store.rows import PLACED, UNTOLD, FindGame, entries, seated


@dataclass(frozen=True)
class StoredSeat:
    """A seat and whose it is. `address` is the last known folded nick!user@host.

    `account` is its player's own, `bound` the one that the seat was bound to, maybe by a later login; matches that were
    begun by an older ionbot have none. `player` is whom it was opened with; all else is of who holds it, should it have
    been handed over.
    """

    seat: int
    player: int
    kind: Kind
    nick: str
    account: str | None
    identity: str
    address: str | None
    bound: str | None = None


class Rules(NamedTuple):
    """The version of the rules that a match was begun by, and the one that is installed."""

    began: int
    installed: int

    @property
    def differ(self) -> bool:
        """Whether these are two."""
        return self.began != self.installed


@dataclass(frozen=True)
class StoredMatch:
    """A running match with all that is needed to go on, or one that is `over`, to be told.

    `still_since` is since when nothing goes on, in Unix ms: since it was paused, or written to for the last time.
    """

    match: int
    game: AnyGame
    header: Header
    log: list[Entry] = field(repr=False)
    seed: bytes = field(repr=False)
    seats: list[StoredSeat]
    over: bool
    still_since: int

    @property
    def rules(self) -> Rules:
        """By which rules it was begun, and would go on."""
        return Rules(self.header.rules_version, self.game.rules_version)


@dataclass(frozen=True)
class Unresumable:
    """A running match that cannot go on here, and why. It blocks its channel until it can, or is abandoned.

    `for_good`: it never can. `rules` are told where it is the game that cannot read it.
    """

    match: int
    why: str
    for_good: bool = False
    rules: Rules | None = None


_RUNNING = (
    select(
        matches.c.id, matches.c.game, matches.c.rules_version, matches.c.header, UNTOLD.label("over"),
        func.coalesce(matches.c.seed, match_seeds.c.seed).label("seed"),
    )
    .select_from(PLACED)
    .outerjoin(match_seeds, match_seeds.c.match == matches.c.id)
    .where(or_(matches.c.status == MatchStatus.RUNNING, UNTOLD))
    .order_by(matches.c.id.desc())
    .limit(1)
)  # fmt: skip
_RECEIVED = select(journal.c.received).where(journal.c.match == bindparam("match"), journal.c.seq == bindparam("seq"))


def running(
    database: Database, network: str, channel: str, find: FindGame = find_game
) -> StoredMatch | Unresumable | None:
    """Give the match that runs in a channel, by its folded name: for the channel it does until it has heard the result.

    Raises DatabaseError.
    """
    there = _RUNNING.where(networks.c.name == network, channels.c.name == channel)
    with database.read() as connection:
        row = connection.execute(there).one_or_none()
        if row is None:
            return None
        if not row.seed:
            return Unresumable(row.id, "its seed is gone; backups leave it out", for_good=True)
        try:
            game = find(row.game)
            header = json.decode(row.header, type=Header)
            log = list(entries(connection, game, row.id))
        except UnknownGame as error:
            return None if row.over else Unresumable(row.id, str(error))
        except MsgspecError as error:
            rules = Rules(row.rules_version, game.rules_version)
            return None if row.over else Unresumable(row.id, str(error), rules=rules)
        return StoredMatch(
            match=row.id,
            game=game,
            header=header,
            log=log,
            seed=bytes.fromhex(row.seed),
            seats=seated(connection, row.id, StoredSeat),
            over=row.over,
            still_since=connection.execute(_RECEIVED, {"match": row.id, "seq": _still_from(log)}).scalar_one(),
        )


def _still_from(log: list[Entry]) -> int:
    """Give the number of the entry since which nothing goes on: the pause, if one lasts, or the last one."""
    pause = next((entry for entry in reversed(log) if is_asked_pause(entry.command) is not None), log[-1])
    return pause.seq if is_asked_pause(pause.command) else log[-1].seq

"""Matches written down by hand, so that a test says itself what the scores must be."""

from dataclasses import dataclass, field

from sqlalchemy import Connection, insert

from games.kit.inputs import Kind
from ionbot.store import feats, outcomes, ratings, summaries
from ionbot.store.database import Database
from ionbot.store.engines import WRITING
from ionbot.store.models import MatchStatus, channels, journal, ledger, matches, networks, nicks, players, seats
from ionbot.store.seasons import season_of
from ionbot.store.upsert import keep

DAY = 86_400_000
"""A day in ms. Matches end on day 0, 1, 2, ... of the Unix time."""


@dataclass(frozen=True)
class Sat:
    """Who sat on a seat and what became of them; `reasons` are the points by the ledger's reason, in order."""

    player: int
    points: int = 0
    place: int | None = None
    coins: int = 0
    kind: Kind = Kind.HUMAN
    reasons: list[tuple[str, int]] = field(default_factory=list)


class Scorebook:
    """Writes players and matches straight into the tables."""

    def __init__(self, database: Database) -> None:
        self._engine = database.engine.execution_options(**WRITING)

    def player(self, nick: str, *former: str, network: str = "net", identity: str = "", kind: Kind = Kind.HUMAN) -> int:
        """Note a player and give their number."""
        with self._engine.begin() as connection:
            whom = {"network": _network(connection, network), "identity": identity or f"nick:{nick.lower()}"}
            about = {"nick": nick, "kind": kind, "first_seen": 0, "last_seen": DAY}
            number = keep(connection, players, whom, about, {})
            called = [{"player": number, "nick": each, "seen": 0} for each in (nick, *former)]
            connection.execute(insert(nicks), called)
            return number

    def match(
        self, *sat: Sat, day: float = 0, network: str = "net", channel: str = "#stones", game: str = "pebbles",
        status: MatchStatus = MatchStatus.FINISHED,
    ) -> int:  # fmt: skip
        """Note a match that ended on that day and give its number."""
        with self._engine.begin() as connection:
            place = keep(connection, channels, {"network": _network(connection, network), "name": channel}, {}, {})
            ended = int(day * DAY)
            about = {"game": game, "rules_version": 1, "commitment": "c", "opened": 0, "ended": ended}
            about["season"] = season_of("month", ended)
            opened = insert(matches).values(channel=place, status=status, **about).returning(matches.c.id)
            number: int = connection.execute(opened).scalar_one()
            for seat, who in enumerate(sat):
                _sit(connection, number, seat, who)
            summaries.add(connection, number)
            ratings.rate(connection, number)
            outcomes.add(connection, number)
            feats.add_streaks(connection, number)
            return number


def _network(connection: Connection, name: str) -> int:
    return keep(connection, networks, {"name": name}, {}, {})


def _sit(connection: Connection, match: int, seat: int, who: Sat) -> None:
    at = {"match": match, "seat": seat}
    about = {"player": who.player, "points": who.points, "place": who.place, "coins": who.coins, "kind": who.kind}
    connection.execute(
        insert(seats).values(**at, **about, nick="?", team="+-"[seat % 2], present=who.place is not None)
    )
    if who.reasons:
        entry = {"at": 0, "received": 0, "draws": 0, "command": "{}", "events": "[]"}
        connection.execute(insert(journal).values(match=match, seq=seat, **entry))
    for position, (reason, delta) in enumerate(who.reasons):
        change = {"asset": "points", "item": "", "delta": delta, "reason": reason}
        connection.execute(insert(ledger).values(**at, seq=seat, position=position, **change))

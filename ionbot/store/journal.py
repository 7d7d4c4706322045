"""Writing: what the tables tell the store. Each call is one job for the writer, and returns once it is durable.

All methods raise DatabaseError when the database fails (nothing was written, or the outcome is unknown: repeat the call
as it was, it is recognised), and its subclass Contradiction when repeating will not help.
"""

import time
from collections.abc import Callable
from functools import partial

import structlog
from sqlalchemy import Connection, and_, delete, func, or_, select, update

from games.kit.codec import Codec
from games.kit.inputs import Kind
from games.kit.protocol import AnyGame, Header
from ionbot.store import record as records
from ionbot.store.database import Contradiction
from ionbot.store.models import MatchStatus, channels, handovers, match_seeds, matches, networks, seats
from ionbot.store.opening import Lobby, Noted, note_player, open_lobby
from ionbot.store.places import Where
from ionbot.store.record import Newcomer, Record, prepare
from ionbot.store.rows import PLACED, UNTOLD
from ionbot.store.seasons import DEFAULT_SEASON, SeasonUnit
from ionbot.store.upsert import upsert
from ionbot.store.writer import Share, Writer

_log = structlog.get_logger()


def unix_ms() -> int:
    """Give the time of the day as whole Unix milliseconds."""
    return time.time_ns() // 1_000_000


class Journal:
    """The tables' pen. `clock` gives Unix ms, for what does not bring its own time; `season` is a season's length."""

    def __init__(self, writer: Writer, clock: Callable[[], int] = unix_ms, season: SeasonUnit = DEFAULT_SEASON) -> None:
        self._writer = writer
        self._clock = clock
        self._season = season
        self._append = partial(records.append, season=season)

    async def player(
        self, network: str, identity: str, nick: str, account: str | None = None, kind: Kind = Kind.HUMAN
    ) -> int:
        """Give the number of a player, new or known, and remember the nick and that they were seen now.

        `identity` is as `Person.identity`; computer players need one that no person can have.
        """
        noted = Noted(network, identity, nick, account, kind)
        return await self._writer.write(partial(note_player, noted, self._clock()))

    async def open(
        self, network: str, channel: str, *, game: AnyGame, commitment: str, seed: bytes, opened_ms: int
    ) -> int:
        """Open a lobby and give the match's number. `channel` is folded; it can have one open match at a time."""
        lobby = Lobby(Where(network, channel), game.name, game.rules_version, commitment, seed.hex(), opened_ms)
        match = await self._writer.write(partial(open_lobby, lobby))
        _log.info("lobby opened", match=match, game=game.name, network=network, channel=channel)
        return match

    async def cancel(self, match: int) -> None:
        """Close a lobby without a match; its seed is forgotten."""
        await self._writer.write(partial(_cancel, match, self._clock()))
        _log.info("lobby closed", match=match)

    async def cancel_lobbies(self, network: str, channel: str | None = None) -> list[str]:
        """Cancel the lobbies that a crash or a fault left behind, in one channel or all; give their channels' names."""
        return await self._writer.write(partial(_cancel_lobbies, network, channel, self._clock()))

    async def start(self, header: Header, record: Record) -> None:
        """Make a lobby a running match, with its first entries and its seats."""
        begin = partial(records.start, batch=prepare(record), header=Codec.encode(header), season=self._season)
        await self._writer.write(begin)
        _log.info("match begun", match=record.match, game=record.game.name, seats=len(header.chairs))

    async def append(self, record: Record) -> None:
        """Add entries to a running match, and end it if there is a result."""
        await self._writer.write(Share(self._append, prepare(record)))
        if record.result is not None:
            _log.info("match ended", match=record.match, places=record.result.places)

    async def hand_over(self, match: int, holder: Newcomer, given: int) -> None:
        """Let somebody hold a seat of a running match from a Unix time in ms on; whom it was opened with stays."""
        await self._writer.write(partial(_hand_over, match, holder, given))
        _log.info("seat handed over", match=match, seat=holder.seat)

    async def bind(self, match: int, seat: int, account: str) -> None:
        """Bind a seat of a match to an account while the match runs, if it is bound to none."""
        await self._writer.write(partial(_bind, match, seat, account))

    async def abandon(self, match: int) -> None:
        """End a running match that cannot go on, without a result."""
        await self._writer.write(partial(_abandon, match, self._clock()))
        _log.info("match abandoned", match=match)

    async def announce(self, match: int) -> None:
        """Note that a channel has heard the result of a match; those of earlier ones are not told any more."""
        await self._writer.write(partial(_announce, match, self._clock()))

    async def begun(self, where: Where, since: int) -> list[int]:
        """Give when matches have begun in a channel since a Unix time in ms, the earliest first."""
        return await self._writer.write(partial(_begun, where, since))


def _cancel(match: int, now: int, connection: Connection) -> None:
    status = connection.scalar(select(matches.c.status).where(matches.c.id == match))
    if status == MatchStatus.CANCELLED:
        return
    if status != MatchStatus.LOBBY:
        raise Contradiction(f"match {match} is {status or 'unknown'}, not a lobby")
    cancelled = {"status": MatchStatus.CANCELLED, "ended": now}
    connection.execute(update(matches).where(matches.c.id == match).values(cancelled))
    connection.execute(delete(match_seeds).where(match_seeds.c.match == match))


def _cancel_lobbies(network: str, channel: str | None, now: int, connection: Connection) -> list[str]:
    # Should the first commit have had an unknown outcome, its lobbies are found again by their time.
    closed_by_this_job = and_(matches.c.status == MatchStatus.CANCELLED, matches.c.ended == now)
    lobbies = connection.execute(
        select(matches.c.id, channels.c.name)
        .select_from(PLACED)
        .where(networks.c.name == network, channels.c.name == (channel or channels.c.name))
        .where(or_(matches.c.status == MatchStatus.LOBBY, closed_by_this_job))
        .order_by(channels.c.name)
    ).all()
    for lobby in lobbies:
        _cancel(lobby.id, now, connection)
    return [lobby.name for lobby in lobbies]


def _begun(where: Where, since: int, connection: Connection) -> list[int]:
    begun = select(matches.c.started).select_from(PLACED).where(where.clause, matches.c.started > since)
    return list(connection.scalars(begun.order_by(matches.c.started)))


def _hand_over(match: int, holder: Newcomer, given: int, connection: Connection) -> None:
    status = connection.scalar(select(matches.c.status).where(matches.c.id == match))
    if status != MatchStatus.RUNNING:
        raise Contradiction(f"match {match} is {status or 'unknown'}, not running")
    there = update(seats).where(seats.c.match == match, seats.c.seat == holder.seat)
    if not connection.execute(there.values(nick=holder.nick, address=holder.address, bound=holder.bound)).rowcount:
        raise Contradiction(f"match {match} has no seat {holder.seat}")
    # The last one holds the seat, even if the clock has been set back since the one before.
    last = connection.scalar(select(func.max(handovers.c.given)).filter_by(match=match, seat=holder.seat))
    given = given if last is None or last <= given else last + 1
    row = {"match": match, "seat": holder.seat, "given": given, "player": holder.player}
    connection.execute(upsert(connection.dialect.name, handovers, ("match", "seat", "given"), ("player",)), row)


def _bind(match: int, seat: int, account: str, connection: Connection) -> None:
    runs = select(matches).where(matches.c.id == match, matches.c.status == MatchStatus.RUNNING).exists()
    free = update(seats).where(seats.c.match == match, seats.c.seat == seat, seats.c.bound.is_(None), runs)
    connection.execute(free.values(bound=account))


def _abandon(match: int, now: int, connection: Connection) -> None:
    status = connection.scalar(select(matches.c.status).where(matches.c.id == match))
    if status == MatchStatus.ABANDONED:
        return
    if status != MatchStatus.RUNNING:
        raise Contradiction(f"match {match} is {status or 'unknown'}, not running")
    records.end(connection, match, now, None, "none")


def _announce(match: int, now: int, connection: Connection) -> None:
    there = select(matches.c.channel).where(matches.c.id == match).scalar_subquery()
    heard = update(matches).where(matches.c.channel == there, matches.c.id <= match, UNTOLD)
    connection.execute(heard.values(announced=now))

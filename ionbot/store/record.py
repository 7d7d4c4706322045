"""What one transaction adds to a running match.

A record's rows are made before the writer gets them, so that a game that breaks here stops nobody else's commit.
Points, coins and items change by the postings, not by the standings: `db check` compares the two.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Update, and_, bindparam, delete, insert, select, update

from games.kit.codec import Codec
from games.kit.inputs import Kind
from games.kit.protocol import AnyGame, Entry, Posting, Result, Standing
from ionbot.store import feats, outcomes, ratings, summaries
from ionbot.store.database import Contradiction
from ionbot.store.models import MatchStatus, inventories, journal, ledger, match_seeds, matches, seats
from ionbot.store.rows import entry_row, ledger_rows, postings
from ionbot.store.seasons import SeasonUnit, season_of
from ionbot.store.succession import unstored
from ionbot.store.upsert import upsert

Params = dict[str, Any]

_START = (
    update(matches)
    .where(matches.c.id == bindparam("of_match"))
    .values(status=MatchStatus.RUNNING, header=bindparam("header"), started=bindparam("received"))
)
_END = (
    update(matches)
    .where(matches.c.id == bindparam("of_match"))
    .values(
        status=bindparam("status"),
        ended=bindparam("received"),
        result=bindparam("result"),
        seed=select(match_seeds.c.seed).where(match_seeds.c.match == bindparam("of_match")).scalar_subquery(),
        season=bindparam("season"),
    )
)
_FORGET_SEED = delete(match_seeds).where(match_seeds.c.match == bindparam("of_match"))
_FORGET_ADDRESSES = update(seats).where(seats.c.match == bindparam("of_match")).values(address=None, bound=None)
_ADD_ENTRY, _ADD_POSTING = insert(journal), insert(ledger)
_OF_SEAT = and_(seats.c.match == bindparam("of_match"), seats.c.seat == bindparam("of_seat"))
_CHANGE_SEAT = (
    update(seats)
    .where(_OF_SEAT)
    .values(
        team=bindparam("team"),
        present=bindparam("present"),
        points=seats.c.points + bindparam("more_points"),
        coins=seats.c.coins + bindparam("more_coins"),
    )
)
_LEAVE_SEAT = update(seats).where(_OF_SEAT).values(left_reason=bindparam("reason"))
_RANK_SEAT = update(seats).where(_OF_SEAT).values(place=bindparam("place"))
_LOSE_ITEM = (
    update(inventories)
    .where(
        inventories.c.match == bindparam("of_match"),
        inventories.c.seat == bindparam("of_seat"),
        inventories.c.item == bindparam("of_item"),
    )
    .values(count=inventories.c.count - bindparam("lost"))
)


@dataclass(frozen=True)
class Newcomer:
    """Who sits on a seat from now on. `address` is their folded nick!user@host, None for a computer player.

    `bound` is the account that the seat is bound to, be it one that they have logged in to since they sat down.
    """

    seat: int
    player: int
    nick: str
    address: str | None = None
    bound: str | None = None


@dataclass(frozen=True)
class Record:
    """Entries of a match with all that they change.

    There is at least one entry; `received` tells when their input came, in Unix ms. `standings` and `result` are those
    after the last entry. `newcomers` take a seat, or take theirs again; a seat keeps the player it was opened with.
    `departures` gives the reasons of those who left for good. With a result the whole `log` is needed.
    """

    match: int
    game: AnyGame
    entries: Sequence[Entry]
    received: int
    standings: Sequence[Standing]
    newcomers: Sequence[Newcomer] = ()
    departures: Mapping[int, str] = field(default_factory=dict)
    result: Result | None = None
    log: Sequence[Entry] = ()


@dataclass(frozen=True)
class Batch:
    """A record as rows: of the journal, the ledger and new seats, and changes of seats and inventories.

    The game goes by its name, so that another process can make a batch. `deeds` are those of the whole match at its
    end.
    """

    match: int
    game: str
    received: int
    result: Result | None
    deeds: feats.Deeds
    journal: list[Params]
    ledger: list[Params]
    newcomers: list[Params]
    seats: list[Params]
    gains: list[Params]
    losses: list[Params]
    departures: list[Params]

    @property
    def first(self) -> int:
        """The number of its first entry."""
        return int(self.journal[0]["seq"])


def prepare(record: Record) -> Batch:
    """Make the rows of a record. Raises what the game raises, ValueError if it posts to a seat that does not stand."""
    match, game = record.match, record.game
    posted = {entry.seq: list(postings(game, entry)) for entry in record.entries}
    deltas = _deltas(posting for entry in posted.values() for posting in entry)
    standings = {standing.seat: standing for standing in record.standings}
    if strangers := {seat for seat, _, _ in deltas} - standings.keys():
        raise ValueError(f"{game.name} posts to seats that do not stand: {sorted(strangers)}")
    items = [(seat, item, delta) for (seat, asset, item), delta in deltas.items() if asset == "item"]
    return Batch(
        match,
        game.name,
        record.received,
        record.result,
        deeds=_deeds(record) if record.result and record.result.places else {},
        journal=[entry_row(game, match, entry, record.received) for entry in record.entries],
        ledger=[row for seq, entry in posted.items() for row in ledger_rows(match, seq, entry)],
        newcomers=[_new_seat(match, newcomer, standings[newcomer.seat]) for newcomer in record.newcomers],
        seats=[_changed_seat(match, standing, deltas) for standing in record.standings],
        gains=[
            {"match": match, "seat": seat, "item": item, "count": delta} for seat, item, delta in items if delta > 0
        ],
        losses=[
            {"of_match": match, "of_seat": seat, "of_item": item, "lost": -delta}
            for seat, item, delta in items
            if delta < 0
        ],
        departures=[{"of_match": match, "of_seat": seat, "reason": why} for seat, why in record.departures.items()],
    )


def start(connection: Connection, batch: Batch, header: str, season: SeasonUnit) -> None:
    """Begin the match of a lobby with its first entries, unless that is done. `header` is JSON."""
    if unstored(connection, [batch], MatchStatus.LOBBY):
        started = {"of_match": batch.match, "header": header, "received": batch.received}
        connection.execute(_START, started)
        _store(connection, [batch], season)


def append(connection: Connection, batches: Sequence[Batch], season: SeasonUnit) -> None:
    """Add records to running matches, one to each, unless that is done. Many cost few more statements than one."""
    if new := unstored(connection, batches, MatchStatus.RUNNING):
        _store(connection, new, season)


def end(connection: Connection, match: int, ended: int, result: Result | None, season: SeasonUnit) -> None:
    """End a started match at a Unix time in ms: its seed is told, addresses and accounts of its seats are forgotten.

    With places it counts: it is added to the summaries, and its players are rated.
    """
    places = result.places if result else {}
    how = {
        "status": MatchStatus.FINISHED if places else MatchStatus.ABANDONED,
        "result": Codec.encode(result) if result else None,
        "season": season_of(season, ended) if places else None,
    }
    connection.execute(_END, {"of_match": match, "received": ended, **how})
    connection.execute(_FORGET_SEED, {"of_match": match})
    connection.execute(_FORGET_ADDRESSES, {"of_match": match})
    ranks = [{"of_match": match, "of_seat": seat, "place": place} for seat, place in places.items()]
    _change(connection, _RANK_SEAT, ranks)
    if places:
        summaries.add(connection, match)
        outcomes.add(connection, match)
        ratings.rate(connection, match)


def _deeds(record: Record) -> feats.Deeds:
    """Give the best that people did in a match that has ended with places."""
    if not record.log or record.log[-1] != record.entries[-1]:
        raise ValueError(f"the log of match {record.match} does not end with its last entry")
    return feats.deeds(record.game, record.log, [at.seat for at in record.standings if at.kind is Kind.HUMAN])


def _deltas(posted: Iterable[Posting]) -> Counter[tuple[int, str, str]]:
    """Add up postings by seat, asset and item; the bank has no columns."""
    deltas: Counter[tuple[int, str, str]] = Counter()
    for posting in posted:
        if posting.seat is not None:
            deltas[posting.seat, posting.asset, posting.item] += posting.delta
    return deltas


def _new_seat(match: int, newcomer: Newcomer, standing: Standing) -> Params:
    return {
        "match": match,
        "seat": newcomer.seat,
        "player": newcomer.player,
        "kind": standing.kind,
        "nick": newcomer.nick,
        "address": newcomer.address,
        "team": standing.team,
        "points": 0,
        "coins": 0,
        "present": standing.present,
        "left_reason": None,
        "bound": newcomer.bound,
    }


def _changed_seat(match: int, standing: Standing, deltas: Counter[tuple[int, str, str]]) -> Params:
    return {
        "of_match": match,
        "of_seat": standing.seat,
        "team": standing.team,
        "present": standing.present,
        "more_points": deltas[standing.seat, "points", ""],
        "more_coins": deltas[standing.seat, "coins", ""],
    }


def _store(connection: Connection, batches: Sequence[Batch], season: SeasonUnit) -> None:
    dialect = connection.dialect.name

    def rows(of: Callable[[Batch], list[Params]]) -> list[Params]:
        return [row for batch in batches for row in of(batch)]

    connection.execute(_ADD_ENTRY, rows(lambda batch: batch.journal))
    if newcomers := rows(lambda batch: batch.newcomers):
        changed = ("nick", "address", "left_reason", "bound")
        connection.execute(upsert(dialect, seats, ("match", "seat"), changed), newcomers)
    if postings := rows(lambda batch: batch.ledger):
        connection.execute(_ADD_POSTING, postings)
    _change(connection, _CHANGE_SEAT, rows(lambda batch: batch.seats))
    if gains := rows(lambda batch: batch.gains):
        connection.execute(upsert(dialect, inventories, ("match", "seat", "item"), added=("count",)), gains)
    _change(connection, _LOSE_ITEM, rows(lambda batch: batch.losses))
    _change(connection, _LEAVE_SEAT, rows(lambda batch: batch.departures))
    for batch in batches:
        _end(connection, batch, season)


def _end(connection: Connection, batch: Batch, season: SeasonUnit) -> None:
    """End the match of a batch that brings its result."""
    if batch.result is not None:
        end(connection, batch.match, batch.received, batch.result, season)
        if batch.result.places:
            feats.add(connection, batch.match, batch.game, batch.deeds)


def _change(connection: Connection, statement: Update, changes: list[Params]) -> None:
    """Change one row for each set of parameters. Raises Contradiction if one of them is missing."""
    if changes and connection.execute(statement, changes).rowcount != len(changes):
        raise Contradiction(f"match {changes[0]['of_match']} lacks a seat or an item that is to be changed")

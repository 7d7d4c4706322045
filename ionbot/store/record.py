"""What one transaction adds to a running match.

A record's rows are made before the writer gets them, so that a game that breaks here stops nobody else's commit.
Points, coins and items change by the postings, not by the standings: `db check` compares the two.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Update, and_, bindparam, delete, insert, select, update

from games.kit.codec import Codec
from games.kit.protocol import AnyGame, Entry, Posting, Result, Standing
from ionbot.store import feats, ratings, summaries
from ionbot.store.database import Contradiction
from ionbot.store.models import MatchStatus, inventories, journal, ledger, match_seeds, matches, seats
from ionbot.store.rows import entry_row, ledger_rows, postings
from ionbot.store.seasons import SeasonUnit, season_of
from ionbot.store.upsert import upsert

Params = dict[str, Any]

_KNOWN = (
    select(matches.c.status, journal)
    .outerjoin(journal, and_(journal.c.match == matches.c.id, journal.c.seq >= bindparam("least")))
    .where(matches.c.id == bindparam("id"))
)
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
    `departures` gives the reasons of those who left for good.
    """

    match: int
    game: AnyGame
    entries: Sequence[Entry]
    received: int
    standings: Sequence[Standing]
    newcomers: Sequence[Newcomer] = ()
    departures: Mapping[int, str] = field(default_factory=dict)
    result: Result | None = None


@dataclass(frozen=True)
class Batch:
    """A record as rows: of the journal, the ledger and new seats, and changes of seats and inventories."""

    record: Record
    journal: list[Params]
    ledger: list[Params]
    newcomers: list[Params]
    seats: list[Params]
    gains: list[Params]
    losses: list[Params]


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
        record,
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
    )


def start(connection: Connection, batch: Batch, header: str, season: SeasonUnit) -> None:
    """Begin the match of a lobby with its first entries, unless that is done. `header` is JSON."""
    if _is_stored(connection, batch, MatchStatus.LOBBY):
        return
    started = {"status": MatchStatus.RUNNING, "header": header, "started": batch.record.received}
    connection.execute(update(matches).where(matches.c.id == batch.record.match).values(started))
    _store(connection, batch, season)


def append(connection: Connection, batch: Batch, season: SeasonUnit) -> None:
    """Add a record to a running match, unless that is done."""
    if not _is_stored(connection, batch, MatchStatus.RUNNING):
        _store(connection, batch, season)


def end(connection: Connection, match: int, ended: int, result: Result | None, season: SeasonUnit) -> None:
    """End a started match at a Unix time in ms: its seed is told, addresses and accounts of its seats are forgotten.

    With places it counts: it is added to the summaries, and its players are rated.
    """
    seed = select(match_seeds.c.seed).where(match_seeds.c.match == match).scalar_subquery()
    places = result.places if result else {}
    connection.execute(
        update(matches)
        .where(matches.c.id == match)
        .values(
            status=MatchStatus.FINISHED if places else MatchStatus.ABANDONED,
            ended=ended,
            result=Codec.encode(result) if result else None,
            seed=seed,
            season=season_of(season, ended) if places else None,
        )
    )
    connection.execute(delete(match_seeds).where(match_seeds.c.match == match))
    connection.execute(update(seats).where(seats.c.match == match).values(address=None, bound=None))
    ranks = [{"of_match": match, "of_seat": seat, "place": place} for seat, place in places.items()]
    _change(connection, _RANK_SEAT, ranks)
    if places:
        summaries.add(connection, match)
        ratings.rate(connection, match)


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


def _is_stored(connection: Connection, batch: Batch, status: MatchStatus) -> bool:
    """Tell whether the very same entries are stored. Raises Contradiction if the batch does not follow what is."""
    match, first = batch.record.match, batch.journal[0]["seq"]
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


def _store(connection: Connection, batch: Batch, season: SeasonUnit) -> None:
    record = batch.record
    connection.execute(insert(journal), batch.journal)
    if batch.newcomers:
        changed = ("nick", "address", "left_reason", "bound")
        connection.execute(upsert(connection.dialect.name, seats, ("match", "seat"), changed), batch.newcomers)
    if batch.ledger:
        connection.execute(insert(ledger), batch.ledger)
    _change(connection, _CHANGE_SEAT, batch.seats)
    if batch.gains:
        keys = ("match", "seat", "item")
        connection.execute(upsert(connection.dialect.name, inventories, keys, added=("count",)), batch.gains)
    _change(connection, _LOSE_ITEM, batch.losses)
    departures = record.departures.items()
    _change(
        connection,
        _LEAVE_SEAT,
        [{"of_match": record.match, "of_seat": seat, "reason": why} for seat, why in departures],
    )
    if record.result is not None:
        end(connection, record.match, record.received, record.result, season)
        if record.result.places:
            feats.add(connection, record.match, record.game)


def _change(connection: Connection, statement: Update, changes: list[Params]) -> None:
    """Change one row for each set of parameters. Raises Contradiction if one of them is missing."""
    if changes and connection.execute(statement, changes).rowcount != len(changes):
        raise Contradiction(f"match {changes[0]['of_match']} lacks a seat or an item that is to be changed")

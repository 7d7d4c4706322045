"""`ionbot db check`: every match's journal is folded again and compared with all that was derived from it."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from msgspec import MsgspecError, json
from sqlalchemy import Connection, ForeignKeyConstraint, Row, Select, and_, func, select

from games.kit.protocol import AnyGame, Header, Result
from games.kit.registry import UnknownGame, find_game
from ionbot.store import feats, outcomes, summaries
from ionbot.store.database import Database
from ionbot.store.holdings import Broken, Folded, by_columns, by_journal, by_ledger, differences
from ionbot.store.models import (
    ENDED,
    LEFT_OUT,
    OPEN,
    STARTED,
    MatchStatus,
    journal,
    match_seeds,
    matches,
    metadata,
    seats,
)
from ionbot.store.people import became
from ionbot.store.rows import FindGame
from ionbot.store.telling import Tell, nobody


def findings(
    database: Database,
    number: int | None = None,
    find: FindGame = find_game,
    tell: Tell = nobody,
) -> Iterator[str]:
    """Yield whatever does not agree in a match, or in all of them and between them; nothing if all is well.

    Holds one entry of one match at a time; `tell` hears of each. Raises DatabaseError.
    """
    chosen = select(matches.c.id).order_by(matches.c.id)
    with database.read() as connection:
        if number is None:
            yield from _orphans(connection)
            yield from summaries.findings(connection)
            yield from outcomes.findings(connection)
            yield from feats.streak_findings(connection)
        else:
            chosen = chosen.where(matches.c.id == number)
        numbers = connection.scalars(chosen).all()
    if number is not None and not numbers:
        yield f"there is no match {number}"
    for each in numbers:
        with database.read() as connection:
            found = (*match_findings(connection, each, find), *feats.deed_findings(connection, each, find))
        yield from (f"match {each}: {finding}" for finding in found)
        tell(1)


def count_matches(database: Database) -> int:
    """Tell how many matches there are. Raises DatabaseError."""
    with database.read() as connection:
        return connection.scalar(select(func.count(matches.c.id))) or 0


def match_findings(connection: Connection, number: int, find: FindGame) -> Iterator[str]:
    """Yield whatever does not agree in a match that there is."""
    match = connection.execute(
        select(matches, match_seeds.c.seed.label("secret"))
        .outerjoin(match_seeds, match_seeds.c.match == matches.c.id)
        .where(matches.c.id == number)
    ).one()
    yield from _seed_findings(match)
    yield from _time_findings(match)
    yield from _seat_findings(connection, match)
    if match.status in STARTED:
        yield from _header_findings(connection, match)
        try:
            game = find(match.game)
            folded = by_journal(connection, game, number)
        except UnknownGame as error:
            yield str(error)
            return
        except Broken as error:
            yield _of_version(match, game, str(error))
            return
        yield from _end_findings(match, folded)
        yield from differences(folded.seated, by_columns(connection, number))
        yield from (f"ledger: {finding}" for finding in differences(folded.held, by_ledger(connection, number)))
    elif connection.scalar(select(func.count()).where(journal.c.match == number)):
        yield f"it has a journal, and is {match.status}"


def _of_version(match: Row[Any], game: AnyGame, finding: str) -> str:
    """Say what cannot be read or folded, and by which rules, if others are installed than it was begun by."""
    if match.rules_version == game.rules_version:
        return finding
    return f"it was begun by rules version {match.rules_version}, and {game.rules_version} is installed: {finding}"


def _seed_findings(match: Row[Any]) -> Iterator[str]:
    told = match.status in STARTED and match.status in ENDED
    if (match.seed is not None) != told:
        yield f"its seed is {'not told' if told else 'told'}, and it is {match.status}"
    if (match.secret is not None) != (match.status in OPEN):
        yield f"its seed is {'not' if match.secret is None else 'still'} kept as a secret, and it is {match.status}"
    if match.seed == LEFT_OUT and match.result is not None:
        yield "its seed is empty, and yet it has come to a result"


def _time_findings(match: Row[Any]) -> Iterator[str]:
    """Find times that are missing, or cannot be yet, or stand in an order that only a clock set back explains."""
    times = {"opened": match.opened, "started": match.started, "ended": match.ended, "announced": match.announced}
    for name, right in (("started", STARTED), ("ended", ENDED)):
        if (times[name] is not None) != (match.status in right):
            yield f"it is {match.status}, and {'lacks' if match.status in right else 'has'} the time it {name}"
    known = ((name, time) for name, time in times.items() if time is not None)
    for (earlier, first), (later, second) in pairwise(known):
        if second < first:
            yield f"it was {later} {first - second} ms before it was {earlier}"


def _seat_findings(connection: Connection, match: Row[Any]) -> Iterator[str]:
    """Find what a seat may no longer say, or not yet."""
    for seat in connection.execute(select(seats).where(seats.c.match == match.id).order_by(seats.c.seat)):
        if seat.address is not None and match.status in ENDED:
            yield f"seat {seat.seat} still has an address"
        if seat.left_reason is not None and seat.present:
            yield f"seat {seat.seat} has a reason for leaving ({seat.left_reason}), and has not left"


def _header_findings(connection: Connection, match: Row[Any]) -> Iterator[str]:
    try:
        header = json.decode(match.header or "", type=Header)
    except MsgspecError as error:
        yield f"its header cannot be read: {error}"
        return
    told = (header.match, header.game, header.rules_version, header.commitment)
    if told != (match.id, match.game, match.rules_version, match.commitment):
        yield "its header is of another match"
    yield from _chair_findings(connection, match, header)


def _chair_findings(connection: Connection, match: Row[Any], header: Header) -> Iterator[str]:
    """Compare who sits there with the header, which the chance hangs on. It knows the seats of the beginning only.

    A header never changes. Should two players' records become one, the header keeps the number it was played with: the
    seat's player must then be the one whom that number has become. Nicks may change and be forgotten: they are not
    compared.
    """
    there = select(seats.c.seat, seats.c.player).where(seats.c.match == match.id)
    sitting = {row.seat: row.player for row in connection.execute(there)}
    for seat, chair in enumerate(header.chairs):
        sits = sitting.get(seat, chair.player)
        if sits != chair.player and sits not in became(connection, chair.player):
            yield f"seat {seat} is player {sitting[seat]}'s, by the header player {chair.player}'s"


def _end_findings(match: Row[Any], folded: Folded) -> Iterator[str]:
    try:
        result = json.decode(match.result, type=Result) if match.result else None
        if result != folded.result:
            yield "its result is not that of its journal"
    except MsgspecError as error:
        yield f"its result cannot be read: {error}"
    right = {MatchStatus.RUNNING, MatchStatus.ABANDONED}
    if folded.result is not None:
        right = {MatchStatus.FINISHED} if folded.result.places else {MatchStatus.ABANDONED}
    if match.status not in right:
        yield f"it is {match.status}, by its journal {' or '.join(sorted(right))}"


def _orphans(connection: Connection) -> Iterator[str]:
    """Find rows without what they refer to: another program may have written with foreign keys off."""
    for constraint, lost in _questions().items():
        if count := connection.scalar(lost):
            yield f"{count} rows of {constraint.table.name} refer to no row of {constraint.referred_table.name}"


@cache
def _questions() -> dict[ForeignKeyConstraint, Select[Any]]:
    """Give how to count the rows that refer to none, by what they refer with."""
    return {each: _lost(each) for table in metadata.sorted_tables for each in table.foreign_key_constraints}


def _lost(constraint: ForeignKeyConstraint) -> Select[Any]:
    parent = constraint.referred_table.alias()
    pairs = [(key.parent, parent.c[key.column.name]) for key in constraint.elements]
    return (
        select(func.count())
        .select_from(constraint.table.outerjoin(parent, and_(*(child == column for child, column in pairs))))
        .where(pairs[0][1].is_(None), *(child.is_not(None) for child, _ in pairs))
    )

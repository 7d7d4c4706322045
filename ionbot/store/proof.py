"""`ionbot matches verify`: proof that matches which have ended were fair, and are stored as they were played."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import json
from sqlalchemy import Connection, Row, or_, select

from games.kit import verify
from games.kit.protocol import AnyGame, Entry, Header
from games.kit.registry import find_game
from ionbot.store.check import match_findings
from ionbot.store.database import Database
from ionbot.store.models import ENDED, LEFT_OUT, STARTED, matches
from ionbot.store.rows import FindGame, entries, ledgered, postings


def proofs(
    database: Database, numbers: Iterable[int] | None = None, find: FindGame = find_game
) -> Iterator[tuple[int, list[str]]]:
    """Yield each match with all that speaks against it; an empty list is a proof.

    Without numbers all matches are taken that were played and have ended, but for those of which a backup has left the
    seed out: they came to no result. Raises DatabaseError.
    """
    for number in played(database) if numbers is None else numbers:
        with database.read() as connection:
            yield number, list(_objections(connection, number, find))


def played(database: Database) -> Sequence[int]:
    """Give the numbers of all matches that `proofs` takes without numbers. Raises DatabaseError."""
    provable = or_(matches.c.seed.is_distinct_from(LEFT_OUT), matches.c.result.is_not(None))
    there = select(matches.c.id).where(matches.c.status.in_(ENDED & STARTED), provable).order_by(matches.c.id)
    with database.read() as connection:
        return connection.scalars(there).all()


def _objections(connection: Connection, number: int, find: FindGame) -> Iterator[str]:
    match = connection.execute(select(matches).where(matches.c.id == number)).one_or_none()
    if match is None:
        yield "there is no such match"
    elif match.status not in STARTED:
        yield f"nothing was played: it is {match.status}"
    elif match.status not in ENDED:
        yield "it has not ended: its seed is a secret until then"
    elif found := list(match_findings(connection, number, find)):
        yield from found
    elif match.seed == LEFT_OUT:
        yield "its seed was left out of the backup that it came back from; it has no result and counts for nothing"
    else:
        yield from _match_objections(connection, match, find(match.game))


def _match_objections(connection: Connection, match: Row[Any], game: AnyGame) -> Iterator[str]:
    header = json.decode(match.header, type=Header)
    log = list(entries(connection, game, match.id))
    try:
        seed = bytes.fromhex(match.seed)
    except ValueError:
        yield "its seed is no hexadecimal number"
        return
    yield from verify.findings(game, header, log, seed)
    yield from _ledger_findings(connection, match.id, game, log)


def _ledger_findings(connection: Connection, number: int, game: AnyGame, log: Iterable[Entry]) -> Iterator[str]:
    stored = dict(ledgered(connection, number))
    for entry in log:
        if stored.get(entry.seq, []) != list(postings(game, entry)):
            yield f"entry {entry.seq}: the ledger says something else"

"""What the seats of a match have: by its journal, by the columns, by the ledger. All three must say the same."""

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TypeAlias

from msgspec import MsgspecError
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from games.kit.protocol import AnyGame, Entry, Result, Standing
from ionbot.store.models import inventories, ledger, seats
from ionbot.store.rows import entries, postings

Holdings: TypeAlias = dict[tuple[int | None, str], object]
"""How much each seat (None: the bank) has of what, and who they are; what is 0, empty or unknown is left out."""


class Broken(Exception):
    """A journal cannot be folded; the message says where and why."""


@dataclass(frozen=True)
class Folded:
    """What a journal comes to: `held` is what the ledger must say, `seated` what the columns must say."""

    held: Holdings
    seated: Holdings
    result: Result | None


def by_journal(connection: Connection, game: AnyGame, number: int) -> Folded:
    """Fold a match's journal, holding one entry at a time. Raises Broken."""
    state, bank, seq = game.blank(), Counter[str](), 0
    try:
        with closing(_in_order(connection, game, number)) as log:
            for entry in log:
                seq = entry.seq
                for event in entry.events:
                    game.evolve(state, event)
                for posting in postings(game, entry):
                    if posting.seat is None:
                        bank[_name(posting.asset, posting.item)] += posting.delta
        return _folded(game.standings(state), bank, game.result(state))
    except (Broken, SQLAlchemyError):
        raise
    except Exception as error:  # a forged event may make the rules fail in any way
        raise Broken(f"entry {seq} cannot be applied: {error!r}") from error


def by_columns(connection: Connection, number: int) -> Holdings:
    """Read what `seats` and `inventories` say."""
    columns: Holdings = {}
    for row in connection.execute(select(seats).where(seats.c.match == number)).mappings():
        for name in ("kind", "team", "present", "points", "coins", "place"):
            columns[row["seat"], name] = row[name]
    for row in connection.execute(select(inventories).where(inventories.c.match == number)).mappings():
        columns[row["seat"], _name("item", row["item"])] = row["count"]
    return _known(columns)


def by_ledger(connection: Connection, number: int) -> Holdings:
    """Add up the ledger."""
    sums = connection.execute(
        select(ledger.c.seat, ledger.c.asset, ledger.c.item, func.sum(ledger.c.delta).label("total"))
        .where(ledger.c.match == number)
        .group_by(ledger.c.seat, ledger.c.asset, ledger.c.item)
    )
    return _known({(row.seat, _name(row.asset, row.item)): int(row.total) for row in sums})


def differences(expected: Holdings, found: Holdings) -> Iterator[str]:
    """Yield where holdings are not as expected."""
    wrong = {key for key in expected.keys() | found.keys() if expected.get(key) != found.get(key)}
    for seat, name in sorted(wrong, key=lambda key: (key[0] is not None, key[0], key[1])):
        owner = "the bank" if seat is None else f"seat {seat}"
        values = found.get((seat, name), "none"), expected.get((seat, name), "none")
        yield "{} of {}: {}, by the journal {}".format(name, owner, *values)


def _in_order(connection: Connection, game: AnyGame, number: int) -> Generator[Entry, None, None]:
    seq = 0
    with closing(entries(connection, game, number)) as stored:
        try:
            while entry := next(stored, None):
                if entry.seq != seq:
                    break
                yield entry
                seq += 1
        except MsgspecError as error:
            raise Broken(f"entry {seq} cannot be read: {error}") from error
    if entry or not seq:
        raise Broken(f"entry {seq} is missing")


def _folded(standings: Sequence[Standing], bank: Counter[str], result: Result | None) -> Folded:
    held: Holdings = {(None, name): total for name, total in bank.items()}
    seated: Holdings = {}
    for standing in standings:
        owned = {"points": standing.points, "coins": standing.coins}
        owned |= {_name("item", item): count for item, count in standing.items.items()}
        held |= {(standing.seat, name): count for name, count in owned.items()}
        place = result.places.get(standing.seat) if result else None
        about = {"kind": standing.kind.value, "team": standing.team, "present": standing.present, "place": place}
        seated |= {(standing.seat, name): value for name, value in (owned | about).items()}
    return Folded(_known(held), _known(seated), result)


def _name(asset: str, item: str) -> str:
    return f"item {item}" if asset == "item" else asset


def _known(holdings: Holdings) -> Holdings:
    return {key: value for key, value in holdings.items() if value}

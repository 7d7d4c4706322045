"""`db copy`: everything arrives, from SQLite on PostgreSQL and back, and nothing where something is."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import BigInteger, Boolean, Column, Connection, Float, Integer, Table, delete, insert, update

from ionbot.store import moving
from ionbot.store.check import findings
from ionbot.store.database import Database, DatabaseError
from ionbot.store.journal import Journal
from ionbot.store.models import handovers, matches, metadata, networks
from ionbot.store.moving import copy, prepare
from ionbot.store.resume import StoredMatch, running
from ionbot.store.writer import Writer
from tests.store.playing import CHANNEL, NETWORK, begin, find
from tests.store.shelves import NOTHING, Shelf
from tests.store.tables import rows

WORDS = {"kind": "human", "status": "lobby", "asset": "item"}
ROWS = 3


WAYS = [
    pytest.param(("files", "served"), id="to PostgreSQL", marks=pytest.mark.real),
    pytest.param(("served", "files"), id="to SQLite", marks=pytest.mark.real),
    pytest.param(("files", "files"), id="SQLite to SQLite"),
]


@pytest.fixture(params=WAYS)
def shelves(request: pytest.FixtureRequest) -> tuple[Shelf, Shelf]:
    """Whence and where."""
    source, target = (request.getfixturevalue(name) for name in request.param)
    return source, target


def value(column: Column[Any], number: int) -> object:
    """Give a value that a column can have, another one for each number."""
    for key in column.foreign_keys:
        return value(key.column, number)
    if column.name == "id":
        return number
    if isinstance(column.type, Boolean):
        return number == 2
    if column.nullable and number == 2:
        return None
    if isinstance(column.type, Float):
        return 25 / 3 + number
    if isinstance(column.type, Integer):
        return (2**62 if isinstance(column.type, BigInteger) else 2**30) + number
    return WORDS.get(column.name, f"{column.name} {number}: 'ä' \"\\\" \U0001f0a1 \u200b%s")


def fill(database: Database) -> None:
    """Put rows into every table, whatever sense they make."""
    with database.write() as connection:
        for table in metadata.sorted_tables:
            made = [{each.name: value(each, number) for each in table.columns} for number in range(1, ROWS + 1)]
            connection.execute(insert(table), made)


def everything(database: Database) -> dict[str, list[str]]:
    """Give all rows by table, in one order for both kinds of database."""
    return {table.name: sorted(map(repr, rows(database, table))) for table in metadata.sorted_tables}


def test_every_row_of_every_table_arrives(shelves: tuple[Shelf, Shelf]) -> None:
    told: list[int] = []
    with shelves[0].copied("full", fill) as source, shelves[1].copied(NOTHING, lambda _: None) as target:
        many = prepare(source, target)
        copy(source, target, told.append)
        assert many == ROWS * len(metadata.sorted_tables)
        assert sum(told) == 2 * many
        assert everything(target) == everything(source)


def test_new_rows_are_numbered_behind_those_that_came(shelves: tuple[Shelf, Shelf]) -> None:
    with shelves[0].copied("full", fill) as source, shelves[1].copied(NOTHING, lambda _: None) as target:
        prepare(source, target)
        copy(source, target, lambda _: None)
        with target.write() as connection:
            for table in metadata.sorted_tables:
                if table.autoincrement_column is not None:
                    row = {each.name: value(each, ROWS + 1) for each in table.columns if each.name != "id"}
                    number = connection.execute(insert(table).values(row).returning(table.c.id)).scalar_one()
                    assert number == ROWS + 1, table.name


async def test_a_running_match_goes_on_there(shelves: tuple[Shelf, Shelf]) -> None:
    with shelves[0].copied(NOTHING, lambda _: None) as source, shelves[1].copied(NOTHING, lambda _: None) as target:
        writer = Writer(source.engine)
        played = await begin(Journal(writer))
        await writer.close()
        prepare(source, target)
        copy(source, target, lambda _: None)
        writer = Writer(target.engine)
        there = running(target, NETWORK, CHANNEL, find)
        assert isinstance(there, StoredMatch)
        assert there.seed == played.seed
        played.journal = Journal(writer)
        await played.finish()
        await writer.close()
        assert list(findings(target, find=find)) == []


def refusal(source: Database, target: Database) -> str:
    with pytest.raises(DatabaseError) as caught:
        prepare(source, target)
    return str(caught.value)


def test_nothing_goes_where_something_is(shelves: tuple[Shelf, Shelf]) -> None:
    with shelves[0].copied("full", fill) as source, shelves[1].copied(NOTHING, lambda _: None) as target:
        with target.write() as connection:
            connection.execute(insert(networks).values(name="other"))
        before = everything(target)
        assert refusal(source, target) == f"{target} is not empty: there are rows in networks; name a new database"
        with pytest.raises(DatabaseError, match="is not empty"):
            copy(source, target, lambda _: None)
        assert everything(target) == before


def test_what_arrives_otherwise_is_found_and_nothing_stays(
    shelves: tuple[Shelf, Shelf], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The target gets another value, and then lacks a row."""
    genuine = moving._summed

    def spoil(statement: Any) -> None:
        def spoiling(each: Table, connection: Connection, tell: Callable[[int], object]) -> moving.Summed:
            connection.execute(statement)
            return genuine(each, connection, tell)

        monkeypatch.setattr(moving, "_summed", spoiling)

    with shelves[0].copied("full", fill) as source, shelves[1].copied(NOTHING, lambda _: None) as target:
        prepare(source, target)
        for statement, finding in (
            (update(matches).where(matches.c.id == 2).values(opened=matches.c.opened + 1), "matches of .* has other"),
            (delete(handovers).where(handovers.c.match == 2), "handovers of .* has 2 rows of 3; nothing was copied"),
        ):
            spoil(statement)
            with pytest.raises(DatabaseError, match=finding):
                copy(source, target, lambda _: None)
            assert not any(everything(target).values())

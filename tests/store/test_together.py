"""What waits for the writer at the same time is written together; what is written is the same as one by one."""

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, event, insert

from games.kit.inputs import Prompted
from ionbot.store.database import Contradiction, Database
from ionbot.store.journal import Journal
from ionbot.store.models import journal as journal_table
from ionbot.store.models import networks
from ionbot.store.record import Record
from ionbot.store.writer import Share, Writer
from tests.kit_game import Take
from tests.store.playing import Played, begin
from tests.store.tables import everything, rows
from tests.store.test_writer import adding, names, queued


@pytest.fixture
def statements(database: Database) -> Iterator[list[str]]:
    """The statements that the database is given."""
    given: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        given.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    yield given
    event.remove(database.engine, "before_cursor_execute", note)


def add_all(connection: Connection, wanted: list[str]) -> None:
    connection.execute(insert(networks), [{"name": f"{name} of {len(wanted)}"} for name in wanted])


async def test_parts_of_the_same_are_done_together_and_all_in_order(database: Database, writer: Writer) -> None:
    parts = [Share(add_all, name) for name in "abcd"]
    assert await queued(writer, *parts[:2], adding("between"), *parts[2:]) == [None, None, "between", None, None]
    assert names(database) == ["a of 2", "b of 2", "between", "c of 2", "d of 2"]


async def test_a_part_that_fails_takes_no_other_with_it(database: Database, writer: Writer) -> None:
    def demand(connection: Connection, wanted: list[str]) -> None:
        add_all(connection, wanted)
        if "bad" in wanted:
            raise ZeroDivisionError("mine")

    first, mine, last = await queued(writer, *(Share(demand, name) for name in ("a", "bad", "b")))
    assert (first, last) == (None, None)
    assert isinstance(mine, ZeroDivisionError)
    assert names(database) == ["a of 1", "b of 1"]


async def together(played: Played, *records: Record) -> list[object]:
    """Let records wait for the writer until all are there, and give what becomes of each."""
    with played.journal._writer._ready:  # the thread sees all at once
        waiting = [asyncio.ensure_future(played.journal.append(record)) for record in records]
        await asyncio.sleep(0)
    return await asyncio.gather(*waiting, return_exceptions=True)


def next_moves(*matches: Played) -> list[Record]:
    """Let whose turn it is take two pebbles in each match, and give what that brings."""
    for played in matches:
        list(played.match.submit(played.match.now, Prompted()))
    return [
        played.record([played.match.log[-1], *played.match.submit(500, Take(2), played.match.state.turn)])
        for played in matches
    ]


async def test_moves_of_many_matches_share_their_statements(
    database: Database, journal: Journal, statements: list[str]
) -> None:
    matches = [await begin(journal, f"#c{number}", seed=number) for number in range(1, 5)]
    alone, *others = next_moves(*matches)
    statements.clear()
    assert await together(matches[0], alone) == [None]
    single = len(statements)
    statements.clear()
    assert await together(matches[0], *others) == [None] * 3
    assert len(statements) < 2 * single  # one by one it would be three times as many
    assert [row["match"] for row in rows(database, journal_table)] == [n for n in range(1, 5) for _ in range(3)]


async def test_together_the_same_is_written_as_alone(database: Database, journal: Journal) -> None:
    matches = [await begin(journal, f"#c{number}", seed=number) for number in (1, 2)]
    records = next_moves(*matches)
    for record in records:
        await journal.append(record)
    written = everything(database)
    assert await together(matches[0], *records) == [None, None]  # they are known already
    assert everything(database) == written


async def test_what_does_not_follow_is_refused_and_what_is_repeated_is_not(
    database: Database, journal: Journal
) -> None:
    repeated, gapped, fine = [await begin(journal, f"#c{number}", seed=number) for number in (1, 2, 3)]
    known, _lost, new = next_moves(repeated, gapped, fine)
    await journal.append(known)
    (later,) = next_moves(gapped)
    outcomes = await together(repeated, known, later, new)
    assert (outcomes[0], outcomes[2]) == (None, None)
    assert isinstance(outcomes[1], Contradiction)
    assert "match 2 has no entry 2 that entry 3 could follow" in str(outcomes[1])
    assert [row["match"] for row in rows(database, journal_table)] == [1, 1, 1, 2, 3, 3, 3]


async def test_two_records_of_one_match_are_written_in_their_order(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    first, second = *next_moves(played), *next_moves(played)
    assert await together(played, first, second) == [None, None]
    assert [row["seq"] for row in rows(database, journal_table)] == [0, 1, 2, 3, 4]

"""The disk is full, the file cannot be written, somebody holds the lock, a commit's outcome is unknown."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import OperationalError

from games.kit.inputs import Prompted
from ionbot.store.check import findings
from ionbot.store.database import Database, DatabaseError
from ionbot.store.engines import ALONE
from ionbot.store.journal import Journal
from ionbot.store.models import networks
from ionbot.store.record import Record
from ionbot.store.writer import Writer
from tests.kit_game import PEBBLES, Take
from tests.store.playing import CHANNEL, NETWORK, START, Played, begin, find
from tests.store.shelves import LOCKED, ON_FILES


def take(played: Played) -> Record:
    return played.input(Take(1), played.match.state.turn)


async def first_failing(played: Played) -> tuple[Record, str]:
    """Play until the database fails; give the record that it did not take, and its error."""
    while True:
        record = take(played)
        try:
            await played.journal.append(record)
        except DatabaseError as error:
            return record, str(error)


@ON_FILES
async def test_after_a_full_disk_the_match_goes_on(database: Database, journal: Journal) -> None:
    pages = 1_000_000

    def limit(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    event.listen(database.engine, "begin", limit)
    played = await begin(journal, pebbles=1000)
    pages = 1  # SQLite takes this for the pages that there are
    record, error = await first_failing(played)
    assert error.endswith("database or disk is full")
    with pytest.raises(DatabaseError, match="database or disk is full"):
        await journal.append(record)
    assert list(findings(database, find=find)) == []
    pages = 1_000_000
    await journal.append(record)
    await journal.append(take(played))
    assert list(findings(database, find=find)) == []


async def test_a_lock_is_waited_for_and_then_told(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    record = take(played)
    loop, reached = asyncio.get_running_loop(), asyncio.Event()
    with database.engine.connect().execution_options(**ALONE) as other:
        other.execute(networks.insert().values(name="other"))
        with pytest.raises(DatabaseError, match=LOCKED[database.engine.name]):
            await journal.append(record)
        event.listen(
            database.engine, "before_cursor_execute", lambda *call: loop.call_soon_threadsafe(reached.set), once=True
        )
        waiting = asyncio.ensure_future(journal.append(record))
        await reached.wait()
        assert not waiting.done()
    await waiting
    assert list(findings(database, find=find)) == []


async def test_reading_minds_no_writer(database: Database, journal: Journal) -> None:
    await begin(journal)
    with database.engine.connect().execution_options(**ALONE) as other:
        other.execute(networks.insert().values(name="other"))
        assert list(findings(database, find=find)) == []


async def test_a_reader_sees_one_moment(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    with database.read() as connection:
        assert connection.scalar(text("SELECT count(*) FROM journal")) == 1
        await journal.append(take(played))
        assert connection.scalar(text("SELECT count(*) FROM journal")) == 1


@ON_FILES
async def test_a_file_that_cannot_be_written_is_told(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    reading = Database(f"sqlite:///file:{database.url.database}?mode=ro&uri=true")
    refused = Writer(reading.engine)
    with pytest.raises(DatabaseError, match="attempt to write a readonly database"):
        await Journal(refused).append(played.input(Prompted()))
    await refused.close()
    assert list(findings(reading, find=find)) == []
    reading.close()


@pytest.fixture
def broken_commits(database: Database, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let commits succeed and fail all the same, as many as there are words in the list."""
    words: list[str] = []
    commit = database.engine.dialect.do_commit

    def broken(connection: Any) -> None:
        commit(connection)
        if words:
            raise OperationalError("COMMIT", {}, Exception(words.pop()))

    monkeypatch.setattr(database.engine.dialect, "do_commit", broken)
    return words


async def test_a_commit_of_unknown_outcome_can_be_repeated(
    database: Database, journal: Journal, broken_commits: list[str]
) -> None:
    played = await begin(journal)
    record = take(played)
    broken_commits.append("connection lost")
    with pytest.raises(DatabaseError, match="connection lost"):
        await journal.append(record)
    await journal.append(record)
    await journal.append(take(played))
    assert list(findings(database, find=find)) == []


async def test_lobbies_are_told_even_if_their_cancelling_is_repeated(
    journal: Journal, broken_commits: list[str]
) -> None:
    await journal.open(NETWORK, CHANNEL, game=PEBBLES, commitment="c", seed=b"seed", opened_ms=START)
    broken_commits.append("connection lost")
    with journal._writer._ready:  # the thread sees both at once
        cancelled = asyncio.ensure_future(journal.cancel_lobbies(NETWORK))
        other = asyncio.ensure_future(journal.player(NETWORK, "nick:ann", "ann"))
        await asyncio.sleep(0)
    await other
    assert not broken_commits
    assert await cancelled == [CHANNEL]


async def test_a_group_of_unknown_outcome_is_repeated_member_by_member(
    database: Database, journal: Journal, broken_commits: list[str]
) -> None:
    matches = [await begin(journal, f"#c{number}", seed=number + 1) for number in range(4)]
    broken_commits.append("connection lost")
    with journal._writer._ready:  # the thread sees all four at once
        waiting = [asyncio.ensure_future(journal.append(take(played))) for played in matches]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert not broken_commits
    for played in matches:
        await played.finish()
    assert list(findings(database, find=find)) == []

"""The writer: what is queued shares a transaction, what fails fails alone."""

import asyncio
from collections.abc import Callable
from threading import Event, Thread

import pytest
from sqlalchemy import Connection, event, insert, select

from ionbot.store.database import Contradiction, Database, DatabaseError
from ionbot.store.engines import ALONE
from ionbot.store.models import networks
from ionbot.store.writer import GROUP, Writer
from tests.store.shelves import LOCKED, Shelf


def adding(name: str) -> Callable[[Connection], str]:
    def job(connection: Connection) -> str:
        connection.execute(insert(networks).values(name=name))
        return name

    return job


def names(database: Database) -> list[str]:
    with database.read() as connection:
        return list(connection.scalars(select(networks.c.name).order_by(networks.c.id)))


class Gate:
    """A job that keeps the writer busy until it is opened, so that what follows queues up."""

    def __init__(self, writer: Writer) -> None:
        self._open = Event()
        self._entered = Event()
        self.done = asyncio.ensure_future(writer.write(self._job))

    def _job(self, connection: Connection) -> None:
        self._entered.set()
        assert self._open.wait(10)

    async def entered(self) -> None:
        await asyncio.to_thread(self._entered.wait, 10)

    def open(self) -> None:
        self._open.set()


class Locked:
    """The database, locked by another connection until it is opened."""

    def __init__(self, database: Database) -> None:
        self._connection = database.engine.execution_options(**ALONE).connect()
        self._connection.begin()

    def open(self) -> None:
        self._connection.rollback()
        self._connection.close()


@pytest.fixture
def commits(database: Database) -> list[object]:
    seen: list[object] = []
    event.listen(database.engine, "commit", seen.append)
    return seen


async def queued(writer: Writer, *jobs: Callable[[Connection], object]) -> list[object]:
    """Let the jobs wait together for a writer that is busy, and give their outcomes."""
    gate = Gate(writer)
    await gate.entered()
    waiting = [asyncio.ensure_future(writer.write(job)) for job in jobs]
    await asyncio.sleep(0)
    gate.open()
    return await asyncio.gather(*waiting, return_exceptions=True)


async def test_a_job_is_durable_when_its_outcome_is_told(database: Database, writer: Writer) -> None:
    assert await writer.write(adding("a")) == "a"
    assert names(database) == ["a"]


async def test_what_is_queued_shares_a_commit(database: Database, writer: Writer, commits: list[object]) -> None:
    wanted = [f"n{number}" for number in range(10)]
    assert await queued(writer, *map(adding, wanted)) == wanted
    assert names(database) == wanted
    assert len(commits) == 2  # the one that kept the writer busy, and the ten


async def test_a_group_is_limited(database: Database, writer: Writer, commits: list[object]) -> None:
    wanted = [f"n{number}" for number in range(GROUP + 1)]
    assert await queued(writer, *map(adding, wanted)) == wanted
    assert len(commits) == 3


async def test_who_fails_in_a_group_fails_alone(database: Database, writer: Writer) -> None:
    def broken(connection: Connection) -> None:
        adding("half")(connection)
        raise ZeroDivisionError("mine")

    first, mine, twice, last = await queued(writer, adding("a"), broken, adding("a"), adding("b"))
    assert (first, last) == ("a", "b")
    assert isinstance(mine, ZeroDivisionError)
    assert isinstance(twice, Contradiction)
    assert "unique" in str(twice).lower()
    assert names(database) == ["a", "b"]


async def test_a_transaction_that_cannot_begin_is_tried_once_for_all(database: Database, writer: Writer) -> None:
    begun: list[str] = []
    with database.engine.connect().execution_options(**ALONE) as other:
        adding("other")(other)
        event.listen(database.engine, "before_cursor_execute", lambda *call: begun.append(call[2]))
        with writer._ready:  # the thread sees the three at once
            waiting = [asyncio.ensure_future(writer.write(adding(name))) for name in "abc"]
            await asyncio.sleep(0)
        outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert [str(outcome).rsplit(": ", 1)[1] for outcome in outcomes] == [LOCKED[database.engine.name]] * 3
    assert len(begun) == 1
    assert await writer.write(adding("a")) == "a"


async def test_a_closed_writer_has_done_all_and_takes_nothing_more(database: Database) -> None:
    writer = Writer(database.engine)
    gate = Gate(writer)
    await gate.entered()
    waiting = [asyncio.ensure_future(writer.write(adding(name))) for name in "ab"]
    await asyncio.sleep(0)
    closing = asyncio.ensure_future(writer.close())
    await asyncio.sleep(0)
    with pytest.raises(DatabaseError, match="being closed"):
        await writer.write(adding("c"))
    gate.open()
    await closing
    assert await asyncio.gather(*waiting) == ["a", "b"]
    assert names(database) == ["a", "b"]
    await gate.done


async def test_a_cancelled_caller_stops_nobody(database: Database, writer: Writer) -> None:
    gate = Gate(writer)
    await gate.entered()
    gone, stays = (asyncio.ensure_future(writer.write(adding(name))) for name in "ab")
    await asyncio.sleep(0)
    gone.cancel()
    gate.open()
    assert await stays == "b"
    with pytest.raises(asyncio.CancelledError):
        await gone
    assert names(database) == ["a", "b"]


async def test_a_closed_loop_stops_nobody(database: Database, writer: Writer) -> None:
    gate = Gate(writer)
    await gate.entered()

    def elsewhere() -> None:
        async def impatient() -> None:
            waiting = asyncio.ensure_future(writer.write(adding("a")))
            await asyncio.sleep(0)
            assert not waiting.done()

        asyncio.run(impatient())

    loop = Thread(target=elsewhere)
    loop.start()
    await asyncio.to_thread(loop.join)
    stays = asyncio.ensure_future(writer.write(adding("b")))
    await asyncio.sleep(0)
    gate.open()
    assert await stays == "b"
    assert names(database) == ["a", "b"]


async def test_a_lock_is_not_waited_for_at_the_end_and_nothing_is_written_after_it(
    database: Database, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ionbot.store.writer.LAST_S", 0.01)
    patient = shelf.patient(database)
    writer = Writer(patient.engine)
    locked = Locked(database)
    waiting = asyncio.ensure_future(writer.write(adding("late")))
    await asyncio.sleep(0)
    await writer.close()
    assert not waiting.done()
    locked.open()
    with pytest.raises(DatabaseError, match="locked when it was closed"):
        await waiting
    assert names(database) == []
    patient.close()

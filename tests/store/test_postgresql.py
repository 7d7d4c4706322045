"""What only PostgreSQL has: connections that are lost, transactions side by side, errors that show rows."""

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from signal import SIGKILL
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, func, insert, inspect, select, update

from ionbot.store import history
from ionbot.store.careers import careers
from ionbot.store.check import findings
from ionbot.store.counting import Counted
from ionbot.store.database import Database, DatabaseError, alembic_config
from ionbot.store.engines import WRITING
from ionbot.store.journal import Journal
from ionbot.store.lock import held
from ionbot.store.models import journal as journal_table
from ionbot.store.models import networks, sts_policies
from ionbot.store.writer import TRIES, Writer
from tests.kit_game import Take
from tests.store.playing import begin, find
from tests.store.shelves import Served

pytestmark = pytest.mark.real
LOST = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"


@pytest.fixture
def shelf(served: Served) -> Served:
    return served


@pytest.fixture
def lose(served: Served, database: Database) -> Callable[[], None]:
    """Let all connections to the database be lost."""
    return lambda: served.server.do(LOST.format(name=database.url.database))


@pytest.fixture
def second(database: Database) -> Iterator[Database]:
    """The same database, opened once more."""
    with closing(Database(database.url.render_as_string(hide_password=False))) as second:
        yield second


def names(database: Database) -> set[str]:
    with database.read() as connection:
        return set(connection.scalars(select(networks.c.name)))


def adding(name: str) -> Callable[[Connection], None]:
    return lambda connection: connection.execute(insert(networks).values(name=name)) and None


def test_a_database_that_cannot_keep_every_text_is_refused(served: Served) -> None:
    served.server.do("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    with closing(Database(served.server.url("latin"))) as latin:
        with pytest.raises(DatabaseError, match="is not UTF-8; make one by `createdb --encoding=UTF8`"):
            latin.upgrade()
        with latin.read() as connection:
            assert inspect(connection).get_table_names() == []


async def test_connections_that_were_lost_between_moves_are_not_noticed(
    database: Database, journal: Journal, lose: Callable[[], None]
) -> None:
    played = await begin(journal, pebbles=40)
    for _ in range(3):
        lose()
        await played.do(Take(1), played.match.state.turn)
    assert [*findings(database, find=find)] == []


def terminate(served: Served, backend: int) -> None:
    served.server.do(f"SELECT pg_terminate_backend({backend}, 5000)")  # waits until it has ended


def kill(_served: Served, backend: int) -> None:
    """Let a backend end without a word: the server then throws out all others too."""
    os.kill(backend, SIGKILL)


@pytest.mark.parametrize("moment", ["before", "in", "after"])
@pytest.mark.parametrize(("lose_it", "moves"), [(terminate, 8), (kill, 2)])
async def test_a_commit_whose_connection_is_lost_counts_once(
    database: Database,
    journal: Journal,
    served: Served,
    monkeypatch: pytest.MonkeyPatch,
    moment: str,
    lose_it: Callable[[Served, int], None],
    moves: int,
) -> None:
    """Nobody knows whether it was done. `after` it was, and `before` it was not; `in` it, that depends."""
    played = await begin(journal, pebbles=400)
    commit = database.engine.dialect.do_commit
    interrupted = True

    def interrupt(connection: Any) -> None:
        nonlocal interrupted
        if interrupted:
            commit(connection)
            return
        interrupted = True
        driver = connection.driver_connection
        if moment != "before":
            driver.pgconn.send_query(b"COMMIT")
        if moment == "after":
            while driver.pgconn.get_result():
                pass
        lose_it(served, driver.info.backend_pid)
        while driver.pgconn.get_result():
            pass
        driver.execute("COMMIT")

    monkeypatch.setattr(database.engine.dialect, "do_commit", interrupt)
    for _ in range(moves):
        interrupted = False
        record = played.input(Take(1), played.match.state.turn)
        with pytest.raises(DatabaseError):
            await played.journal.append(record)
        served.server.wait()
        assert stored(database) == len(played.match.log) - (moment == "before") or moment == "in"
        await played.journal.append(record)
        assert stored(database) == len(played.match.log)
    assert [*findings(database, find=find)] == []


def stored(database: Database) -> int:
    """Give how many entries the journal has."""
    with database.read() as connection:
        return connection.scalar(select(func.count()).select_from(journal_table)) or 0


async def test_a_transaction_that_another_one_was_in_the_way_of_is_repeated(
    database: Database, writer: Writer, second: Database
) -> None:
    await writer.write(adding("a"))
    tries = 0

    def job(connection: Connection) -> None:
        nonlocal tries
        tries += 1
        connection.execute(select(networks)).all()
        if tries < TRIES:
            with second.engine.execution_options(**WRITING).begin() as other:
                other.execute(update(networks).values(name=f"other {tries}"))
        connection.execute(update(networks).values(name=networks.c.name + " and mine"))

    await writer.write(job)
    assert names(database) == {f"other {TRIES - 1} and mine"}
    tries = -TRIES
    with pytest.raises(DatabaseError, match="could not serialize access"):
        await writer.write(job)


def test_bots_write_side_by_side_and_commands_alone(database: Database, second: Database) -> None:
    with database.engine.execution_options(**WRITING).begin() as one:
        adding("a")(one)
        with second.engine.execution_options(**WRITING).begin() as other:
            adding("b")(other)
        with pytest.raises(DatabaseError, match="lock timeout"), second.write():
            raise AssertionError
    with second.write() as command:
        adding("c")(command)
        with pytest.raises(DatabaseError, match="lock timeout"), database.write():
            raise AssertionError
        assert names(database) == {"a", "b"}


def test_the_lock_is_taken_again_when_its_connection_was_lost(
    database: Database, second: Database, lose: Callable[[], None]
) -> None:
    with held(database):
        assert names(database) == set()
        lose()
        assert names(database) == set()
        with pytest.raises(DatabaseError, match="another ionbot works on"), held(second):
            raise AssertionError
    with held(second):
        pass


def test_who_has_lost_the_lock_to_another_writes_no_more(
    database: Database, second: Database, lose: Callable[[], None]
) -> None:
    with held(database):
        assert names(database) == set()
        lose()
        with held(second):
            with pytest.raises(DatabaseError, match="another ionbot works on"), database.write():
                raise AssertionError
            assert names(second) == set()
        with pytest.raises(DatabaseError, match=r"has worked on .* meanwhile; start this one again"), database.write():
            raise AssertionError
    with database.write() as connection:
        adding("a")(connection)


def test_workers_share_the_lock_and_nobody_else_gets_it(
    database: Database, second: Database, lose: Callable[[], None]
) -> None:
    with held(database, shared=True), held(second, shared=True):
        lose()
        assert names(database) == names(second) == set()
        with (
            closing(Database(str(database))) as third,
            pytest.raises(DatabaseError, match="another ionbot works on"),
            held(third),
        ):
            raise AssertionError


def test_the_schema_does_not_change_under_a_worker_that_works_by_it(served: Served) -> None:
    served.server.do("CREATE DATABASE older")
    with closing(Database(served.server.url("older"))) as older, closing(Database(served.server.url("older"))) as newer:
        older.upgrade()
        with older.write() as connection:
            command.downgrade(alembic_config(connection), "0015")
        with held(older, shared=True), pytest.raises(DatabaseError, match="another ionbot works on"):
            newer.upgrade(partial(held, newer))
        assert not newer.is_current()
        newer.upgrade(partial(held, newer))
        with held(older, shared=True):
            assert newer.is_current()
            newer.upgrade(partial(held, newer))
    served.server.do("DROP DATABASE older WITH (FORCE)")


def test_of_several_that_upgrade_at_once_one_works(served: Served) -> None:
    served.server.do("CREATE DATABASE fresh")
    many = [Database(served.server.url("fresh")) for _ in range(4)]
    with ThreadPoolExecutor(len(many)) as threads:
        assert [*threads.map(Database.upgrade, many)] == [None] * len(many)
    assert all(each.is_current() for each in many)
    for each in many:
        each.close()
    served.server.do("DROP DATABASE fresh WITH (FORCE)")


def test_who_may_only_read_changes_nothing(database: Database) -> None:
    with closing(Database(str(database), read_only=True)) as reading:
        assert names(reading) == set()
        with pytest.raises(DatabaseError, match="in a read-only transaction"), reading.read() as connection:
            adding("a")(connection)
    assert names(database) == set()


@pytest.mark.parametrize(
    "values",
    [{"host": "hunter2", "port": None, "expires": 1}, {"host": "hunter2", "port": 2**40, "expires": 1}],
    ids=["a row that may not be", "a value that may not be"],
)
def test_an_error_shows_no_row(database: Database, values: dict[str, object]) -> None:
    with pytest.raises(DatabaseError) as caught, database.write() as connection:
        connection.execute(insert(sts_policies).values(values))
    assert "hunter2" not in "".join(traceback.format_exception(caught.value))
    assert "\n" not in str(caught.value)


def test_a_character_that_cannot_be_stored_stands_for_none(database: Database) -> None:
    with database.write() as connection:
        adding("a\0b")(connection)
    assert names(database) == {"a\ufffdb"}


def test_a_server_that_is_not_there_is_one_line(served: Served) -> None:
    for name, message in (("none", 'database "none" does not exist'), ("x", "Connection refused")):
        url = served.server.url(name) if name == "none" else "postgresql://bot:hunter2@127.0.0.1:1/x"
        with closing(Database(url)) as database, pytest.raises(DatabaseError, match=message) as caught:
            database.upgrade()
        assert "\n" not in str(caught.value)
        assert "hunter2" not in str(caught.value)


def test_a_missing_driver_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DatabaseError, match=r"psycopg is missing; `pip install 'ionbot\[postgres\]'`"):
        Database("postgresql://127.0.0.1/x")


def test_what_cannot_be_there_is_asked_for_as_on_sqlite(database: Database) -> None:
    assert history.match(database, 2**40) is None
    assert history.matches_list(database, limit=2**40, before=2**62) == []
    assert careers(database, "a\0b", Counted()) == []

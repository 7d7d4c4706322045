"""Databases of both kinds: an empty one with its writer, and one in which two matches have been played."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from ionbot.store.database import Database
from ionbot.store.journal import Journal
from ionbot.store.writer import Writer
from tests.store.playing import begin
from tests.store.shelves import NOTHING, Files, Shelf


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return Files(tmp_path_factory.mktemp("files"))


@pytest.fixture(params=["files", pytest.param("served", marks=pytest.mark.real)])
def shelf(request: pytest.FixtureRequest) -> Shelf:
    """Each test is done with SQLite and, where it is there, with PostgreSQL."""
    there: Shelf = request.getfixturevalue(request.param)
    return there


@pytest.fixture
def database(shelf: Shelf) -> Iterator[Database]:
    with shelf.copied(NOTHING, lambda database: None) as database:
        yield database


@pytest.fixture
async def writer(database: Database) -> AsyncIterator[Writer]:
    writer = Writer(database.engine)
    yield writer
    await writer.close()


@pytest.fixture
def journal(writer: Writer) -> Journal:
    return Journal(writer, clock=lambda: 1_700_000_000_123)


@pytest.fixture
def played(shelf: Shelf) -> Iterator[Database]:
    """Give a database of its own with matches 1 and 2, in which gems were found and the bank got something."""
    with shelf.copied("played", lambda database: asyncio.run(_play(database))) as database:
        yield database


async def _play(database: Database) -> None:
    writer = Writer(database.engine)
    for number in (1, 2):
        played = await begin(Journal(writer), f"#c{number}", seed=number, pebbles=40)
        await played.finish()
    await writer.close()

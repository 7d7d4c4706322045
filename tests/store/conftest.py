"""A database in a file of its own, with its writer; and one in which two matches have been played."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ionbot.store.database import Database
from ionbot.store.journal import Journal
from ionbot.store.writer import Writer
from tests.store.forging import copied
from tests.store.playing import begin


@pytest.fixture
def database(empty: Path, tmp_path: Path) -> Iterator[Database]:
    shutil.copy(empty, tmp_path / "x.db")
    database = Database(f"sqlite:///{tmp_path}/x.db?timeout=0.2")
    yield database
    database.close()


@pytest.fixture
async def writer(database: Database) -> AsyncIterator[Writer]:
    writer = Writer(database.engine)
    yield writer
    await writer.close()


@pytest.fixture
def journal(writer: Writer) -> Journal:
    return Journal(writer, clock=lambda: 1_700_000_000_123)


@pytest.fixture(scope="session")
def played_file(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("played") / "x.db"
    shutil.copy(empty, path)

    async def play(database: Database) -> None:
        writer = Writer(database.engine)
        for number in (1, 2):
            played = await begin(Journal(writer), f"#c{number}", seed=number, pebbles=40)
            await played.finish()
        await writer.close()

    with closing(Database(f"sqlite:///{path}")) as database:
        asyncio.run(play(database))
    return path


@pytest.fixture
def played(played_file: Path, tmp_path: Path) -> Iterator[Database]:
    """Give a database of its own with matches 1 and 2, in which gems were found and the bank got something."""
    with copied(played_file, tmp_path) as database:
        yield database

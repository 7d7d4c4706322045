"""The order of the tests, and what many of them begin with."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ionbot.store.database import Database
from tests.real.postgres import PostgreSQL
from tests.store.shelves import Served


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the slow tests evenly, so that each worker has a few, and none of them begins when all else is done."""
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = [item for item in items if not item.get_closest_marker("slow")]
    if slow:
        size = -(-len(quick) // len(slow))
        items[:] = [
            item for number, first in enumerate(slow) for item in (first, *quick[number * size : (number + 1) * size])
        ]


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the file of a database in which nothing has happened."""
    path = tmp_path_factory.mktemp("empty") / "empty.db"
    with closing(Database(f"sqlite:///{path}")) as database:
        database.upgrade()
    return path


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Give databases of a PostgreSQL server, which all tests of this process share."""
    server = PostgreSQL(tmp_path_factory.mktemp("postgres"))
    server.start()
    yield Served(server)
    server.remove()

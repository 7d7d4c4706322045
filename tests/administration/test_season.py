"""Seasons are closed when they are over, by the alarm clock and by the wall clock."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from ionbot.administration.season import SeasonEnd
from ionbot.store.database import Database
from ionbot.store.score_tables import seasons
from ionbot.store.writer import Writer
from ionbot.table.alarm import Alarm
from tests.store.scorebook import DAY, Sat, Scorebook


class Set(Alarm):
    """Only notes what is set."""

    def __init__(self) -> None:
        self.due: int | None = None

    def set(self, sleeper: object, due: int | None) -> None:
        self.due = due


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(f"sqlite:///{tmp_path}/x.db")) as database:
        database.upgrade()
        book = Scorebook(database)
        ann, bob = book.player("ann"), book.player("bob")
        book.match(Sat(ann, 10, 1), Sat(bob, 5, 2), day=1)
        yield database


def closed(database: Database) -> list[str]:
    with database.read() as connection:
        return list(connection.scalars(select(seasons.c.season)))


async def test_a_season_is_closed_at_its_end(database: Database) -> None:
    wall, alarm, writer = [31 * DAY - 1000], Set(), Writer(database.engine)
    end = SeasonEnd(writer, alarm, "month", wall=lambda: wall[0], now=lambda: 50)
    end.wake()
    await end.close()
    assert closed(database) == []
    end.wake()
    assert alarm.due == 1050
    wall[0] += 1000
    await end.close()
    end.wake()
    assert alarm.due == 50 + 600_000, "the wall clock may be set"
    await end.close()
    assert closed(database) == ["1970-01"]
    assert alarm.due is None
    await writer.close()


async def test_a_database_that_fails_is_no_fault(database: Database) -> None:
    writer = Writer(database.engine)
    await writer.close()
    end = SeasonEnd(writer, Set(), "none", wall=lambda: 32 * DAY, now=lambda: 0)
    end.wake()
    await end.close()
    assert closed(database) == []

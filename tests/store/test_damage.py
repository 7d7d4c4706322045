"""A database that is damaged, cut off, or none is refused, with what to do about it; and what cannot be noticed."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ionbot.store import files as store_files
from ionbot.store.check import findings
from ionbot.store.database import REMEDY, Database, DatabaseError
from ionbot.store.files import refuse_damaged
from ionbot.store.journal import Journal
from ionbot.store.writer import Writer
from tests.store.playing import begin, find
from tests.store.shelves import Files
from tests.store.spoiling import MALFORMED, NO_DATABASE, cut, damage_page, overwrite_head, write_text


@pytest.fixture
def shelf(files: Files) -> Files:
    return files


@pytest.fixture
def file(played: Database, tmp_path: Path) -> Path:
    """The file of a database, without anything beside it."""
    source = str(played.url.database)
    played.close()
    return Path(shutil.copy(source, tmp_path / "x.db"))


@pytest.fixture
def opened(file: Path) -> Iterator[Database]:
    with closing(Database(f"sqlite:///{file}?timeout=0.2")) as database:
        yield database


def error_of(attempt: Callable[[], object]) -> str:
    with pytest.raises(DatabaseError) as caught:
        attempt()
    (line,) = str(caught.value).splitlines()
    return line


@pytest.mark.parametrize(
    ("spoil", "why"),
    [(write_text, NO_DATABASE), (overwrite_head, NO_DATABASE), (cut, MALFORMED)],
)
def test_what_sqlite_sees_at_once_is_refused_by_whoever_opens_it(
    opened: Database, file: Path, spoil: Callable[[Path], None], why: str
) -> None:
    spoil(file)
    for attempt in (opened.upgrade, opened.is_current, lambda: refuse_damaged(opened)):
        assert error_of(attempt) == f"database {opened}: {why}; {REMEDY}"


def test_a_damaged_page_is_refused_at_the_start(opened: Database, file: Path) -> None:
    refuse_damaged(opened)
    damage_page(file, "journal")
    opened.upgrade()
    line = error_of(lambda: refuse_damaged(opened))
    assert line.startswith(f"{opened} is damaged: Page ")
    assert line.endswith(f"; {REMEDY}")


def test_a_big_database_is_not_looked_through_at_each_start(
    opened: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damage_page(file, "journal")
    monkeypatch.setattr(store_files, "SMALL", file.stat().st_size - 1)
    refuse_damaged(opened)


def test_a_damaged_page_that_is_come_across_is_told(opened: Database, file: Path) -> None:
    damage_page(file, "journal")
    line = error_of(lambda: list(findings(opened, find=find)))
    assert line == f"database {opened}: {MALFORMED}; {REMEDY}"


async def test_the_bot_that_comes_across_it_says_so(opened: Database, file: Path) -> None:
    writer = Writer(opened.engine)
    played = await begin(Journal(writer), "#third", seed=3)
    damage_page(file, "journal", after=opened.close)
    with pytest.raises(DatabaseError, match=f"{MALFORMED}; {REMEDY}"):
        await played.move()
    await writer.close()


async def test_a_database_without_its_wal_is_an_earlier_one_and_whole(
    database: Database, journal: Journal, tmp_path: Path
) -> None:
    """Nobody can tell that it was lost: what is there is what stood there when it was last merged into the file."""
    played = await begin(journal)
    await played.move()
    with closing(sqlite3.connect(str(database.url.database))) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = len(played.match.log)
    await played.move()
    with closing(Database(f"sqlite:///{shutil.copy(str(database.url.database), tmp_path / 'x.db')}")) as alone:
        refuse_damaged(alone)
        alone.upgrade()
        assert list(findings(alone, find=find)) == []
        with alone.read() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM journal").scalar() == before


def test_where_there_is_no_database_yet_nothing_is_damaged(tmp_path: Path) -> None:
    refuse_damaged(Database(f"sqlite:///{tmp_path}/none.db"))
    assert list(tmp_path.iterdir()) == []

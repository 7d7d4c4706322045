"""A backup takes the place of a database; what was there is kept, and what cannot be restored changes nothing."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command

from ionbot.store import restoring
from ionbot.store.backup import back_up
from ionbot.store.check import findings
from ionbot.store.database import Database, DatabaseError, alembic_config
from ionbot.store.journal import Journal
from ionbot.store.lock import held
from ionbot.store.restoring import Restored, restore
from tests.store.playing import begin, find
from tests.store.shelves import Files
from tests.store.spoiling import MALFORMED, NO_DATABASE, cut, damage_page, write_text

NOW = round(datetime(2026, 11, 30, 17, 5, 9, tzinfo=UTC).timestamp() * 1000)
KEPT = "bot.replaced-20261130T170509Z.db"


@pytest.fixture
def shelf(files: Files) -> Files:
    return files


@pytest.fixture
async def backup(database: Database, journal: Journal, tmp_path: Path) -> Path:
    """A backup with a match that is over and one that runs."""
    await (await begin(journal, "#over", pebbles=20)).finish()
    await begin(journal, seed=2)
    back_up(database, tmp_path / "backup.db")
    return tmp_path / "backup.db"


@pytest.fixture
def place(backup: Path, database: Database, tmp_path: Path) -> Path:
    """Where a killed bot has left a database: a third network is in its `-wal` only."""
    with database.write() as connection:
        connection.exec_driver_sql("INSERT INTO networks (name) VALUES ('late')")
    place = tmp_path / "place" / "bot.db"
    place.parent.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(f"{database.url.database}{ending}", f"{place}{ending}")
    return place


def restored(backup: Path, place: Path, now: int = NOW) -> Restored:
    with closing(Database(f"sqlite:///{place}")) as database:
        return restore(backup, database, now)


def networks(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM networks ORDER BY id")]


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_backup_is_the_database_then_and_the_old_one_is_whole_beside_it(backup: Path, place: Path) -> None:
    done = restored(backup, place)
    assert (done.contents.matches, done.contents.unended, done.contents.seeds) == (2, 1, 0)
    assert done.kept == place.with_name(KEPT)
    assert names(place.parent) == {"bot.db", "bot.db.lock", KEPT, f"{KEPT}-wal"}
    assert networks(place) == ["net"]
    assert networks(done.kept) == ["net", "late"], "what was in the -wal belongs to the old one"
    with closing(Database(f"sqlite:///{place}")) as database:
        assert database.is_current()
        assert list(findings(database, find=find)) == []


def test_the_new_one_has_the_old_one_s_mode(backup: Path, place: Path) -> None:
    place.chmod(0o640)
    restored(backup, place)
    assert place.stat().st_mode & 0o777 == 0o640


def test_where_there_was_no_database(backup: Path, tmp_path: Path) -> None:
    assert restored(backup, tmp_path / "new.db").kept is None
    assert networks(tmp_path / "new.db") == ["net"]
    assert (tmp_path / "new.db").stat().st_mode & 0o777 == 0o600


def test_an_older_backup_is_upgraded(backup: Path, place: Path) -> None:
    with closing(Database(f"sqlite:///{backup}")) as older, older.engine.begin() as connection:
        command.downgrade(alembic_config(connection), "0011")
    assert restored(backup, place).contents.revision == "0011"
    with closing(Database(f"sqlite:///{place}")) as database:
        database.require_current()


def test_a_copy_that_is_followed_by_its_wal_is_a_backup_too(backup: Path, place: Path, tmp_path: Path) -> None:
    restored(place, tmp_path / "new.db")
    assert networks(tmp_path / "new.db") == ["net", "late"]


def _nothing(backup: Path) -> None:
    backup.unlink()


def _folder(backup: Path) -> None:
    backup.unlink()
    backup.mkdir()


def _other(backup: Path) -> None:
    backup.unlink()
    with closing(sqlite3.connect(backup)) as connection:
        connection.execute("CREATE TABLE recipes (name)")


def _newer(backup: Path) -> None:
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def _page(backup: Path) -> None:
    damage_page(backup, "journal")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_nothing, "is not there; it should be a backup"),
        (_folder, "is no file; it should be a backup"),
        (write_text, NO_DATABASE),
        (_other, "is no database of an ionbot"),
        (_newer, "was made by a newer ionbot: schema 9999"),
        (cut, MALFORMED),
        (_page, "is damaged: Page"),
    ],
)
def test_what_cannot_be_restored_changes_nothing(
    backup: Path, place: Path, spoil: Callable[[Path], None], why: str
) -> None:
    spoil(backup)
    before = {name: (place.parent / name).read_bytes() for name in names(place.parent)}
    with pytest.raises(DatabaseError) as caught:
        restored(backup, place)
    (line,) = str(caught.value).splitlines()
    assert line.startswith(str(backup))
    assert why in line
    assert {name: (place.parent / name).read_bytes() for name in before} == before
    assert names(place.parent) <= {*before, "bot.db.lock"}


def test_a_database_that_a_bot_works_on_is_left_alone(backup: Path, place: Path) -> None:
    with (
        closing(Database(f"sqlite:///{place}")) as database,
        held(database),
        pytest.raises(DatabaseError, match=r"another ionbot works on .*; stop it first"),
    ):
        restored(backup, place)
    assert names(place.parent) == {"bot.db", "bot.db-wal", "bot.db.lock"}


def test_the_database_itself_is_no_backup_of_it(place: Path) -> None:
    with pytest.raises(DatabaseError, match="is the database itself; name a backup of it"):
        restored(place, place)


def test_after_a_crash_in_the_middle_it_can_be_done_again(
    backup: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise OSError("the power is gone")

    with monkeypatch.context() as patch:
        patch.setattr(restoring, "put", crash)
        with pytest.raises(OSError, match="the power is gone"):
            restored(backup, place)
    assert not place.exists()
    assert not Path(f"{place}-wal").exists()
    restored(backup, place, NOW + 1000)
    assert networks(place) == ["net"]
    assert networks(place.with_name(KEPT)) == ["net", "late"]

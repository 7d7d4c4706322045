"""The nightly backup: when it is made, which ones are kept, and what becomes of one that fails."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from ionbot.administration.nightly import BackupStatus, Nightly
from ionbot.store.database import Database
from ionbot.store.nightly import Backups
from tests.administration.test_season import Set

HOUR = 3_600_000
DAY = 24 * HOUR


def ms(day: int, clock: str) -> int:
    return round(datetime.fromisoformat(f"2026-11-{day:02}T{clock}Z").astimezone(UTC).timestamp() * 1000)


class Night:
    """A bot's nights: its clock goes where a test says."""

    def __init__(self, database: Database, folder: Path) -> None:
        self.folder = folder
        self.time = ms(20, "22:00:00")
        self.alarm = Set()
        self._database = database

    async def start(self, keep: int = 2) -> None:
        """Start the bot, anew."""
        backups = Backups(self._database, self.folder, keep, with_seeds=False)
        self.nightly = Nightly(backups, self.alarm, "04:00", wall=lambda: self.time, now=lambda: self.time)
        await self.nightly.start()
        await self.settle()

    async def reaches(self, time: int) -> None:
        self.time = time
        self.nightly.wake()
        await self.settle()

    async def settle(self) -> None:
        if self.nightly._making:
            await self.nightly._making

    @property
    def files(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir())


@pytest.fixture
def night(empty: Path, tmp_path: Path) -> Iterator[Night]:
    folder = tmp_path / "backups"
    folder.mkdir()
    with closing(Database(f"sqlite:///{empty}")) as database:
        yield Night(database, folder)


async def test_one_is_made_each_night_and_the_newest_are_kept(night: Night) -> None:
    await night.start()
    assert night.nightly.status == BackupStatus(None, ms(21, "04:00:00"))
    assert night.alarm.due == night.time + HOUR // 6, "the wall clock may be set"
    await night.reaches(ms(21, "03:59:59"))
    assert night.files == []
    assert night.alarm.due == ms(21, "04:00:00")
    for day in (21, 22, 23):
        await night.reaches(ms(day, "04:00:01"))
    assert night.files == ["empty-20261122-040001.db", "empty-20261123-040001.db"]
    assert night.nightly.status == BackupStatus(ms(23, "04:00:01"), ms(24, "04:00:00"))


async def test_only_files_of_our_name_are_deleted(night: Night) -> None:
    others = ["empty-20261101-040000.db.gz", "empty-mine.db", "notes.txt", "other-20261101-040000.db", ".other.part"]
    for name in [*others, "empty-20261101-040000.db", ".empty-20261102-040000.db.x1y2z3.part"]:
        (night.folder / name).touch()
    await night.start(keep=1)
    assert night.files == sorted([*others, "empty-20261120-220000.db"])


async def test_a_bot_that_was_not_there_makes_it_at_its_start(night: Night) -> None:
    await night.start()
    await night.reaches(ms(21, "04:00:00"))
    for time, made in (("03:00:00", 1), ("05:00:00", 2), ("06:00:00", 2)):
        night.time = ms(22, time)
        await night.start()
        assert len(night.files) == made, time


async def test_a_backup_of_the_future_does_not_keep_off_others(night: Night) -> None:
    (night.folder / "empty-20991231-040000.db").touch()
    await night.start()
    assert night.nightly.status.next == ms(21, "04:00:00")


@pytest.mark.parametrize("keep", [1, 2])
async def test_what_was_just_made_stays_beside_those_of_the_future(night: Night, keep: int) -> None:
    for year in (2098, 2099):
        (night.folder / f"empty-{year}1231-040000.db").touch()
    await night.start(keep)
    for day in (21, 22):
        await night.reaches(ms(day, "04:00:00"))
        assert f"empty-202611{day}-040000.db" in night.files
        assert len(night.files) == keep


async def test_after_a_clock_that_was_ahead_a_backup_is_made_each_night(night: Night) -> None:
    await night.start()
    await night.reaches(ms(29, "04:00:00"))
    night.time = ms(21, "22:00:00")
    night.nightly.wake()
    assert night.nightly.status.next == ms(22, "04:00:00")
    await night.reaches(ms(22, "04:00:00"))
    assert night.nightly.status.last == ms(22, "04:00:00")


async def test_a_name_with_a_day_that_there_is_not_is_none_of_ours(night: Night) -> None:
    (night.folder / "empty-20261399-040000.db").touch()
    await night.start(keep=1)
    await night.reaches(ms(21, "04:00:00"))
    assert night.files == ["empty-20261121-040000.db", "empty-20261399-040000.db"]


async def test_one_that_fails_is_told_of_and_tried_again_in_an_hour(night: Night) -> None:
    await night.start()
    night.folder.rmdir()
    due = ms(21, "04:00:00")
    with capture_logs() as logs:
        await night.reaches(due)
    why = f"there is no directory {night.folder}; name a file in a directory that is there"
    assert night.nightly.status == BackupStatus(None, due + HOUR, why)
    assert [(entry["log_level"], entry["why"]) for entry in logs] == [("error", why)]
    night.folder.mkdir()
    await night.reaches(due + HOUR - 1)
    assert night.files == []
    await night.reaches(due + HOUR)
    assert night.nightly.status == BackupStatus(due + HOUR, due + DAY)


async def test_a_directory_that_is_gone_at_the_start_is_told_of(night: Night) -> None:
    night.folder.rmdir()
    await night.start()
    assert "No such file or directory" in night.nightly.status.why


async def test_at_the_end_none_is_made_any_more(night: Night) -> None:
    await night.start()
    night.time = ms(21, "04:00:00")
    night.nightly.wake()
    await night.nightly.close()
    assert night.alarm.due is None
    assert night.nightly.status.last is None

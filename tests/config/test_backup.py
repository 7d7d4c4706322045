"""What is configured of the nightly backup."""

from pathlib import Path

import pytest

from ionbot.config import BackupConfig
from tests.config.conftest import LEAST, Mistakes, Read


def test_a_directory_that_is_there(read: Read, tmp_path: Path) -> None:
    backup = read(f'{LEAST}[backup]\ndirectory = "{tmp_path}"\ntime = "23:59"\nkeep = 3').backup
    assert backup == BackupConfig(directory=str(tmp_path), time="23:59", keep=3)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('directory = "none"', "there is no directory none; right would be a directory that is there, such as"),
        ('time = "4:00"', "'4:00' is no time of a day; right would be HH:MM, such as 04:00"),
        ('time = "24:00"', "'24:00' is no time of a day"),
        ("keep = 0", "0 should be greater than or equal to 1; right would be a whole number from 1 to 10000"),
        ('directry = "x"', "there is no such key; did you mean directory?"),
    ],
)
def test_what_cannot_be(mistakes: Mistakes, line: str, told: str) -> None:
    ((_, found),) = mistakes(f"{LEAST}[backup]\n{line}").items()
    assert told in found


def test_a_database_that_a_server_keeps_is_not_backed_up_by_the_bot(mistakes: Mistakes, tmp_path: Path) -> None:
    url = "postgresql+psycopg://bot@127.0.0.1/ionbot"
    assert mistakes(f'{LEAST}[database]\nurl = "{url}"\n[backup]\ndirectory = "{tmp_path}"') == {
        "backup.directory": "a server keeps the database; leave it empty, and use pg_dump"
    }

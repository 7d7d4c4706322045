"""Ways to spoil the file of a database."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

NO_DATABASE = "file is not a database"
MALFORMED = "database disk image is malformed"
"""What SQLite says then."""


def write_text(file: Path) -> None:
    """Let it be something else."""
    file.write_text("no database " * 100)


def overwrite_head(file: Path) -> None:
    """Let its first sector be lost."""
    with file.open("r+b") as there:
        there.write(bytes(512))


def cut(file: Path) -> None:
    """Let half of it be lost."""
    with file.open("r+b") as there:
        there.truncate(file.stat().st_size // 2)


def damage_page(file: Path, table: str, after: Callable[[], object] = lambda: None) -> None:
    """Let the page be lost from which all rows of a table are found, `after` something that nothing is cached then."""
    with closing(sqlite3.connect(file)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
        ((size,),) = connection.execute("PRAGMA page_size")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    after()
    with file.open("r+b") as there:
        there.seek((page - 1) * size)
        there.write(b"\xff" * size)

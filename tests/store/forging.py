"""Changes by another program, which minds no foreign keys; and copies of a database, to make them in."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ionbot.store.database import Database


def forge(database: Database, statement: str) -> None:
    """Run a statement of SQL on the file; it must change something."""
    with closing(sqlite3.connect(str(database.url.database))) as connection:
        assert connection.execute(statement).rowcount
        connection.commit()


@contextmanager
def copied(file: Path, folder: Path) -> Iterator[Database]:
    """Open a copy of a database in a folder of its own."""
    shutil.copy(file, folder / "copy.db")
    with closing(Database(f"sqlite:///{folder}/copy.db")) as database:
        yield database

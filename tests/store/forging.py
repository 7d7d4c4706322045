"""Changes by another program, which minds no foreign keys."""

import sqlite3
from contextlib import closing

from ionbot.store.database import Database


def forge(database: Database, statement: str) -> None:
    """Run a statement of SQL on the file; it must change something."""
    with closing(sqlite3.connect(str(database.url.database))) as connection:
        assert connection.execute(statement).rowcount
        connection.commit()

"""What stands in the tables."""

from typing import Any

from sqlalchemy import Table, select

from ionbot.store.database import Database
from ionbot.store.models import inventories, journal, ledger, match_seeds, matches, seats

Rows = list[dict[str, Any]]


def rows(database: Database, table: Table, *columns: str) -> Rows:
    """Give the rows of a table by its key, with some columns or all."""
    chosen = [table.c[name] for name in columns] or list(table.c)
    with database.read() as connection:
        found = connection.execute(select(*chosen).order_by(*table.primary_key)).mappings()
        return [dict(row) for row in found]


def everything(database: Database) -> dict[str, Rows]:
    """Give all that is kept of matches, by table."""
    return {table.name: rows(database, table) for table in (matches, match_seeds, seats, inventories, journal, ledger)}

"""Insert or update: SQLite and PostgreSQL agree on the words, SQLAlchemy keeps them per dialect."""

from collections.abc import Callable, Mapping
from functools import cache

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

Upsert = sqlite.Insert | postgresql.Insert
_INSERTS: Mapping[str, Callable[[Table], Upsert]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


@cache
def upsert(
    dialect: str, table: Table, keys: tuple[str, ...], changed: tuple[str, ...] = (), added: tuple[str, ...] = ()
) -> Upsert:
    """Make the statement that inserts a row, or where `keys` stand already replaces `changed` and adds to `added`."""
    insert = _INSERTS[dialect](table)
    new = {name: insert.excluded[name] for name in changed}
    sums = {name: table.c[name] + insert.excluded[name] for name in added}
    return insert.on_conflict_do_update(index_elements=keys, set_=new | sums)


def keep(
    connection: Connection,
    table: Table,
    keys: Mapping[str, object],
    changed: Mapping[str, object],
    first: Mapping[str, object],
) -> int:
    """Make sure of a row with these keys and give its id. `changed` is set every time, `first` only if it is new."""
    statement = upsert(connection.dialect.name, table, tuple(keys), (*keys, *changed)).returning(table.c.id)
    number: int = connection.execute(statement, {**keys, **changed, **first}).scalar_one()
    return number

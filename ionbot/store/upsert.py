"""Insert or update: SQLite and PostgreSQL agree on the words, SQLAlchemy keeps them per dialect."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, Table, Update, bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

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


@cache
def absent(dialect: str, table: Table) -> Upsert:
    """Make the statement that inserts a row, unless there is one with the same keys already."""
    return _INSERTS[dialect](table).on_conflict_do_nothing()


def keep(
    connection: Connection,
    table: Table,
    keys: Mapping[str, object],
    changed: Mapping[str, object],
    first: Mapping[str, object],
) -> int:
    """Make sure of a row with these keys and give its id. `changed` is set every time, `first` only if it is new.

    What is known is only read: a row that each transaction wrote would be in the way of all workers of a cluster. And
    PostgreSQL would take a new number for each attempt to insert it.
    """
    known = connection.scalar(_known(table, tuple(keys)), keys)
    if known is None:
        statement = _keeping(connection.dialect.name, table, tuple(keys), tuple(changed))
        known = connection.execute(statement, {**keys, **changed, **first}).scalar_one()
    elif changed:
        connection.execute(_changing(table, tuple(changed)), {"of_id": known, **changed})
    return int(known)


@cache
def _known(table: Table, keys: tuple[str, ...]) -> Select[Any]:
    return select(table.c.id).where(*(table.c[name] == bindparam(name) for name in keys))


@cache
def _changing(table: Table, changed: tuple[str, ...]) -> Update:
    return update(table).where(table.c.id == bindparam("of_id")).values({name: bindparam(name) for name in changed})


@cache
def _keeping(dialect: str, table: Table, keys: tuple[str, ...], changed: tuple[str, ...]) -> ReturningInsert[Any]:
    return upsert(dialect, table, keys, (*keys, *changed)).returning(table.c.id)

"""The database: its errors are one line, its schema is what the models say."""

import re
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, insert, inspect, text

from ionbot.store.database import REMEDY, Database, DatabaseError, alembic_config
from ionbot.store.models import match_seeds, metadata
from tests.store.shelves import ON_FILES
from tests.store.spoiling import NO_DATABASE


def error_of(url: str) -> str:
    with pytest.raises(DatabaseError) as caught:
        Database(url).upgrade()
    message = str(caught.value)
    assert "\n" not in message
    return message


def sqlite_schema(connection: Connection) -> set[tuple[str, ...]]:
    """Give each table and index by its columns and constraints, in whatever order they stand.

    A column that was added later stands in the line of the last constraint; a table that was made anew has quotes.
    """
    rows = connection.execute(text("SELECT sql FROM sqlite_master WHERE name NOT LIKE 'alembic%' AND sql IS NOT NULL"))
    unquoted = (re.sub(r'^CREATE TABLE "(\w+)"', r"CREATE TABLE \1", row.sql) for row in rows)
    parts = (re.split(r"\n|, (?=\w+ [A-Z]+)", sql) for sql in unquoted)
    return {tuple(sorted(filter(None, (part.strip(" ,\t)") for part in each)))) for each in parts}


def postgresql_schema(connection: Connection) -> set[tuple[str, ...]]:
    """Give each column, constraint and index of the schema that is looked at, as PostgreSQL describes them."""
    there = "relname NOT LIKE 'alembic%' AND relnamespace = current_schema()::regnamespace"
    asked = (
        "SELECT relname, attname, format_type(atttypid, atttypmod), attnotnull::text, "
        "coalesce(pg_get_expr(adbin, adrelid), '') FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid "
        "LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum "
        f"WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped AND {there}",
        "SELECT relname, conname, pg_get_constraintdef(pg_constraint.oid) "
        f"FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE {there}",
        "SELECT relname, replace(pg_get_indexdef(pg_class.oid), current_schema(), 'public') "
        f"FROM pg_class WHERE relkind = 'i' AND {there}",
    )
    return {tuple(row) for question in asked for row in connection.exec_driver_sql(question.replace("%", "%%"))}


SCHEMAS = {"sqlite": sqlite_schema, "postgresql": postgresql_schema}


def schema(connection: Connection) -> set[tuple[str, ...]]:
    return SCHEMAS[connection.dialect.name](connection)


def modelled(database: Database) -> set[tuple[str, ...]]:
    """Give the schema that the models alone would make."""
    if database.engine.name == "sqlite":
        engine = create_engine("sqlite://")
        with engine.begin() as connection:
            metadata.create_all(connection)
            made = schema(connection)
        engine.dispose()
        return made
    with database.engine.begin() as connection:
        connection.exec_driver_sql("CREATE SCHEMA modelled; SET LOCAL search_path = modelled")
        metadata.create_all(connection)
        made = schema(connection)
        connection.exec_driver_sql("DROP SCHEMA modelled CASCADE")
        return made


def test_the_migrations_make_what_the_models_say(database: Database) -> None:
    with database.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        migrated = schema(connection)
    assert migrated == modelled(database)


def test_every_migration_can_be_undone(database: Database) -> None:
    with database.engine.begin() as connection:
        command.downgrade(alembic_config(connection), "base")
        assert inspect(connection).get_table_names() == ["alembic_version"]
        assert not schema(connection)
    assert not database.is_current()
    database.upgrade()
    assert database.is_current()


def test_the_results_of_an_older_database_count_as_heard(database: Database) -> None:
    match = "INSERT INTO matches (channel, game, rules_version, commitment, status, opened, ended, result) VALUES "
    with database.engine.begin() as connection:
        command.downgrade(alembic_config(connection), "0001")
        connection.execute(text("INSERT INTO networks (name) VALUES ('net')"))
        connection.execute(text("INSERT INTO channels (network, name) VALUES (1, '#a')"))
        connection.execute(text(f"{match} (1, 'ion', 1, '', 'finished', 1, 2, '{{}}')"))
        connection.execute(text(f"{match} (1, 'ion', 1, '', 'running', 3, NULL, NULL)"))
    database.upgrade()
    with database.read() as connection:
        assert connection.scalars(text("SELECT announced FROM matches ORDER BY id")).all() == [2, None]


def test_upgrading_twice_changes_nothing(database: Database) -> None:
    with database.read() as connection:
        before = schema(connection)
    database.upgrade()
    with database.read() as connection:
        assert schema(connection) == before


@ON_FILES
def test_a_sqlite_database_is_durable_and_keeps_its_references(database: Database) -> None:
    with database.read() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 200}


def test_the_url_is_relative_to_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    database = Database("sqlite:///x.db")
    database.upgrade()
    database.close()
    assert (tmp_path / "x.db").exists()


def test_reading_makes_no_database(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/none.db")
    with pytest.raises(DatabaseError, match=r"there is no database .*none\.db; --database names another,"):
        database.is_current()
    assert not (tmp_path / "none.db").exists()


def test_an_old_schema_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    database = Database(f"sqlite:///{tmp_path}/empty.db")
    with pytest.raises(DatabaseError, match=r"out of date; run `ionbot db upgrade`"):
        database.require_current()
    database.upgrade()
    database.require_current()
    database.close()


def test_a_newer_schema_is_left_alone(database: Database) -> None:
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for attempt in (database.upgrade, database.is_current, database.require_current):
        with pytest.raises(DatabaseError, match=r"made by a newer ionbot: schema 9999, and this one knows \d{4}$"):
            attempt()


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("something else" * 100)
    assert error_of(f"sqlite:///{tmp_path}/x.db") == f"database sqlite:///{tmp_path}/x.db: {NO_DATABASE}; {REMEDY}"


def test_a_directory_that_does_not_exist_is_told(tmp_path: Path) -> None:
    assert error_of(f"sqlite:///{tmp_path}/none/x.db").endswith("unable to open database file")


@ON_FILES
def test_a_read_only_database_can_be_read_and_not_upgraded(database: Database) -> None:
    with database.engine.begin() as connection:
        command.downgrade(alembic_config(connection), "base")
    url = f"sqlite:///file:{database.url.database}?mode=ro&uri=true"
    assert error_of(url).endswith("attempt to write a readonly database")
    reading = Database(url)
    assert not reading.is_current()
    reading.close()


@ON_FILES
def test_a_database_that_is_current_and_cannot_be_written_is_told(database: Database) -> None:
    url = f"sqlite:///file:{database.url.database}?mode=ro&uri=true"
    assert error_of(url).endswith("attempt to write a readonly database")


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("ionbot.db", "it is no URL of a SQLite or PostgreSQL database"),
        ("sqlite+nosuch:///x", "it is no URL of a SQLite or PostgreSQL database"),
        ("mysql://me:hunter2@host/x", "it is no URL of a SQLite or PostgreSQL database"),
        ("postgresql+asyncpg://me:hunter2@host/x", "PostgreSQL is spoken to by psycopg; write postgresql+psycopg://"),
        ("postgresql://me:hunter2@host", "it names no database; that stands behind the last slash"),
        (
            "postgresql://me:hunter2@host:port/x",
            "it is no URL; special characters of a password are written as %40 and so on",
        ),
        (
            "postgresql://me:hunt@er2@host/x",
            "it is no URL; special characters of a password are written as %40 and so on",
        ),
        (
            "postgresql://me:hunt@er/2@host/x",
            "it is no URL; special characters of a password are written as %40 and so on",
        ),
        (
            "postgresql://host/x?password=hunter2",
            "its password stands among the options, where it would be shown; write it before the @",
        ),
        ("sqlite://", "a database in memory would forget"),
        ("sqlite:///:memory:", "a database in memory would forget"),
        ("sqlite:///?timeout=1", "a database in memory would forget"),
        ("sqlite://x.db", "it has two slashes; three stand before a relative path, four before an absolute one"),
    ],
)
def test_a_url_of_no_use_is_told(url: str, message: str) -> None:
    right = "sqlite:///ionbot.db or postgresql+psycopg://ionbot@localhost/ionbot"
    assert error_of(url) == f"database: {message}; write it like {right}"


def test_an_error_tells_no_values(database: Database) -> None:
    with pytest.raises(DatabaseError) as caught, database.read() as connection:
        connection.execute(insert(match_seeds).values(match=1, seed="5ec3e7"))
    chain = f"{caught.value} {caught.value.__cause__}"
    assert "foreign key" in chain.lower()
    assert "5ec3e7" not in chain

"""Changes by another program, which minds no foreign keys."""

from sqlalchemy import create_engine

from ionbot.store.database import Database

_HEEDLESS = {"sqlite": "PRAGMA foreign_keys = OFF", "postgresql": "SET session_replication_role = replica"}


def forge(database: Database, statement: str) -> None:
    """Run a statement of SQL on the database; it must change something."""
    engine = create_engine(database.url)
    with engine.begin() as connection:
        connection.exec_driver_sql(_HEEDLESS[engine.name])
        assert connection.exec_driver_sql(statement).rowcount
    engine.dispose()

"""The UTC day of a Unix time in ms, for SQLite and PostgreSQL."""

from typing import Any

from sqlalchemy import String
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

DAY = 86_400_000
"""A day in ms."""


class utc_day(FunctionElement[str]):  # noqa: N801 - a function of SQL
    """The day as `2026-11-30`."""

    type = String()
    inherit_cache = True


@compiles(utc_day, "sqlite")
def _sqlite(element: utc_day, compiler: Any, **more: Any) -> str:
    return f"date({compiler.process(element.clauses, **more)} / 1000, 'unixepoch')"


@compiles(utc_day, "postgresql")
def _postgresql(element: utc_day, compiler: Any, **more: Any) -> str:
    time = compiler.process(element.clauses, **more)
    return f"to_char(to_timestamp({time} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')"

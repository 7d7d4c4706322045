"""Which databases can be used, and where they are. Both the configuration and the store ask here."""

from pathlib import Path

from sqlalchemy.engine import URL, make_url


def usable(url: str) -> str:
    """Give the URL of a database back. Raises ValueError, which says what is wrong with it, and no password."""
    kind, _, place = url.partition("://")
    if kind.partition("+")[0] in {"postgresql", "postgres"}:
        raise ValueError("PostgreSQL cannot be used yet, only SQLite")
    if kind != "sqlite":
        raise ValueError("it is no URL of a SQLite database")
    path = place.partition("?")[0]
    if path in {"", "/", "/:memory:"}:
        raise ValueError("a database in memory would forget")
    if not path.startswith("/"):
        raise ValueError("it has two slashes; three stand before a relative path, four before an absolute one")
    return url


def file_of(url: str | URL) -> Path:
    """Give the file of a usable database; it need not be there yet."""
    return Path((make_url(url).database or "").removeprefix("file:"))

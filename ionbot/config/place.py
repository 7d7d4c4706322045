"""Which databases can be used, and where they are. Both the configuration and the store ask here."""

import os
import tempfile
from hashlib import blake2b
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

_POSTGRESQL = "postgresql+psycopg"
_POSTGRESQLS = frozenset({_POSTGRESQL, "postgresql", "postgres"})
"""How the URL of a PostgreSQL database may begin; the first is how it is kept."""


def usable(url: str) -> str:
    """Give the URL of a database back, with the driver that is used. Raises ValueError, which tells no password."""
    kind, _, place = url.partition("://")
    if kind in _POSTGRESQLS:
        return _usable_postgresql(f"{_POSTGRESQL}://{place}")
    if kind.partition("+")[0] in _POSTGRESQLS:
        raise ValueError(f"PostgreSQL is spoken to by psycopg; write {_POSTGRESQL}://")
    if kind != "sqlite":
        raise ValueError("it is no URL of a SQLite or PostgreSQL database")
    path = place.partition("?")[0]
    if path in {"", "/", "/:memory:"}:
        raise ValueError("a database in memory would forget")
    if not path.startswith("/"):
        raise ValueError("it has two slashes; three stand before a relative path, four before an absolute one")
    return url


def file_of(url: str | URL) -> Path | None:
    """Give the file of a usable database, which need not be there yet; None for one that a server keeps."""
    made = make_url(url)
    return Path((made.database or "").removeprefix("file:")) if made.get_backend_name() == "sqlite" else None


def shown(url: str | URL) -> str:
    """Give the URL of a usable database as it may be told: without the password."""
    return make_url(url).render_as_string(hide_password=True)


def socket_of(url: str | URL, worker: str = "") -> Path:
    """Give where the bot on a usable database can be asked how it is: beside the file.

    For a database that a server keeps it is in this user's run-time directory, else among everybody's temporary files,
    where each user has a name of their own; each `worker` of a cluster has its own.
    """
    if file := file_of(url):
        return Path(f"{file.resolve()}.sock")
    # The password may change, and must not be found by trying.
    name = blake2b(str(make_url(url).set(password=None)).encode(), digest_size=8).hexdigest()
    name += worker and f"-{worker}"
    if folder := os.environ.get("XDG_RUNTIME_DIR"):
        return Path(folder) / f"ionbot-{name}.sock"
    return Path(tempfile.gettempdir()) / f"ionbot-{os.getuid()}-{name}.sock"


def _usable_postgresql(url: str) -> str:
    try:
        made = make_url(url)
    except (ArgumentError, ValueError):
        made = None
    if not made or "@" in f"{made.host}{made.database}":  # behind a second @ a part of the password would be shown
        raise ValueError("it is no URL; special characters of a password are written as %40 and so on")
    if not made.database:
        raise ValueError("it names no database; that stands behind the last slash")
    if "password" in made.query:
        raise ValueError("its password stands among the options, where it would be shown; write it before the @")
    return url

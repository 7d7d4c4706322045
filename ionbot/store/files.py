"""A SQLite database as a file: what no other database has, and what is done outside of transactions."""

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from ionbot.config.place import file_of
from ionbot.store.database import REMEDY, Database, DatabaseError
from ionbot.store.models import OPEN
from ionbot.store.telling import Tell

BESIDE = ("-wal", "-shm", "-journal")
"""How the names of the files end that SQLite keeps beside a database: they are a part of it."""
PART = ".part"
"""How the name of a file ends that is not whole yet."""
ENDINGS = ("", *BESIDE)
"""How the names of a database's files end, the database itself first."""
MB = 1_000_000
"""The unit in which it is told how much of a file is copied, in bytes."""
SMALL = 64 * 2**20
"""Up to so many bytes a database is looked through at each start, which takes less than 0.1 s."""


@dataclass(frozen=True)
class Contents:
    """What a database holds: how many matches, how many of them `unended`; `size` is in bytes.

    `seeds` tells of how many of those the seed is there, `last` when the last match was opened (Unix ms), `revision`
    the schema.
    """

    matches: int
    unended: int
    seeds: int
    last: int | None
    size: int
    revision: str


def sqlite_file(database: Database) -> Path:
    """Give the file of a database, which need not be there yet. Raises DatabaseError if a server keeps it."""
    if file := file_of(database.url):
        return file.resolve()
    raise DatabaseError(
        f"{database} is kept by a server: pg_dump and pg_restore are for that, "
        "or `ionbot db copy` to a file, which then can be backed up"
    )


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """Open the database in a file; each statement is a transaction of its own. Raises DatabaseError for its errors."""
    try:
        where = f"{file.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(where, uri=True, isolation_level=None)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise DatabaseError(f"{file}: {error}") from error


def require_sound(connection: sqlite3.Connection, name: str) -> None:
    """Read all pages and indexes of a database. Raises DatabaseError if something is wrong with them."""
    ((found,),) = connection.execute("PRAGMA integrity_check(1)")
    if found != "ok":
        raise DatabaseError(f"{name} is damaged: {_plain(found)}")


def refuse_damaged(database: Database) -> None:
    """Raise DatabaseError if a database is damaged: all pages of a `SMALL` one are read, of a bigger one the head.

    Damage elsewhere is found when it is come across, and by the nightly backup.
    """
    file = file_of(database.url)
    if not file or not file.exists() or file.stat().st_size > SMALL:
        return
    with database.read() as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if found != "ok":
        raise DatabaseError(f"{database} is damaged: {_plain(found)}; {REMEDY}")


def contents(connection: sqlite3.Connection, name: str) -> Contents:
    """Tell what is in a database. Raises DatabaseError if it is none of an ionbot."""
    known = {table for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"alembic_version", "matches", "match_seeds"} <= known:
        raise DatabaseError(f"{name} is no database of an ionbot")
    unended = ", ".join(f"'{status}'" for status in sorted(OPEN))
    matches = f"SELECT count(*), count(*) FILTER (WHERE status IN ({unended})), max(opened) FROM matches"  # noqa: S608 - our own words
    ((count, running, last),) = connection.execute(matches)
    ((seeds,),) = connection.execute("SELECT count(*) FROM match_seeds WHERE seed <> ''")
    ((revision,),) = connection.execute("SELECT version_num FROM alembic_version")
    ((size,),) = connection.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    return Contents(count, running, seeds, last, size, revision)


@contextmanager
def part_of(target: Path) -> Iterator[Path]:
    """Give an empty file beside another, for our user only, that is gone at the end unless `put` has moved it."""
    descriptor, name = tempfile.mkstemp(PART, f".{target.name}.", target.parent)
    os.close(descriptor)
    part = Path(name)
    try:
        yield part
    finally:
        for ending in ENDINGS:
            Path(f"{part}{ending}").unlink(missing_ok=True)


def growth(part: Path, tell: Tell) -> Callable[..., None]:
    """Give what, whenever it is called, tells how many more `MB` there are in a file by now."""
    told = 0

    def look(*_: object) -> None:
        nonlocal told
        before, told = told, part.stat().st_size // MB
        tell(told - before)

    return look


def put(part: Path, target: Path) -> None:
    """Let a file that is whole have its name, so that neither a crash nor a power loss leaves half of one."""
    _sync(part)
    part.replace(target)
    _sync(target.parent)


def like(part: Path, other: Path) -> None:
    """Give a file the mode and, where we may, the owner of another one."""
    known = other.stat()
    part.chmod(known.st_mode & 0o777)
    with suppress(PermissionError):
        os.chown(part, known.st_uid, known.st_gid)


def _plain(found: str) -> str:
    """Say in one line what SQLite has found."""
    return " ".join(found.removeprefix("*** in database main ***").split())


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""A backup takes the place of a SQLite database, which is kept beside it."""

from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ionbot.store.database import Database, DatabaseError, require_known
from ionbot.store.files import (
    ENDINGS,
    Contents,
    contents,
    growth,
    like,
    opened,
    part_of,
    put,
    require_sound,
    sqlite_file,
)
from ionbot.store.lock import held
from ionbot.store.telling import Tell, nobody

_PAGES = 1000
"""So many pages are copied at once."""


@dataclass(frozen=True)
class Restored:
    """What the database holds now, and where the one is kept that was there before, if there was one."""

    contents: Contents
    kept: Path | None


def restore(file: Path, database: Database, now_ms: int, tell: Tell = nobody) -> Restored:
    """Put a backup in the place of a database, with the schema that this program needs; `now_ms` is Unix ms.

    `tell` hears how many more MB are copied.

    A database that was there keeps its `-wal` and has a new name. Raises DatabaseError while a bot runs on it, and for
    what is no sound database of an ionbot, or of a newer one; OSError. Then everything is as it was, but for a crash in
    the middle of the renaming: the database has its new name then, and the command can be given again.
    """
    target = sqlite_file(database)
    if not file.is_file():
        raise DatabaseError(f"{file} is {'no file' if file.exists() else 'not there'}; it should be a backup")
    if target.exists() and file.samefile(target):
        raise DatabaseError(f"{file} is the database itself; name a backup of it")
    with held(database), part_of(target) as part:
        found = _copied(file, part, tell)
        with closing(Database(f"sqlite:///{part}")) as copy:
            copy.upgrade()
        if Path(f"{part}-wal").exists():
            raise DatabaseError(f"{part} is still used by somebody else; begin again")
        if target.exists():
            like(part, target)
        kept = _moved_away(target, datetime.fromtimestamp(now_ms / 1000, UTC))
        put(part, target)
    return Restored(found, kept)


def _copied(file: Path, part: Path, tell: Tell) -> Contents:
    """Copy a backup, also one that is followed by a `-wal`, and tell what is in it. Raises DatabaseError."""
    with opened(file) as backup:
        found = contents(backup, str(file))
        require_known(found.revision, str(file))
        require_sound(backup, str(file))
        look = growth(part, tell)
        with opened(part) as copy:
            backup.backup(copy, pages=_PAGES, progress=look)
        look()
    return found


def _moved_away(target: Path, now: datetime) -> Path | None:
    """Rename a database, first itself: a `-wal` beside a database that it does not belong to would ruin that."""
    kept = target.with_name(f"{target.stem}.replaced-{now:%Y%m%dT%H%M%SZ}{target.suffix}")
    if kept.exists():
        raise DatabaseError(f"{kept} is there already; wait a second")
    was_there = target.exists()
    for ending in ENDINGS:
        if (old := Path(f"{target}{ending}")).exists():
            old.rename(f"{kept}{ending}")
    return kept if was_there else None

"""A copy of a SQLite database, made while the bot works on it.

`VACUUM INTO` reads one moment in one transaction. Nobody's writing waits for that, only the file `-wal` grows
meanwhile; and nothing that was deleted is in the copy. (The backup API in small steps begins anew whenever the bot
writes, and copies pages with all that they still hold.) A copy that fails can be begun again: there is either a whole
file or none.
"""

import sqlite3
from pathlib import Path

from ionbot.store.database import Database, DatabaseError, with_remedy
from ionbot.store.files import BESIDE, Contents, contents, growth, opened, part_of, put, require_sound, sqlite_file
from ionbot.store.models import LEFT_OUT
from ionbot.store.telling import Tell, nobody

_STEPS = 100_000
"""After so many steps of its machine SQLite lets us look how far it is: some hundred rows."""
_SECRETS = {"match_seeds": "seed", "joined_channels": "key"}
"""The columns that a backup leaves out, by table: what lets one know the cards to come, or into a channel."""
_NOT_OURS = (*BESIDE, ".lock", ".sock")
"""How the names of all files end that are beside a database in use. A backup of such a name would ruin that."""


def back_up(
    database: Database,
    target: Path,
    *,
    with_seeds: bool = False,
    replace: bool = False,
    tell: Tell = nobody,
) -> Contents:
    """Copy a database to a file that only our user can read, and prove that SQLite finds nothing wrong with the copy.

    The seeds of matches that have not ended, and the keys of channels, are left out unless `with_seeds`. A file that is
    there is left alone unless `replace`. `tell` hears how many more MB are copied. Raises DatabaseError, OSError; then
    there is no new file.
    """
    source, target = sqlite_file(database), target.absolute()
    database.is_current()  # whatever the answer is: it raises for what is not there, and for a newer schema
    _require_free(source, target, replace=replace)
    _require_apart(target)
    with part_of(target) as part:
        _copy(source, part, target, tell)
        with opened(part) as copy:
            if not with_seeds:
                _leave_secrets_out(copy)
            require_sound(copy, f"the copy of {database}")
            made = contents(copy, str(database))
        put(part, target)
    return made


def _require_free(source: Path, target: Path, *, replace: bool) -> None:
    """Raise DatabaseError if a copy cannot be put there."""
    if set("?#") & set(str(target)):
        raise DatabaseError(f"{target} could not be named in the URL of a database: no ? or # may be in it")
    if target.is_dir() or not target.parent.is_dir():
        missing = f"there is no directory {target.parent}" if not target.parent.is_dir() else f"{target} is a directory"
        raise DatabaseError(f"{missing}; name a file in a directory that is there")
    if target.exists() and (target.samefile(source) or not target.is_file()):
        raise DatabaseError(f"{target} is {'the database itself' if target.is_file() else 'no file'}; name another one")
    if target.exists() and not replace:
        raise DatabaseError(f"{target} is there already; name another file, or say --force to replace it")


def _require_apart(target: Path) -> None:
    """Raise DatabaseError if SQLite, or a bot, would take the copy for a part of another database, or the reverse."""
    for whole in (target.with_name(target.name.removesuffix(ending)) for ending in _NOT_OURS):
        if whole != target and whole.exists():
            raise DatabaseError(f"{target} is the name of a file that belongs to {whole}; name another one")
    for beside in (Path(f"{target}{ending}") for ending in BESIDE):
        if beside.exists():
            raise DatabaseError(f"{beside} belongs to another {target.name} and would ruin this one; name another file")


def _copy(source: Path, part: Path, target: Path, tell: Tell) -> None:
    with opened(source) as connection:
        look = growth(part, tell)
        connection.set_progress_handler(look, _STEPS)
        try:
            connection.execute("VACUUM INTO ?", (str(part),))
        except sqlite3.Error as error:
            raise DatabaseError(with_remedy(f"{source} cannot be copied to {target}: {error}", error)) from error
        look()


def _leave_secrets_out(copy: sqlite3.Connection) -> None:
    """Make all secrets empty, so that nothing of them stays in the file, or is in any other."""
    copy.execute("PRAGMA journal_mode = MEMORY")
    copy.execute("PRAGMA secure_delete = ON")
    for table, column in _SECRETS.items():
        if copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone():
            copy.execute(f"UPDATE {table} SET {column} = ?", (LEFT_OUT,))  # noqa: S608 - our own words

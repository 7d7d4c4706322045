"""The nightly backups of a SQLite database: which there are, one more, and which are too many. All of this blocks."""

import re
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from ionbot.store.backup import back_up
from ionbot.store.database import Database
from ionbot.store.files import PART, sqlite_file

_STAMP = "%Y%m%d-%H%M%S"


class Backups:
    """The backups of a database in a directory: `DATABASE-20261130-040000.db`, by their time (UTC).

    No file of another name is touched. `keep` is how many are left. Raises DatabaseError if a server keeps the
    database.
    """

    def __init__(self, database: Database, directory: Path, keep: int, *, with_seeds: bool) -> None:
        self._database = database
        self._directory = directory
        self._keep = keep
        self._with_seeds = with_seeds
        self._stem = sqlite_file(database).stem
        self._name = re.compile(rf"{re.escape(self._stem)}-(\d{{8}}-\d{{6}})\.db", re.ASCII)

    def last(self) -> int | None:
        """Tell when the newest was made, in Unix ms; None if there is none. Raises OSError."""
        found = self._found()
        return max(found) if found else None

    def make(self, now: int) -> None:
        """Make one at a Unix time in ms, then delete those that are too many, and what a crash has left of others.

        Raises DatabaseError, OSError; then none is deleted.
        """
        stamp = datetime.fromtimestamp(now / 1000, UTC).strftime(_STAMP)
        file = self._directory / f"{self._stem}-{stamp}.db"
        back_up(self._database, file, with_seeds=self._with_seeds, replace=True)
        # A clock that was ahead has left some of the future: the new one stays all the same.
        others = sorted((path for path in self._found().values() if path != file), reverse=True)
        for path in others[self._keep - 1 :]:
            path.unlink(missing_ok=True)
        for part in self._directory.glob(f".*{PART}"):
            if self._name.match(part.name.removeprefix(".")):
                part.unlink(missing_ok=True)

    def _found(self) -> dict[int, Path]:
        """Give the backups by when they were made, in Unix ms."""
        timed = ((self._made(path.name), path) for path in self._directory.iterdir())
        return {made: path for made, path in timed if made is not None and path.is_file()}

    def _made(self, name: str) -> int | None:
        """Tell by its name when a backup was made, in Unix ms; None for what is none of ours."""
        if not (match := self._name.fullmatch(name)):
            return None
        with suppress(ValueError):  # there is no such day
            return round(datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC).timestamp() * 1000)
        return None

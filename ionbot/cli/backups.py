"""`ionbot db backup` and `ionbot db restore`: a copy of the database, and the way back."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from signal import SIG_DFL, SIGHUP, SIGTERM, default_int_handler, getsignal, signal
from typing import TYPE_CHECKING, Annotated

import typer

from ionbot.cli.guard import FOUND
from ionbot.cli.options import DatabaseOption, opened
from ionbot.cli.output import show_lines
from ionbot.cli.progress import progress
from ionbot.legible import minute

if TYPE_CHECKING:
    from ionbot.store.database import Database
    from ionbot.store.files import Contents

DERIVED = "If only what is derived differs (sums, outcomes, feats, streaks), `ionbot scores recompute` makes it anew."

FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="The backup, a SQLite database.", show_default=False)
]


def backup(
    file: FileArgument,
    *,
    with_seeds: Annotated[
        bool,
        typer.Option(
            "--with-seeds",
            help="Copy the seeds of matches that have not ended and the keys of channels too. Without its seed a match "
            "cannot go on after a restore; with it, whoever reads the file knows all cards to come.",
        ),
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the file, if it is there.")] = False,
    url: DatabaseOption = None,
) -> None:
    """Copy a SQLite database to a file, also while the bot runs, and check the copy. Exit code 1 if it is not in order.

    The bot's writing does not wait for it. Only the user who makes the copy can read it.
    """
    from ionbot.store.backup import back_up
    from ionbot.store.database import Database
    from ionbot.store.files import sqlite_file

    with _cleared_away(), opened(url) as database:
        with progress("MB", _megabytes(sqlite_file(database))) as tell:
            made = back_up(database, file, with_seeds=with_seeds, replace=force, tell=tell)
        seeds = f"; seeds of matches that have not ended: {made.seeds} of {made.unended}" if made.unended else ""
        show_lines([f"{file} has {_told(made)}{seeds}."])
        with closing(Database(f"sqlite:///{file.absolute()}", read_only=True)) as copy:
            _check(copy, str(file))


def restore(file: FileArgument, url: DatabaseOption = None) -> None:
    """Put a backup in the place of the SQLite database, while no bot runs on it. Exit code 1 if it is not in order.

    The database that was there is kept beside it, with the time in its name. A backup of an older ionbot is upgraded.
    """
    from ionbot.store.journal import unix_ms
    from ionbot.store.restoring import restore as restored

    with _cleared_away(), opened(url) as database:
        with progress("MB", _megabytes(file)) as tell:
            done = restored(file, database, unix_ms(), tell)
        lines = [f"{database} has what {file} has: {_told(done.contents)}."]
        if done.kept:
            lines.append(f"What was there before is kept in {done.kept}. A running `ionbot web` must be started again.")
        if lost := done.contents.unended - done.contents.seeds:
            lines.append(
                f"It lacks the seeds of {lost} unended, which so cannot go on: the bot will end them unscored."
            )
        show_lines(lines)
        _check(database, str(database))


def _megabytes(file: Path) -> int:
    from ionbot.store.files import MB

    return file.stat().st_size // MB if file.exists() else 0


@contextmanager
def _cleared_away() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the work as Ctrl-C does, so that no half copy is left, which could have the seeds."""
    before = {number: getsignal(number) for number in (SIGTERM, SIGHUP)}
    for number, handler in before.items():
        if handler is SIG_DFL:
            signal(number, default_int_handler)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal(number, handler)


def _told(made: "Contents") -> str:
    last = f", the last of {minute(made.last)} UTC" if made.last else ""
    matches = f"{made.matches:,} match{'' if made.matches == 1 else 'es'}"
    return f"{matches}{last}, {made.size / 1e6:,.1f} MB, schema {made.revision}"


def _check(database: "Database", name: str) -> None:
    """Tell what `db check` finds. A schema that is not current can only be checked once it has been upgraded."""
    from ionbot.store.check import count_matches, findings

    if not database.is_current():
        show_lines([f"`ionbot db check` has not looked at {name}: its schema is an older one."])
        return
    with progress("matches", count_matches(database)) as tell:
        found = list(findings(database, tell=tell))
    show_lines([*found, DERIVED] if found else [f"{name} is in order."])
    if found:
        raise typer.Exit(FOUND)

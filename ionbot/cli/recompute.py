"""`ionbot scores recompute`: sums, ratings and records, made anew from the matches."""

from contextlib import nullcontext
from typing import Annotated

import typer

from ionbot.cli.guard import FOUND
from ionbot.cli.options import DatabaseOption, current
from ionbot.cli.output import Format, FormatOption, show_json, show_lines
from ionbot.cli.progress import progress


def recompute(
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what is different.")] = False,
    url: DatabaseOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Make all sums, ratings, records and final standings anew. Exit code 1 if something was different.

    Ratings follow no void or merged matches by themselves; this is how they do. It writes only while no bot runs on the
    database, which could write nothing meanwhile; --dry-run works at any time.
    """
    from ionbot.store.check import count_matches
    from ionbot.store.lock import held
    from ionbot.store.recompute import recompute as made_anew

    with (
        current(url) as database,
        nullcontext() if dry_run else held(database),
        progress("matches", count_matches(database)) as tell,
        database.read() if dry_run else database.write() as connection,
    ):
        found = made_anew(connection, dry_run=dry_run, tell=tell)
    if form is Format.JSON:
        show_json(found)
    else:
        show_lines(found or ["Sums, ratings and records are those of the matches."])
    if found:
        raise typer.Exit(FOUND)

"""`ionbot scores recompute`: sums and ratings, made anew from the matches."""

from typing import Annotated

import typer

from ionbot.cli.guard import FOUND
from ionbot.cli.options import DatabaseOption, current
from ionbot.cli.output import Format, FormatOption, show_json, show_lines


def recompute(
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what is different.")] = False,
    url: DatabaseOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Make all sums, ratings and final standings anew from the matches. Exit code 1 if something was different.

    Ratings follow no void or merged matches by themselves; this is how they do. The bot may be running, but waits.
    """
    from ionbot.store.recompute import recompute as made_anew

    with current(url) as database, database.write() as connection:
        found = made_anew(connection, dry_run=dry_run)
    if form is Format.JSON:
        show_json(found)
    else:
        show_lines(found or ["Sums and ratings are those of the matches."])
    if found:
        raise typer.Exit(FOUND)

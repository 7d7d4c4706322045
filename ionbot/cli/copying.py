"""`ionbot db copy`: the whole history in another database."""

from typing import TYPE_CHECKING, Annotated

import typer

from ionbot.cli.guard import FOUND, Failure
from ionbot.cli.options import current, opened
from ionbot.cli.output import show_lines
from ionbot.cli.progress import progress

if TYPE_CHECKING:
    from ionbot.store.database import Database


def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The URL of the database that there is.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The URL of an empty one, of either kind.")],
) -> None:
    """Move all that is kept to another database, be it SQLite or PostgreSQL, and check it there.

    No bot may run on either. Seeds of running matches go along, so that these can go on there; let no bot run on FROM
    again. Exit code 1 if what was moved is not in order.
    """
    with current(source) as old, opened(target) as new:
        if old.url == new.url:
            raise Failure(f"{old} cannot be copied to itself")
        _move(old, new)


def _move(old: "Database", new: "Database") -> None:
    from ionbot.store import moving
    from ionbot.store.check import findings
    from ionbot.store.lock import held

    with held(old), held(new):
        rows = moving.prepare(old, new)
        with progress("rows", 2 * rows) as tell:
            moving.copy(old, new, tell)
        found = list(findings(new))
    end = "what was wrong there is wrong here." if found else f"is in order. Let no bot run on {old} again."
    show_lines([*found, f"{new} has all {rows:,} rows of {old}, and {end}"])
    if found:
        raise typer.Exit(FOUND)

"""`ionbot db`: the database itself."""

from typing import Annotated

import typer

from ionbot.cli import backups, copying
from ionbot.cli.guard import FOUND
from ionbot.cli.lookup import require
from ionbot.cli.options import DatabaseOption, current, opened
from ionbot.cli.output import Format, FormatOption, show_json, show_lines
from ionbot.cli.progress import progress

app = typer.Typer(help="Look after the database: upgrade it, check it, back it up, move it.")
app.command()(backups.backup)
app.command()(backups.restore)
app.command()(copying.copy)


@app.command()
def upgrade(url: DatabaseOption = None) -> None:
    """Bring the database's schema to what this ionbot needs; make the database if there is none.

    No bot may run on it.
    """
    from ionbot.store.lock import held

    with opened(url) as database, held(database):
        database.upgrade()
        typer.echo(f"{database} is up to date.")


@app.command()
def check(
    number: Annotated[
        int | None, typer.Argument(metavar="[MATCH]", min=1, help="Only the match of this number.")
    ] = None,
    url: DatabaseOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Prove that journal, seats, inventories and ledger agree. Exit code 1 if they do not."""
    from ionbot.store.check import count_matches, findings

    with current(url) as database:
        if number is not None:
            require(database, number)
        with progress("matches", count_matches(database) if number is None else 1) as tell:
            found = list(findings(database, number, tell=tell))
        name = str(database)
    if form is Format.JSON:
        show_json(found)
    else:
        show_lines([*found, backups.DERIVED] if found else [f"{name} is in order."])
    if found:
        raise typer.Exit(FOUND)

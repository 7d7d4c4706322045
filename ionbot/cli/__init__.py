"""The commands an admin types. Each imports what it needs when it is run, so that `ionbot --help` is quick.

Exit codes: 0 all is well; 1 a check found something, no bot is running whose status is asked for, or whoever reads what
is written has gone; 2 wrong use, a broken configuration, a database out of reach, no network that lets the bot in; 3 a
fault of ionbot itself; 130 interrupted by Ctrl-C.
"""

from importlib.metadata import version
from typing import Annotated

import typer

from ionbot.cli import bot, db, games, matches, players, scores, simulate, status, web
from ionbot.cli.guard import Commands
from ionbot.cli.shorthand import TakesGameOptions

__all__ = ["app"]

app = typer.Typer(cls=Commands, add_completion=False, pretty_exceptions_enable=False)
app.command()(bot.demo)
app.command()(bot.run)
app.command()(bot.check)
app.command()(status.status)
app.command()(web.web)
app.command(cls=TakesGameOptions)(simulate.simulate)
app.add_typer(games.app, name="games")
app.add_typer(matches.app, name="matches")
app.add_typer(scores.app, name="scores")
app.add_typer(players.app, name="players")
app.add_typer(db.app, name="db")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ionbot {version('ionbot')}")
        raise typer.Exit


@app.callback()
def main(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Tell the version.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show where in the program an unexpected error happened.")
    ] = False,
) -> None:
    """Card games in IRC channels."""

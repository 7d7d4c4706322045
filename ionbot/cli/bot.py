"""`ionbot demo`, `run` and `check`: play here, play on IRC, and look at the configuration beforehand."""

from functools import partial
from pathlib import Path
from signal import SIGHUP
from typing import Annotated

import typer

from ionbot.cli import loop
from ionbot.cli.guard import Failure
from ionbot.cli.options import DEFAULT_CONFIG, database_failures, read_config

ConfigOption = Annotated[Path, typer.Option("--config", metavar="FILE", help="The configuration file.")]


def demo(
    *,
    watch: Annotated[bool, typer.Option("--watch", help="Let computer players play, and look on.")] = False,
    fast: Annotated[bool, typer.Option("--fast", help="Computer players move at once; rounds are short.")] = False,
    game: Annotated[str, typer.Option("--game", metavar="NAME", help="What is played.")] = "ion",
    matches: Annotated[int | None, typer.Option("--matches", min=1, help="End after so many matches.")] = None,
    database: Annotated[
        str | None, typer.Option("--database", metavar="URL", help="Where to keep the matches.")
    ] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port for IRC clients; 0 takes a free one.")
    ] = 0,
) -> None:
    """Play right here: an IRC server, the bot and computer players in one process, on this machine only.

    Without a terminal, computer players play one match while you look on.
    """
    from games.kit.registry import UnknownGame, find_game
    from ionbot.config import LogConfig
    from ionbot.demo.run import Demo, play
    from ionbot.log import configure
    from ionbot.store.database import Database

    try:
        name = find_game(game).name
    except UnknownGame as error:
        raise Failure(str(error)) from error
    configure(LogConfig(level="error"))
    with database_failures():
        if database:
            Database(database).close()  # tells what is wrong with the URL before anything starts
        loop.run(play(Demo(watch=watch, fast=fast, game=name, matches=matches, database=database, port=port)))


def run(config: ConfigOption = DEFAULT_CONFIG) -> None:
    """Run the bot on the networks of the configuration, until Ctrl-C or SIGTERM. SIGHUP lets it read that again."""
    with loop.held_back(SIGHUP):
        _run(config)


def _run(config: Path) -> None:
    with loop.loading():
        from ionbot.config import load_again
        from ionbot.log import configure
        from ionbot.network.errors import NetworkError
        from ionbot.server import run_bot

    settings = read_config(config)
    configure(settings.log)
    try:
        with database_failures():
            loop.run(run_bot(settings, partial(load_again, config)))
    except NetworkError as error:
        raise Failure(str(error)) from error


def check(
    config: ConfigOption = DEFAULT_CONFIG,
    *,
    example: Annotated[
        bool, typer.Option("--example", help="Print a configuration to begin with: every key, explained.")
    ] = False,
) -> None:
    """Tell everything that is wrong with the configuration, and what would be right."""
    if example:
        from ionbot.config import example as text

        typer.echo(text(), nl=False)
        return
    from ionbot.network.link.tls import unusable

    settings = read_config(config)
    if wrong := list(unusable(settings.networks)):
        raise Failure("\n  ".join([f"{config} cannot be used:", *wrong]))
    for name, network in settings.networks.items():
        typer.echo(f"{name}: {network.nick} at {network.host}:{network.port}, {' '.join(network.keys)}")
    typer.echo(f"{config} is in order.")

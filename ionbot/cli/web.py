"""`ionbot web`: pages and API for scores, matches and replays."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ionbot.cli.options import DEFAULT_CONFIG, DatabaseOption, database_failures, read_web

if TYPE_CHECKING:
    from ionbot.config import DatabaseConfig, WebConfig


def web(
    *,
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="The configuration file; by default ./config.toml.")
    ] = None,
    host: Annotated[
        str | None, typer.Option("--host", metavar="ADDRESS", help="Where to listen; by default only on this machine.")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="The port to listen on; 0 takes a free one.")
    ] = None,
    url: DatabaseOption = None,
) -> None:
    """Show scores, matches and replays as web pages, until Ctrl-C or SIGTERM. Nothing can be changed there."""
    from ionbot.config import LogConfig
    from ionbot.log import configure
    from ionbot.web.serving import address_of, listen, serve

    database, pages = _settings(config)
    configure(LogConfig())
    listening = listen(host or pages.host, pages.port if port is None else port)
    with listening, database_failures():
        typer.echo(f"{address_of(listening)}{pages.prefix}/")
        serve(url or database.url, listening, pages.prefix)


def _settings(config: Path | None) -> "tuple[DatabaseConfig, WebConfig]":
    """Read the configuration, or take the defaults where none is named and there is none."""
    from ionbot.config import DatabaseConfig, WebConfig

    if config is None and not DEFAULT_CONFIG.exists():
        return DatabaseConfig(), WebConfig()
    return read_web(config or DEFAULT_CONFIG)

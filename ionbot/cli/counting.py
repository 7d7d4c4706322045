"""Which matches a command counts: the options for it, and what they come to."""

from typing import TYPE_CHECKING, Annotated

import typer

from ionbot.cli.dates import season_of, span, zone_of
from ionbot.cli.lookup import known

if TYPE_CHECKING:
    from ionbot.store.counting import Counted
    from ionbot.store.database import Database

GameOption = Annotated[str | None, typer.Option("--game", metavar="NAME", help="Only matches of a game.")]
NetworkOption = Annotated[str | None, typer.Option("--network", metavar="NAME", help="Only what was played there.")]
ChannelOption = Annotated[str | None, typer.Option("--channel", metavar="NAME", help="Only those of a channel.")]
ComputersOption = Annotated[
    bool, typer.Option("--with-computers", help="Count matches with computer players too; those are never ranked.")
]


def counted(
    database: "Database",
    *,
    game: str | None,
    network: str | None,
    channel: str | None,
    season: str,
    since: str | None,
    until: str | None,
    zone: str,
    with_computers: bool,
) -> "Counted":
    """Read which matches count. Raises Failure where a name is unknown, or a season, date or zone is none."""
    from ionbot.store.counting import Counted

    first, end = span(since, until, zone_of(zone))
    there = known(database, "network", network)
    return Counted(
        game=known(database, "game", game),
        network=there,
        channel=known(database, "channel", channel, there),
        season=season_of(season),
        since=first,
        until=end,
        with_computers=with_computers,
    )

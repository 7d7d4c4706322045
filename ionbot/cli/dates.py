"""The options for points in time, and the zone in which they are read and told."""

from datetime import tzinfo
from typing import Annotated

import typer

from ionbot.cli.options import readable

SinceOption = Annotated[
    str | None, typer.Option("--since", metavar="DATE", help="From this day or time on, such as 2026-11-01.")
]
UntilOption = Annotated[
    str | None, typer.Option("--until", metavar="DATE", help="To the end of this day, or to this time.")
]
SeasonOption = Annotated[
    str, typer.Option("--season", metavar="SEASON", help="Only a season: 2026-11, 2026-Q4 or all (UTC).")
]
ZoneOption = Annotated[
    str,
    typer.Option("--zone", metavar="ZONE", help="The zone in which times are told and read, such as Europe/Berlin."),
]


def zone_of(name: str) -> tzinfo:
    """Give a zone of the tz database. Raises Failure with near ones if there is none of that name."""
    from ionbot.store import asking

    with readable():
        return asking.zone_of(name)

"""Which matches a command counts: the options for it, and what they come to."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ionbot.cli.dates import SeasonOption, SinceOption, UntilOption, ZoneOption
from ionbot.cli.options import readable

if TYPE_CHECKING:
    from ionbot.store.counting import Counted
    from ionbot.store.database import Database

GameOption = Annotated[str | None, typer.Option("--game", metavar="NAME", help="Only matches of a game.")]
NetworkOption = Annotated[str | None, typer.Option("--network", metavar="NAME", help="Only what was played there.")]
ChannelOption = Annotated[str | None, typer.Option("--channel", metavar="NAME", help="Only those of a channel.")]
ComputersOption = Annotated[
    bool, typer.Option("--with-computers", help="Count matches with computer players too; those are never ranked.")
]


@dataclass(frozen=True, kw_only=True)
class Filters:
    """What the options of a command say of the matches that count; `zone` is also that of the times it tells."""

    game: GameOption = None
    network: NetworkOption = None
    channel: ChannelOption = None
    season: SeasonOption = "all"
    since: SinceOption = None
    until: UntilOption = None
    with_computers: ComputersOption = False
    zone: ZoneOption = "UTC"

    def counted(self, database: "Database") -> "Counted":
        """Read which matches count. Raises Failure where a name is unknown, or a season, date or zone is none."""
        from ionbot.store import asking

        with readable():
            return asking.counted(database, **asdict(self))


def filtered(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each of the `Filters`, which it takes as its parameter `filters`."""
    options = [
        Parameter(each.name, Parameter.KEYWORD_ONLY, default=each.default, annotation=each.type)
        for each in fields(Filters)
    ]

    @wraps(command)
    def run(**given: Any) -> None:
        filters = Filters(**{option.name: given.pop(option.name) for option in options})
        command(filters=filters, **given)

    own = [each for each in signature(command).parameters.values() if each.name != "filters"]
    first = sum(each.kind is not Parameter.KEYWORD_ONLY for each in own)
    all_ = [*own[:first], *options, *own[first:]]
    run.__signature__ = signature(command).replace(parameters=all_)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in all_} | {"return": None}
    return run

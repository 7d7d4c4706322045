"""`ionbot scores`: who is best, and what a player has done. Only matches with a result count."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ionbot.cli.dates import SinceOption, UntilOption, span
from ionbot.cli.guard import Failure
from ionbot.cli.lookup import named, unknown
from ionbot.cli.options import DatabaseOption, current
from ionbot.cli.output import Format, FormatOption, date, show_json, show_lines, show_rows

if TYPE_CHECKING:
    from ionbot.store.database import Database
    from ionbot.store.scores import Named, Player, Record, Total

app = typer.Typer(help="Ask who scored what: the best players, or all about one of them.")

NetworkOption = Annotated[str | None, typer.Option("--network", metavar="NAME", help="Only what was played there.")]
ComputersOption = Annotated[
    bool, typer.Option("--with-computers", help="Count matches with computer players too; those are never ranked.")
]


@app.command()
def top(
    *,
    game: Annotated[str | None, typer.Option("--game", metavar="NAME", help="Only matches of a game.")] = None,
    network: NetworkOption = None,
    channel: Annotated[str | None, typer.Option("--channel", metavar="NAME", help="Only those of a channel.")] = None,
    since: SinceOption = None,
    until: UntilOption = None,
    by: Annotated[str, typer.Option("--by", metavar="ORDER", help="By points, wins or winrate.")] = "points",
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most so many players.")] = 10,
    with_computers: ComputersOption = False,
    url: DatabaseOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """List the best players."""
    from ionbot.store import scores

    if by not in (*scores.By,):
        raise Failure(f"there is no order {by!r}; there are: {', '.join(scores.By)}")
    first, end = span(since, until)
    with current(url) as database:
        network = _known(database, "network", network)
        counted = scores.Counted(
            game=_known(database, "game", game),
            network=network,
            channel=_known(database, "channel", channel, network),
            since=first,
            until=end,
            with_computers=with_computers,
        )
        best = scores.top(database, counted, scores.By(by), limit)
    rows = [{"rank": line.rank, **_who(line.player), **_total(line.total)} for line in best.ranked]
    if form is Format.JSON:
        show_json({"left_out": best.left_out, "players": rows})
    else:
        show_rows(rows, form)
        show_lines(_left_out(best.left_out))


@app.command()
def player(
    nick: Annotated[str, typer.Argument(metavar="NICK", help="The player, by any nick they were seen with.")],
    *,
    network: NetworkOption = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="At most so many of the last matches.")] = 10,
    with_computers: ComputersOption = False,
    url: DatabaseOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Show what a player has done. Whoever else was seen with that nick is shown too."""
    from ionbot.store import scores

    with current(url) as database:
        counted = scores.Counted(network=_known(database, "network", network), with_computers=with_computers)
        found = scores.records(database, nick, counted, limit)
        if not found:
            raise unknown("player", nick, scores.names(database, "player", counted.network))
    if form is Format.JSON:
        show_json([_told(record) for record in found])
        return
    for record in found:
        _show(record)


def _known(database: "Database", what: "Named", name: str | None, network: str | None = None) -> str | None:
    """Give a name as the database has it. Raises Failure if it has not."""
    from games.kit.registry import all_games
    from ionbot.store.scores import names

    if name is None:
        return None
    there = names(database, what, network)
    if what == "game":  # one that is no longer installed may have been played, one that is installed may not
        there = sorted({*there, *all_games()})
    return named(what, name, there)


def _show(record: "Record") -> None:
    places = [f"{place} ({times}x)" for place, times in record.places.items()]
    row = {**_who(record.player), **_total(record.total), "places": places, "unplaced": _unplaced(record)}
    show_rows([row], Format.TABLE)
    show_rows(_changes(record), Format.TABLE, "Points by reason")
    show_rows(_outcomes(record), Format.TABLE, "Last matches")
    show_lines(_left_out(record.left_out))


def _left_out(number: int) -> Iterator[str]:
    if number:
        matches = "1 match" if number == 1 else f"{number} matches"
        yield f"Left out: {matches} with computer players; --with-computers counts them too."


def _who(player: "Player") -> dict[str, Any]:
    return {"nick": player.nick, "network": player.network, "identity": player.identity}


def _total(total: "Total") -> dict[str, Any]:
    return {
        "matches": total.matches,
        "wins": total.wins,
        "win_percent": round(100 * total.winrate, 1),
        "points": total.points,
        "coins": total.coins,
    }


def _told(record: "Record") -> dict[str, Any]:
    """Give a record as JSON has it."""
    return {
        **_who(record.player),
        "first_seen": date(record.player.first_seen),
        "last_seen": date(record.player.last_seen),
        **_total(record.total),
        "places": record.places,
        "unplaced": _unplaced(record),
        "points_by_reason": _changes(record),
        "last_matches": _outcomes(record),
        "left_out": record.left_out,
    }


def _unplaced(record: "Record") -> int:
    """How many matches they left before the end."""
    return record.total.matches - sum(record.places.values())


def _changes(record: "Record") -> list[dict[str, Any]]:
    return [asdict(change) for change in record.changes]


def _outcomes(record: "Record") -> list[dict[str, Any]]:
    return [asdict(outcome) | {"ended": date(outcome.ended)} for outcome in record.last]

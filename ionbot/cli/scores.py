"""`ionbot scores`: who is best, and what a player has done. Only matches with a result count."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ionbot.cli.dates import SinceOption, UntilOption, span
from ionbot.cli.guard import Failure
from ionbot.cli.lookup import known, unknown
from ionbot.cli.options import BIGGEST, DatabaseOption, current
from ionbot.cli.output import Format, FormatOption, date, minute, show_fields, show_json, show_lines, show_rows

if TYPE_CHECKING:
    from ionbot.store.scores import Career, Player, Total

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
    limit: Annotated[int, typer.Option("--limit", min=1, max=BIGGEST, help="At most so many players.")] = 10,
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
        network = known(database, "network", network)
        counted = scores.Counted(
            game=known(database, "game", game),
            network=network,
            channel=known(database, "channel", channel, network),
            since=first,
            until=end,
            with_computers=with_computers,
        )
        best = scores.top(database, counted, scores.By(by), limit)
    rows = [{"rank": line.rank, **_who(line.player), **_total(line.total)} for line in best.ranked]
    if form is Format.JSON:
        show_json({"left_out": best.left_out, "players": rows})
    else:
        show_rows([{name: row[name] for name in row if name != "coins"} for row in rows], form)
        show_lines(_left_out(best.left_out))


@app.command()
def player(
    nick: Annotated[str, typer.Argument(metavar="NICK", help="The player, by any nick they were seen with.")],
    *,
    network: NetworkOption = None,
    limit: Annotated[
        int, typer.Option("--limit", min=1, max=BIGGEST, help="At most so many of the last matches.")
    ] = 10,
    with_computers: ComputersOption = False,
    url: DatabaseOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Show what a player has done. Whoever else was seen with that nick is shown too."""
    from ionbot.store import scores

    with current(url) as database:
        counted = scores.Counted(network=known(database, "network", network), with_computers=with_computers)
        found = scores.careers(database, nick, counted, limit)
        if not found:
            raise unknown("player", nick, scores.names(database, "player", counted.network))
    if form is Format.JSON:
        show_json([_told(career) for career in found])
        return
    for career in found:
        _show(career)


def _show(career: "Career") -> None:
    places = [f"{place} ({times}x)" for place, times in career.places.items()]
    row = {**_who(career.player), **_total(career.total), "places": places, "unplaced": _unplaced(career)}
    show_fields(row)
    show_rows(_changes(career), Format.TABLE, "Points by reason")
    last = [asdict(outcome) | {"ended": minute(outcome.ended)} for outcome in career.last]
    show_rows(last, Format.TABLE, "Last matches")
    show_lines(_left_out(career.left_out))


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


def _told(career: "Career") -> dict[str, Any]:
    """Give a career as JSON has it."""
    return {
        **_who(career.player),
        "first_seen": date(career.player.first_seen),
        "last_seen": date(career.player.last_seen),
        **_total(career.total),
        "places": career.places,
        "unplaced": _unplaced(career),
        "points_by_reason": _changes(career),
        "last_matches": _outcomes(career),
        "left_out": career.left_out,
    }


def _unplaced(career: "Career") -> int:
    """How many matches they left before the end."""
    return career.total.matches - sum(career.places.values())


def _changes(career: "Career") -> list[dict[str, Any]]:
    return [asdict(change) for change in career.changes]


def _outcomes(career: "Career") -> list[dict[str, Any]]:
    return [asdict(outcome) | {"ended": date(outcome.ended)} for outcome in career.last]

"""`ionbot scores`: who is best, and what a player has done. Only matches with a result count that are not void."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import tzinfo
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ionbot.cli import courses, recompute, records
from ionbot.cli.counting import Filters, filtered
from ionbot.cli.dates import zone_of
from ionbot.cli.guard import Failure
from ionbot.cli.lookup import PlayerArgument, rated_games, unknown_player
from ionbot.cli.options import BIGGEST, DatabaseOption, LastOption, current
from ionbot.cli.output import Format, FormatOption, ListFormatOption, show_fields, show_json, show_lines, show_rows
from ionbot.legible import date, minute

if TYPE_CHECKING:
    from ionbot.store.careers import Career
    from ionbot.store.ratings import Rating
    from ionbot.store.scores import Player, Ranked, Top, Total

app = typer.Typer(help="Ask who scored what: the best players, or all about one of them.")
app.command()(courses.history)
app.command()(courses.versus)
app.command()(records.records)
app.command()(recompute.recompute)


@app.command()
@filtered
def top(
    *,
    filters: Filters,
    by: Annotated[
        str, typer.Option("--by", metavar="ORDER", help="By points, wins, winrate, average (points a match) or rating.")
    ] = "points",
    min_matches: Annotated[
        int, typer.Option("--min-matches", min=1, max=BIGGEST, help="Only who has played so many matches.")
    ] = 1,
    limit: Annotated[int, typer.Option("--limit", min=1, max=BIGGEST, help="At most so many players.")] = 10,
    url: DatabaseOption = None,
    form: ListFormatOption = Format.TABLE,
) -> None:
    """List the best players."""
    from ionbot.store import scores

    if by not in (*scores.By,):
        raise Failure(f"there is no order {by!r}; there are: {', '.join(scores.By)}")
    with current(url) as database:
        what = filters.counted(database)
        if by == scores.By.RATING and what.game is None:
            raise Failure(f"--by rating: each game has ratings of its own; say {rated_games(database)}")
        try:
            best = scores.top(database, what, scores.By(by), limit, min_matches)
        except scores.Unratable as error:
            raise Failure(f"--by rating: {error}") from error
    rows = [_ranked(line) for line in best.ranked]
    if form is Format.JSON:
        show_json({"left_out": best.left_out, "stale": best.stale, "players": rows})
    elif form is Format.CSV:
        show_rows(rows, form)
    else:
        show_rows([{name: row[name] for name in row if name not in {"coins", "mu", "sigma"}} for row in rows], form)
        show_lines(_notes(best))


@app.command()
@filtered
def player(
    who: PlayerArgument,
    *,
    filters: Filters,
    limit: LastOption = 10,
    url: DatabaseOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Show what a player has done. Whoever else was seen with that nick is shown too."""
    from ionbot.store.careers import careers

    where = zone_of(filters.zone)
    with current(url) as database:
        what = filters.counted(database)
        found = careers(database, who, what, limit)
        if not found:
            raise unknown_player(database, who, what.network)
    if form is Format.JSON:
        show_json([_told(career, where) for career in found])
        return
    for career in found:
        _show(career, where)


def _show(career: "Career", zone: tzinfo) -> None:
    places = [f"{place} ({times}x)" for place, times in career.places.items()]
    linked = {"linked_with": _linked(career)} if career.linked else {}
    row = {**_who(career.player), **linked, **_total(career.total), "places": places, "unplaced": _unplaced(career)}
    show_fields(row)
    if career.ratings:
        show_rows(_ratings(career), Format.TABLE, "Ratings")
    show_rows(_changes(career), Format.TABLE, "Points by reason")
    last = [asdict(outcome) | {"ended": minute(outcome.ended, zone)} for outcome in career.last]
    show_rows(last, Format.TABLE, "Last matches")
    show_lines(_left_out(career.left_out))


def _notes(best: "Top") -> Iterator[str]:
    yield from _left_out(best.left_out)
    if best.stale:
        yield f"The ratings are out of date: {best.stale}. `ionbot scores recompute` makes them anew."


def _left_out(number: int) -> Iterator[str]:
    if number:
        matches = "1 match" if number == 1 else f"{number} matches"
        yield f"Left out: {matches} with computer players; --with-computers counts them too."


def _ranked(line: "Ranked") -> dict[str, Any]:
    rating = _rating(line.rating) if line.rating else {}
    return {"rank": line.rank, **_who(line.player), **rating, **_total(line.total)}


def _rating(rating: "Rating") -> dict[str, float]:
    return {"rating": round(rating.skill, 2), "mu": round(rating.mu, 4), "sigma": round(rating.sigma, 4)}


def _who(player: "Player") -> dict[str, Any]:
    return {"nick": player.nick, "network": player.network, "identity": player.identity}


def _total(total: "Total") -> dict[str, Any]:
    return {
        "matches": total.matches,
        "wins": total.wins,
        "win_percent": round(100 * total.winrate, 1),
        "points": total.points,
        "average": round(total.average, 1),
        "coins": total.coins,
    }


def _told(career: "Career", zone: tzinfo) -> dict[str, Any]:
    """Give a career as JSON has it."""
    return {
        **_who(career.player),
        "first_seen": date(career.player.first_seen, zone),
        "last_seen": date(career.player.last_seen, zone),
        "linked_with": _linked(career),
        **_total(career.total),
        "places": career.places,
        "unplaced": _unplaced(career),
        "ratings": _ratings(career),
        "points_by_reason": _changes(career),
        "last_matches": [asdict(outcome) | {"ended": date(outcome.ended, zone)} for outcome in career.last],
        "left_out": career.left_out,
    }


def _linked(career: "Career") -> list[str]:
    return [f"{player.nick} ({player.network})" for player in career.linked]


def _unplaced(career: "Career") -> int:
    """How many matches they left before the end."""
    return career.total.matches - sum(career.places.values())


def _ratings(career: "Career") -> list[dict[str, Any]]:
    return [
        {"game": each.game, "season": each.season, "rank": each.rank, **_rating(each.rating)}
        | {"matches": each.rating.matches}
        for each in career.ratings
    ]


def _changes(career: "Career") -> list[dict[str, Any]]:
    return [asdict(change) for change in career.changes]

"""`ionbot scores history` and `versus`: points and rating over time, and two players against each other."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ionbot.cli.counting import Filters, filtered
from ionbot.cli.dates import zone_of
from ionbot.cli.guard import Failure
from ionbot.cli.lookup import PlayerArgument, players, rated_games
from ionbot.cli.options import DatabaseOption, LastOption, current
from ionbot.cli.output import Format, FormatOption, ListFormatOption, show_fields, show_json, show_rows
from ionbot.legible import date, minute

if TYPE_CHECKING:
    from ionbot.store.courses import Meeting, Versus
    from ionbot.store.scores import Player


@filtered
def history(
    who: PlayerArgument,
    *,
    rating: Annotated[
        bool, typer.Option("--rating", help="The rating after each match of --game, not points.")
    ] = False,
    filters: Filters,
    url: DatabaseOption = None,
    form: ListFormatOption = Format.TABLE,
) -> None:
    """Show how a player's points went over time, match by match; or with --rating their rating at a game."""
    from ionbot.store.courses import points_over_time, rating_over_time

    if rating and (filters.channel, filters.since, filters.until) != (None, None, None):
        raise Failure("--rating: ratings go by game and season, not by channel or date")
    where, rows = zone_of(filters.zone), []
    with current(url) as database:
        what = filters.counted(database)
        if rating and what.game is None:
            raise Failure(f"--rating: each game has ratings of its own; say {rated_games(database)}")
        for player in players(database, who, what.network):
            about = {"nick": player.nick, "network": player.network}
            if rating:
                course: Any = rating_over_time(database, player.id, str(what.game), filters.season)
            else:
                course = points_over_time(database, player.id, what)
            rows += [about | _row(at, where, form) for at in course]
    show_rows(rows, form)


@filtered
def versus(
    one: PlayerArgument,
    other: PlayerArgument,
    *,
    filters: Filters,
    limit: LastOption = 10,
    url: DatabaseOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Tell how two players did in the matches that both have played."""
    from ionbot.store import courses

    where = zone_of(filters.zone)
    with current(url) as database:
        what = filters.counted(database)
        first, second = (players(database, who, what.network) for who in (one, other))
        if {player.id for player in first} & {player.id for player in second}:
            raise Failure(f"{one!r} and {other!r} are the same player")
        met = courses.versus(database, [player.id for player in first], [player.id for player in second], what)
    told = date if form is Format.JSON else minute
    names = _name(one, first), _name(other, second)
    if names[0] == names[1]:
        names = (one, other)
    last = [_meeting(each, *names) | {"ended": told(each.ended, where)} for each in met.meetings[:limit]]
    if form is Format.JSON:
        show_json({**_sums(met, *names), "last_matches": last})
    else:
        show_fields(_sums(met, *names))
        show_rows(last, form, "Last matches")


def _name(who: str, meant: "list[Player]") -> str:
    """Give what a player is called in an answer: as asked, or by nick where a number or an identity was asked for."""
    return next((player.nick for player in meant if who in (str(player.id), player.identity)), who)


def _row(at: Any, zone: Any, form: Format) -> dict[str, Any]:
    ended = minute(at.ended, zone) if form is Format.TABLE else date(at.ended, zone)
    if hasattr(at, "mu"):
        figures = {"rating": round(at.mu - 3 * at.sigma, 2), "mu": round(at.mu, 4), "sigma": round(at.sigma, 4)}
        return {"match": at.match, "ended": ended, **figures}
    return {"match": at.match, "game": at.game, "ended": ended, "points": at.points, "total": at.total}


def _sums(met: "Versus", one: str, other: str) -> dict[str, Any]:
    return {
        "matches": len(met.meetings),
        "ahead": {one: met.ahead[0], other: met.ahead[1]},
        "even": met.even,
        "same_team": met.allied,
        "points": {one: met.points[0], other: met.points[1]},
    }


def _meeting(met: "Meeting", one: str, other: str) -> dict[str, Any]:
    return {
        "match": met.match,
        "game": met.game,
        "channel": met.channel,
        "ahead": {0: one, 1: other}.get(-1 if met.ahead is None else met.ahead),
        "places": [place or "left" for place in met.places],
        "points": list(met.points),
        "same_team": met.allied,
    }

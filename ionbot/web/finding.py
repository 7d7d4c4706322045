"""Finding what a page or an answer is about. What is not there is told with what is."""

from typing import Annotated, TypeVar

from fastapi import Depends, HTTPException, Request
from fastapi import Path as PathParameter
from msgspec import MsgspecError

from games.kit.errors import Told
from games.kit.protocol import AnyGame
from games.kit.registry import UnknownGame, find_game
from ionbot.store import careers, courses, history, scores
from ionbot.store.asking import Unknown, named, season_of
from ionbot.store.careers import Career
from ionbot.store.courses import Part, PointsAt, RatingAt, Versus
from ionbot.store.database import Database
from ionbot.store.history import MatchRow, WholeMatch
from ionbot.store.replay import may_be_seen
from ionbot.store.scores import Player, Ranked, Top, Unratable
from ionbot.web.filters import (
    BIGGEST,
    CareerFilters,
    CourseFilters,
    Filters,
    MatchFilters,
    NickFilters,
    PointsFilters,
    RatingFilters,
    TopFilters,
)

At = TypeVar("At", PointsAt, RatingAt)
AskedFor = TypeVar("AskedFor", PointsFilters, RatingFilters)


class Nobody(HTTPException):
    """Nobody was seen with a nick; `near` are nicks that are like it."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(404, str(unknown))
        self.near = unknown.near


def _database(request: Request) -> Database:
    database: Database = request.app.state.database
    return database


Store = Annotated[Database, Depends(_database)]
"""The database that is asked."""
PlayerNumber = Annotated[int, PathParameter(ge=1, le=BIGGEST, description="The player's number.")]
MatchNumber = Annotated[int, PathParameter(ge=1, le=BIGGEST, description="The match's number.")]


def whole_match(database: Database, number: int) -> WholeMatch:
    """Give a match. Raises HTTPException if there is none, or it cannot be read."""
    try:
        found = history.match(database, number)
    except (UnknownGame, MsgspecError) as error:
        raise HTTPException(404, f"match {number} cannot be read: {error}") from error
    if found is None:
        latest = history.matches_list(database, limit=1)
        hint = f"the latest is {latest[0].id}" if latest else "none was played yet"
        raise HTTPException(404, f"there is no match {number}; {hint}")
    return found


def listed(database: Database, asked: MatchFilters) -> tuple[list[MatchRow], MatchFilters | None]:
    """Give matches, and what to ask for to have the ones after them. Raises Unknown."""
    network = asked.network and named(database, "network", asked.network)
    rows = history.matches_list(
        database,
        status=asked.status,
        game=asked.game and named(database, "game", asked.game),
        network=network,
        channel=asked.channel and named(database, "channel", asked.channel, network),
        before=asked.before,
        limit=asked.limit + 1,
    )
    shown = rows[: asked.limit]
    return shown, asked.model_copy(update={"before": shown[-1].id}) if len(rows) > len(shown) else None


def best(database: Database, asked: TopFilters) -> tuple[Top, list[Ranked], TopFilters | None]:
    """Give a top list, the lines of it that are asked for, and what to ask for to have the ones after them.

    Raises Unaskable; HTTPException where there can be no ratings.
    """
    end = asked.offset + asked.limit
    try:
        top = scores.top(database, asked.counted(database), asked.by, end + 1, asked.min_matches)
    except Unratable as error:
        raise HTTPException(422, f"by rating: {error}") from error
    more = asked.model_copy(update={"offset": end}) if len(top.ranked) > end else None
    return top, top.ranked[asked.offset : end], more


def career(database: Database, number: int, asked: CareerFilters) -> Career:
    """Give all that a player has done. Raises Unaskable; HTTPException if there is nobody of that number."""
    found = careers.career(database, number, asked.counted(database), asked.limit)
    if found is None:
        raise _none(number)
    return found


def player(database: Database, number: int) -> Player:
    """Give the player of a number. Raises HTTPException if there is none."""
    with database.read() as connection:
        found = careers.numbered(connection, number)
    if found is None:
        raise _none(number)
    return found


def _none(number: int) -> HTTPException:
    return HTTPException(404, f"there is no player {number}; look for a nick")


def points(database: Database, number: int, asked: PointsFilters) -> tuple[list[PointsAt], PointsFilters | None]:
    """Give how a player's points went, and what to ask for to have the matches after these.

    Raises Unaskable; HTTPException if there is nobody of that number.
    """
    counted = asked.counted(database)
    player(database, number)
    return _with_more(courses.points_over_time(database, number, counted, _one_more(asked)), asked)


def ratings(database: Database, number: int, asked: RatingFilters) -> tuple[list[RatingAt], RatingFilters | None]:
    """Give how a player's rating at a game went, as `points` does."""
    wanted = named(database, "game", asked.game)
    season = season_of(asked.season)
    player(database, number)
    return _with_more(courses.rating_over_time(database, number, wanted, season, _one_more(asked)), asked)


def _one_more(asked: CourseFilters) -> Part:
    return Part(asked.offset, asked.limit + 1)


def _with_more(course: list[At], asked: AskedFor) -> tuple[list[At], AskedFor | None]:
    more = asked.model_copy(update={"offset": asked.offset + asked.limit}) if len(course) > asked.limit else None
    return course[: asked.limit], more


def versus(database: Database, number: int, other: int, asked: Filters) -> tuple[Player, Player, Versus]:
    """Give two players and how they have met. Raises Unaskable; HTTPException if one is not there or they are one."""
    if number == other:
        raise HTTPException(422, "these are the same player")
    counted = asked.counted(database)
    one, two = player(database, number), player(database, other)
    return one, two, courses.versus(database, [number], [other], counted)


def called(database: Database, asked: NickFilters) -> list[Player]:
    """Give everybody who was seen with a nick. Raises Nobody if there is nobody; Unknown for the network."""
    network = asked.network and named(database, "network", asked.network)
    if asked.nick.isprintable():
        with database.read() as connection:
            if found := careers.called(connection, asked.nick, network):
                return found
    raise Nobody(Unknown("player", asked.nick, scores.names(database, "player", network)))


def game(name: str) -> AnyGame:
    """Give a game by its name. Raises HTTPException with near ones if there is none."""
    try:
        return find_game(name)
    except Told as error:
        raise HTTPException(404, str(error)) from error


def seat_of(match: WholeMatch, seat: int | None) -> int | None:
    """Give the seat as which a match may be seen. Raises HTTPException if there is none, or it may not."""
    if seat is not None and seat >= len(match.seats):
        raise HTTPException(404, f"match {match.match.id} has no seat {seat}; it has {len(match.seats)}, from 0 on")
    if not may_be_seen(match, seat):
        raise HTTPException(404, f"match {match.match.id} is running; what a seat sees is secret until it has ended")
    return seat

"""The API: JSON for programs, described by OpenAPI."""

import json
from importlib.metadata import version
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import FastAPI, Query, Request
from fastapi.responses import JSONResponse

from games.kit.registry import all_games
from ionbot.store.asking import zone_of
from ionbot.store.database import Database
from ionbot.store.records import records as held
from ionbot.web import finding, matches
from ionbot.web.answers import (
    CareerAnswer,
    GameAnswer,
    GamesAnswer,
    MatchAnswer,
    MatchesAnswer,
    PlayerAnswer,
    PlayersAnswer,
    PointsAnswer,
    PointsAtAnswer,
    Problem,
    RankedAnswer,
    RatingAtAnswer,
    RatingsAnswer,
    TopAnswer,
    VersusAnswer,
)
from ionbot.web.filters import (
    Asked,
    CareerFilters,
    Filters,
    MatchFilters,
    NickFilters,
    PointsFilters,
    RatingFilters,
    RecordFilters,
    ReplayFilters,
    TopFilters,
)
from ionbot.web.finding import MatchNumber, PlayerNumber, Store
from ionbot.web.problems import problem, tell_problems
from ionbot.web.records import RecordAnswer, RecordsAnswer

DESCRIPTION = """Who scored what, when, where and why. All is read only.

Times without an offset are read in `zone`. A problem is told as `application/problem+json`, and its `detail` says what
would be right. An answer has an `ETag`; whoever sends it back as `If-None-Match` is told whether something is new."""


class Ascii(JSONResponse):
    """JSON in ASCII: what a nick smuggles in (escape sequences, marks of direction) is told, and does nothing."""

    def render(self, content: Any) -> bytes:
        """Write it."""
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode()


def make_api(database: Database) -> FastAPI:
    """Make the API."""
    told = {"model": Problem, "content": {"application/problem+json": {}}}
    app = FastAPI(
        title="ionbot", version=version("ionbot"), description=DESCRIPTION, docs_url=None, redoc_url=None,
        default_response_class=Ascii, redirect_slashes=False,
        responses={
            404: {**told, "description": "There is no such thing."},
            422: {**told, "description": "It cannot be asked so."},
        },
    )  # fmt: skip
    app.state.database = database
    tell_problems(app, problem)
    for path, answer in _ANSWERS.items():
        app.get(path)(answer)
    return app


def top(request: Request, store: Store, asked: Annotated[TopFilters, Query()]) -> TopAnswer:
    """Give the best players."""
    best, lines, more = finding.best(store, asked)
    rows = [RankedAnswer.line(line) for line in lines]
    return TopAnswer(players=rows, left_out=best.left_out, stale=best.stale, next=_next(request, more))


def players(store: Store, asked: Annotated[NickFilters, Query()]) -> PlayersAnswer:
    """Give everybody who was seen with a nick."""
    return PlayersAnswer(players=[PlayerAnswer.of(player) for player in finding.called(store, asked)])


def player(store: Store, number: PlayerNumber, asked: Annotated[CareerFilters, Query()]) -> CareerAnswer:
    """Give all that a player has done."""
    return CareerAnswer.whole(finding.career(store, number, asked), zone_of(asked.zone))


def points(
    request: Request, store: Store, number: PlayerNumber, asked: Annotated[PointsFilters, Query()]
) -> PointsAnswer:
    """Give what each match brought a player, the earliest first."""
    course, more = finding.points(store, number, asked)
    zone = zone_of(asked.zone)
    return PointsAnswer(points=[PointsAtAnswer.of(at, zone) for at in course], next=_next(request, more))


def rating(
    request: Request, store: Store, number: PlayerNumber, asked: Annotated[RatingFilters, Query()]
) -> RatingsAnswer:
    """Give a player's rating at a game after each match that has changed it, the earliest first."""
    zone = zone_of(asked.zone)
    course, more = finding.ratings(store, number, asked)
    return RatingsAnswer(ratings=[RatingAtAnswer.of(at, zone) for at in course], next=_next(request, more))


def versus(store: Store, number: PlayerNumber, other: PlayerNumber, asked: Annotated[Filters, Query()]) -> VersusAnswer:
    """Tell how two players did in the matches that both have played."""
    _, _, met = finding.versus(store, number, other, asked)
    return VersusAnswer.of(met)


def records(store: Store, asked: Annotated[RecordFilters, Query()]) -> RecordsAnswer:
    """Give the records of all games, or of one: who did best at what, and in which match."""
    found, zone = held(store, asked.counted(store), asked.limit), zone_of(asked.zone)
    return RecordsAnswer(records=[RecordAnswer.of(record, zone) for record in found])


def list_matches(request: Request, store: Store, asked: Annotated[MatchFilters, Query()]) -> MatchesAnswer:
    """List matches, the latest first."""
    rows, more = finding.listed(store, asked)
    listed = [MatchAnswer(**MatchAnswer.fields(row)) for row in rows]
    return MatchesAnswer(matches=listed, next=_next(request, more))


def match(store: Store, number: MatchNumber) -> matches.WholeAnswer:
    """Give a match: its seats, its ledger, its proof. Of one that runs, what an onlooker sees."""
    return matches.shown(finding.whole_match(store, number)).whole()


def replay(store: Store, number: MatchNumber, asked: Annotated[ReplayFilters, Query()]) -> matches.ReplayAnswer:
    """Tell a match again, as its channel heard it, or as one of its seats did when it has ended."""
    whole = finding.whole_match(store, number)
    return matches.replay(whole, finding.seat_of(whole, asked.seat))


def games() -> GamesAnswer:
    """List the games that are installed."""
    return GamesAnswer(games=[GameAnswer.of(game) for game in all_games().values()])


_ANSWERS: dict[str, Any] = {
    "/top": top,
    "/players": players,
    "/players/{number}": player,
    "/players/{number}/points": points,
    "/players/{number}/rating": rating,
    "/players/{number}/versus/{other}": versus,
    "/records": records,
    "/matches": list_matches,
    "/matches/{number}": match,
    "/matches/{number}/replay": replay,
    "/games": games,
}


def _next(request: Request, more: Asked | None) -> str | None:
    """Give the path of the answer after this one, if there is more."""
    return None if more is None else f"{request.url.path}?{urlencode(more.given)}"

"""The pages for people."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import RedirectResponse, Response

from games.kit.registry import all_games
from ionbot.store import courses, scores
from ionbot.store.courses import Part
from ionbot.store.database import Database
from ionbot.store.models import MatchStatus
from ionbot.store.records import records as held
from ionbot.store.summaries import ALL
from ionbot.web import finding, markup, matches, plots, replays
from ionbot.web.filters import (
    CareerFilters,
    Filters,
    MatchFilters,
    NickFilters,
    OpponentFilters,
    RecordFilters,
    StepFilters,
    TopFilters,
)
from ionbot.web.finding import MatchNumber, PlayerNumber, Store
from ionbot.web.start import start
from ionbot.web.templating import Pages

router = APIRouter()

_DRAWN = Part(most=400)
"""So much of a course is drawn: more points would lie on each other."""


def _pages(request: Request) -> Pages:
    pages: Pages = request.app.state.pages
    return pages


Templates = Annotated[Pages, Depends(_pages)]


@router.get("/", name="start")
def show_start(store: Store, pages: Templates) -> Response:
    """Who plays just now, who is best, and what was played last."""
    return pages.page("start.html", **start(store))


@router.get("/leaderboard", name="leaderboard")
def leaderboard(store: Store, pages: Templates, asked: Annotated[TopFilters, Query()]) -> Response:
    """Who is best."""
    best, lines, more = finding.best(store, asked)
    return pages.page("leaderboard.html", best=best, lines=lines, asked=asked, more=more, **_choices(store))


@router.get("/records", name="records")
def records(store: Store, pages: Templates, asked: Annotated[RecordFilters, Query()]) -> Response:
    """Who did best at what, and in which match."""
    found = held(store, asked.counted(store), asked.limit)
    return pages.page("records.html", records=found, asked=asked, **_choices(store))


@router.get("/players", name="players")
def players(request: Request, store: Store, pages: Templates, asked: Annotated[NickFilters, Query()]) -> Response:
    """Everybody who was seen with a nick; where it is only one, their page."""
    try:
        found = finding.called(store, asked)
    except finding.Nobody as nobody:
        return pages.page("nobody.html", status=404, nobody=nobody, asked=asked, against=None)
    if len(found) == 1:
        return RedirectResponse(request.app.state.link("player", number=found[0].id), 302)
    return pages.page("players.html", found=found, asked=asked, against=None)


@router.get("/players/{number}", name="player")
def player(store: Store, pages: Templates, number: PlayerNumber, asked: Annotated[CareerFilters, Query()]) -> Response:
    """All that a player has done."""
    career = finding.career(store, number, asked)
    overall = [each for each in career.ratings if each.season == ALL]
    return pages.page("player.html", career=career, overall=overall, asked=asked, **_choices(store))


@router.get("/players/{number}/versus", name="against")
def against(
    request: Request, store: Store, pages: Templates, number: PlayerNumber, asked: Annotated[OpponentFilters, Query()]
) -> Response:
    """Whom a nick may mean that a player is compared with; where it is only one, how they have met."""
    player = finding.player(store, number)
    there = NickFilters(nick=asked.nick, network=player.network)
    try:
        found = finding.called(store, there)
    except finding.Nobody as nobody:
        return pages.page("nobody.html", status=404, nobody=nobody, asked=there, against=player)
    if len(found) == 1:
        return RedirectResponse(request.app.state.link("versus", number=number, other=found[0].id), 302)
    return pages.page("players.html", found=found, asked=there, against=player)


@router.get("/players/{number}/versus/{other}", name="versus")
def versus(
    store: Store,
    pages: Templates,
    number: PlayerNumber,
    other: PlayerNumber,
    asked: Annotated[CareerFilters, Query()],
) -> Response:
    """How two players did in the matches that both have played."""
    one, two, met = finding.versus(store, number, other, asked)
    return pages.page("versus.html", one=one, two=two, met=met, asked=asked, **_choices(store))


@router.get("/players/{number}/points/{size}.svg", name="points")
def points(
    store: Store, number: PlayerNumber, size: Literal["wide", "small"], asked: Annotated[Filters, Query()]
) -> Response:
    """How a player's points went."""
    finding.player(store, number)
    course = courses.points_over_time(store, number, asked.counted(store), _DRAWN)
    return _picture(plots.points(course, {"wide": plots.WIDE, "small": plots.SMALL}[size]))


@router.get("/players/{number}/rating/{game}.svg", name="rating")
def rating(store: Store, number: PlayerNumber, game: str) -> Response:
    """How a player's rating at a game went."""
    finding.player(store, number)
    return _picture(plots.ratings(courses.rating_over_time(store, number, game, part=_DRAWN)))


@router.get("/matches", name="matches")
def list_matches(store: Store, pages: Templates, asked: Annotated[MatchFilters, Query()]) -> Response:
    """Which matches were played."""
    rows, more = finding.listed(store, asked)
    return pages.page("matches.html", rows=rows, asked=asked, more=more, statuses=[*MatchStatus], **_choices(store))


@router.get("/matches/{number}", name="match")
def match(store: Store, pages: Templates, number: MatchNumber) -> Response:
    """A match: its seats, its ledger, its proof."""
    shown = matches.shown(finding.whole_match(store, number))
    texts = [markup.markup(text, shown.nick) for text in shown.seen.texts] if shown.seen else []
    return pages.page("match.html", shown=shown, match=shown.match.match, texts=texts)


@router.get("/matches/{number}/replay", name="replay")
def replay(store: Store, pages: Templates, number: MatchNumber, asked: Annotated[StepFilters, Query()]) -> Response:
    """A match step by step, as its channel or one of its seats saw it."""
    whole = finding.whole_match(store, number)
    told = replays.replay(whole, finding.seat_of(whole, asked.seat), asked.seq)
    return pages.page("replay.html", told=told, match=whole.match, seats=whole.seats)


@router.get("/games", name="games")
def games(pages: Templates) -> Response:
    """Which games there are."""
    return pages.page("games.html", games=[*all_games().values()])


@router.get("/games/{name}", name="game")
def game(pages: Templates, name: str) -> Response:
    """How a game is played."""
    found = finding.game(name)
    return pages.page("game.html", game=found, guide=markup.guide(found.guide()))


@router.get("/api", name="about_api")
def about_api(request: Request, pages: Templates) -> Response:
    """What programs can ask."""
    about = request.app.state.api.openapi()
    return pages.page("api.html", about=about, description=markup.guide(about["info"]["description"]))


def _choices(database: Database) -> dict[str, Any]:
    """Give what the filters offer."""
    return {
        "games": [*all_games().values()],
        "networks": scores.names(database, "network"),
        "channels": scores.names(database, "channel"),
    }


def _picture(drawn: bytes) -> Response:
    return Response(drawn, media_type="image/svg+xml")

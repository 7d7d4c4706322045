"""The application: pages, API, and what watches over them."""

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from ionbot.store.database import Database, DatabaseError
from ionbot.web.api import make_api
from ionbot.web.hull import Hull
from ionbot.web.measures import Measures
from ionbot.web.pages import router
from ionbot.web.problems import tell_problems
from ionbot.web.templating import Pages

STATIC = Path(__file__).parent / "static"
TITLES = {404: "There is no such page", 422: "It cannot be asked so", 405: "That cannot be done here"}
NAMES = ("leaderboard", "records", "players", "matches", "games", "api", "metrics")
"""How the paths of pages begin."""


def application(database: Database, prefix: str = "") -> ASGIApp:
    """Make the application. `prefix` is the path under which a proxy shows it; the database should be read only."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    measures = Measures(database)
    link = partial(_link, app, prefix)
    app.state.database, app.state.link, app.state.pages = database, link, Pages(link)
    app.state.api = make_api(database)
    app.include_router(router)
    _watch(app, database, measures)
    app.mount("/api", app.state.api)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    tell_problems(app, _tell)
    return Hull(app, prefix, measures)


def _link(app: FastAPI, prefix: str, name: str, /, **values: Any) -> str:
    """Give the path of a route."""
    return prefix + str(app.url_path_for(name, **values))


def _watch(app: FastAPI, database: Database, measures: Measures) -> None:
    """Answer those who watch over the process."""

    def metrics() -> Response:
        """Give all measures, for Prometheus."""
        return Response(measures.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")

    def livez() -> Response:
        """Tell whether the database can be read."""
        return _whether(database.is_current, always=True)

    def readyz() -> Response:
        """Tell whether the database has the schema that is needed."""
        return _whether(database.is_current)

    for answer in (metrics, livez, readyz):
        app.get(f"/{answer.__name__}")(answer)


def _whether(is_well: Callable[[], bool], *, always: bool = False) -> Response:
    try:
        well = is_well() or always
    except DatabaseError:
        well = False
    return PlainTextResponse("ok\n" if well else "not ok\n", 200 if well else 503)


def _tell(request: Request, status: int, detail: str) -> Response:
    """Show a page that says what is wrong."""
    pages: Pages = request.app.state.pages
    first = request.url.path.strip("/").partition("/")[0]
    near = get_close_matches(first, NAMES, 1) if status == 404 and detail == "Not Found" else []
    title = TITLES.get(status, "Something went wrong")
    return pages.page("problem.html", status=status, code=status, title=title, detail=detail, near=near)

"""What is told when something cannot be answered: one line that says what would be right, as JSON or on a page."""

from collections.abc import Callable
from difflib import get_close_matches
from http import HTTPStatus
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ionbot.store.asking import Unaskable
from ionbot.store.database import DatabaseError
from ionbot.web.answers import Problem

Tell = Callable[[Request, int, str], Response]
"""Makes an answer of a status and a line."""

_log = structlog.get_logger()

BROKEN = "this should not happen; the log has more"
UNREACHABLE = "the database cannot be read just now"


def problem(_request: Request, status: int, detail: str) -> Response:
    """Tell a problem as JSON."""
    if detail == "Not Found":
        detail = "there is no such path; the OpenAPI document openapi.json has all"
    told = Problem(title=HTTPStatus(status).phrase, status=status, detail=detail)
    return JSONResponse(told.model_dump(), status, media_type="application/problem+json")


def tell_problems(app: FastAPI, tell: Tell) -> None:
    """Let an application tell all that goes wrong."""

    async def refused(request: Request, error: Any) -> Response:
        answer = tell(request, error.status_code, str(error.detail))
        answer.headers.update(error.headers or {})
        return answer

    async def unreadable(request: Request, error: Any) -> Response:
        return tell(request, 422, _wrong(error, request))

    async def unaskable(request: Request, error: Exception) -> Response:
        return tell(request, 422, str(error))

    async def unreachable(request: Request, error: Exception) -> Response:
        _log.error("database cannot be read", why=str(error))
        return tell(request, 503, UNREACHABLE)

    async def broken(request: Request, _: Exception) -> Response:
        return tell(request, 500, BROKEN)

    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(RequestValidationError, unreadable)
    app.add_exception_handler(Unaskable, unaskable)
    app.add_exception_handler(DatabaseError, unreachable)
    app.add_exception_handler(Exception, broken)


def _wrong(error: RequestValidationError, request: Request) -> str:
    """Say what is wrong with a query."""
    dependant = request.scope["route"].dependant
    known = [name for parameter in dependant.query_params for name in parameter.field_info.annotation.model_fields]
    return "; ".join(_said(each, known) for each in error.errors())


def _said(mistake: dict[str, Any], known: list[str]) -> str:
    name = str(mistake["loc"][-1])
    if mistake["type"] == "extra_forbidden":
        near = get_close_matches(name, known, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}"
        return f"there is nothing to ask by {name!r}; {hint}"
    if mistake["type"] == "missing":
        return f"{name} is missing"
    return f"{name}: {mistake['msg'].replace('Input should', 'it should')}"

"""Pages from templates. All that stands in them is escaped, and signs that cannot be seen are question marks."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse

from games.kit.registry import all_games
from games.kit.text import Text
from ionbot.legible import clock, date, minute, printable
from ionbot.store.scores import By
from ionbot.web.markup import markup


class Pages:
    """The templates. `link` gives the path of a route by its name, with the prefix of a proxy."""

    def __init__(self, link: Callable[..., str]) -> None:
        self._environment = Environment(
            loader=PackageLoader("ionbot.web"), autoescape=True, undefined=StrictUndefined, finalize=_shown,
            trim_blocks=True, lstrip_blocks=True,
        )  # fmt: skip
        self._environment.globals |= {"link": link, "query": _query, "title_of": _title, "orders": [*By]}
        self._environment.filters |= {
            "minute": minute, "clock": clock, "iso": date, "number": _number, "signed": _signed, "length": len,
            "duration": _duration, "told": _told,
        }  # fmt: skip

    def page(self, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
        """Make a page."""
        return HTMLResponse(self._environment.get_template(template).render(values), status)


def _shown(value: Any) -> Any:
    """Give a value as it may stand on a page."""
    if value is None:
        return ""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _query(given: Mapping[str, Any], **more: Any) -> str:
    """Write the query of an address; what is None is left out."""
    asked = {name: value for name, value in {**given, **more}.items() if value is not None}
    return f"?{urlencode(asked)}" if asked else ""


def _title(name: str) -> str:
    """Give the title of a game, which may be no longer installed."""
    games = all_games()
    return games[name].title if name in games else name


def _told(text: Text) -> Markup:
    """Write a text in which nobody's seat is named."""
    return markup(text, str)


def _number(value: float, digits: int = 0) -> str:
    return f"{value:,.{digits}f}"


def _signed(value: int) -> str:
    return f"{value:+,}"


def _duration(ms: int) -> str:
    """Write a length of time: `12 min 5 s`."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    parts = [f"{value} {unit}" for value, unit in ((hours, "h"), (minutes, "min"), (seconds, "s")) if value]
    return " ".join(parts[:2]) or "0 s"

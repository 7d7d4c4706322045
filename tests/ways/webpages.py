"""Asking as people do: by the web pages, whose tables are read."""

from html.parser import HTMLParser
from typing import Any

from tests.ways.questions import Done, Ended, Held, Line, Met, Seat
from tests.web.conftest import Client
from tests.web.test_api import query

Rows = list[dict[str, str]]


class Tables(HTMLParser):
    """The tables of a page by what they are called, with rows by the heads of their columns; and its figures.

    Where a cell names somebody it is that nick. Of columns with the same head the last counts.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.figures: dict[str, str] = {}
        self._cell: list[str] | None = None
        self._term = ""
        self.feed(html)
        self.close()

    def rows(self, label: str) -> Rows:
        """Give the rows of a table; none if it is not there."""
        head, *rows = self.tables.get(label, [[]])
        return [dict(zip(head, row, strict=True)) for row in rows]

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        if given.get("role") == "group":
            self.tables[str(given["aria-label"])] = []
        elif tag == "tr":
            [*self.tables.values()][-1].append([])
        elif tag in {"td", "th", "dt", "dd"} or (tag == "bdi" and self._cell is not None):
            self._cell = []

    def handle_endtag(self, tag: str) -> None:
        text = " ".join("".join(self._cell or ()).split())
        if tag in {"td", "th"}:
            [*self.tables.values()][-1][-1].append(text)
        elif tag == "dt":
            self._term = text
        elif tag == "dd":
            self.figures[self._term] = text
        if tag in {"td", "th", "dt", "dd"}:
            self._cell = None
        elif tag == "bdi" and self._cell is not None:
            self._cell = [text, "\n"]

    def handle_data(self, data: str) -> None:
        if self._cell is not None and "\n" not in self._cell:
            self._cell.append(data)


class Pages:
    """The web pages."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def top(self, by: str, **filters: Any) -> list[Line]:
        page = self._read("/leaderboard" + query(by=by, limit=200, **filters))
        return [
            Line(
                _number(row["Rank"]), row["Player"], row["Network"], _number(row["Matches"]), _number(row["Wins"]),
                _number(row["Points"]), float(row["Rating"].split()[0]) if "Rating" in row else None,
            )
            for row in page.rows("Leaderboard")
        ]  # fmt: skip

    def player(self, nick: str, network: str, **filters: Any) -> Done:
        page = self._read(self._path(nick, network) + query(network=network, limit=200, **filters))
        matches, wins, points = (_number(page.figures[name]) for name in ("Matches", "Wins", "Points"))
        places = {row["Place"]: _number(row["Times"]) for row in page.rows("Places")}
        left = places.pop("left before the end", 0)
        assert left == matches - sum(places.values())
        last = [
            Ended(_number(row["Match"]), _place(row["Place"]), _number(row["Points"]))
            for row in page.rows("Last matches")
        ]
        return Done(matches, wins, points, {int(place): times for place, times in places.items()}, last)

    def match(self, number: int) -> list[Seat]:
        return [
            Seat(_number(row["Seat"]), row["Player"], _place(row["Place"]), _number(row["Points"]))
            for row in self._read(f"/matches/{number}").rows("Seats")
        ]

    def versus(self, one: str, other: str, network: str, **filters: Any) -> Met:
        found = self._client.get(self._path(one, network) + "/versus" + query(nick=other))
        page = self._read(found.headers["location"] + query(network=network, limit=200, **filters))
        matches, even = (_number(page.figures[name]) for name in ("Matches", "Even"))
        first, second = (page.figures[nick].split() for nick in (one, other))
        ahead, points = (_number(first[0]), _number(second[0])), (_number(first[1]), _number(second[1]))
        return Met(matches, ahead, even, points, [_number(row["Match"]) for row in page.rows("Last matches")])

    def records(self, limit: int, **filters: Any) -> list[Held]:
        page = self._read("/records" + query(limit=limit, **filters))
        return sorted(
            Held(
                game, row["Record"], _number(row["Rank"]), row["Player"], row["Network"], _number(row["Best"]),
                _number(row["Match"]),
            )
            for game in page.tables
            for row in page.rows(game)
        )  # fmt: skip

    def _path(self, nick: str, network: str) -> str:
        found = self._client.get("/players" + query(nick=nick, network=network))
        path: str = found.headers["location"]
        return path

    def _read(self, path: str) -> Tables:
        return Tables(self._client.page(path))


def _number(text: str) -> int:
    return int(text.split(maxsplit=1)[0].replace(",", ""))


def _place(text: str) -> int | None:
    return int(text) if text.isdigit() else None

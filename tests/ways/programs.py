"""Asking as programs do: by the command line with `--format json`, and by the API."""

from collections.abc import Mapping
from typing import Any

from games.kit.registry import all_games
from tests.ways.questions import Done, Ended, Held, Line, Met, Seat
from tests.web.conftest import Client
from tests.web.test_api import ask_command, in_parts, query


class Commands:
    """The command line."""

    def __init__(self, url: str) -> None:
        self._url = url

    def top(self, by: str, **filters: Any) -> list[Line]:
        return _lines(self._ask("scores", "top", "--limit", "200", by=by, **filters))

    def player(self, nick: str, network: str, **filters: Any) -> Done:
        (found,) = self._ask("scores", "player", nick, "--limit", "200", network=network, **filters)
        return _done(found)

    def match(self, number: int) -> list[Seat]:
        return _seats(self._ask("matches", "show", str(number)))

    def versus(self, one: str, other: str, network: str, **filters: Any) -> Met:
        found = self._ask("scores", "versus", one, other, "--limit", "200", network=network, **filters)
        ahead, points = (tuple(found[name][nick] for nick in (one, other)) for name in ("ahead", "points"))
        return Met(found["matches"], ahead, found["even"], points, [each["match"] for each in found["last_matches"]])

    def records(self, limit: int, **filters: Any) -> list[Held]:
        found = self._ask("scores", "records", "--limit", str(limit), **filters)
        return sorted(_held(each, each) for each in found)

    def _ask(self, *words: str, **filters: str) -> Any:
        return ask_command(self._url, *words, **filters)


class Api:
    """The API."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def top(self, by: str, **filters: Any) -> list[Line]:
        return _lines(self._client.json("/top" + query(by=by, limit=200, **filters)))

    def player(self, nick: str, network: str, **filters: Any) -> Done:
        path = f"/players/{self._number(nick, network)}"
        return _done(self._client.json(path + query(network=network, limit=200, **filters)))

    def match(self, number: int) -> list[Seat]:
        return _seats(self._client.json(f"/matches/{number}"))

    def versus(self, one: str, other: str, network: str, **filters: Any) -> Met:
        first, second = (self._number(nick, network) for nick in (one, other))
        asked = query(network=network, **filters)
        found = self._client.json(f"/players/{first}/versus/{second}{asked}")
        mine, theirs = (in_parts(self._client, f"/players/{each}/points{asked}", "points") for each in (first, second))
        both = {each["match"] for each in mine} & {each["match"] for each in theirs}
        points = tuple(found["points"])
        return Met(found["matches"], tuple(found["ahead"]), found["even"], points, sorted(both, reverse=True))

    def records(self, limit: int, **filters: Any) -> list[Held]:
        found = self._client.json("/records" + query(limit=limit, **filters))["records"]
        return sorted(_held(record, holder) for record in found for holder in record["holders"])

    def _number(self, nick: str, network: str) -> int:
        (found,) = self._client.json("/players" + query(nick=nick, network=network))["players"]
        number: int = found["id"]
        return number


def _lines(found: Mapping[str, Any]) -> list[Line]:
    return [Line(**{name: each.get(name) for name in Line._fields}) for each in found["players"]]


def _done(found: Mapping[str, Any]) -> Done:
    places = {int(place): times for place, times in found["places"].items()}
    last = [Ended(each["match"], each["place"], each["points"]) for each in found["last_matches"]]
    return Done(found["matches"], found["wins"], found["points"], places, last)


def _seats(found: Mapping[str, Any]) -> list[Seat]:
    return [Seat(**{name: each[name] for name in Seat._fields}) for each in found["seats"]]


def _held(record: Mapping[str, Any], holder: Mapping[str, Any]) -> Held:
    about = {name: holder[name] for name in ("rank", "nick", "network", "value", "match")}
    return Held(game=all_games()[record["game"]].title, record=record["record"], **about)

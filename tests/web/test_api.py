"""The API answers what the command line answers, and says what is wrong with a question."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from ionbot.cli import app
from tests.web.conftest import LOBBY, MATCHES, RUNNING, Client

FILTERS = (
    {}, {"game": "fia"}, {"network": "far", "game": "ION"}, {"channel": "#games"}, {"season": "2025-Q1"},
    {"since": "2025-01-03", "until": "2025-01-05"}, {"since": "2025-01-03T12:00", "zone": "Asia/Tokyo"},
    {"with_computers": "true"},
)  # fmt: skip


def ask_command(seeded: str, *words: str, **filters: str) -> Any:
    """Ask the command line."""
    options = [
        f"--{name.replace('_', '-')}" + ("" if value == "true" else f"={value}") for name, value in filters.items()
    ]
    result = CliRunner().invoke(app, [*words, *options, "--database", seeded, "--format", "json"], prog_name="ionbot")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def query(**filters: object) -> str:
    return "?" + "&".join(f"{name}={value}" for name, value in filters.items()).replace("#", "%23")


def bare(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Take from rows how players are told apart, and what is not known."""
    names = {name for row in rows for name in row} - {"id", "identity"}
    return [{name: row[name] for name in names if row.get(name) is not None} for row in rows]


def agree_on_top(client: Client, seeded: str, **filters: str) -> None:
    expected = ask_command(seeded, "scores", "top", "--limit", "200", **filters)
    answer = client.json("/top" + query(limit=200, **filters))
    assert bare(answer["players"]) == bare(expected["players"])
    assert (answer["left_out"], answer["stale"]) == (expected["left_out"], expected["stale"])
    assert answer["players"]


@pytest.mark.parametrize("filters", FILTERS, ids=str)
def test_top_lists_agree_with_the_command_line(client: Client, seeded: str, filters: dict[str, str]) -> None:
    agree_on_top(client, seeded, **filters)


@pytest.mark.parametrize("by", ["wins", "winrate", "average"])
def test_they_agree_whatever_they_go_by(client: Client, seeded: str, by: str) -> None:
    agree_on_top(client, seeded, by=by)


def test_ratings_agree_with_the_command_line(client: Client, seeded: str) -> None:
    agree_on_top(client, seeded, by="rating", game="haven", season="2025-01")


def test_a_career_agrees_with_the_command_line(client: Client, seeded: str) -> None:
    (number,) = [each["id"] for each in client.json("/players?nick=bob&network=far")["players"]]
    (expected,) = ask_command(seeded, "scores", "player", "bob", network="far")
    answer = client.json(f"/players/{number}?network=far&limit=10")
    told = dict(answer)
    assert told.pop("id") == number
    expected.pop("identity")
    assert told == expected
    assert told["matches"] >= 1


def test_courses_agree_with_the_command_line(client: Client, seeded: str) -> None:
    (number,) = [each["id"] for each in client.json("/players?nick=dan&network=far")["players"]]
    for name, path, words in (
        ("points", "points?network=far", []), ("ratings", "rating?game=ion", ["--rating", "--game", "ion"])
    ):  # fmt: skip
        expected = ask_command(seeded, "scores", "history", "dan", *words, network="far")
        answer = client.json(f"/players/{number}/{path}")
        assert answer[name] == [{key: row[key] for key in row if key not in {"nick", "network"}} for row in expected]
        assert in_parts(client, f"/players/{number}/{path}", name, 1) == answer[name]
        assert len(answer[name]) > 1


def test_versus_agrees_with_the_command_line(client: Client, seeded: str) -> None:
    ann, dan = (client.json(f"/players?nick={nick}&network=far")["players"][0]["id"] for nick in ("ann", "dan"))
    expected = ask_command(seeded, "scores", "versus", "ann", "dan", network="far")
    answer = client.json(f"/players/{ann}/versus/{dan}")
    assert answer["ahead"] == [*expected["ahead"].values()]
    assert answer["points"] == [*expected["points"].values()]
    assert [answer[name] for name in ("matches", "even", "same_team")] == [
        expected[name] for name in ("matches", "even", "same_team")
    ]


@pytest.mark.parametrize("number", [1, 2, 3, 4, RUNNING, LOBBY])
def test_a_match_agrees_with_the_command_line(client: Client, seeded: str, number: int) -> None:
    expected, answer = ask_command(seeded, "matches", "show", str(number)), client.json(f"/matches/{number}")
    for name in ("id", "status", "game", "started", "ended", "players", "commitment", "seed", "view", "rules_version"):
        assert answer[name] == expected[name]
    for seat, told in zip(answer["seats"], expected["seats"], strict=True):
        assert {**seat, "player": None} == {name: told.get(name) for name in seat} | {"player": None}
    names = ("seq", "holder", "seat", "asset", "delta", "reason")
    assert [{name: row[name] for name in names} for row in answer["ledger"]] == [
        {name: row[name] for name in names} for row in expected["ledger"]
    ]


@pytest.mark.parametrize(("number", "seat"), [(1, None), (2, 0), (3, 1), (4, 1), (RUNNING, None)])
def test_a_replay_agrees_with_the_command_line(client: Client, seeded: str, number: int, seat: int | None) -> None:
    viewer = "public" if seat is None else str(seat)
    expected = ask_command(seeded, "matches", "replay", str(number), "--as", viewer)
    answer = client.json(f"/matches/{number}/replay" + ("" if seat is None else f"?seat={seat}"))
    assert answer["lines"] == expected
    assert answer["seat"] == seat
    assert any(line["to"] == seat for line in answer["lines"])


def in_parts(client: Client, path: str, name: str, limit: int = 200) -> list[dict[str, Any]]:
    """Read a long list part by part."""
    found, part = [], f"/api{path}{'&' if '?' in path else '?'}limit={limit}"
    while part:
        answer = client.json(part.removeprefix("/api"))
        assert len(answer[name]) <= limit
        found += answer[name]
        part = answer["next"]
    return found


def test_matches_agree_with_the_command_line_page_by_page(client: Client, seeded: str) -> None:
    found = in_parts(client, "/matches", "matches", 10)
    assert found == ask_command(seeded, "matches", "list")
    assert len(found) == MATCHES + 2


def test_top_lists_have_pages(client: Client) -> None:
    assert in_parts(client, "/top?by=wins", "players", 6) == client.json("/top?by=wins&limit=200")["players"]


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        ("/nix", 404, "there is no such path; the OpenAPI document openapi.json has all"),
        ("/matches/9999", 404, f"there is no match 9999; the latest is {LOBBY}"),
        ("/players/9999", 404, "there is no player 9999; look for a nick"),
        ("/players/9999/points", 404, "there is no player 9999; look for a nick"),
        ("/players/1/versus/9999", 404, "there is no player 9999; look for a nick"),
        ("/players/1/versus/1", 422, "these are the same player"),
        ("/players?nick=anne", 404, "there is no player 'anne'; did you mean ann?"),
        ("/players", 422, "nick is missing"),
        ("/top?game=iom", 422, "there is no game 'iom'; did you mean ion?"),
        ("/top?season=x", 422, "season 'x' is no season; right would be 2026-11, 2026-Q4 or all"),
        ("/top?by=rating", 422, "by rating: each game has ratings of its own; say which game"),
        ("/top?limt=1", 422, "there is nothing to ask by 'limt'; did you mean limit?"),
        ("/players/1/rating", 422, "game is missing"),
        (f"/matches/{RUNNING}/replay?seat=0", 404,
         f"match {RUNNING} is running; what a seat sees is secret until it has ended"),
        ("/matches/1/replay?seat=7", 404, "match 1 has no seat 7; it has 2, from 0 on"),
    ],
)  # fmt: skip
def test_a_problem_says_what_would_be_right(client: Client, path: str, status: int, detail: str) -> None:
    answer = client.get(f"/api{path}")
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert answer.json()["status"] == status
    assert answer.json()["detail"] == detail


def test_nobody_s_account_or_identity_is_told(client: Client) -> None:
    for path in ("/top", "/players?nick=ann", "/players/1", "/matches", "/matches/1"):
        told = client.get(f"/api{path}").text
        assert "identity" not in told
        assert "account" not in told

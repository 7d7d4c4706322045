"""The pages: what stands there, where they lead, and what they say to what cannot be asked."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from games.kit.registry import all_games
from ionbot.store import careers, history, scores
from ionbot.store.asking import counted
from ionbot.store.counting import Counted
from ionbot.store.database import Database
from ionbot.store.scores import By
from ionbot.web.app import application
from tests.web.conftest import LOBBY, MATCHES, RUNNING, Client
from tests.web.reading import Page

PAGES = (
    "/", "/leaderboard", "/matches", "/matches/1", f"/matches/{RUNNING}", f"/matches/{LOBBY}", "/matches/1/replay",
    f"/matches/{RUNNING}/replay", f"/matches/{LOBBY}/replay", "/players/1", "/players/1/versus/3", "/records",
    "/games", "/games/ion", "/games/fia", "/games/haven", "/games/menagerie", "/api",
)  # fmt: skip


def ranks(html: str) -> list[tuple[str, str]]:
    """Give rank and nick of each line of a leaderboard."""
    line = r'class="rank rank-\d+">(\d+)</span></td>\s*<th scope="row"><a href="[^"]*"><bdi[^>]*>([^<]*)'
    return [(rank, nick) for rank, nick in re.findall(line, html)]


def ranked(database: Database, by: By = By.POINTS, least: int = 1, **filters: object) -> list[tuple[str, str]]:
    top = scores.top(database, counted(database, **filters), by, 50, least)  # type: ignore[arg-type]
    return [(str(line.rank), line.player.nick) for line in top.ranked]


def test_all_addresses_lead_somewhere(client: Client) -> None:
    seen: dict[str, str] = {}
    waiting = [*PAGES]
    while waiting:
        path = waiting.pop()
        shape = re.sub(r"\d+|=[^&]*", "", path)
        if shape not in seen:
            seen[shape] = path
            answer = client.get(path)
            asks_for_a_nick = {(422, "/players"), (422, "/players//versus")}
            assert answer.status_code == 200 or (answer.status_code, shape) in asks_for_a_nick, path
            if answer.headers["content-type"].startswith("text/html"):
                waiting += [address for address in Page(answer.text).addresses if address]
    assert {"/players/", "/players//points/wide.svg", "/matches//replay?seat&seq", "/api/openapi.json"} <= set(seen)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_says_what_it_is(client: Client, path: str) -> None:
    page = Page(client.page(path))
    assert [tag for tag, _ in page.tags].count("h1") == 1
    assert page.named("lang") == ["en"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_needs_no_scripts_and_has_no_styles_in_it(client: Client, path: str) -> None:
    page = Page(client.page(path))
    assert not {tag for tag, _ in page.tags} & {"script", "style", "iframe", "object", "base"}
    assert not {name for _, attributes in page.tags for name in attributes if name == "style" or name.startswith("on")}
    assert [address for address in page.addresses if re.match(r"\w+:|//", address)] == []


@pytest.mark.parametrize("path", PAGES)
def test_whatever_is_filled_in_has_a_label_and_every_picture_words(client: Client, path: str) -> None:
    html = client.page(path)
    page = Page(html)
    labelled = set(page.named("for"))
    bare = re.sub(r"<label[ >].*?</label>", "", html, flags=re.DOTALL)
    for tag, attributes in Page(bare).tags:
        if tag in {"input", "select"}:
            assert attributes.get("id") in labelled
    assert all("alt" in attributes for tag, attributes in page.tags if tag == "img")
    ids = page.named("id")
    assert len(ids) == len(set(ids))


def test_the_start_page_has_who_plays_who_is_best_and_what_was_played(client: Client, database: Database) -> None:
    page = Page(client.page("/"))
    assert "1 playing" in page.words
    assert f"ION, match {RUNNING} ann, [bob] Team +:" in page.words
    assert f"ION, match {LOBBY} The table is open" in page.words
    best = scores.top(database, Counted(), By.POINTS, 1).ranked[0]
    assert f"Most points 1 {best.player.nick} {best.total.points:,}" in page.words
    for game in all_games().values():
        first = scores.top(database, Counted(game.name), By.RATING, 1).ranked[0]
        assert f"{game.title} by rating 1 {first.player.nick} {first.rating.skill:.1f}" in page.words  # type: ignore[union-attr]
    assert f"/matches/{MATCHES}" in page.addresses


def test_the_start_page_says_why_nobody_is_best(tmp_path: Path) -> None:
    with closing(Database(f"sqlite:///{tmp_path}/x.db")) as empty:
        empty.upgrade()
        with closing(Client(application(empty))) as client:
            page = Page(client.page("/"))
    assert "Nobody yet. Matches with computer players are kept apart" in page.words
    assert "/leaderboard?with_computers=true" in page.addresses


def test_the_page_about_the_api_tells_the_description_as_it_is_meant(client: Client) -> None:
    page = client.page("/api")
    assert "<p>Who scored what, when, where and why. All is read only.</p>" in page
    assert "its <code>detail</code> says what\nwould be right" in page


@pytest.mark.parametrize("by", [By.POINTS, By.WINS, By.WINRATE, By.AVERAGE])
def test_the_leaderboard_goes_by_what_is_asked(client: Client, database: Database, by: By) -> None:
    assert ranks(client.page(f"/leaderboard?by={by}")) == ranked(database, by)


@pytest.mark.parametrize(
    "query",
    [
        "game=ion", "game=FIA&network=far", "network=home&channel=%23games", "season=2025-01", "season=2025-Q1",
        "since=2025-01-03", "until=2025-01-04", "since=2025-01-03T12:00&until=2025-01-06&zone=Europe/Berlin",
        "with_computers=true", "game=&network=&channel=&season=&since=&until=",
    ],
)  # fmt: skip
def test_the_leaderboard_counts_what_is_asked(client: Client, database: Database, query: str) -> None:
    given = (part.split("=") for part in query.replace("%23", "#").split("&"))
    filters = {name: value for name, value in given if value}
    expected = ranked(database, **filters | ({"with_computers": True} if "with_computers" in filters else {}))
    assert ranks(client.page(f"/leaderboard?{query}")) == expected
    assert expected


def test_the_leaderboard_by_rating_is_of_a_game(client: Client, database: Database) -> None:
    assert ranks(client.page("/leaderboard?by=rating&game=ion")) == ranked(database, By.RATING, game="ion")
    answer = client.get("/leaderboard?by=rating")
    assert answer.status_code == 422
    assert "each game has ratings of its own" in answer.text


def test_the_leaderboard_has_pages(client: Client, database: Database) -> None:
    found, path = [], "/leaderboard?limit=7&min_matches=2"
    while path:
        page = client.page(path)
        found += ranks(page)
        after = re.findall(r'rel="next" href="([^"]*)"', page)
        path = after[0].replace("&amp;", "&") if after else ""
    assert found == ranked(database, least=2)
    assert len(found) > 7


def test_what_is_left_out_can_be_counted_too(client: Client) -> None:
    page = Page(client.page("/leaderboard?game=menagerie"))
    (number,) = re.findall(r"Left out: (\d+) match", page.words)
    assert int(number) > 0
    with_them = Page(client.page(next(address for address in page.addresses if "with_computers=true" in address)))
    assert "Left out" not in with_them.words
    (box,) = [attributes for _, attributes in with_them.tags if attributes.get("name") == "with_computers"]
    assert "checked" in box


def test_a_player_s_page_has_their_record(client: Client, database: Database) -> None:
    career = careers.career(database, 1, Counted())
    assert career is not None
    html = client.page("/players/1")
    page = Page(html)
    total = career.total
    assert f"{career.player.nick} on {career.player.network}" in page.words
    assert (
        f"Points {total.points:,} Matches {total.matches} Wins {total.wins} {100 * total.winrate:.1f} %" in page.words
    )
    for change in career.changes:
        assert f"{change.reason.replace('_', ' ')} {change.times} {change.points:+,}" in page.words
    listed = [int(each) for each in re.findall(r'row" class="to-right"><a href="/matches/(\d+)"', html)]
    assert listed == [outcome.match for outcome in career.last]


def test_a_player_s_page_counts_what_is_asked(client: Client, database: Database) -> None:
    career = careers.career(database, 1, Counted("ion"))
    assert career is not None
    page = Page(client.page("/players/1?game=ion"))
    assert f"Points {career.total.points:,} Matches {career.total.matches}" in page.words
    assert "/players/1/points/wide.svg?game=ion" in page.named("src")


def test_a_player_is_found_by_any_nick(client: Client) -> None:
    several = Page(client.page("/players?nick=ANN"))
    assert "ann far" in several.words
    assert "ann home" in several.words
    one = client.get("/players?nick=ann&network=far")
    assert one.status_code == 302
    assert one.headers["location"] in several.addresses


def test_nobody_of_that_nick_is_told_with_near_ones(client: Client) -> None:
    answer = client.get("/players?nick=anne&network=far")
    assert answer.status_code == 404
    assert "Did you mean ann" in Page(answer.text).words
    assert "/players?nick=ann&network=far" in Page(answer.text).addresses


@pytest.mark.parametrize(
    "path", ["/players/1/points/wide.svg", "/players/1/points/small.svg?game=ion", "/players/1/rating/ion.svg"]
)
def test_a_plot_is_a_picture_without_scripts(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.headers["content-type"] == "image/svg+xml"
    page = Page(answer.text)
    assert not {tag for tag, _ in page.tags} & {"script", "foreignobject", "a", "image"}
    assert page.named("href") == page.named("xlink:href") == []
    assert "url(" not in answer.text
    assert client.get(path).text == answer.text


def test_a_match_has_seats_ledger_and_proof(client: Client, database: Database) -> None:
    match = history.match(database, 3)
    assert match is not None
    page = Page(client.page("/matches/3"))
    assert match.commitment in page.words
    assert (match.seed or "") in page.words
    for seat in match.seats:
        assert f"{seat.seat} {seat.nick}" in page.words
        assert f"{seat.points:,} {seat.coins}" in page.words
    assert f"{sum(map(len, match.ledger.values()))} changes" in page.words


def sums(html: str) -> Iterator[tuple[str, str, int]]:
    """Give holder, asset and sum of each row of a ledger."""
    row = r"<tr><td[^>]*>.*?</td><td>(.*?)</td><td>(.*?)</td><td[^>]*>[^<]*</td><td[^>]*>([^<]*)</td>"
    for holder, asset, total in re.findall(row, html[html.index('id="ledger"') :], re.DOTALL):
        yield Page(holder).text, Page(asset).text, int(total.replace(",", ""))


def test_the_last_sums_of_a_ledger_are_what_the_seats_have(client: Client, database: Database) -> None:
    match = history.match(database, 3)
    assert match is not None
    last = {(holder, asset): total for holder, asset, total in sums(client.page("/matches/3"))}
    for seat in match.seats:
        assert last.get((seat.nick, "points"), 0) == seat.points
        assert last.get((seat.nick, "coins"), 0) == seat.coins
        for item, count in seat.items.items():
            assert last[seat.nick, item] == count


def test_matches_are_listed_in_pages_and_by_what_is_asked(client: Client, database: Database) -> None:
    found, path = [], "/matches?limit=2&game=haven"
    while path:
        page = client.page(path)
        found += [int(each) for each in re.findall(r'row" class="to-right"><a href="/matches/(\d+)"', page)]
        after = re.findall(r'rel="next" href="([^"]*)"', page)
        path = after[0].replace("&amp;", "&") if after else ""
    assert found == [row.id for row in history.matches_list(database, game="haven")]
    assert len(found) > 4
    assert f"{RUNNING}" in Page(client.page("/matches?status=running&channel=%23LIVE&network=home")).words


def test_a_guide_is_told_whole(client: Client) -> None:
    page = Page(client.page("/games/ion"))
    assert "Supercharge" in page.words
    within = {address for address in page.named("href") if address.startswith("#")}
    assert within <= {f"#{name}" for name in page.named("id")}
    assert len(within) > 5
    assert [tag for tag, _ in page.tags].count("table") > 2


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/nix", 404, "Nothing is shown under this address"),
        ("/leaderbord", 404, "Did you mean leaderboard"),
        ("/matches/9999", 404, f"there is no match 9999; the latest is {LOBBY}"),
        ("/matches/9999/replay", 404, "there is no match 9999"),
        ("/matches/99999999999999999999", 422, "number: it should be less than"),
        ("/matches/one", 422, "number: it should be a valid integer"),
        ("/players/9999", 404, "there is no player 9999; look for a nick"),
        ("/players/9999/points/wide.svg", 404, "there is no player 9999"),
        ("/players", 422, "nick is missing"),
        ("/games/iom", 404, "there is no game 'iom'; did you mean ion?"),
        ("/leaderboard?game=iom", 422, "there is no game 'iom'; did you mean ion?"),
        ("/leaderboard?network=hom", 422, "there is no network 'hom'; did you mean home?"),
        ("/leaderboard?channel=%23card", 422, "there is no channel '#card'; did you mean #cards?"),
        ("/leaderboard?season=2025", 422, "season '2025' is no season; right would be 2026-11, 2026-Q4 or all"),
        ("/leaderboard?since=soon", 422, "since 'soon' is no date to go by; right would be 2026-11-30"),
        ("/leaderboard?since=2025-02-02&until=2025-02-01", 422, "since 2025-02-02 is not before the end, 2025-02-01"),
        ("/leaderboard?zone=Europe/Berlyn", 422, "there is no zone 'Europe/Berlyn'; did you mean Europe/Berlin"),
        ("/leaderboard?by=luck", 422, "by: it should be 'points', 'wins', 'winrate', 'average' or 'rating'"),
        ("/leaderboard?min_matches=0", 422, "min_matches: it should be greater than or equal to 1"),
        ("/leaderboard?limit=1000", 422, "limit: it should be less than or equal to 200"),
        ("/leaderboard?gmae=ion", 422, "there is nothing to ask by 'gmae'; did you mean game?"),
        ("/leaderboard?x=1", 422, "there is nothing to ask by 'x'; there are: game, network"),
        ("/matches?status=won", 422, "status: it should be 'lobby', 'running'"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_a_page_that_helps(client: Client, path: str, status: int, told: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    page = Page(answer.text)
    assert told in page.words
    assert {"/", "/leaderboard", "/matches", "/games"} <= set(page.addresses)

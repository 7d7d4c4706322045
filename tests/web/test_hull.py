"""What lies around every answer: the policy, tags for caches, HEAD, and the prefix of a proxy."""

from contextlib import closing
from pathlib import Path

import pytest

from ionbot.store.database import Database, DatabaseError
from ionbot.web import pages
from ionbot.web.app import application
from ionbot.web.hull import PICTURE_POLICY, POLICY
from tests.web.conftest import Client
from tests.web.reading import Page

ANSWERS = (
    "/", "/players/1", "/nix", "/leaderboard?by=luck", "/players?nick=nobody", "/players?nick=ann&network=far",
    "/static/style.css", "/static/nix", "/api", "/api/top", "/api/top?by=luck", "/api/nix", "/api/openapi.json",
    "/metrics", "/livez", "/readyz",
)  # fmt: skip


@pytest.mark.parametrize("path", ANSWERS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_every_answer_has_the_policy(client: Client, method: str, path: str) -> None:
    answer = client.ask(method, path)
    assert answer.headers.get_list("content-security-policy") == [POLICY]
    assert "unsafe" not in POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.status_code < 500


def test_only_a_plot_has_a_style_in_it(client: Client) -> None:
    assert client.get("/players/1/points/wide.svg").headers["content-security-policy"] == PICTURE_POLICY
    assert client.get("/players/999/points/wide.svg").headers["content-security-policy"] == POLICY


@pytest.mark.parametrize("path", ["/", "/players/1/points/wide.svg", "/static/style.css", "/api/matches/1"])
def test_what_is_known_is_not_sent_again(client: Client, path: str) -> None:
    first = client.get(path)
    tag = first.headers["etag"]
    for known in (tag, f'"other", W/{tag}', "*"):
        again = client.get(path, **{"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        assert again.headers["content-security-policy"]
    assert client.get(path, **{"If-None-Match": '"other"'}).content == first.content


@pytest.mark.parametrize("path", ["/", "/matches/1", "/nix", "/api/games", "/static/style.css"])
def test_head_is_get_without_the_body(client: Client, path: str) -> None:
    whole, head = client.get(path), client.ask("HEAD", path)
    assert client.body("HEAD", path) == b""
    assert client.body("GET", path) == whole.content
    assert head.status_code == whole.status_code
    assert head.headers == whole.headers


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("path", ["/", "/players/1", "/api/top", "/api/players/1"])
def test_nothing_can_be_changed(client: Client, method: str, path: str) -> None:
    assert client.ask(method, path).status_code == 405


def test_the_database_takes_no_change(database: Database) -> None:
    with pytest.raises(DatabaseError, match="readonly"), database.write() as connection:
        connection.exec_driver_sql("DELETE FROM matches")


@pytest.mark.parametrize("taken_away", [True, False])
def test_behind_a_proxy_all_addresses_have_the_prefix(database: Database, taken_away: bool) -> None:
    prefix = "/cards/ion"
    with closing(Client(application(database, prefix), "" if taken_away else prefix)) as behind:
        for path in ("/", "/leaderboard?limit=5", "/players?nick=ann", "/matches/1/replay", "/api", "/nix"):
            named = [address for address in Page(behind.get(path).text).addresses if address]
            assert named
            assert [address for address in named if not address.startswith(f"{prefix}/")] == []
        assert behind.get("/players?nick=ann&network=far").headers["location"].startswith(f"{prefix}/players/")
        assert behind.get("/static/style.css").status_code == 200
        assert behind.json("/top?limit=2")["next"] == f"{prefix}/api/top?offset=2&limit=2"
        assert behind.json("/openapi.json")["servers"] == [{"url": f"{prefix}/api"}]


def test_a_fault_is_told_without_its_text(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> None:
        raise RuntimeError("the secret of this house")

    monkeypatch.setattr(pages, "start", fails)
    with closing(Client(application(database))) as client:
        answer = client.get("/")
    assert answer.status_code == 500
    assert "this should not happen" in Page(answer.text).words
    assert "secret" not in answer.text
    assert answer.headers["content-security-policy"] == POLICY


def test_without_a_database_all_say_so(tmp_path: Path) -> None:
    with closing(Database(f"sqlite:///{tmp_path}/none.db", read_only=True)) as missing:
        client = Client(application(missing))
        assert client.get("/").status_code == 503
        problem = client.get("/api/top")
        assert (problem.status_code, problem.headers["content-type"]) == (503, "application/problem+json")
        assert str(tmp_path) not in client.get("/").text + problem.text
        assert [client.get(path).status_code for path in ("/livez", "/readyz")] == [503, 503]
        client.close()


def test_who_watches_is_answered(client: Client) -> None:
    assert [client.page(path) for path in ("/livez", "/readyz")] == ["ok\n", "ok\n"]
    client.get("/players/1")
    client.get("/made/up/path")
    told = client.page("/metrics")
    assert 'ionbot_open_matches{status="running"} 1.0' in told
    assert 'ionbot_open_matches{status="lobby"} 1.0' in told
    assert 'ionbot_web_requests_total{route="/players/{number}",status="200"}' in told
    assert "made/up" not in told

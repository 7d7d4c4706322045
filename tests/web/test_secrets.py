"""What a running match hides is on no page and in no answer."""

import pytest

from games.kit.match import Match
from games.kit.registry import find_game
from games.kit.text import plain
from ionbot.store import history
from ionbot.store.database import Database
from tests.cli.history import SEED
from tests.web.conftest import RUNNING, Client
from tests.web.reading import Page

PATHS = (
    "/", "/matches", f"/matches/{RUNNING}", f"/matches/{RUNNING}/replay", f"/matches/{RUNNING}/replay?seq=9",
    f"/api/matches/{RUNNING}", f"/api/matches/{RUNNING}/replay", "/api/matches",
)  # fmt: skip


def private(database: Database) -> set[str]:
    """Give what the seats of the running match were told in private, and what they hold."""
    match = history.match(database, RUNNING)
    assert match is not None
    assert match.header is not None
    game = find_game(match.match.game)
    folded = Match.open(game, match.header, seed=b"")
    told = [text for entry in folded.replay(match.log) for text in game.words.private(folded.state, entry).values()]
    told += [game.words.hand(folded.state, seat.seat) for seat in match.seats]
    return {plain(text) for text in told}


@pytest.mark.parametrize("path", PATHS)
def test_neither_hands_nor_the_seed_are_shown(client: Client, database: Database, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    hands = private(database)
    assert len(hands) > 5
    words = answer.text if path.startswith("/api") else Page(answer.text).words
    assert [hand for hand in hands if hand in words] == []
    assert SEED.hex() not in answer.text


def test_a_hand_is_shown_once_the_match_is_over(client: Client, database: Database) -> None:
    match = history.match(database, 3)
    assert match is not None
    told = Page(client.page("/matches/3/replay?seat=0&seq=0")).words
    assert f"In {match.seats[0].nick}’s hand You hold" in told
    assert "private You hold" in told
    assert "You hold" not in Page(client.page("/matches/3/replay?seq=0")).words


def test_a_running_match_has_no_seats_to_look_from(client: Client) -> None:
    assert client.get(f"/matches/{RUNNING}/replay?seat=0").status_code == 404
    page = Page(client.page(f"/matches/{RUNNING}/replay"))
    assert not [address for address in page.addresses if "seat=" in address]


def test_what_a_running_match_tells_of_its_seats_is_what_all_know(client: Client) -> None:
    answer = client.json(f"/matches/{RUNNING}")
    for seat in answer["seats"]:
        assert [seat[name] for name in ("team", "points", "coins", "items", "place")] == [None] * 5
    assert answer["seed"] is None
    assert {row["item"] for row in answer["ledger"] if row["reason"] == "deal"} <= {"?"}
    assert answer["winners"] == []


def test_a_replay_is_stepped_through_by_links(client: Client) -> None:
    page, seen = Page(client.page("/matches/2/replay?seat=1")), 0
    total = int(page.words.partition("Step 1 of ")[2].partition(",")[0])
    for number in range(1, min(total, 6)):
        assert f"Step {number} of {total}" in page.words
        (following,) = [attributes["href"] for tag, attributes in page.tags if attributes.get("rel") == "next"]
        page, seen = Page(client.page(following)), seen + 1
    assert seen
    (last,) = [attributes["href"] for _, attributes in page.tags if attributes.get("accesskey") == "l"]
    end = Page(client.page(last))
    assert f"Step {total} of {total}" in end.words
    assert "next" not in end.named("rel")
    assert Page(client.page("/matches/2/replay?seat=1&seq=99999")).words == end.words

"""Ratings: who is rated with whom, and seasons, which begin and end."""

import math
from typing import Any

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import select

from games.kit.inputs import Kind
from ionbot.store.careers import careers
from ionbot.store.counting import Counted
from ionbot.store.courses import rating_over_time
from ionbot.store.database import Database
from ionbot.store.journal import Journal
from ionbot.store.ratings import Rating, Seated, rated
from ionbot.store.recompute import recompute
from ionbot.store.score_tables import rating_changes, ratings
from ionbot.store.scores import By, Unratable, top
from ionbot.store.seasons import close_seasons, next_close, season_of, season_span
from tests.store.forging import forge
from tests.store.playing import START, begin
from tests.store.scorebook import DAY, Sat, Scorebook


def human(player: int, place: int | None, team: str = "") -> Seated:
    return Seated(player, Kind.HUMAN, team, place)


def by_hand(teams: list[list[int]], ranks: list[float]) -> dict[int, tuple[float, float]]:
    model = PlackettLuce()
    new = model.rate([[model.rating() for _ in team] for team in teams], ranks=ranks)
    return {
        player: (each.mu, each.sigma)
        for team, rated_team in zip(teams, new, strict=True)
        for player, each in zip(team, rated_team, strict=True)
    }


@pytest.mark.parametrize(
    ("sat", "teams", "ranks"),
    [
        ([human(1, 1), human(2, 2)], [[1], [2]], [1, 2]),
        ([human(1, 1), human(2, 1), human(3, 3)], [[1], [2], [3]], [1, 1, 3]),
        ([human(1, 2, "+"), human(2, 1, "-"), human(3, 4, "+"), human(4, 3, "-")], [[1, 3], [2, 4]], [2, 1]),
        ([human(1, 1), human(2, None), human(3, 2), human(4, None)], [[1], [2], [3], [4]], [1, 3, 2, 3]),
        ([human(1, 1, "+"), human(2, None, "+"), human(3, 2, "-")], [[1], [2], [3]], [1, 3, 2]),
        ([human(1, 1), human(2, 2), Seated(9, Kind.FILLER, "", None)], [[1], [2]], [1, 2]),
    ],
)
def test_who_is_rated_with_whom(sat: list[Seated], teams: list[list[int]], ranks: list[float]) -> None:
    new = rated(sat, {})
    assert {player: (each.mu, each.sigma) for player, each in new.items()} == by_hand(teams, ranks)
    assert {each.matches for each in new.values()} == {1}


@pytest.mark.parametrize(
    "sat",
    [
        [human(1, 1), human(2, 2), Seated(9, Kind.COMPUTER, "", 3)],
        [human(1, 1)],
        [human(1, 1, "+"), human(2, 2, "+")],
        [human(1, None), human(2, None)],
        [],
    ],
)
def test_a_match_that_rates_nobody(sat: list[Seated]) -> None:
    assert rated(sat, {}) == {}


def test_a_rating_goes_on_from_the_one_before() -> None:
    first = rated([human(1, 1), human(2, 2)], {})
    second = rated([human(1, 1), human(2, 2)], first)
    assert second[1].mu > first[1].mu > Rating().mu
    assert second[1].sigma < first[1].sigma
    assert second[1].matches == 2
    assert math.isclose(Rating().skill, 0)


@pytest.fixture
def book(database: Database) -> Scorebook:
    """Note that ann beats bob on the days 1, 2 and 40, and that cat beats ann with a computer player."""
    book = Scorebook(database)
    ann, bob, cat = map(book.player, ("ann", "bob", "cat"))
    easy = book.player("easy", kind=Kind.COMPUTER)
    for day in (1, 2, 40):
        book.match(Sat(ann, 10, 1), Sat(bob, 5, 2), day=day)
    book.match(Sat(cat, 10, 1), Sat(ann, 5, 2), Sat(easy, 0, 3, kind=Kind.COMPUTER), day=41)
    return book


def order(database: Database, **counted: Any) -> list[tuple[int, str, int]]:
    ranked = top(database, Counted(game="pebbles", **counted), By.RATING).ranked
    return [(line.rank, line.player.nick, line.rating.matches) for line in ranked if line.rating]


def test_ratings_go_by_season_and_over_all(database: Database, book: Scorebook) -> None:
    assert order(database) == [(1, "ann", 3), (2, "bob", 3)]
    assert order(database, season="1970-01") == [(1, "ann", 2), (2, "bob", 2)]
    assert order(database, season="1970-02") == [(1, "ann", 1), (2, "bob", 1)]
    assert order(database, season="1970-03") == []
    (line, _) = top(database, Counted(game="pebbles", season="1970-01"), By.RATING).ranked
    assert (line.total.matches, line.total.points) == (2, 20)
    course = rating_over_time(database, 1, "pebbles")
    assert [each.match for each in course] == [1, 2, 3]
    assert [each.mu for each in course] == sorted(each.mu for each in course)
    (ann,) = careers(database, "ann", Counted(season="1970-02"))
    assert [(each.season, each.rank, each.rating.matches) for each in ann.ratings] == [
        ("1970-02", 1, 1), ("all", 1, 3),
    ]  # fmt: skip
    assert order(database, network="far") == []
    assert len(top(database, Counted(game="pebbles"), By.RATING, min_matches=4).ranked) == 0


@pytest.mark.parametrize("counted", [Counted(), Counted(game="x", channel="#a"), Counted(game="x", since=1)])
def test_what_ratings_do_not_go_by(database: Database, counted: Counted) -> None:
    with pytest.raises(Unratable):
        top(database, counted, By.RATING)


async def test_ratings_change_when_a_match_ends(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await played.finish()
    with database.read() as connection:
        assert not connection.execute(select(ratings)).all(), "a computer player took part"
    with database.read() as connection:
        assert not connection.execute(select(rating_changes)).all()


@pytest.mark.parametrize(
    ("unit", "now", "season", "end"),
    [
        ("month", START, "2023-11", 1_701_388_800_000),
        ("quarter", START, "2023-Q4", 1_704_067_200_000),
        ("none", START, None, None),
        ("month", 1_701_388_800_000, "2023-12", 1_704_067_200_000),
        ("month", 1_701_388_799_999, "2023-11", 1_701_388_800_000),
    ],
)
def test_seasons(unit: Any, now: int, season: str | None, end: int | None) -> None:
    assert (season_of(unit, now), next_close(unit, now)) == (season, end)


@pytest.mark.parametrize("text", ["2026-13", "2026-Q5", "2026", "", "ALL", "0000-01", "9999-12", "2026-1"])
def test_what_is_no_season(text: str) -> None:
    with pytest.raises(ValueError, match="right would be 2026-11, 2026-Q4 or all"):
        season_span(text)


def test_a_season_is_closed_once_it_is_over(database: Database, book: Scorebook) -> None:
    with database.write() as connection:
        assert close_seasons(31 * DAY - 1, connection) == []
        assert close_seasons(31 * DAY, connection) == [("pebbles", "1970-01")]
        assert close_seasons(400 * DAY, connection) == [("pebbles", "1970-02")]
        assert close_seasons(400 * DAY, connection) == []
    before = order(database, season="1970-01")
    forge(database, "DELETE FROM ratings WHERE season = '1970-01' AND player = 1")
    assert order(database, season="1970-01") == before == [(1, "ann", 2), (2, "bob", 2)]


def test_recomputing_finds_nothing_where_all_is_well(database: Database, book: Scorebook) -> None:
    with database.write() as connection:
        close_seasons(400 * DAY, connection)
        before = connection.execute(select(rating_changes).order_by(*rating_changes.primary_key)).all()
        assert recompute(connection, dry_run=False) == []
        assert connection.execute(select(rating_changes).order_by(*rating_changes.primary_key)).all() == before


def test_recomputing_tells_and_mends(database: Database, book: Scorebook) -> None:
    with database.write() as connection:
        close_seasons(400 * DAY, connection)
    forge(database, "UPDATE ratings SET mu = 99 WHERE player = 1 AND season = 'all'")
    forge(database, "UPDATE final_standings SET matches = 7 WHERE player = 2 AND season = '1970-01'")
    forge(database, "UPDATE summaries SET wins = 9 WHERE player = 1 AND span = 'all' AND NOT with_computers")
    with database.write() as connection:
        told = recompute(connection, dry_run=True)
        assert recompute(connection, dry_run=False) == told
        assert recompute(connection, dry_run=False) == []
    summary, rating, final = told
    assert summary.endswith("wins 9, by the matches wins 3")
    assert rating.startswith("rating of ann (net) in pebbles, all: 99.0000 ± ")
    assert final.startswith("final standing of bob (net) in pebbles, 1970-01: ")
    assert order(database) == [(1, "ann", 3), (2, "bob", 3)]

"""A void match counts for nothing, and leaves a trace."""

import pytest

from ionbot.store import history, summaries
from ionbot.store.careers import careers
from ionbot.store.counting import Counted
from ionbot.store.courses import points_over_time, versus
from ionbot.store.database import Database
from ionbot.store.models import MatchStatus
from ionbot.store.recompute import recompute
from ionbot.store.scores import By, top
from ionbot.store.seasons import close_seasons
from ionbot.store.voids import NotPossible, Void, restore, void
from tests.store.scorebook import DAY, Sat, Scorebook


@pytest.fixture
def book(database: Database) -> Scorebook:
    book = Scorebook(database)
    ann, bob = book.player("ann"), book.player("bob")
    book.match(Sat(ann, 10, 1, reasons=[("dump", 10)]), Sat(bob, 5, 2), day=1)
    book.match(Sat(ann, 1, 2, reasons=[("dump", 1)]), Sat(bob, 7, 1), day=2)
    book.match(Sat(ann, 3), status=MatchStatus.RUNNING)
    return book


def points(database: Database) -> dict[str, int]:
    return {line.player.nick: line.total.points for line in top(database, Counted()).ranked}


def test_a_void_match_counts_for_nothing(database: Database, book: Scorebook) -> None:
    with database.write() as connection:
        void(connection, 1, "root", "they cheated", 99)
        assert list(summaries.findings(connection)) == []
    assert points(database) == {"ann": 1, "bob": 7}
    (ann,) = careers(database, "ann", Counted())
    assert (ann.total.matches, ann.places, [each.points for each in ann.changes]) == (1, {2: 1}, [1])
    assert [each.match for each in ann.last] == [2]
    assert [each.match for each in points_over_time(database, 1, Counted())] == [2]
    assert [each.match for each in versus(database, [1], [2], Counted()).meetings] == [2]
    second, first = history.matches_list(database, status=MatchStatus.FINISHED)
    assert (first.voided, second.voided) == (99, None)


def test_it_can_count_again_and_the_trace_stays(database: Database, book: Scorebook) -> None:
    before = points(database)
    with database.write() as connection:
        void(connection, 1, "root", "they cheated", 99)
        restore(connection, 1, "eve", 100)
        void(connection, 1, "root", "they did", 101)
        restore(connection, 1, "root", 102)
        assert list(summaries.findings(connection)) == []
    assert points(database) == before
    with database.read() as connection:
        assert history.voids_of(connection, 1) == [
            Void(99, "root", "they cheated", 100, "eve"), Void(101, "root", "they did", 102, "root"),
        ]  # fmt: skip


def test_ratings_follow_when_they_are_made_anew(database: Database, book: Scorebook) -> None:
    def best() -> tuple[list[str], str | None]:
        found = top(database, Counted(game="pebbles", season="1970-01"), By.RATING)
        return [line.player.nick for line in found.ranked], found.stale

    with database.write() as connection:
        close_seasons(40 * DAY, connection)
        before = best()[0]
        void(connection, 2, "root", "x", 99)
    assert best() == (before, "match 2 is void")
    with database.write() as connection:
        assert len(recompute(connection, dry_run=False)) == 6, "ratings over all and of the season, and final standings"
    assert best() == (["ann", "bob"], None)


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (3, "match 3 is running; only a finished one counts, and can be void"),
        (9, "there is no match 9"),
        (1, "match 1 is void already"),
    ],
)
def test_what_cannot_be_void(database: Database, book: Scorebook, number: int, why: str) -> None:
    with database.write() as connection:
        void(connection, 1, "root", "x", 99)
    with pytest.raises(NotPossible, match=why), database.write() as connection:
        void(connection, number, "root", "x", 100)


@pytest.mark.parametrize(("number", "why"), [(1, "match 1 is not void"), (9, "there is no match 9")])
def test_what_cannot_count_again(database: Database, book: Scorebook, number: int, why: str) -> None:
    with pytest.raises(NotPossible, match=why), database.write() as connection:
        restore(connection, number, "root", 100)

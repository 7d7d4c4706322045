"""How things went over time, and between two players."""

import pytest

from games.kit.inputs import Kind
from ionbot.store.counting import Counted
from ionbot.store.courses import Meeting, Part, PointsAt, points_over_time, rating_over_time, versus
from ionbot.store.database import Database
from tests.store.scorebook import DAY, Sat, Scorebook


@pytest.fixture
def book(database: Database) -> Scorebook:
    book = Scorebook(database)
    ann, bob, cat = map(book.player, ("ann", "bob", "cat"))
    easy = book.player("easy", kind=Kind.COMPUTER)
    book.match(Sat(ann, 10, 1), Sat(bob, 5, 2), day=1)
    book.match(Sat(bob, 20, 1), Sat(ann, -3), Sat(cat, 4, 2), day=2, game="other")
    book.match(Sat(ann, 6, 1), Sat(cat, 6, 1), Sat(bob, 6, 1), day=3)
    book.match(Sat(ann, 900, 1), Sat(bob, 0, 2), Sat(easy, 1, 3, kind=Kind.COMPUTER), day=4)
    book.match(Sat(ann, 1), Sat(cat, 2, 1), Sat(bob, 3), day=5, channel="#more")
    return book


def test_points_over_time(database: Database, book: Scorebook) -> None:
    assert points_over_time(database, 1, Counted()) == [
        PointsAt(1, "pebbles", DAY, 10, 10),
        PointsAt(2, "other", 2 * DAY, -3, 7),
        PointsAt(3, "pebbles", 3 * DAY, 6, 13),
        PointsAt(5, "pebbles", 5 * DAY, 1, 14),
    ]
    assert [each.total for each in points_over_time(database, 1, Counted(game="pebbles", with_computers=True))] == [
        10, 16, 916, 917,
    ]  # fmt: skip
    assert points_over_time(database, 9, Counted()) == []


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (Part(), [1, 2, 3, 5]),
        (Part(offset=1, limit=2), [2, 3]),
        (Part(offset=3), [5]),
        (Part(offset=4, limit=1), []),
        (Part(most=4), [1, 2, 3, 5]),
        (Part(most=3), [2, 5]),
        (Part(most=1), [5]),
    ],
)
def test_a_part_of_a_course_is_as_in_the_whole(
    database: Database, book: Scorebook, part: Part, expected: list[int]
) -> None:
    whole = {at.match: at for at in points_over_time(database, 1, Counted())}
    assert points_over_time(database, 1, Counted(), part) == [whole[match] for match in expected]


def test_ratings_have_parts_too(database: Database, book: Scorebook) -> None:
    whole = rating_over_time(database, 1, "pebbles")
    assert [at.match for at in whole] == [1, 3, 5]
    assert rating_over_time(database, 1, "pebbles", part=Part(limit=1)) == whole[:1]
    assert rating_over_time(database, 1, "pebbles", part=Part(most=2)) == whole[::2]
    assert rating_over_time(database, 9, "pebbles", part=Part(most=2)) == []


def test_two_against_each_other(database: Database, book: Scorebook) -> None:
    met = versus(database, [1], [2], Counted())
    assert [meeting.match for meeting in met.meetings] == [5, 3, 2, 1]
    assert (met.ahead, met.even, met.allied, met.points) == ((1, 1), 2, 2, (14, 34))
    assert met.meetings[0] == Meeting(5, "pebbles", "#more", 5 * DAY, True, (None, None), (1, 3))
    assert met.meetings[-1] == Meeting(1, "pebbles", "#stones", DAY, False, (1, 2), (10, 5))
    back = versus(database, [2], [1], Counted())
    assert (back.ahead, back.points) == ((1, 1), (34, 14))
    assert [meeting.match for meeting in versus(database, [1], [2], Counted(game="other")).meetings] == [2]


def test_a_person_has_several_players(database: Database, book: Scorebook) -> None:
    assert len(versus(database, [1, 3], [2], Counted()).meetings) == 7
    assert versus(database, [1], [9], Counted()).meetings == []

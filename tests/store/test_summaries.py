"""The sums are those of the matches, and a question gets the same answer whichever part of it they give."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from alembic import command
from sqlalchemy import func, select

from games.kit.inputs import Kind, Stopped
from ionbot.store import counting, summaries
from ionbot.store.careers import careers
from ionbot.store.counting import Counted
from ionbot.store.database import Database, alembic_config
from ionbot.store.journal import Journal
from ionbot.store.models import MatchStatus
from ionbot.store.recompute import recompute
from ionbot.store.score_tables import activity, rating_changes, summary_reasons
from ionbot.store.score_tables import summaries as table
from ionbot.store.scores import By, top
from tests.store.forging import forge
from tests.store.playing import begin
from tests.store.scorebook import DAY, Sat, Scorebook
from tests.store.shelves import Shelf


def found(database: Database) -> list[str]:
    with database.read() as connection:
        return list(summaries.findings(connection))


async def test_a_match_is_added_when_it_ends(database: Database, journal: Journal) -> None:
    played = await begin(journal, pebbles=30)
    with database.read() as connection:
        assert connection.scalar(select(func.count()).select_from(table)) == 0
    await played.finish()
    assert found(database) == []
    with database.read() as connection:
        spans = connection.scalars(select(activity.c.span).order_by(activity.c.span)).all()
        assert spans == ["2023-11", "2023-11-14", "all"]
        assert connection.scalar(select(func.sum(table.c.matches)).where(table.c.span == "all")) == 2
        assert connection.scalar(select(func.count()).select_from(summary_reasons))


async def test_a_match_is_added_once(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    record = await played.do(Stopped(scored=True))
    await journal.append(record)
    assert found(database) == []
    with database.read() as connection:
        assert connection.scalar(select(func.sum(activity.c.matches)).where(activity.c.span == "all")) == 1


def _write(book: Scorebook) -> None:
    """Note matches of ann and bob from November to February, at all times of the day, some with a computer player."""
    ann, bob, easy = book.player("ann"), book.player("bob"), book.player("easy", kind=Kind.COMPUTER)
    for number in range(40):
        reasons = [("dump", number), ("theft", -1)]
        sat = [Sat(ann, number - 1, 1 + number % 2, 2, reasons=reasons), Sat(bob, 5, 2 - number % 2)]
        more = [Sat(easy, 1, 3, kind=Kind.COMPUTER)] if number % 5 == 0 else []
        book.match(*sat, *more, day=20_040 + number * 2.7, channel=f"#{number % 3}")
    book.match(Sat(ann, 9999), day=20_060, status=MatchStatus.ABANDONED)


@pytest.fixture
def booked(shelf: Shelf) -> Iterator[Database]:
    """Give a database of its own with these matches."""
    with shelf.copied("book", lambda database: _write(Scorebook(database))) as database:
        yield database


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("since", "until"),
    [
        (None, None),
        ("2024-11-20", None),
        (None, "2024-12-24"),
        ("2024-12-01", "2025-01-01"),
        ("2024-12-02", "2025-01-30"),
        ("2024-11-20T13:05:01", "2025-02-03T01:00:00.123"),
        ("2024-12-24T06:00", "2024-12-24T23:00"),
        ("2024-12-23T12:00", "2024-12-24T23:59"),
        ("1970-01-01", "9999-12-31"),
        ("2031-01-01", None),
    ],
)
@pytest.mark.parametrize("with_computers", [False, True])
@pytest.mark.parametrize("dear", [True, False])
def test_any_span_of_time_is_what_its_matches_add_up_to(
    booked: Database,
    monkeypatch: pytest.MonkeyPatch,
    since: str | None,
    until: str | None,
    with_computers: bool,
    dear: bool,
) -> None:
    monkeypatch.setattr(counting, "_rows", lambda spans: ("all" in spans) is dear)
    begin_ms, end_ms = (None if text is None else ms(text) for text in (since, until))
    expected = {"ann": [0, 0], "bob": [0, 0]}

    def counts(number: int) -> bool:
        ended = int((20_040 + number * 2.7) * DAY)
        there = (begin_ms is None or ended >= begin_ms) and (end_ms is None or ended < end_ms)
        return there and (with_computers or number % 5 > 0)

    for number in range(40):
        if counts(number):
            for nick, points in (("ann", number - 1), ("bob", 5)):
                expected[nick][0] += 1
                expected[nick][1] += points
    best = top(booked, Counted(since=begin_ms, until=end_ms, with_computers=with_computers)).ranked
    told = {line.player.nick: [line.total.matches, line.total.points] for line in best}
    assert told == {nick: sums for nick, sums in expected.items() if sums[0]}
    (ann,) = careers(booked, "ann", Counted(since=begin_ms, until=end_ms, with_computers=with_computers))
    assert sum(change.points for change in ann.changes if change.reason == "dump") == sum(
        number for number in range(40) if counts(number)
    )
    assert all(change.times for change in ann.changes)


@pytest.mark.parametrize("season", ["2024-11", "2024-12", "2024-Q4", "2025-Q1", "2031-01"])
def test_a_season_is_its_months(booked: Database, season: str) -> None:
    bounds = {
        "2024-11": ("2024-11-01", "2024-12-01"), "2024-12": ("2024-12-01", "2025-01-01"),
        "2024-Q4": ("2024-10-01", "2025-01-01"), "2025-Q1": ("2025-01-01", "2025-04-01"),
        "2031-01": ("2031-01-01", "2031-02-01"),
    }  # fmt: skip
    since, until = map(ms, bounds[season])
    assert top(booked, Counted(season=season)).ranked == top(booked, Counted(since=since, until=until)).ranked


def test_rebuilding_changes_nothing(booked: Database) -> None:
    assert found(booked) == []
    with booked.write() as connection:
        before = connection.execute(select(table).order_by(*table.primary_key)).all()
        summaries.rebuild(connection)
        assert connection.execute(select(table).order_by(*table.primary_key)).all() == before
        summaries.rebuild_for(connection, [1], [1, 2])
        assert connection.execute(select(table).order_by(*table.primary_key)).all() == before
    assert found(booked) == []


def test_an_older_database_is_added_up_when_it_is_upgraded(booked: Database) -> None:
    with booked.read() as connection:
        rated = connection.execute(select(rating_changes).order_by(*rating_changes.primary_key)).all()
    with booked.engine.begin() as connection:
        command.downgrade(alembic_config(connection), "0012")
    booked.upgrade()
    assert found(booked) == []
    assert top(booked, Counted(game="pebbles"), By.RATING).stale == "earlier matches were not rated"
    with booked.write() as connection:
        recompute(connection, dry_run=False)
        assert connection.execute(select(rating_changes).order_by(*rating_changes.primary_key)).all() == rated


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("UPDATE summaries SET points = points + 1 WHERE span = '2024-11-13'", "points 0, by the matches points -1"),
        ("DELETE FROM summaries WHERE span = '2024-11' AND player = 1", "summaries of span 2024-11, player 1, "),
        ("UPDATE summary_reasons SET times = 9 WHERE span = 'all'", "reason dump: times 9, by the matches times "),
        ("UPDATE activity SET matches = matches + 1 WHERE span = 'all'", "activity of span all, channel 1, "),
        ("UPDATE matches SET voided = 1 WHERE id = 2", "wins 0 placed 1 points 0 coins 2, by the matches none"),
    ],
)
def test_a_forged_sum_is_found(booked: Database, statement: str, finding: str) -> None:
    forge(booked, statement)
    assert any(finding in told for told in found(booked)), found(booked)

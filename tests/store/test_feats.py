"""Deeds and wins in a row: written when a match ends, proved by `db check`, made anew by `scores recompute`."""

import asyncio
from collections.abc import Iterator

import pytest
from sqlalchemy import select

from games.ion import ION
from games.ion.feats import deeds
from games.kit.inputs import Kind
from ionbot.store import people, voids
from ionbot.store.check import findings
from ionbot.store.counting import Counted
from ionbot.store.database import Database
from ionbot.store.feats import STREAK
from ionbot.store.history import match
from ionbot.store.models import MatchStatus
from ionbot.store.recompute import recompute
from ionbot.store.records import Holder, Record, records
from ionbot.store.score_tables import feats, streaks
from tests.cli.history import play
from tests.store.forging import forge
from tests.store.scorebook import DAY, Sat, Scorebook
from tests.store.shelves import Shelf

ANN, BOB, CAT = 1, 2, 3


@pytest.fixture
def book(database: Database) -> Scorebook:
    book = Scorebook(database)
    for nick in ("ann", "bob", "cat"):
        book.player(nick)
    return book


def won(book: Scorebook, winner: int, *others: int, day: float, **more: str) -> int:
    return book.match(Sat(winner, 5, 1), *(Sat(other, 1, 2) for other in others), day=day, **more)


def rows(database: Database) -> tuple[dict[tuple[int, int], int], dict[int, int]]:
    """Give streaks by match and seat, and wins in a row by player."""
    with database.read() as connection:
        after = connection.execute(select(feats).where(feats.c.feat == STREAK)).all()
        now = connection.execute(select(streaks)).all()
    return {(row.match, row.seat): row.value for row in after}, {row.player: row.wins for row in now}


def odd(database: Database) -> list[str]:
    return [finding for finding in findings(database) if "in a row" in finding or "deeds" in finding]


def held(found: list[Record]) -> dict[tuple[str, str], list[tuple[str, int, int]]]:
    return {
        (record.game, record.name): [(each.player.nick, each.value, each.match) for each in record.holders]
        for record in found
    }


def test_wins_in_a_row_are_counted_until_one_is_lost(database: Database, book: Scorebook) -> None:
    won(book, ANN, BOB, day=1)
    won(book, ANN, BOB, day=2)
    book.match(Sat(BOB, 5, 1), Sat(ANN, 5, 1), day=3)
    assert rows(database) == ({(2, 0): 2, (3, 1): 3}, {ANN: 3, BOB: 1})
    won(book, BOB, ANN, day=4)
    assert rows(database) == ({(2, 0): 2, (3, 1): 3, (4, 0): 2}, {ANN: 0, BOB: 2})
    assert odd(database) == []


def test_what_does_not_count_neither_goes_on_with_a_streak_nor_ends_it(database: Database, book: Scorebook) -> None:
    easy = book.player("easy", kind=Kind.COMPUTER)
    won(book, ANN, BOB, day=1)
    book.match(Sat(BOB, 5, 1), Sat(ANN, 1, 2), Sat(easy, 0, 3, kind=Kind.COMPUTER), day=2)
    won(book, BOB, ANN, day=3, game="other")
    book.match(Sat(BOB, 5), Sat(ANN, 1), day=4, status=MatchStatus.ABANDONED)
    last = won(book, ANN, BOB, day=5)
    assert rows(database)[0] == {(last, 0): 2}
    assert odd(database) == []


def test_a_void_match_and_a_merged_player_count_anew(database: Database, book: Scorebook) -> None:
    for day, winner in enumerate((ANN, BOB, ANN, ANN), 1):
        won(book, winner, CAT, day=day)
    won(book, CAT, BOB, day=5)
    with database.write() as connection:
        voids.void(connection, 3, "root", "a test", 0)
    assert rows(database) == ({(4, 0): 2}, {ANN: 2, BOB: 0, CAT: 1})
    assert odd(database) == []
    with database.write() as connection:
        people.merge(connection, BOB, ANN, 0)
    assert rows(database) == ({(2, 0): 2, (4, 0): 3}, {ANN: 0, CAT: 1})
    assert odd(database) == []


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("UPDATE feats SET value = 9", "wins in a row of seat 0 of match 2: 9, by the matches 2"),
        ("DELETE FROM feats", "wins in a row of seat 0 of match 2: none, by the matches 2"),
        ("UPDATE feats SET match = 1", "wins in a row of seat 0 of match 1: 2, by the matches none"),
        ("UPDATE streaks SET wins = 7 WHERE player = 2", "wins in a row of player 2 in pebbles: 7, by the matches 0"),
        ("DELETE FROM streaks", "wins in a row of player 1 in pebbles: 0, by the matches 2"),
    ],
)
def test_a_forged_streak_is_found_and_mended(database: Database, book: Scorebook, statement: str, finding: str) -> None:
    won(book, ANN, BOB, day=1)
    won(book, ANN, BOB, day=2)
    before = rows(database)
    forge(database, statement)
    assert finding in odd(database)
    with database.write() as connection:
        assert finding in recompute(connection, dry_run=True)
        recompute(connection, dry_run=False)
        assert recompute(connection, dry_run=False) == []
    assert rows(database) == before


def test_the_longest_streaks(database: Database, book: Scorebook) -> None:
    for day, winner in enumerate((ANN, ANN, BOB, BOB, ANN, ANN, ANN), 1):
        won(book, winner, ANN + BOB - winner, CAT, day=day, game="ion", channel="#odd" if day % 2 else "#even")
    won(book, CAT, BOB, day=20, game="ion")
    won(book, CAT, BOB, day=21, game="ion")
    (longest,) = records(database, Counted(game="ion"), 9)
    ann, *others = longest.holders
    assert (longest.game, longest.name, longest.feat.unit) == ("ion", STREAK, "wins")
    assert ann == Holder(ann.player, 3, 7, "#odd", 7 * DAY)
    assert [(each.player.nick, each.value, each.match) for each in others] == [("bob", 2, 4), ("cat", 2, 9)]
    best = {
        Counted(): [("ann", 3, 7)],
        Counted(until=7 * DAY): [("ann", 2, 2)],
        Counted(since=8 * DAY): [("cat", 2, 9)],
        Counted(channel="#even"): [("ann", 2, 2)],
        Counted(network="net"): [("ann", 3, 7)],
        Counted(season="1970-01"): [("ann", 3, 7)],
    }
    for counted, holders in best.items():
        assert held(records(database, counted)) == {("ion", STREAK): holders}, counted
    assert records(database, Counted(network="far")) == records(database, Counted(game="chess")) == []


def test_many_matches_are_answered_as_few_are(
    database: Database, book: Scorebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day, winner in enumerate((ANN, ANN, BOB, BOB, ANN), 1):
        won(book, winner, ANN + BOB - winner, day=day, game="ion")
    few = records(database, Counted(since=2 * DAY), 9)
    monkeypatch.setattr("ionbot.store.records.FEW", 1)
    assert records(database, Counted(since=2 * DAY), 9) == few
    assert held(few) == {("ion", STREAK): [("ann", 2, 2), ("bob", 2, 4)]}


@pytest.fixture
def ion(shelf: Shelf) -> Iterator[Database]:
    """A match of ION that was played to its end."""
    with shelf.copied("ion", lambda database: asyncio.run(play(str(database)))) as database:
        yield database


def test_a_match_leaves_what_its_game_finds_worth_it(ion: Database) -> None:
    whole = match(ion, 1)
    assert whole is not None
    best = max(deeds(whole.log), key=lambda deed: deed.value)
    (record,) = records(ion, Counted())
    assert (record.game, record.name, record.feat) == ("ion", "dump", ION.feats["dump"])
    assert [(each.player.nick, each.value) for each in record.holders] == [(whole.seats[best.seat].nick, best.value)]
    assert odd(ion) == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE feats SET value = value + 1",
        "DELETE FROM feats",
        "INSERT INTO feats SELECT match, 1 - seat, feat, game, value + 1 FROM feats WHERE true "
        "ON CONFLICT (match, seat, feat) DO UPDATE SET value = excluded.value",
    ],
)
def test_a_forged_deed_is_found_and_mended(ion: Database, statement: str) -> None:
    before = records(ion, Counted(), 9)
    forge(ion, statement)
    (finding,) = odd(ion)
    assert finding.startswith("match 1: deeds: ")
    assert records(ion, Counted(), 9) != before
    with ion.write() as connection:
        recompute(connection, dry_run=False)
    assert records(ion, Counted(), 9) == before
    assert odd(ion) == []


def test_a_deed_in_a_match_that_is_not_finished_is_found(ion: Database) -> None:
    forge(ion, "UPDATE matches SET status = 'abandoned'")
    (finding,) = (each for each in odd(ion) if "deeds" in each)
    assert finding.endswith(", by the journal none")

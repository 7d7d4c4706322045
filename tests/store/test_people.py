"""Who is whom: linked, merged, renamed, forgotten."""

from collections.abc import Callable

import pytest
from sqlalchemy import Connection, Table, func, select

from games.kit.inputs import Kind
from ionbot.store import people, summaries
from ionbot.store.careers import careers
from ionbot.store.check import findings
from ionbot.store.counting import Counted
from ionbot.store.courses import versus
from ionbot.store.database import Database
from ionbot.store.decks import Decks, Key
from ionbot.store.journal import Journal
from ionbot.store.models import MatchStatus, nicks, players, seats
from ionbot.store.people import Refused
from ionbot.store.recompute import recompute
from ionbot.store.record import Newcomer
from ionbot.store.scores import By, top
from ionbot.store.wish_tables import decks
from ionbot.store.writer import Writer
from tests.store.playing import NETWORK, START, begin, find
from tests.store.scorebook import Sat, Scorebook


@pytest.fixture
def book(database: Database) -> Scorebook:
    """Note ann (1), who is also annie (2) and on another network (3), and bob (4)."""
    book = Scorebook(database)
    ann, annie = book.player("ann"), book.player("annie", "ann_")
    book.player("ann", network="far")
    bob = book.player("bob")
    book.match(Sat(ann, 10, 1), Sat(bob, 5, 2), day=1)
    book.match(Sat(annie, 20, 1), Sat(bob, 7, 2), day=2)
    return book


def rows(database: Database, table: Table, player: int) -> int:
    with database.read() as connection:
        return connection.scalar(select(func.count()).where(table.c.player == player)) or 0


def test_linked_players_name_each_other(database: Database, book: Scorebook) -> None:
    with database.write() as connection:
        people.link(connection, 1, 3)
        people.link(connection, 2, 4)
        people.link(connection, 2, 3)
    (ann, far) = careers(database, "ann", Counted())[::-1]
    assert [player.id for player in ann.linked] == [3, 2, 4]
    assert [player.id for player in far.linked] == [1, 2, 4]
    assert ann.total.matches == 1, "records stay apart"
    with database.write() as connection:
        people.unlink(connection, 4)
        people.unlink(connection, 2)
        assert [(each.player.id, each.person) for each in people.known(connection)] == [
            (3, 1), (1, 1), (2, None), (4, None),
        ]  # fmt: skip
        people.unlink(connection, 3)
        assert {each.person for each in people.known(connection)} == {None}
        with pytest.raises(Refused, match="linked with nobody"):
            people.unlink(connection, 1)
        with pytest.raises(Refused, match="the same player"):
            people.link(connection, 1, 1)


def test_a_merged_record_is_one(database: Database, book: Scorebook) -> None:
    with database.write() as connection:
        people.merge(connection, 2, 1, now=99)
        assert list(summaries.findings(connection)) == []
        assert [each.player.id for each in people.known(connection, "net")] == [1, 4]
    (ann,) = careers(database, "annie", Counted())
    assert (ann.player.id, ann.total.matches, ann.total.points) == (1, 2, 30)
    assert [meeting.match for meeting in versus(database, [1], [4], Counted()).meetings] == [2, 1]
    assert top(database, Counted(game="pebbles"), By.RATING).stale == "two players were merged"
    with database.write() as connection:
        assert recompute(connection, dry_run=False)
    best = top(database, Counted(game="pebbles"), By.RATING)
    assert [(line.player.nick, line.rating.matches) for line in best.ranked if line.rating] == [("ann", 2), ("bob", 2)]
    assert best.stale is None


@pytest.mark.parametrize(
    ("player", "into", "why"),
    [
        (1, 1, "the same player"),
        (1, 3, "different networks"),
        (1, 4, "both sat in match 1, so they are two people"),
    ],
)
def test_what_cannot_be_merged(database: Database, book: Scorebook, player: int, into: int, why: str) -> None:
    with pytest.raises(Refused, match=why), database.write() as connection:
        people.merge(connection, player, into, now=99)


@pytest.mark.parametrize("change", ["merge", "forget"])
def test_nothing_is_done_to_who_plays(database: Database, book: Scorebook, change: str) -> None:
    book.match(Sat(2), status=MatchStatus.RUNNING)
    changes: dict[str, Callable[[Connection], object]] = {
        "merge": lambda connection: people.merge(connection, 2, 1, now=99),
        "forget": lambda connection: people.forget(connection, 2),
    }
    with pytest.raises(Refused, match="match 3 is running, and they sit in it"), database.write() as connection:
        changes[change](connection)


async def test_the_proof_of_a_merged_players_match_holds(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await played.finish()
    third, fourth = [await journal.player("net", f"nick:x{number}", "x") for number in range(2)]
    with database.write() as connection:
        people.merge(connection, played.players[0], third, now=99)
        people.merge(connection, third, fourth, now=100)
    assert list(findings(database, find=find)) == []
    with database.read() as connection:
        assert connection.scalar(select(seats.c.player).where(seats.c.match == 1, seats.c.seat == 0)) == fourth


def test_a_new_nick_is_shown(database: Database, book: Scorebook) -> None:
    with database.write() as connection:
        people.rename(connection, 1, "Anna")
    assert [line.player.nick for line in top(database, Counted()).ranked] == ["annie", "bob", "Anna"]


async def test_who_is_forgotten_is_somebody(database: Database, writer: Writer, book: Scorebook) -> None:
    await Decks(writer).save(Key(2, "haven", "deck", "mine"), ("a",))
    with database.write() as connection:
        people.link(connection, 2, 3)
        before = people.names_of(connection, 2)
        assert people.forget(connection, 2) == "somebody 2"
        assert set(before.nicks) == {"annie", "ann_"}
        assert people.names_of(connection, 2).nicks == {"somebody 2": 0}
        row = connection.execute(select(players).where(players.c.id == 2)).one()
        assert (row.identity, row.nick, row.account, row.kind) == ("forgotten:2", "somebody 2", None, Kind.HUMAN)
        nick = connection.scalars(select(seats.c.nick).where(seats.c.player == 2)).all()
        assert nick == ["somebody 2"]
        assert {each.person for each in people.known(connection)} == {None}
    assert (rows(database, decks, 2), rows(database, nicks, 2)) == (0, 1)
    assert careers(database, "annie", Counted()) == []
    assert {line.player.nick: line.total.points for line in top(database, Counted()).ranked} == {
        "ann": 10, "bob": 12, "somebody 2": 20,
    }  # fmt: skip


async def test_a_seat_that_was_handed_over_names_who_held_it_last(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    ann, bob, _ = played.players
    eve = await journal.player(NETWORK, "nick:eve", "Eve")
    await journal.hand_over(played.number, Newcomer(0, eve, "Eve", "eve!e@e"), START)
    with pytest.raises(Refused), database.write() as connection:
        people.forget(connection, eve)
    await played.finish()

    def shown() -> list[str]:
        with database.read() as connection:
            return list(connection.scalars(select(seats.c.nick).order_by(seats.c.seat)))

    with database.write() as connection:
        people.forget(connection, ann)
        people.forget(connection, bob)
    assert shown()[:2] == ["Eve", f"somebody {bob}"]
    with database.write() as connection:
        people.forget(connection, eve)
    assert shown()[:2] == [f"somebody {eve}", f"somebody {bob}"]


async def test_who_has_logged_in_to_an_account_in_a_match_that_runs_is_not_forgotten_by_it(
    database: Database, journal: Journal
) -> None:
    played = await begin(journal)
    eve = await journal.player(NETWORK, "account:Eve", "Eve", "Eve")
    elsewhere = await journal.player("other", "account:Eve", "Eve", "Eve")
    await journal.bind(played.number, 0, "Eve")
    await journal.bind(played.number, 0, "Zoe")
    with pytest.raises(Refused), database.write() as connection:
        people.forget(connection, eve)
    with database.write() as connection:
        people.forget(connection, elsewhere)
    await played.finish()
    await journal.bind(played.number, 0, "Eve")
    with database.write() as connection:
        people.forget(connection, eve)
        assert set(connection.scalars(select(seats.c.bound))) == {None}


async def test_who_comes_back_is_new(database: Database, journal: Journal) -> None:
    ann = await journal.player("net", "nick:ann", "ann")
    with database.write() as connection:
        people.forget(connection, ann)
    assert await journal.player("net", "nick:ann", "ann") != ann


def test_no_trace_of_a_name_is_left(database: Database, book: Scorebook) -> None:
    with database.write() as connection:
        people.forget(connection, 2)
    with database.read() as connection:
        for table in (players, nicks, seats):
            for row in connection.execute(select(table)):
                assert "annie" not in repr(row)

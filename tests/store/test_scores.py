"""Who scored what."""

from collections import Counter
from typing import Any

import pytest

from games.kit.inputs import Kind, Left, Reason
from ionbot.store.careers import Change, Outcome, careers
from ionbot.store.counting import Counted
from ionbot.store.database import Database
from ionbot.store.journal import Journal
from ionbot.store.models import MatchStatus
from ionbot.store.scores import By, Player, Total, names, top
from tests.kit_game import PEBBLES
from tests.store.playing import begin
from tests.store.scorebook import DAY, Sat, Scorebook


@pytest.fixture
def book(database: Database) -> Scorebook:
    return Scorebook(database)


def ranks(database: Database, counted: Counted | None = None, by: By = By.POINTS, **more: Any) -> list[tuple[int, str]]:
    return [(line.rank, line.player.nick) for line in top(database, counted or Counted(), by, **more).ranked]


def three_players(book: Scorebook) -> None:
    """Note that ann has most points, bob most wins, and cat the best share of wins."""
    ann, bob, cat = map(book.player, ("ann", "bob", "cat"))
    book.match(Sat(ann, 900, 1), Sat(bob, 100, 2), day=1)
    book.match(Sat(ann, 50, 2), Sat(bob, 60, 1), day=2)
    book.match(Sat(ann, -10, 2), Sat(bob, 20, 1, 7), day=3, channel="#more")
    book.match(Sat(cat, 30, 1), day=4, game="other")


@pytest.mark.parametrize(
    ("by", "order"),
    [
        (By.POINTS, [(1, "ann"), (2, "bob"), (3, "cat")]),
        (By.WINS, [(1, "bob"), (2, "ann"), (2, "cat")]),
        (By.WINRATE, [(1, "cat"), (2, "bob"), (3, "ann")]),
    ],
)
def test_players_are_ranked(database: Database, book: Scorebook, by: By, order: list[tuple[int, str]]) -> None:
    three_players(book)
    assert ranks(database, by=by) == order
    assert ranks(database, by=by, limit=2) == order[:2]


def test_a_line_of_a_top_list(database: Database, book: Scorebook) -> None:
    three_players(book)
    _, second, _ = top(database, Counted()).ranked
    assert second.player == Player(2, "net", "bob", "nick:bob", 0, DAY)
    assert second.total == Total(matches=3, wins=2, points=180, coins=7)
    assert second.total.winrate == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("counted", "points"),
    [
        (Counted(), {"ann": 940, "bob": 180, "cat": 30}),
        (Counted(game="other"), {"cat": 30}),
        (Counted(channel="#more"), {"ann": -10, "bob": 20}),
        (Counted(network="net", channel="#stones"), {"ann": 950, "bob": 160, "cat": 30}),
        (Counted(network="far"), {}),
        (Counted(since=2 * DAY), {"ann": 40, "bob": 80, "cat": 30}),
        (Counted(since=2 * DAY + 1), {"ann": -10, "bob": 20, "cat": 30}),
        (Counted(until=2 * DAY), {"ann": 900, "bob": 100}),
        (Counted(since=2 * DAY, until=2 * DAY + 1), {"ann": 50, "bob": 60}),
    ],
)
def test_what_counts_can_be_narrowed(
    database: Database, book: Scorebook, counted: Counted, points: dict[str, int]
) -> None:
    three_players(book)
    assert {line.player.nick: line.total.points for line in top(database, counted).ranked} == points


@pytest.mark.parametrize("status", [status for status in MatchStatus if status is not MatchStatus.FINISHED])
def test_only_finished_matches_count(database: Database, book: Scorebook, status: MatchStatus) -> None:
    ann = book.player("ann")
    book.match(Sat(ann, 500), status=status)
    assert ranks(database) == []
    (record,) = careers(database, "ann", Counted())
    assert (record.total, record.places, record.changes, record.last) == (Total(0, 0, 0, 0), {}, [], [])
    assert record.total.winrate == 0


def test_matches_with_computers_are_kept_apart(database: Database, book: Scorebook) -> None:
    ann, bob = book.player("ann"), book.player("bob")
    computer = book.player("easy", identity="computer:easy", kind=Kind.COMPUTER)
    book.match(Sat(ann, 10, 2), Sat(bob, 20, 1), day=1)
    book.match(Sat(ann, 500, 2), Sat(computer, 700, 1, kind=Kind.COMPUTER), day=2)
    book.match(Sat(computer, 900, 1, kind=Kind.COMPUTER), day=3)

    best = top(database, Counted())
    assert [(line.player.nick, line.total.points) for line in best.ranked] == [("bob", 20), ("ann", 10)]
    assert best.left_out == 1, "nobody could be ranked for the match among computers"
    assert top(database, Counted(until=2 * DAY)).left_out == 0

    everything = top(database, Counted(with_computers=True))
    assert [(line.player.nick, line.total.points) for line in everything.ranked] == [("ann", 510), ("bob", 20)]
    assert everything.left_out == 0

    (record,) = careers(database, "ann", Counted())
    assert (record.total.points, [each.match for each in record.last], record.left_out) == (10, [1], 1)
    (record,) = careers(database, "ann", Counted(with_computers=True))
    assert (record.total.points, [each.match for each in record.last], record.left_out) == (510, [2, 1], 0)
    (record,) = careers(database, "bob", Counted())
    assert record.left_out == 0
    assert careers(database, "easy", Counted(with_computers=True)) == []


def test_a_filler_is_not_ranked_and_sets_no_match_apart(database: Database, book: Scorebook) -> None:
    ann = book.player("ann")
    filler = book.player("easy", identity="computer:easy", kind=Kind.COMPUTER)
    book.match(Sat(ann, 10, 1), Sat(filler, 99, kind=Kind.FILLER))
    best = top(database, Counted())
    assert ([line.player.nick for line in best.ranked], best.left_out) == (["ann"], 0)


def test_a_record(database: Database, book: Scorebook) -> None:
    ann, bob = book.player("ann"), book.player("bob")
    book.match(Sat(ann, 900, 1, 3, reasons=[("dump", 1000), ("theft", -100)]), Sat(bob, 7, reasons=[("dump", 7)]))
    book.match(Sat(bob, 8, 1), Sat(ann, 500, 2, 4, reasons=[("dump", 500)]), day=1)
    book.match(Sat(ann, -1000, reasons=[("timeout", -1000)]), day=2)
    book.match(Sat(ann, 0, 1), day=3, channel="#more")
    (record,) = careers(database, "ann", Counted(), last=3)
    assert record.player.nick == "ann"
    assert record.total == Total(matches=4, wins=2, points=400, coins=7)
    assert record.places == {1: 2, 2: 1}
    assert record.changes == [Change("dump", 2, 1500), Change("theft", 1, -100), Change("timeout", 1, -1000)]
    assert record.last == [
        Outcome(4, "pebbles", "#more", 3 * DAY, "+", 1, 0, 0),
        Outcome(3, "pebbles", "#stones", 2 * DAY, "+", None, -1000, 0),
        Outcome(2, "pebbles", "#stones", DAY, "-", 2, 500, 4),
    ]


def test_everybody_of_a_nick_is_found(database: Database, book: Scorebook) -> None:
    book.player("Ann", identity="account:ann")
    book.player("ann")
    book.player("cat", "ANN")
    book.player("ann", network="far")
    book.player("annabel")

    def found(nick: str, **counted: Any) -> list[tuple[str, str]]:
        return [(each.player.network, each.player.identity) for each in careers(database, nick, Counted(**counted))]

    here = [("net", "account:ann"), ("net", "nick:ann"), ("net", "nick:cat")]
    assert found("aNN") == [("far", "nick:ann"), *here]
    assert found("ann", network="net") == here
    assert found("cat") == here[2:]


@pytest.mark.parametrize("nick", ["Ärger", "a'; DROP TABLE seats; --", "[x]\\_%", '"', "\x1b[31m"])
def test_a_nick_is_taken_as_it_is(database: Database, book: Scorebook, nick: str) -> None:
    book.player(nick)
    book.player("other")
    assert [record.player.nick for record in careers(database, nick, Counted())] == [nick]
    assert careers(database, "%", Counted()) == []


def test_names(database: Database, book: Scorebook) -> None:
    book.player("ann", "anna")
    book.player("bob", network="far")
    book.player("easy", kind=Kind.COMPUTER)
    book.match(channel="#b")
    book.match(channel="#a")
    book.match(channel="#b", network="far", game="other")
    assert names(database, "game") == ["other", "pebbles"]
    assert names(database, "network") == names(database, "network", "far") == ["far", "net"]
    assert names(database, "channel") == ["#a", "#b"]
    assert names(database, "channel", "far") == ["#b"]
    assert names(database, "player") == ["ann", "anna", "bob"]
    assert names(database, "player", "net") == ["ann", "anna"]


async def test_scores_are_what_was_played(database: Database, journal: Journal) -> None:
    played = await begin(journal, pebbles=30)
    everything = Counted(with_computers=True)
    assert top(database, everything).ranked == []
    await played.do(Left(Reason.QUIT), 1, departures={1: "quit"})
    await played.finish()

    standings, result = PEBBLES.standings(played.match.state), played.match.result
    assert result is not None
    posted: dict[int, Counter[str]] = {0: Counter(), 1: Counter()}
    for entry in played.match.log:
        for posting in (posting for event in entry.events for posting in PEBBLES.postings(event)):
            if posting.asset == "points" and posting.seat in posted:
                posted[posting.seat][posting.reason] += posting.delta
    assert posted[0], "somebody scored"
    assert {line.player.nick for line in top(database, everything).ranked} == {"Ann", "Bob"}
    for seat, nick in enumerate(("ann", "bob")):
        (record,) = careers(database, nick, everything)
        place = result.places.get(seat)
        assert record.total == Total(1, int(place == 1), standings[seat].points, standings[seat].coins)
        assert record.places == ({place: 1} if place else {})
        assert {change.reason: change.points for change in record.changes} == posted[seat]

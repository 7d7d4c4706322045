"""`db check` finds whatever does not agree, and nothing else."""

import pytest

from games.kit.inputs import Joined, Kind, Left, Reason, Stopped
from ionbot.store import rows
from ionbot.store.check import findings
from ionbot.store.database import Database, DatabaseError
from ionbot.store.journal import Journal
from ionbot.store.record import Newcomer
from tests.kit_game import PEBBLES
from tests.store.forging import forge
from tests.store.playing import NETWORK, START, begin, find
from tests.store.shelves import ON_FILES


def found(database: Database, number: int | None = None) -> list[str]:
    return list(findings(database, number, find))


async def test_nothing_is_found_where_all_is_well(database: Database, journal: Journal) -> None:
    finished = await begin(journal)
    await finished.finish()
    running = await begin(journal, "#running", seed=3)
    for _ in range(3):
        await running.move()
    stopped = await begin(journal, "#stopped", seed=4)
    await stopped.do(Stopped(scored=False))
    lost = await begin(journal, "#lost", seed=5)
    await journal.abandon(lost.number)
    for channel, seed in (("#lobby", b"6"), ("#cancelled", b"7")):
        number = await journal.open(
            NETWORK, channel, game=PEBBLES, commitment=f"c{channel}", seed=seed, opened_ms=START
        )
    await journal.cancel(number)
    assert found(database) == []


async def test_comings_and_goings_agree(database: Database, journal: Journal) -> None:
    played = await begin(journal, pebbles=60)
    for _ in range(6):
        await played.move()
    await played.do(Left(Reason.PART), 0, departures={0: "part"})
    await played.do(Joined(Kind.FILLER), 3, newcomers=[Newcomer(3, played.players[0], "dan")])
    await played.move()
    await played.do(Joined(), 0, newcomers=[Newcomer(0, played.players[0], "Ann", "ann!x@y")])
    assert found(database) == []
    await played.finish()
    assert found(database) == []


def test_a_long_journal_is_read_in_pages(played: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "PAGE", 2)
    assert found(played) == []


LAST = "(SELECT max(seq) FROM journal WHERE match = 1)"


@ON_FILES  # in many ways there, in the main ones on both
@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("UPDATE seats SET player = 2 WHERE match = 1 AND seat = 0", "seat 0 is player 2's, by the header player 1's"),
        ("UPDATE seats SET address = 'ann!a@b' WHERE match = 1 AND seat = 0", "match 1: seat 0 still has an address"),
        (
            "UPDATE seats SET left_reason = 'part' WHERE match = 1 AND seat = 0",
            "match 1: seat 0 has a reason for leaving (part), and has not left",
        ),
        ("UPDATE matches SET started = NULL WHERE id = 1", "match 1: it is finished, and lacks the time it started"),
        ("UPDATE matches SET ended = NULL WHERE id = 1", "match 1: it is finished, and lacks the time it ended"),
        ("UPDATE matches SET status = 'running' WHERE id = 1", "match 1: it is running, and has the time it ended"),
        ("UPDATE matches SET opened = started + 1 WHERE id = 1", "match 1: it was started 1 ms before it was opened"),
        ("UPDATE matches SET ended = started - 2 WHERE id = 1", "match 1: it was ended 2 ms before it was started"),
        ("UPDATE seats SET points = points + 5 WHERE match = 1 AND seat = 2", "match 1: points of seat 2: "),
        ("UPDATE seats SET coins = coins + 1 WHERE match = 1 AND seat = 0", "match 1: coins of seat 0: "),
        ("UPDATE seats SET team = '+' WHERE match = 1 AND seat = 0", "match 1: team of seat 0: +, by the journal none"),
        (
            "UPDATE seats SET kind = 'human' WHERE match = 1 AND seat = 2",
            "kind of seat 2: human, by the journal computer",
        ),
        (
            "UPDATE seats SET present = false WHERE match = 1 AND seat = 1",
            "present of seat 1: none, by the journal True",
        ),
        ("UPDATE seats SET place = 9 WHERE match = 1 AND seat = 1", "match 1: place of seat 1: 9, by the journal "),
        ("DELETE FROM seats WHERE match = 1 AND seat = 1", "match 1: kind of seat 1: none, by the journal human"),
        ("UPDATE inventories SET count = count + 1 WHERE match = 1 AND item = 'ruby'", "match 1: item ruby of seat "),
        ("INSERT INTO inventories VALUES (1, 0, 'pearl', 1)", "match 1: item pearl of seat 0: 1, by the journal none"),
        ("UPDATE ledger SET delta = delta + 1 WHERE match = 1 AND seat IS NULL", "ledger: points of the bank: "),
        ("UPDATE ledger SET delta = delta - 1 WHERE match = 1 AND seat = 1", "match 1: ledger: "),
        ("UPDATE ledger SET seat = 2 WHERE match = 1 AND seat = 1", "match 1: ledger: points of seat 1: none, "),
        ("DELETE FROM ledger WHERE match = 1 AND item = 'opal'", "match 1: ledger: item opal of seat "),
        (
            "UPDATE journal SET events = replace(events, '\"count\":1', '\"count\":2') WHERE match = 1",
            "points of seat ",
        ),
        (
            "UPDATE journal SET events = '[]' WHERE match = 1 AND seq = 0",
            "match 1: entry 2 cannot be applied: IndexError",
        ),
        ("UPDATE journal SET events = 'x' WHERE match = 1 AND seq = 2", "match 1: entry 2 cannot be read: "),
        ("UPDATE journal SET command = '{}' WHERE match = 1 AND seq = 3", "match 1: entry 3 cannot be read: "),
        ("DELETE FROM journal WHERE match = 1 AND seq = 4", "match 1: entry 4 is missing"),
        ("DELETE FROM journal WHERE match = 1", "match 1: entry 0 is missing"),
        (f"DELETE FROM journal WHERE match = 1 AND seq = {LAST}", "match 1: its result is not that of its journal"),
        (
            f"DELETE FROM journal WHERE match = 1 AND seq = {LAST}",
            "it is finished, by its journal abandoned or running",
        ),
        ("UPDATE matches SET result = NULL WHERE id = 1", "match 1: its result is not that of its journal"),
        ("UPDATE matches SET result = '[]' WHERE id = 1", "match 1: its result cannot be read: "),
        ("UPDATE matches SET status = 'abandoned' WHERE id = 1", "match 1: it is abandoned, by its journal finished"),
        ("UPDATE matches SET status = 'running' WHERE id = 1", "match 1: its seed is told, and it is running"),
        ("UPDATE matches SET status = 'running' WHERE id = 1", "its seed is not kept as a secret, and it is running"),
        ("UPDATE matches SET status = 'cancelled' WHERE id = 1", "match 1: it has a journal, and is cancelled"),
        ("UPDATE matches SET seed = NULL WHERE id = 1", "match 1: its seed is not told, and it is finished"),
        ("INSERT INTO match_seeds VALUES (1, 'ab')", "match 1: its seed is still kept as a secret, and it is finished"),
        ("UPDATE matches SET header = '{}' WHERE id = 1", "match 1: its header cannot be read: "),
        ("UPDATE matches SET header = NULL WHERE id = 1", "match 1: its header cannot be read: "),
        ("UPDATE matches SET commitment = 'x' WHERE id = 1", "match 1: its header is of another match"),
        ("UPDATE matches SET rules_version = 2 WHERE id = 1", "match 1: its header is of another match"),
        ("UPDATE matches SET game = 'chess' WHERE id = 1", "match 1: there is no game 'chess'"),
        ("INSERT INTO match_seeds VALUES (9, 'ab')", "1 rows of match_seeds refer to no row of matches"),
        ("INSERT INTO inventories VALUES (1, 9, 'opal', 1)", "1 rows of inventories refer to no row of seats"),
        ("DELETE FROM players WHERE id = 1", "2 rows of seats refer to no row of players"),
        ("DELETE FROM channels WHERE id = 2", "1 rows of matches refer to no row of channels"),
    ],
)
def test_a_forgery_is_found(played: Database, statement: str, finding: str) -> None:
    forge(played, statement)
    assert any(finding in told for told in found(played)), found(played)


def test_what_was_forged_everywhere_is_found(played: Database) -> None:
    for statement in (
        "UPDATE seats SET points = points + 5 WHERE match = 1 AND seat = 2",
        "UPDATE inventories SET count = count + 1 WHERE match = 1 AND item = 'ruby'",
        "UPDATE ledger SET delta = delta + 1 WHERE match = 1 AND seat IS NULL",
        "DELETE FROM journal WHERE match = 2 AND seq = 4",
        "DELETE FROM players WHERE id = 1",
    ):
        forge(played, statement)
    told = "\n".join(found(played))
    for finding in ("points of seat 2", "item ruby", "ledger: points of the bank", "entry 4 is missing", "of players"):
        assert finding in told


def test_one_match_can_be_checked_alone(played: Database) -> None:
    forge(played, "UPDATE seats SET points = points + 5 WHERE match = 1 AND seat = 2")
    assert len(found(played, 1)) == 1
    assert found(played, 2) == []
    assert found(played, 3) == ["there is no match 3"]


def test_a_match_of_an_unknown_game_does_not_hide_others(played: Database) -> None:
    forge(played, "UPDATE matches SET game = 'chess' WHERE id = 1")
    forge(played, "UPDATE seats SET points = points + 5 WHERE match = 2 AND seat = 2")
    told = [told.split(":")[0] for told in found(played) if told.startswith("match")]
    assert told == ["match 1", "match 1", "match 2"]


def test_a_failing_database_is_no_finding(played: Database) -> None:
    forge(played, "ALTER TABLE journal RENAME COLUMN events TO happenings")
    with pytest.raises(DatabaseError, match=r"no such column: journal\.events|column journal\.events does not exist"):
        found(played)

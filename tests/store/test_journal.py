"""The journal: everything that an input changes is written together, once."""

import asyncio
from dataclasses import replace

import pytest
from msgspec import json
from sqlalchemy import func, select
from structlog.testing import capture_logs

from games.kit.inputs import Joined, Kind, Left, Prompted, Reason, Stopped
from games.kit.protocol import Posting
from ionbot.store.database import Contradiction, Database
from ionbot.store.journal import Journal
from ionbot.store.models import (
    inventories,
    ledger,
    match_seeds,
    matches,
    seats,
)
from ionbot.store.models import journal as journal_table
from ionbot.store.record import Newcomer
from tests.kit_game import PEBBLES, Take, Throw
from tests.store.playing import CHANNEL, NETWORK, START, begin, newcomer, open_lobby
from tests.store.tables import everything, rows


async def test_a_start_writes_header_seats_and_first_entries(database: Database, journal: Journal) -> None:
    played = await begin(journal, seats=2)
    (match,) = rows(database, matches)
    assert (match["status"], match["started"], match["ended"]) == ("running", START, None)
    assert json.decode(match["header"], type=type(played.match.header)) == played.match.header
    assert rows(database, journal_table, "seq", "at", "received", "seat", "command") == [
        {"seq": 0, "at": 0, "received": START, "seat": None, "command": '{"type":"Begin"}'}
    ]
    assert rows(database, seats)[1] == {
        "match": 1,
        "seat": 1,
        "player": played.players[1],
        "kind": "computer",
        "nick": "Bob",
        "address": "bob!bob@host1",
        "team": "",
        "points": 0,
        "coins": 0,
        "place": None,
        "present": True,
        "left_reason": None,
        "bound": None,
    }


async def test_a_move_changes_journal_ledger_seat_and_inventory(database: Database, journal: Journal) -> None:
    played = await begin(journal, seats=2, seed=4)
    seat = played.match.state.turn
    while not played.match.state.heaps[seat].gems:
        await played.do(Take(1), played.match.state.turn)
    (gem,) = played.match.state.heaps[seat].gems
    while played.match.state.turn != seat:
        await played.do(Take(1), played.match.state.turn)
    before = rows(database, seats)[seat]
    record = await played.do(Throw(gem), seat, at=played.match.now + 700)
    seq = record.entries[0].seq
    last = rows(database, ledger)[-2:]
    assert [(row["seq"], row["position"], row["seat"], row["asset"], row["item"], row["delta"]) for row in last] == [
        (seq, 0, seat, "item", gem, -1),
        (seq, 1, seat, "points", "", 250),
    ]
    assert rows(database, seats)[seat]["points"] == before["points"] + 250
    (held,) = [row for row in rows(database, inventories) if (row["seat"], row["item"]) == (seat, gem)]
    assert held["count"] == played.match.state.heaps[seat].gems[gem]


async def test_the_bank_has_ledger_rows_without_a_seat(database: Database, journal: Journal) -> None:
    played = await begin(journal, seats=2)
    late = played.match.state.turn
    await played.do(Prompted())
    await played.journal.append(played.record(list(played.match.tick(10_000))))
    assert rows(database, ledger, "seat", "asset", "delta", "reason") == [
        {"seat": late, "asset": "points", "delta": -50, "reason": "late"},
        {"seat": None, "asset": "points", "delta": 50, "reason": "late"},
    ]


async def test_several_entries_are_one_record(database: Database, journal: Journal) -> None:
    played = await begin(journal, seats=2)
    entries = [*played.match.submit(0, Prompted()), *played.match.submit(500, Take(1), played.match.state.turn)]
    await journal.append(played.record(entries))
    assert [row["at"] for row in rows(database, journal_table)] == [0, 0, 500]


async def test_a_record_that_is_repeated_changes_nothing(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    record = await played.do(Take(2), played.match.state.turn)
    before = everything(database)
    await journal.append(record)
    assert everything(database) == before


async def test_a_start_that_is_repeated_changes_nothing(database: Database, journal: Journal) -> None:
    played = await begin(journal, seats=2)
    before = everything(database)
    again = played.record(played.match.log, newcomers=[newcomer(*seat) for seat in enumerate(played.players)])
    await journal.start(played.match.header, again)
    assert everything(database) == before


async def test_an_end_that_is_repeated_changes_nothing(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    record = await played.do(Stopped(scored=True))
    before = everything(database)
    await journal.append(record)
    assert everything(database) == before


async def test_another_entry_at_the_same_place_is_refused(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    record = await played.do(Take(2), played.match.state.turn)
    (entry,) = record.entries
    before = everything(database)
    for other in (
        replace(record, received=record.received + 1),
        replace(record, entries=[type(entry)(entry.seq, entry.at, entry.seat, Take(1), entry.draws, entry.events)]),
        replace(record, entries=[entry, type(entry)(entry.seq + 1, entry.at, None, Prompted(), entry.draws, ())]),
    ):
        with pytest.raises(Contradiction, match="match 1 has another entry"):
            await journal.append(other)
    assert everything(database) == before


async def test_an_entry_after_a_gap_is_refused(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    played.input(Prompted())
    with pytest.raises(Contradiction, match="match 1 has no entry 1 that entry 2 could follow"):
        await played.do(Take(2), played.match.state.turn)


async def test_only_a_running_match_takes_entries(journal: Journal) -> None:
    played = await begin(journal)
    await played.do(Stopped(scored=False))
    entry = played.match.log[-1]
    later = type(entry)(entry.seq + 1, entry.at, None, Prompted(), entry.draws, ())
    with pytest.raises(Contradiction, match="match 1 is abandoned, not running"):
        await journal.append(played.record([later]))
    with pytest.raises(Contradiction, match="there is no match 7"):
        await journal.append(replace(played.record([later]), match=7))


async def test_a_finished_match_tells_its_seed_and_forgets_addresses(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await played.finish()
    (match,) = rows(database, matches)
    assert (match["status"], match["seed"]) == ("finished", played.seed.hex())
    assert match["ended"] == START + played.match.now
    assert rows(database, match_seeds) == []
    result = played.match.result
    assert result is not None
    assert json.decode(match["result"], type=type(result)) == result
    assert {row["seat"]: row["place"] for row in rows(database, seats)} == result.places
    assert {row["address"] for row in rows(database, seats)} == {None}


async def test_a_match_without_places_is_abandoned(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await played.do(Stopped(scored=False))
    (match,) = rows(database, matches)
    assert (match["status"], match["seed"], match["result"]) == (
        "abandoned",
        played.seed.hex(),
        '{"places":{},"teams":{}}',
    )
    assert {row["place"] for row in rows(database, seats)} == {None}


async def test_a_match_that_cannot_go_on_is_abandoned(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await journal.abandon(played.number)
    await journal.abandon(played.number)
    assert rows(database, matches, "status", "seed", "result", "ended") == [
        {"status": "abandoned", "seed": played.seed.hex(), "result": None, "ended": 1_700_000_000_123}
    ]
    assert rows(database, match_seeds) == []
    lobby = await open_lobby(journal)
    with pytest.raises(Contradiction, match="match 2 is lobby, not running"):
        await journal.abandon(lobby)


async def test_who_leaves_and_comes_back_keeps_seat_and_player(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await played.do(Left(Reason.QUIT), 0, departures={0: "quit"})
    gone = rows(database, seats, "present", "left_reason")[0]
    back = Newcomer(0, played.players[1], "Ann2", "ann2!a@b")
    await played.do(Joined(), 0, newcomers=[back])
    found = rows(database, seats, "present", "left_reason", "player", "nick", "address")[0]
    assert gone == {"present": False, "left_reason": "quit"}
    assert found == {
        "present": True,
        "left_reason": None,
        "player": played.players[0],
        "nick": "Ann2",
        "address": "ann2!a@b",
    }


async def test_a_newcomer_gets_a_seat_during_the_match(database: Database, journal: Journal) -> None:
    played = await begin(journal, seats=2)
    cat = await journal.player(NETWORK, "nick:cat", "Cat")
    await played.do(Joined(Kind.FILLER), 2, newcomers=[Newcomer(2, cat, "Cat")])
    assert rows(database, seats, "player", "kind", "address")[2] == {"player": cat, "kind": "filler", "address": None}


async def test_a_seat_nobody_was_named_for_is_refused(database: Database, journal: Journal) -> None:
    played = await begin(journal, seats=2)
    before = everything(database)
    with pytest.raises(Contradiction, match="match 1 lacks a seat or an item that is to be changed"):
        await played.do(Joined(), 2)
    assert everything(database) == before


async def test_a_seat_follows_its_person(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await played.do(Prompted(), newcomers=[Newcomer(1, played.players[1], "Robert", "robert!bob@host1")])
    found = rows(database, seats, "nick", "address", "left_reason")[1]
    assert found == {"nick": "Robert", "address": "robert!bob@host1", "left_reason": None}


async def test_a_game_that_takes_what_is_not_there_writes_nothing(
    database: Database, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = await begin(journal)
    before = everything(database)
    record = played.input(Take(1), played.match.state.turn)
    for broken, message in (
        ([Posting(0, "coins", -5, "trade")], "ck_seats_coins"),
        ([Posting(0, "item", -1, "throw", "ruby")], "match 1 lacks a seat or an item that is to be changed"),
        ([Posting(0, "item", 1, "find", "")], "ck_ledger_item"),
    ):
        monkeypatch.setattr(type(PEBBLES), "postings", lambda game, event, broken=broken: broken)
        with pytest.raises(Contradiction, match=message):
            await journal.append(record)
    monkeypatch.setattr(type(PEBBLES), "postings", lambda game, event: [Posting(8, "points", 1, "gift")])
    with pytest.raises(ValueError, match=r"pebbles posts to seats that do not stand: \[8\]"):
        await journal.append(record)
    assert everything(database) == before


async def test_many_matches_at_once_are_each_whole(database: Database, journal: Journal) -> None:
    async def play(number: int) -> None:
        played = await begin(journal, f"#c{number}", seed=number + 1)
        await played.finish()

    await asyncio.gather(*(play(number) for number in range(12)))
    assert {row["status"] for row in rows(database, matches)} == {"finished"}
    with database.read() as connection:
        counts = connection.execute(
            select(func.count(), func.max(journal_table.c.seq)).group_by(journal_table.c.match)
        ).all()
    assert all(count == last + 1 for count, last in counts)


async def test_the_log_tells_of_lobbies_and_matches(journal: Journal) -> None:
    with capture_logs() as logs:
        await journal.cancel(await open_lobby(journal))
        played = await begin(journal)
        await played.finish()
        lost = await begin(journal, "#lost", seed=2)
        await journal.abandon(lost.number)
    assert [(entry["event"], entry["match"]) for entry in logs] == [
        ("lobby opened", 1),
        ("lobby closed", 1),
        ("lobby opened", 2),
        ("match begun", 2),
        ("match ended", 2),
        ("lobby opened", 3),
        ("match begun", 3),
        ("match abandoned", 3),
    ]
    assert logs[0].items() >= {"game": "pebbles", "network": NETWORK, "channel": CHANNEL, "log_level": "info"}.items()
    assert not {"ann", "bob", (b"s" * 32).hex()} & {str(value).lower() for entry in logs for value in entry.values()}

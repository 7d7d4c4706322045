"""Taking a running match up again."""

from pathlib import Path

import pytest
from sqlalchemy import delete, update

from games.kit.inputs import Kind, Left, Prompted, Reason, Stopped
from games.kit.match import Match
from ionbot.store import resume
from ionbot.store.check import findings
from ionbot.store.database import Contradiction, Database
from ionbot.store.journal import Journal
from ionbot.store.models import journal as journal_table
from ionbot.store.models import match_seeds, matches
from ionbot.store.record import Newcomer
from ionbot.store.resume import StoredMatch, StoredSeat, Unresumable, running
from tests.kit_game import PEBBLES
from tests.store.playing import CHANNEL, NETWORK, begin, find


async def test_a_match_goes_on_as_it_was(database: Database, journal: Journal) -> None:
    played = await begin(journal, pebbles=30)
    for _ in range(4):
        await played.move()
    stored = running(database, NETWORK, CHANNEL, find)
    assert isinstance(stored, StoredMatch)
    assert (stored.match, stored.game) == (played.number, PEBBLES)
    assert (stored.header, stored.log, stored.seed) == (played.match.header, played.match.log, played.seed)
    played.match = Match.fold(PEBBLES, stored.header, stored.log, stored.seed)
    await played.finish()
    assert played.match.over


async def test_seats_tell_whose_they_are(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await played.do(Left(Reason.PART), 1, departures={1: "part"})
    stored = running(database, NETWORK, CHANNEL, find)
    assert isinstance(stored, StoredMatch)
    ann, bob, cat = played.players
    assert stored.seats == [
        StoredSeat(0, ann, Kind.HUMAN, "Ann", "ann", "account:ann", "ann!ann@host0"),
        StoredSeat(1, bob, Kind.HUMAN, "Bob", "bob", "account:bob", "bob!bob@host1"),
        StoredSeat(2, cat, Kind.COMPUTER, "Cat", "cat", "account:cat", "cat!cat@host2"),
    ]


async def test_only_a_running_match_of_that_channel_is_given(database: Database, journal: Journal) -> None:
    await begin(journal, "#other", seed=2)
    assert running(database, NETWORK, CHANNEL, find) is None
    played = await begin(journal)
    assert running(database, "elsewhere", CHANNEL, find) is None
    await played.do(Stopped(scored=True))
    await journal.announce(played.number)
    assert running(database, NETWORK, CHANNEL, find) is None


async def test_a_match_whose_result_was_not_heard_is_given_until_it_is(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await played.do(Stopped(scored=True))
    stored = running(database, NETWORK, CHANNEL, find)
    assert isinstance(stored, StoredMatch)
    assert (stored.match, stored.over, stored.log) == (played.number, True, played.match.log)
    assert stored.seed == played.seed
    with database.engine.begin() as connection:
        connection.execute(update(matches).values(game="chess"))
    assert running(database, NETWORK, CHANNEL, find) is None


async def test_a_running_match_comes_before_a_result_that_was_not_heard(database: Database, journal: Journal) -> None:
    await (await begin(journal)).do(Stopped(scored=True))
    await begin(journal, seed=2)
    stored = running(database, NETWORK, CHANNEL, find)
    assert isinstance(stored, StoredMatch)
    assert (stored.match, stored.over) == (2, False)


async def test_what_cannot_go_on_is_told(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await played.do(Prompted())
    for change, why in (
        (update(journal_table).where(journal_table.c.seq == 1).values(command='{"type":"Nap"}'), "Invalid value 'Nap'"),
        (update(matches).values(header="{}"), "missing required field"),
        (update(matches).values(game="chess"), "there is no game 'chess'"),
        (delete(match_seeds), "its seed is gone"),
    ):
        with database.engine.begin() as connection:
            connection.execute(change)
        told = running(database, NETWORK, CHANNEL, find)
        assert isinstance(told, Unresumable)
        assert told.match == played.number
        assert why in told.why


async def test_the_seed_is_in_no_text(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    stored = running(database, NETWORK, CHANNEL, find)
    assert isinstance(stored, StoredMatch)
    assert repr(played.seed) not in repr(stored)
    assert played.seed.hex() not in repr(stored)


def test_no_other_reading_names_the_table_of_secret_seeds() -> None:
    folder = Path(resume.__file__).parent
    told = {path.name for path in folder.glob("*.py") if "match_seeds.c.seed" in path.read_text()}
    assert told == {"resume.py", "record.py", "check.py"}


@pytest.mark.parametrize("times", [(5, 7, 7), (5, 5, 5), (7, 5, 5)], ids=["later", "at once", "clock set back"])
async def test_a_seat_that_was_handed_over_is_of_who_has_it_now(
    database: Database, journal: Journal, times: tuple[int, int, int]
) -> None:
    played = await begin(journal, seats=3)
    eve, zoe = [await journal.player(NETWORK, f"account:{name}", name.title(), name) for name in ("eve", "zoe")]
    for (player, name), given in zip(((eve, "eve"), (zoe, "zoe"), (zoe, "zoe")), times, strict=True):
        await journal.hand_over(played.number, Newcomer(1, player, name.title(), f"{name}!{name}@host"), given)
    stored = running(database, NETWORK, CHANNEL, find)
    assert isinstance(stored, StoredMatch)
    bob = played.players[1]
    assert stored.seats[1] == StoredSeat(1, bob, Kind.HUMAN, "Zoe", "zoe", "account:zoe", "zoe!zoe@host")
    assert stored.seats[0].nick == "Ann"
    await played.move()
    await played.do(Stopped(scored=True))
    assert [*findings(database, find=find)] == []
    with pytest.raises(Contradiction, match="is finished, not running"):
        await journal.hand_over(played.number, Newcomer(1, eve, "Eve"), 9)


async def test_a_seat_that_was_handed_over_is_bound_to_the_account_of_who_has_it_now(
    database: Database, journal: Journal
) -> None:
    played = await begin(journal)
    eve = await journal.player(NETWORK, "nick:eve", "Eve")
    bindings = []
    for account in (None, "Eve"):
        await journal.bind(played.number, 1, "Bobby")
        await journal.hand_over(played.number, Newcomer(1, eve, "Eve", "eve!e@e", account), 5)
        stored = running(database, NETWORK, CHANNEL, find)
        assert isinstance(stored, StoredMatch)
        bindings.append(stored.seats[1].bound)
    assert bindings == [None, "Eve"]


async def test_a_seat_that_there_is_not_cannot_be_handed_over(journal: Journal) -> None:
    played = await begin(journal)
    with pytest.raises(Contradiction, match="has no seat 9"):
        await journal.hand_over(played.number, Newcomer(9, played.players[0], "Ann"), 5)

"""Matches whose seed a backup has left out: what is said of them, and that this hides no forgery."""

import pytest
from sqlalchemy import update

from ionbot.store.check import findings
from ionbot.store.database import Database
from ionbot.store.journal import Journal
from ionbot.store.models import LEFT_OUT, match_seeds, matches
from ionbot.store.proof import proofs
from ionbot.store.resume import Unresumable, running
from tests.store.playing import CHANNEL, NETWORK, begin, find


@pytest.fixture
async def match(database: Database, journal: Journal) -> int:
    """A running match that came back from a backup."""
    played = await begin(journal)
    await played.move()
    with database.write() as connection:
        connection.execute(update(match_seeds).values(seed=LEFT_OUT))
    return played.number


def test_it_can_never_go_on(database: Database, match: int) -> None:
    assert running(database, NETWORK, CHANNEL, find) == Unresumable(
        match, "its seed is gone; backups leave it out", for_good=True
    )
    assert list(findings(database, find=find)) == []


async def test_once_it_has_ended_all_is_in_order(database: Database, journal: Journal, match: int) -> None:
    await journal.abandon(match)
    assert list(findings(database, find=find)) == []
    assert list(proofs(database, find=find)) == []
    ((_, objections),) = proofs(database, [match], find)
    assert objections == [
        "its seed was left out of the backup that it came back from; it has no result and counts for nothing"
    ]


async def test_no_match_with_a_result_is_without_a_seed(database: Database, journal: Journal) -> None:
    played = await begin(journal, pebbles=20)
    await played.finish()
    with database.write() as connection:
        connection.execute(update(matches).values(seed=LEFT_OUT))
    said = "its seed is empty, and yet it has come to a result"
    assert list(findings(database, find=find)) == [f"match {played.number}: {said}"]
    assert list(proofs(database, find=find)) == [(played.number, [said])]

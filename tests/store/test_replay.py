"""A replay tells what was heard, and nothing to a seat before the end."""

import pytest

from games.kit.inputs import Paused, Resumed
from games.kit.text import plain
from ionbot.store import history
from ionbot.store.database import Database
from ionbot.store.history import WholeMatch
from ionbot.store.journal import Journal
from ionbot.store.replay import position, steps
from tests.kit_game import PEBBLES
from tests.store.playing import CHANNEL, NETWORK, START, begin, find


def whole(database: Database, number: int) -> WholeMatch:
    found = history.match(database, number, find)
    assert found is not None
    return found


async def test_each_input_that_was_heard_of_is_a_step(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await played.finish()
    match = whole(database, played.number)
    heard = [step.seq for step in steps(match, find=find)]
    assert heard == sorted(set(heard))
    assert set(heard) < {entry.seq for entry in match.log}
    assert all(step.told is None and step.heard for step in steps(match, find=find))
    assert any(step.told for step in steps(match, 0, find))


async def test_the_position_is_the_one_after_the_input(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await played.finish()
    match, state = whole(database, played.number), played.match.state
    stood = position(match, match.log[-1].seq, 1, find)
    assert stood is not None
    assert plain(stood.score) == plain(PEBBLES.words.score(state))
    assert stood.hand is not None
    assert plain(stood.hand) == plain(PEBBLES.words.hand(state, 1))
    first = position(match, 0, None, find)
    assert first is not None
    assert first.hand is None
    assert plain(first.score) != plain(stood.score)
    assert position(match, 9999, None, find) is None


async def test_a_seat_sees_nothing_of_a_match_that_runs(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await played.move()
    match = whole(database, played.number)
    assert list(steps(match, find=find))
    for ask in (lambda: list(steps(match, 0, find)), lambda: position(match, 0, 0, find)):
        with pytest.raises(ValueError, match="is running; what a seat sees is secret"):
            ask()


async def test_a_match_that_stood_still_says_so(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await played.do(Paused())
    await played.do(Resumed())
    told = [plain(text) for step in steps(whole(database, played.number), find=find) for text in step.heard]
    assert "(The match stands still.)" in told
    assert told[-1] == "(The match goes on.)"


async def test_what_has_not_begun_has_no_steps(database: Database, journal: Journal) -> None:
    number = await journal.open(NETWORK, CHANNEL, game=PEBBLES, commitment="c", seed=b"seed", opened_ms=START)
    assert list(steps(whole(database, number), find=find)) == []

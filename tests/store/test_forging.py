"""`ionbot matches verify` finds each sort of forgery in a match of each game."""

from collections.abc import Iterator

import pytest

from games.kit.registry import all_games
from ionbot.store.database import Database
from ionbot.store.proof import proofs
from ionbot.store.seeding import Seeder
from tests.store.forging import forge
from tests.store.shelves import ON_FILES, Shelf

pytestmark = ON_FILES

GAMES = [*all_games()]
"""In this order one match of each was played; their numbers begin at 1."""


@pytest.fixture
def database(shelf: Shelf) -> Iterator[Database]:
    with shelf.copied("games", lambda database: Seeder(GAMES, b"seed").fill(database, len(GAMES))) as database:
        yield database


def test_all_are_proven_as_they_were_played(database: Database) -> None:
    assert dict(proofs(database)) == {number: [] for number, _ in enumerate(GAMES, 1)}


_LAST = "(SELECT max(seq) FROM journal WHERE match = {match})"
_MIDDLE = "(SELECT max(seq) / 2 FROM journal WHERE match = {match})"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("UPDATE matches SET seed = '00' || substr(seed, 3) || '11' WHERE id = {match}", id="seed"),
        pytest.param("UPDATE matches SET commitment = 'x' || commitment WHERE id = {match}", id="commitment"),
        pytest.param(
            "UPDATE matches SET header = json_set(header, '$.chairs[0].word', 'other') WHERE id = {match}", id="word"
        ),
        pytest.param(
            "UPDATE matches SET header = json_set(header, '$.chairs[0].player', 99) WHERE id = {match}", id="player"
        ),
        pytest.param(
            "UPDATE matches SET header = json_set(header, '$.options.' || "
            "(SELECT key FROM json_each(header, '$.options') WHERE type = 'integer' LIMIT 1), "
            "1 + (SELECT value FROM json_each(header, '$.options') WHERE type = 'integer' LIMIT 1)) "
            "WHERE id = {match}",
            id="option",
        ),
        pytest.param("UPDATE journal SET at = at + 1 WHERE match = {match} AND seq = " + _MIDDLE, id="time"),
        pytest.param("UPDATE journal SET draws = draws + 1 WHERE match = {match} AND seq = " + _MIDDLE, id="draws"),
        pytest.param(
            "UPDATE journal SET events = '[]' WHERE match = {match} AND seq = "
            "(SELECT max(seq) FROM journal WHERE match = {match} AND seat IS NOT NULL)",
            id="events",
        ),
        pytest.param(
            "UPDATE journal SET seat = 1 - seat WHERE match = {match} AND seq = "
            "(SELECT min(seq) FROM journal WHERE match = {match} AND seat IN (0, 1))",
            id="mover",
        ),
        pytest.param("DELETE FROM journal WHERE match = {match} AND seq = " + _LAST, id="end"),
        pytest.param(
            "UPDATE ledger SET delta = delta + 1 WHERE match = {match} AND seq = "
            "(SELECT max(seq) FROM ledger WHERE match = {match})",
            id="ledger",
        ),
        pytest.param(
            "UPDATE ledger SET reason = 'gift' WHERE match = {match} AND seq = "
            "(SELECT max(seq) FROM ledger WHERE match = {match})",
            id="reason",
        ),
        pytest.param("UPDATE seats SET points = points + 1 WHERE match = {match} AND seat = 0", id="points"),
        pytest.param("UPDATE seats SET place = 3 - place WHERE match = {match} AND place IN (1, 2)", id="place"),
    ],
)
def test_a_forgery_is_found_in_each_game(database: Database, game: str, statement: str) -> None:
    number = 1 + GAMES.index(game)
    forge(database, statement.format(match=number))
    verdicts = dict(proofs(database))
    assert verdicts.pop(number)
    assert not any(verdicts.values()), "the others are as they were played"

"""The outcomes follow what counts, and whatever else stands there is found and mended."""

import pytest
from alembic import command

from ionbot.store import outcomes, people
from ionbot.store.database import Database, alembic_config
from ionbot.store.models import MatchStatus
from ionbot.store.recompute import recompute
from ionbot.store.score_tables import outcomes as table
from ionbot.store.voids import restore, void
from tests.store.forging import forge
from tests.store.scorebook import Sat, Scorebook
from tests.store.tables import rows


@pytest.fixture
def book(database: Database) -> Scorebook:
    book = Scorebook(database)
    ann, bob, cat = (book.player(nick) for nick in ("ann", "bob", "cat"))
    book.match(Sat(ann, 10, 1), Sat(bob, 5, 2), day=1)
    book.match(Sat(ann, 3, 1), status=MatchStatus.ABANDONED)
    book.match(Sat(cat, 4, 1), Sat(bob, 5), day=3)
    return book


def written(database: Database) -> list[tuple[int, int, int | None]]:
    """Give player, match and place of each outcome."""
    return [(row["player"], row["match"], row["place"]) for row in rows(database, table)]


def odd(database: Database) -> list[str]:
    with database.read() as connection:
        return list(outcomes.findings(connection))


@pytest.mark.usefixtures("book")
def test_they_follow_what_counts(database: Database) -> None:
    whole = [(1, 1, 1), (2, 1, 2), (2, 3, None), (3, 3, 1)]
    assert written(database) == whole
    with database.write() as connection:
        void(connection, 1, "root", "a test", 0)
    assert written(database) == whole[2:]
    with database.write() as connection:
        restore(connection, 1, "root", 0)
    assert written(database) == whole
    with database.write() as connection:
        people.merge(connection, 3, 1, 0)
    assert written(database) == [(1, 1, 1), (1, 3, 1), (2, 1, 2), (2, 3, None)]
    assert odd(database) == []


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("DELETE FROM outcomes", "outcome of seat 0 of match 1, by the matches only: player 1, ended 86400000, "),
        (
            "UPDATE outcomes SET points = 6 WHERE match = 1",
            "outcome of seat 1 of match 1, by the outcomes only: ",
        ),
        (
            "UPDATE outcomes SET match = 2 WHERE player = 1",
            "outcome of seat 0 of match 2, by the outcomes only: ",
        ),
    ],
)
def test_a_forged_outcome_is_found_and_mended(database: Database, statement: str, finding: str) -> None:
    before = rows(database, table)
    forge(database, statement)
    assert any(found.startswith(finding) for found in odd(database))
    with database.write() as connection:
        assert any(found.startswith(finding) for found in recompute(connection, dry_run=True))
        recompute(connection, dry_run=False)
        assert recompute(connection, dry_run=False) == []
    assert rows(database, table) == before


@pytest.mark.usefixtures("book")
def test_an_older_database_gets_them(database: Database) -> None:
    before = rows(database, table)
    with database.write() as connection:
        command.downgrade(alembic_config(connection), "0016")
    database.upgrade()
    assert rows(database, table) == before

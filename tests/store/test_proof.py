"""A proof says that a match was fair and is stored as it was played; no forgery gets one."""

import pytest

from games.kit.inputs import Stopped
from ionbot.store.database import Database
from ionbot.store.journal import Journal
from ionbot.store.proof import proofs
from tests.kit_game import PEBBLES
from tests.store.forging import forge
from tests.store.playing import NETWORK, START, begin, find
from tests.store.shelves import ON_FILES


def proven(database: Database, *numbers: int) -> dict[int, list[str]]:
    return dict(proofs(database, numbers or None, find))


async def test_what_was_played_to_an_end_is_proven(database: Database, journal: Journal) -> None:
    for number in (1, 2):
        played = await begin(journal, f"#c{number}", seed=number)
        await played.finish()
    stopped = await begin(journal, "#stopped", seed=3)
    await stopped.do(Stopped(scored=False))
    lost = await begin(journal, "#lost", seed=4)
    await journal.abandon(lost.number)
    await begin(journal, "#running", seed=5)
    assert proven(database) == {1: [], 2: [], 3: [], 4: []}


async def test_what_has_not_ended_cannot_be_proven(database: Database, journal: Journal) -> None:
    await begin(journal)
    await journal.open(NETWORK, "#lobby", game=PEBBLES, commitment="c", seed=b"s", opened_ms=START)
    assert proven(database, 1, 2, 3) == {
        1: ["it has not ended: its seed is a secret until then"],
        2: ["nothing was played: it is lobby"],
        3: ["there is no such match"],
    }


@ON_FILES
@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("UPDATE matches SET seed = replace(seed, '1', '2')", "the seed does not fit the commitment"),
        ("UPDATE matches SET seed = 'nonsense'", "its seed is no hexadecimal number"),
        ("UPDATE matches SET header = replace(header, 'luck', 'fate')", "entry 0: the rules give another outcome"),
        ("UPDATE matches SET header = replace(header, '\"move_time\":10', '\"move_time\":20')", "entry 0: "),
        ("UPDATE matches SET header = replace(header, '\"move_time\":10', '\"move_time\":-1')", "entry 0: "),
        ("UPDATE matches SET header = replace(header, 'blake2b', 'dice')", "the chance 'dice-counter-1' is not known"),
        ("UPDATE journal SET draws = draws + 1 WHERE seq = 2", "entry 2: the rules give another outcome"),
        ("UPDATE journal SET at = at - 1 WHERE seq = 3", "entry 3: "),
        ("UPDATE journal SET command = replace(command, 'count\":', 'count\":9')", "this input: You can take 1 to 3."),
        ("UPDATE ledger SET reason = 'gift' WHERE seq = 4", "entry 4: the ledger says something else"),
        ("UPDATE ledger SET position = 99 WHERE seq = 2 AND position = 0", "entry 2: the ledger says something else"),
        ("UPDATE seats SET points = points + 1 WHERE seat = 0", "points of seat 0: "),
        ("UPDATE journal SET events = replace(events, '\"gem\":\"ruby\"', '\"gem\":\"opal\"')", "item ruby of seat "),
        ("UPDATE matches SET game = 'chess'", "there is no game 'chess'"),
    ],
)  # fmt: skip
def test_a_forgery_is_found(played: Database, statement: str, finding: str) -> None:
    forge(played, statement)
    objections = proven(played)[1]
    assert any(finding in objection for objection in objections), objections


def test_forging_all_copies_at_once_does_not_help(played: Database) -> None:
    """A gem that was never drawn, in the journal, the ledger and the inventories alike."""
    for statement in (
        "UPDATE journal SET events = replace(replace(events, 'ruby', 'jade'), 'opal', 'jade')",
        "UPDATE journal SET command = replace(replace(command, 'ruby', 'jade'), 'opal', 'jade')",
        "UPDATE ledger SET item = 'jade' WHERE item <> ''",
        "DELETE FROM inventories",
        "INSERT INTO inventories SELECT match, seat, item, sum(delta) FROM ledger WHERE item <> '' GROUP BY 1, 2, 3",
    ):
        forge(played, statement)
    for (objection,) in proven(played).values():
        assert objection.endswith(": the rules give another outcome")


def test_a_rules_version_that_is_not_installed_is_told(played: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(PEBBLES), "rules_version", 2)
    assert proven(played, 1) == {1: ["rules version 1 cannot be rerun: 2 is installed"]}

"""Matches that are made up are whole matches: all that is proved of a played one holds for them."""

import pickle
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import pytest
from sqlalchemy import select

from ionbot.store import seeding
from ionbot.store.casting import FIRST_MS, NEWCOMER, NICKS, Sitter, casts
from ionbot.store.check import findings
from ionbot.store.counting import Counted
from ionbot.store.database import Database
from ionbot.store.history import matches_list
from ionbot.store.opening import Lobby, open_lobby
from ionbot.store.places import Where
from ionbot.store.proof import proofs
from ionbot.store.recompute import recompute
from ionbot.store.score_tables import ratings
from ionbot.store.scores import top
from ionbot.store.seeding import Seeder
from tests.store.shelves import Shelf
from tests.store.tables import everything

GAMES = ["ion", "fia"]


def is_sound(database: Database) -> bool:
    assert list(findings(database)) == []
    assert [objections for _, objections in proofs(database) if objections] == []
    with database.write() as connection:
        assert recompute(connection, dry_run=False) == []
        return bool(connection.execute(select(ratings)).all())


def test_made_up_matches_are_whole(database: Database) -> None:
    told: list[int] = []
    Seeder(GAMES, b"seed").fill(database, 8, told.append)
    assert told == [8]
    rows = matches_list(database)
    assert [row.game for row in rows] == ["fia", "ion"] * 4
    assert {row.status for row in rows} == {"finished"}
    assert len({(row.network, row.channel) for row in rows}) > 1
    assert is_sound(database)
    assert top(database, Counted()).left_out < 8


def test_more_matches_go_on_where_the_others_ended(database: Database) -> None:
    Seeder(GAMES, b"seed").fill(database, 3)
    Seeder(GAMES, b"seed").fill(database, 3)
    ends = [row.ended or 0 for row in reversed(matches_list(database))]
    assert len(ends) == 6
    assert ends == sorted(ends)
    assert is_sound(database)


def elsewhere(work: Callable[[Any], Any], things: Iterable[Any]) -> Iterator[Any]:
    """Work as other processes do: all is taken before, and goes through pickle."""
    for thing in [pickle.dumps(each) for each in things]:
        yield pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(work))(pickle.loads(thing))))


def test_it_does_not_matter_where_they_are_played(
    database: Database, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeding, "CHUNK", 2)
    Seeder(GAMES, b"seed").fill(database, 5)
    with shelf.copied("seeded", lambda other: Seeder(GAMES, b"seed", elsewhere).fill(other, 5)) as other:
        assert everything(other) == everything(database)


def test_a_number_that_is_taken_meanwhile_is_passed_over(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The matches were played as if they had it, and their chance hangs on it."""

    def interrupted(work: Callable[[Any], Any], things: Iterable[Any]) -> Iterator[Any]:
        for number, made in enumerate(map(work, [*things])):
            with database.write() as connection:
                open_lobby(Lobby(Where("home", f"#{number}"), "ion", 1, "", "00", FIRST_MS), connection)
            yield made

    monkeypatch.setattr(seeding, "CHUNK", 2)
    Seeder(["fia"], b"seed", interrupted).fill(database, 4)
    assert [row.status for row in reversed(matches_list(database))] == ["lobby", *["finished"] * 2] * 2
    assert is_sound(database)


def test_the_more_is_played_the_more_people_there_are() -> None:
    there = [*islice(casts(GAMES, b"seed", FIRST_MS), NEWCOMER * 30)]
    ends = [cast.ended for cast in there]
    assert all(len({*cast.sitters}) == len(cast.sitters) for cast in there)
    assert ends[1] - ends[0] > 3 * (ends[-1] - ends[-2]) > 0
    early, late = (people(part) for part in (there[:NEWCOMER], there[-NEWCOMER:]))
    assert early == {*NICKS}
    assert {"bob", "bob3", "jo^2"} <= late - early | {*NICKS}
    assert "ann5" not in people(there)


def people(there: Iterable[Any]) -> set[str]:
    return {sitter.nick for cast in there for sitter in cast.sitters if isinstance(sitter, Sitter)} - {"easy"}

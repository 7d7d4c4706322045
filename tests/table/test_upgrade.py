"""Databases that earlier versions have left: a match that runs in them is taken up by this version, and played on."""

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from ionbot.store.database import Database
from ionbot.store.models import MatchStatus
from ionbot.store.proof import proofs
from ionbot.store.recompute import recompute
from tests.table.room import WALL_MS, Room

OLD = Path(__file__).parent / "old"
CARD = re.compile(r"You hold .*?([-+=±]{1,3})")
HOST = "127.0.0.1"


@pytest.fixture(params=sorted(path.stem for path in OLD.iterdir()))
def left(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Give the file of a database that a bot of an earlier schema has left."""
    file = tmp_path / f"{request.param}.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((OLD / f"{request.param}.sql").read_text("utf-8"))
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(request.param,)]
    return file


@pytest.fixture
async def room(left: Path, tmp_path: Path) -> AsyncIterator[Room]:
    """The bot started on it a minute later, with ann and bob in the channel."""
    with closing(Database(f"sqlite:///{left}")) as database:
        database.upgrade()
    (tmp_path / "room").mkdir()
    room = Room(tmp_path / "room", left, "ion")
    with closing(sqlite3.connect(left)) as connection:
        ((last,),) = connection.execute("SELECT max(received) FROM journal")
    room.time = last + 60_000 - WALL_MS
    for person in room.present("ann", "bob"):
        person.host = HOST
    await room.open()
    yield room
    await room.close()
    room.database.close()


async def play_card(room: Room) -> None:
    """Let whose turn it is play a card that they hold."""
    first, *_ = room.from_turn(*room.channel.persons)
    await room.says(first, "!inv")
    card = CARD.search(room.private(first)[-1])
    assert card
    room.fresh()
    await room.says(first, card[1])
    assert room.public()[0].startswith(f"{first.nick} plays {card[1]}")


async def test_a_running_match_is_taken_up_and_played_to_its_end(room: Room) -> None:
    before = room.stored(2).log
    assert room.public()[0].startswith("I am here again. Last: ")
    await play_card(room)
    while room.table.play:
        await room.advance(30_000)
    after = room.stored(2)
    assert (after.match.status, after.log[: len(before)]) == (MatchStatus.FINISHED, before)
    assert room.stored(3).match.status is MatchStatus.CANCELLED
    assert dict(proofs(room.database)) == {1: [], 2: []}


async def test_scores_and_records_are_there_once_they_are_made_anew(room: Room) -> None:
    while room.table.play:
        await room.advance(30_000)
    await room.close()
    for made_anew in (True, False):
        with room.database.write() as connection:
            assert bool(recompute(connection, dry_run=False)) is made_anew
    assert room.findings() == []
    await room.open()
    ann, _ = room.channel.persons
    room.fresh()
    await room.says(ann, "!top ion")
    await room.settle()
    (told,) = room.private(ann)
    assert all(re.search(rf"\d\. {nick} -?[\d,]+ \(\d of 2 won\)", told) for nick in ("ann", "bob")), told

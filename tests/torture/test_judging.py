"""The judge of killed bots finds what it is there to find."""

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from ionbot.store.database import Database
from tests.table.ion import NO_FILLERS, card_seed
from tests.table.room import Room, Rooms
from tests.torture.judging import Judge, Tally

CHANNEL = "#cards"


@dataclass
class FakePlayer:
    """Somebody who has said so much that could be a move."""

    nick: str
    said: int = 0


@dataclass
class FakeCrowd:
    """People who have heard these lines."""

    channels: dict[str, list[FakePlayer]]
    lines: list[str] = field(default_factory=list)

    def heard(self, _channel: str) -> list[str]:
        return self.lines


@pytest.fixture
async def room(tmp_path: Path, empty: Path) -> AsyncIterator[Room]:
    """A match of ION in which each of two has moved once."""
    async with AsyncExitStack() as stack:
        yield await Rooms(tmp_path, empty, stack).open(game="ion", options=NO_FILLERS, seed=card_seed(2))


@pytest.fixture
async def crowd(room: Room) -> FakeCrowd:
    """Those two, and what they have heard."""
    return FakeCrowd({CHANNEL: [FakePlayer("ann"), FakePlayer("bob")]})


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """Where the database is kept as it was after the first move."""
    return tmp_path / "earlier.db"


@pytest.fixture
async def judge(room: Room, crowd: FakeCrowd, earlier: Path) -> Judge:
    judge = Judge(crowd, Tally())  # type: ignore[arg-type] # only what is here is asked for
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.says(first, "+")
    with closing(sqlite3.connect(room.file)) as database, closing(sqlite3.connect(earlier)) as copied:
        database.backup(copied)
    await room.says(second, "+")
    crowd.lines += [re.sub(r"\*(\w+)\*", r"\1", line) for line in room.public()]
    for player in crowd.channels[CHANNEL]:
        player.said = 1
    return judge


def looked(judge: Judge, room: Room) -> Tally:
    assert judge.look(room.database) == {CHANNEL}
    return judge.tally


async def test_what_was_said_and_stored_is_acknowledged(judge: Judge, room: Room) -> None:
    tally = looked(judge, room)
    assert (tally.acknowledged, tally.sound) == (2, True)


async def test_a_line_that_was_not_stored_is_a_loss(judge: Judge, room: Room, crowd: FakeCrowd) -> None:
    crowd.lines.append("ann plays -: +300. Bank 900 at +1. bob's turn: 10 s.")
    assert looked(judge, room).lost == 1


async def test_a_line_that_is_said_twice_is_doubled(judge: Judge, room: Room, crowd: FakeCrowd) -> None:
    crowd.lines.append(crowd.lines[-1])
    assert looked(judge, room).doubled == 1


async def test_what_was_stored_once_and_is_gone_is_a_loss(judge: Judge, room: Room, earlier: Path) -> None:
    looked(judge, room)
    with closing(Database(f"sqlite:///{earlier}")) as database:
        judge.look(database)
    assert (judge.tally.lost, judge.tally.sound) == (1, False)


async def test_a_copy_need_not_have_what_was_not_heard_before(
    judge: Judge, room: Room, crowd: FakeCrowd, earlier: Path
) -> None:
    with closing(Database(f"sqlite:///{earlier}")) as database:
        judge.look_at_copy(database, {CHANNEL: len(crowd.lines) - 1})
        assert judge.tally.sound
        judge.look_at_copy(database, {CHANNEL: len(crowd.lines)})
    assert judge.tally.lost == 1
    assert looked(judge, room).acknowledged


async def test_more_moves_than_were_sent_are_doubled(judge: Judge, room: Room, crowd: FakeCrowd) -> None:
    crowd.channels[CHANNEL][0].said = 0
    assert looked(judge, room).doubled == 1


async def test_another_last_deed_than_is_stored_is_found(judge: Judge, room: Room, crowd: FakeCrowd) -> None:
    looked(judge, room)
    crowd.lines.append("I am here again. Last: ann plays S and passes. Bank 900 at +1. bob's turn: 10 s.")
    assert not looked(judge, room).sound

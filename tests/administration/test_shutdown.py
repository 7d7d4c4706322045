"""The bot's end as an admin sets it: who is warned, when, what is not begun any more, and that it comes."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from ionbot.administration.shutdown import Shutdown
from ionbot.channel import Person
from ionbot.table.closing import LAST_MS
from tests.table.room import FakeChannel, Room

MINUTE_MS = 60_000
NO_TABLE = "I am stopped in 5 min; no table is opened before I am back."


@pytest.fixture
async def room(empty: Path, tmp_path: Path) -> AsyncIterator[Room]:
    """A room with a second channel, in which nothing is played."""
    async with AsyncExitStack() as stack:
        room = Room(tmp_path, empty, "ion", {"even": False, "round_time": 3600})
        stack.callback(room.database.close)
        room.channels.append(FakeChannel("#quiet"))
        await room.open()
        stack.push_async_callback(room.close)
        yield room


@pytest.fixture
def stops() -> list[str]:
    """Notes each time that the bot is stopped."""
    return []


@pytest.fixture
def shutdown(room: Room, stops: list[str]) -> Shutdown:
    return Shutdown(room.hall, room.services, lambda: stops.append("stopped"))


@pytest.fixture
async def ann(room: Room) -> Person:
    """Somebody who has opened a table."""
    ann = await room.arrives(room.person("ann"))
    await room.says(ann, "!join")
    room.fresh()
    return ann


async def test_who_plays_is_warned_at_once_and_a_minute_before(
    room: Room, shutdown: Shutdown, stops: list[str], ann: Person
) -> None:
    bob = await room.arrives(room.person("bob"))
    await room.says(bob, "!join")
    await room.says(ann, "!go")
    await room.says(ann, "!away")
    await room.says(bob, "!away")
    room.fresh()
    shutdown.begin(10 * MINUTE_MS)
    assert room.public() == [
        "I am stopped in 10 min. A match goes on when I am back; in the last 5 min no table is opened."
    ]
    await room.advance(9 * MINUTE_MS - 1)
    assert room.public() == []
    await room.advance(1)
    assert room.public() == ["I am stopped in 1 min. A match goes on when I am back; no table is opened until then."]
    assert stops == []
    await room.advance(MINUTE_MS)
    assert stops == ["stopped"]
    assert room.channels[1].sent == []


async def test_at_once_is_at_once(room: Room, shutdown: Shutdown, stops: list[str], ann: Person) -> None:
    shutdown.begin(0)
    assert room.public() == ["I am stopped now. A match goes on when I am back; an open table is closed."]
    assert stops == ["stopped"]


async def test_a_short_time_is_warned_of_once(room: Room, shutdown: Shutdown, stops: list[str], ann: Person) -> None:
    shutdown.begin(MINUTE_MS)
    assert len(room.public()) == 1
    await room.advance(MINUTE_MS)
    assert room.public() == []
    assert stops == ["stopped"]


async def test_in_the_last_minutes_no_table_is_opened(room: Room, shutdown: Shutdown) -> None:
    ann, eve = [await room.arrives(room.person(nick)) for nick in ("ann", "eve")]
    shutdown.begin(LAST_MS + 1)
    await room.says(ann, "!join")
    assert room.table.lobby
    await room.says(eve, "!join")
    await room.says(ann, "!quit")
    await room.says(eve, "!quit")
    await room.advance(1)
    room.fresh()
    for text in ("!join", "!join fia", "!again"):
        await room.says(ann, text)
        assert room.private(ann) == [NO_TABLE], text
    assert not room.table.lobby


async def test_operators_open_none_either_and_plans_wait(room: Room, shutdown: Shutdown) -> None:
    shutdown.begin(LAST_MS)
    room.config = room.config.model_copy(update={"operators": ["*!*@ann.example"]})
    ann = await room.arrives(room.person("ann"))
    await room.table.settings.configure()
    room.fresh()
    await room.says(ann, "!start ion")
    assert room.private(ann) == [NO_TABLE]


async def test_who_has_opened_a_table_can_still_be_joined(room: Room, shutdown: Shutdown, ann: Person) -> None:
    shutdown.begin(LAST_MS)
    bob = await room.arrives(room.person("bob"))
    await room.says(bob, "!join")
    assert [guest.person for guest in room.table.lobby.guests] == [ann, bob]


async def test_what_is_taken_back_does_not_come(room: Room, shutdown: Shutdown, stops: list[str], ann: Person) -> None:
    assert not shutdown.cancel()
    shutdown.begin(2 * MINUTE_MS)
    room.fresh()
    assert shutdown.cancel()
    assert room.public() == ["I am not stopped after all."]
    assert shutdown.text() is None
    await room.advance(5 * MINUTE_MS)
    assert stops == []


async def test_what_has_come_is_not_taken_back(room: Room, shutdown: Shutdown, stops: list[str], ann: Person) -> None:
    shutdown.begin(0)
    room.fresh()
    assert not shutdown.cancel()
    assert room.public() == []
    assert shutdown.text()
    assert stops == ["stopped"]


async def test_the_last_wish_counts(room: Room, shutdown: Shutdown, stops: list[str], ann: Person) -> None:
    shutdown.begin(2 * MINUTE_MS)
    shutdown.begin(4 * MINUTE_MS)
    await room.advance(3 * MINUTE_MS)
    assert stops == []
    await room.advance(MINUTE_MS)
    assert stops == ["stopped"]

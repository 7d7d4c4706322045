"""A few tables play for some hours of their own time; and what a soak would find if a timer were lost."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from msgspec import structs

from games.kit.inputs import Expired
from tests.table.ion import NO_FILLERS, card_seed
from tests.table.room import Rooms
from tests.torture import soak
from tests.torture.virtual import VirtualLoop


@pytest.mark.slow
def test_some_tables_play_for_hours_and_nothing_is_lost() -> None:
    soaked = soak.run(hours=3, tables=4, seed=1)
    assert soaked.findings == []
    assert soaked.matches
    assert soaked.expired
    assert soaked.moves
    assert soaked.rings


def test_growth_of_memory_and_of_files_is_found() -> None:
    soaked = soak.Soaked(memory=[10.0] * 5 + [12.5] * 5, files=[7, 8, 7, 9])
    soaked.conclude()
    assert soaked.findings == ["memory has grown by 2.5 MB", "open files: at first 8, then 9"]


async def test_a_timer_that_fired_late_is_found(tmp_path: Path, empty: Path) -> None:
    async with AsyncExitStack() as stack:
        room = await Rooms(tmp_path, empty, stack).open(game="ion", options=NO_FILLERS, seed=card_seed(2))
        await room.begins(*room.present("ann", "bob"))
        await room.advance(10_000)
        stored = room.stored()
    assert list(soak.late(stored)) == []
    at = next(at for at, entry in enumerate(stored.log) if isinstance(entry.command, Expired))
    stored.log[at] = structs.replace(stored.log[at], at=10_001)
    assert list(soak.late(stored)) == [
        f"entry {at}: turn fired at 10001, and was due at 10000", f"entry {at} at 10001: turn was due at 10000"
    ]  # fmt: skip


def test_time_passes_only_where_nothing_is_to_be_done() -> None:
    loop = VirtualLoop()
    loop.call_later(3600, loop.stop)
    loop.run_forever()
    assert loop.now_ms() == 3_600_000
    loop.close()

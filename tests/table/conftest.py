"""Rooms for the tests. What is logged as an error fails a test that does not say it expects it."""

from collections.abc import AsyncIterator, Iterator, MutableMapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from games.fia import FIA
from games.haven import HAVEN
from games.ion import ION
from games.kit import registry
from games.menagerie import MENAGERIE
from ionbot.channel import Person, Status
from tests.kit_game import PEBBLES
from tests.table.brittle import BRITTLE
from tests.table.ion import card_seed
from tests.table.room import Room, Rooms, faults

Logs = list[MutableMapping[str, Any]]


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    installed = {game.name: game for game in (ION, FIA, HAVEN, MENAGERIE, PEBBLES, BRITTLE)}
    monkeypatch.setattr(registry, "all_games", lambda: installed)
    monkeypatch.setattr(BRITTLE, "broken", set())


@pytest.fixture(autouse=True)
def logs(request: pytest.FixtureRequest) -> Iterator[Logs]:
    with capture_logs() as logs:
        yield logs
    if "faulty" not in request.fixturenames:
        assert list(faults(logs)) == []


class Faults(Sequence[Any]):
    """What has been logged as an error so far."""

    def __init__(self, logs: Logs) -> None:
        self._logs = logs

    def __len__(self) -> int:
        return len(list(faults(self._logs)))

    def __getitem__(self, index: Any) -> Any:
        return list(faults(self._logs))[index]


@pytest.fixture
def faulty(logs: Logs) -> Faults:
    """Give the faults of a test in which there are some."""
    return Faults(logs)


@pytest.fixture
async def rooms(tmp_path: Path, empty: Path) -> AsyncIterator[Rooms]:
    async with AsyncExitStack() as stack:
        yield Rooms(tmp_path, empty, stack)


@pytest.fixture
async def room(rooms: Rooms) -> Room:
    """A room where pebbles is played: 12 in the bowl, 10 s a move."""
    return await rooms.open()


@pytest.fixture
async def ion(rooms: Rooms) -> Room:
    """A room where ION is played."""
    return await rooms.open(game="ion", options={"even": False}, seed=card_seed(2))


@pytest.fixture
async def op(ion: Room) -> Person:
    """The operator of that room."""
    return await ion.arrives(ion.person("Op"), Status.OP)

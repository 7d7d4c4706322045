"""Real servers for the tests that ask for them, and a network of the bot that may be on them."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Protocol, TypeVar

import pytest

from ionbot.network.link.transport import Connection
from tests.network.conftest import quiet, start
from tests.real.servers import Atheme, Authority, Daemon, InspIRCd, Ngircd

__all__ = ["quiet", "start"]
HERE = Path(__file__).parent

D = TypeVar("D", bound=Daemon)


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Try the tests here a second time before they count as failed: what other programs do when is not ours to say."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.flaky(reruns=1))


class Make(Protocol):
    """Makes a server of a kind, with what it needs besides its directory."""

    def __call__(self, kind: Callable[..., D], *values: object, **options: object) -> D: ...


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Makes servers, each in a directory of its own; they are stopped after the test."""
    made: list[Daemon] = []
    number = count()

    def make(kind: Callable[..., D], *values: object, **options: object) -> D:
        directory = tmp_path / f"server{next(number)}"
        directory.mkdir()
        server = kind(directory, *values, **options)
        made.append(server)
        return server

    yield make
    for server in reversed(made):
        server.stop()


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """Signs certificates that nobody trusts but whoever is told to."""
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def ngircd(make: Make) -> Ngircd:
    """A running ngircd that takes lines as fast as they come."""
    server = make(Ngircd)
    server.start()
    return server


@pytest.fixture
def inspircd(make: Make) -> InspIRCd:
    """A running InspIRCd."""
    server = make(InspIRCd)
    server.start()
    return server


@pytest.fixture
def atheme(make: Make, inspircd: InspIRCd) -> Atheme:
    """Atheme, running and linked to the InspIRCd."""
    services = make(Atheme, inspircd)
    services.start()
    return services


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All lines of messages that leave, in their order, without tags."""
    lines: list[str] = []
    write = Connection.write

    def noting(connection: Connection, leaving: Sequence[str]) -> None:
        bare = [line.partition(" ")[2] if line.startswith("@") else line for line in leaving]
        lines.extend(line for line in bare if line.startswith(("PRIVMSG", "NOTICE")))
        write(connection, leaving)

    monkeypatch.setattr(Connection, "write", noting)
    return lines

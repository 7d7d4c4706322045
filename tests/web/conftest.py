"""A database with matches of all games, one that runs and an open table; and a client of the pages."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from signal import SIGTERM

import httpx
import pytest
from starlette.types import ASGIApp, Message

from games.kit.registry import all_games
from ionbot.store.database import Database
from ionbot.store.seeding import Seeder
from ionbot.web.app import application
from tests.cli.history import open_lobby, play

MATCHES = 20
"""So many have ended; then come one that runs and an open table."""
RUNNING, LOBBY = MATCHES + 1, MATCHES + 2


class Client:
    """Asks an application, as a browser would."""

    def __init__(self, app: ASGIApp, prefix: str = "") -> None:
        self._app = app
        self._base = f"http://pages{prefix}"
        self._runner = asyncio.Runner()

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.ask("GET", path, headers)

    def page(self, path: str) -> str:
        """Give the text of a page that is there."""
        answer = self.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def json(self, path: str) -> dict:
        answer = self.get(f"/api{path}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json"), answer.text
        return answer.json()

    def ask(self, method: str, path: str, headers: Mapping[str, str] | None = None) -> httpx.Response:
        return self._runner.run(self._ask(method, path, dict(headers or {})))

    async def _ask(self, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
        transport = httpx.ASGITransport(self._app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport) as client:
            return await client.request(method, self._base + path, headers=headers)

    def body(self, method: str, path: str) -> bytes:
        """Give the body that is sent, which a client for HTTP would not read where there should be none."""
        sent: list[Message] = []

        async def receive() -> Message:
            return await asyncio.get_running_loop().create_future()  # nothing more comes

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": b"",
            "headers": [],
            "asgi": {"spec_version": "2.4"},
        }
        self._runner.run(self._app(scope, receive, send))
        return b"".join(message.get("body", b"") for message in sent)

    def close(self) -> None:
        self._runner.close()


@pytest.fixture(scope="session")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Fill a database and give its URL."""
    url = f"sqlite:///{tmp_path_factory.mktemp('web')}/ionbot.db"
    with closing(Database(url)) as database:
        database.upgrade()
        Seeder([*all_games()], bytes(32)).fill(database, MATCHES)
    assert asyncio.run(play(url, "#live", moves=16)) == RUNNING
    assert asyncio.run(open_lobby(url, "#open")) == LOBBY
    return url


@pytest.fixture(scope="session")
def database(seeded: str) -> Iterator[Database]:
    with closing(Database(seeded, read_only=True)) as database:
        yield database


@pytest.fixture(scope="session")
def client(database: Database) -> Iterator[Client]:
    with closing(Client(application(database))) as client:
        yield client


@pytest.fixture(scope="session")
def pages(seeded: str) -> Iterator[str]:
    """Run `ionbot web` and give the address of the pages; SIGTERM must end it."""
    command = [sys.executable, "-c", "from ionbot.cli import app; app()", "web", "--port", "0", "--database", seeded]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip().rstrip("/")
        process.terminate()
        assert process.wait(10) == -SIGTERM

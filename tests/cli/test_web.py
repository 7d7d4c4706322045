"""`ionbot web`: what it serves, and what is told when it cannot."""

import socket
from pathlib import Path

import pytest

from ionbot.store.database import Database
from ionbot.web import serving
from tests.cli.conftest import Run

Served = list[tuple[str, str, str]]
CONFIG = """
[database]
url = "sqlite:///there.db"
[web]
port = {port}
prefix = "/ionbot"
"""


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    """Note what would be served: the database, the address and the prefix."""
    noted: Served = []

    def serve(url: str, listening: socket.socket, prefix: str) -> None:
        noted.append((url, listening.getsockname()[0], prefix))

    monkeypatch.setattr(serving, "serve", serve)
    return noted


@pytest.fixture
def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
    return port


def test_without_a_configuration_the_defaults_are_served(run: Run, served: Served) -> None:
    result = run("web", "--port", "0")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("http://127.0.0.1:")
    assert served == [("sqlite:///ionbot.db", "127.0.0.1", "")]


def test_the_configuration_counts_whatever_else_is_in_it(run: Run, served: Served, free_port: int) -> None:
    Path("config.toml").write_text(CONFIG.format(port=free_port))
    result = run("web")
    assert result.stdout == f"http://127.0.0.1:{free_port}/ionbot/\n"
    assert served == [("sqlite:///there.db", "127.0.0.1", "/ionbot")]


def test_options_go_before_it(run: Run, served: Served) -> None:
    Path("other.toml").write_text(CONFIG.format(port=8080))
    words = ("--config", "other.toml", "--host", "localhost", "--port", "0", "--database", "sqlite:///x.db")
    assert run("web", *words).exit_code == 0
    assert served == [("sqlite:///x.db", "127.0.0.1", "/ionbot")]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--port 0", "there is no database ionbot.db; --database names another, `ionbot db upgrade` makes it"),
        ("--port 0 --host no.such.host.invalid", "the system refuses"),
        ("--config none.toml", "there is no such file"),
    ],
)
def test_what_is_wrong_is_told(run: Run, words: str, told: str) -> None:
    result = run("web", *words.split())
    assert result.exit_code == 2
    assert told in result.stderr


def test_a_port_that_is_taken_is_told(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = run("web", "--port", str(taken.getsockname()[1]))
    assert result.exit_code == 2
    assert "in use" in result.stderr


def test_an_old_schema_is_told(run: Run) -> None:
    database = Database("sqlite:///ionbot.db")
    with database.write() as connection:
        connection.exec_driver_sql("CREATE TABLE other (id INTEGER)")
    database.close()
    result = run("web", "--port", "0")
    assert result.exit_code == 2
    assert "is out of date; run `ionbot db upgrade`" in result.stderr

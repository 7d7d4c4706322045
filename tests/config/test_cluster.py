"""`[cluster]`: a worker's name, and what it needs."""

from pathlib import Path

import pytest

from ionbot.config import load_worker
from tests.config.conftest import LEAST, Mistakes, Read

SERVED = f'{LEAST}[database]\nurl = "postgresql+psycopg://ionbot@db/ionbot"\n'


def test_a_bot_works_alone_unless_it_is_named(read: Read) -> None:
    assert read(LEAST).cluster.worker == ""
    assert read(f'{SERVED}[cluster]\nworker = "one_2"').cluster.worker == "one_2"


def test_workers_cannot_share_a_file(mistakes: Mistakes) -> None:
    assert mistakes(f'{LEAST}[cluster]\nworker = "one"') == {
        "cluster.worker": "several workers cannot share a file of SQLite; "
        "set database.url to a PostgreSQL database, or leave it out"
    }


@pytest.mark.parametrize("name", ["One", "one two", "-", "_one", "a__b", "x" * 33])
def test_a_name_that_cannot_be_is_told(mistakes: Mistakes, name: str) -> None:
    ((key, mistake),) = mistakes(f'{SERVED}[cluster]\nworker = "{name}"').items()
    right = 'at most 32 lower case letters, digits and single underscores, such as "one", or ""'
    assert key == "cluster.worker"
    assert mistake.endswith(f"right would be {right}")


def test_the_environment_names_a_worker(read: Read, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IONBOT_CLUSTER__WORKER", "two")
    assert read(SERVED).cluster.worker == "two"
    database, cluster = load_worker(tmp_path / "config.toml")
    assert (database.url, cluster.worker) == ("postgresql+psycopg://ionbot@db/ionbot", "two")


def test_who_looks_at_a_worker_needs_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[networks.home]\nhost = 7\n[cluster]\nworker = "one"\n', "utf-8")
    assert load_worker(path)[1].worker == "one"

"""An empty directory to work in, a bare environment, and the command line."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from ionbot.cli import app

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name.startswith("IONBOT_"):
            monkeypatch.delenv(name)


@pytest.fixture
def run() -> Run:
    """Run a command line, given as words."""

    def run(*words: str) -> Result:
        return CliRunner().invoke(app, words, prog_name="ionbot")

    return run

"""An empty directory to work in, a bare environment, and the command line."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from ionbot.cli import app

Run = Callable[..., Result]
ReadJson = Callable[..., Any]


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


@pytest.fixture
def read_json(run: Run) -> ReadJson:
    """Run a command line that works, and read the JSON that it writes."""

    def read_json(*words: str) -> Any:
        result = run(*words, "--format", "json")
        assert (result.exit_code, result.stderr) == (0, "")
        return json.loads(result.stdout)

    return read_json

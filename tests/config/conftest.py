"""Reads configurations, right ones and wrong ones, in a bare environment."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ionbot.config import Config, ConfigError, load

Read = Callable[[str], Config]
Mistakes = Callable[[str], dict[str, str]]

LEAST = """
[networks.home]
host = "irc.example.org"
channels = ["#cards"]
"""


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.startswith("IONBOT_"):
            monkeypatch.delenv(name)


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read(text: str) -> Config:
        path = tmp_path / "config.toml"
        path.write_text(text, "utf-8")
        return load(path)

    return read


@pytest.fixture
def mistakes(read: Read) -> Mistakes:
    """Give the mistakes of a text by their key."""

    def mistakes(text: str) -> dict[str, str]:
        with pytest.raises(ConfigError) as caught:
            read(text)
        assert len({mistake.key for mistake in caught.value.mistakes}) == len(caught.value.mistakes)
        return {mistake.key: str(mistake).removeprefix(f"{mistake.key}: ") for mistake in caught.value.mistakes}

    return mistakes

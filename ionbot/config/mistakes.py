"""What can be wrong with a configuration."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from games.kit import errors
from games.kit.errors import Told
from games.kit.text import plain


class Mistake(NamedTuple):
    """One mistake: the key path (`networks.libera.port`) or place, what is wrong there and what would be right."""

    key: str
    wrong: str
    right: str

    def __str__(self) -> str:
        return f"{self.key}: {self.wrong}; {self.right}" if self.right else f"{self.key}: {self.wrong}"


class Unfit(Told, ValueError):
    """A value cannot be used; pydantic carries it to who reads it."""


class ConfigError(Exception):
    """The configuration cannot be used; `mistakes` has all that is wrong with it."""

    def __init__(self, path: Path, mistakes: Sequence[Mistake]) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.path = path
        self.mistakes = mistakes


class Mistakes(ValueError):
    """Several mistakes below one key; pydantic carries it to `load`. `mistakes` have paths below that key."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        super().__init__("several mistakes")
        self.mistakes = mistakes


def nearest(name: str, known: Iterable[str]) -> str:
    """Ask back with the known name that is nearest, or list them all."""
    return plain(errors.nearest(name, known))

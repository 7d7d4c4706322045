"""What long work tells whoever waits for it."""

from collections.abc import Callable
from typing import TypeAlias

Tell: TypeAlias = Callable[[int], object]
"""Is told how many more things are done."""


def nobody(_more: int) -> None:
    """Tell nobody."""

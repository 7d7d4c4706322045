"""A command to which a game's options can be given like its own."""

from collections import deque
from collections.abc import Iterable, Iterator, Set
from typing import Any

from typer.core import TyperCommand


class TakesGameOptions(TyperCommand):
    """A command with `--option NAME=VALUE` that also takes `--NAME VALUE`, for every NAME that is none of its own."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of the command line."""
        own = {spelling for param in self.get_params(ctx) for spelling in param.opts}
        return super().parse_args(ctx, list(_spelled_out(args, own)))


def _spelled_out(words: Iterable[str], own: Set[str]) -> Iterator[str]:
    """Turn `--NAME VALUE` and `--NAME=VALUE` into `--option NAME=VALUE`, with `_` for `-`, but for the own names."""
    rest = deque(words)
    while rest:
        word = rest.popleft()
        spelling, sign, value = word.partition("=")
        if spelling in own or not spelling.startswith("--"):
            yield word
            continue
        if not sign and rest and not rest[0].startswith("--"):
            value = rest.popleft()
        yield from ("--option", f"{spelling.removeprefix('--').replace('-', '_')}={value}")

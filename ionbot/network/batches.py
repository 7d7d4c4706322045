"""Batches: lines that the server marks as belonging together (ircv3.net/specs/extensions/batch)."""

from enum import Flag, auto

from irctokens.line import Line

from ionbot.network.lines import Handlers, opened_or_closed, param

_PAST = ("chathistory", "playback")
"""What the kinds of batches that repeat old lines have in their names."""
_SPLIT = "netsplit"
"""The kind of a batch of QUITs (ircv3.net/specs/batches/netsplit)."""
_MOST = 50
"""How many batches may be open at once; older ones count as closed."""


class _Meaning(Flag):
    """What it means for a line that it lies in a batch."""

    NOTHING = 0
    PAST = auto()
    SPLIT = auto()


class Batches:
    """One connection's open batches. What lies in a batch within another is of both kinds."""

    def __init__(self) -> None:
        self.handlers: Handlers = {"BATCH": self._on_batch}
        self._open: dict[str, _Meaning] = {}

    def past(self, line: Line) -> bool:
        """Tell whether a line is repeated from the past: nothing in it is so now, and nothing is a command."""
        return _Meaning.PAST in self._meaning(line)

    def split(self, line: Line) -> bool:
        """Tell whether a line is a part of a netsplit."""
        return _Meaning.SPLIT in self._meaning(line)

    def _meaning(self, line: Line) -> _Meaning:
        return self._open.get((line.tags or {}).get("batch") or "", _Meaning.NOTHING)

    def _on_batch(self, line: Line) -> None:
        opened, closed = opened_or_closed(line)
        self._open.pop(closed, None)
        if opened:
            self._open[opened] = self._meaning(line) | _meant_by(param(line, 1).lower())
            if len(self._open) > _MOST:
                del self._open[next(iter(self._open))]


def _meant_by(kind: str) -> _Meaning:
    if kind == _SPLIT:
        return _Meaning.SPLIT
    return _Meaning.PAST if any(past in kind for past in _PAST) else _Meaning.NOTHING

"""Batches: lines that the server marks as belonging together (ircv3.net/specs/extensions/batch)."""

from irctokens.line import Line

from ionbot.network.lines import Handlers, param

_PAST = ("chathistory", "playback")
"""What the kinds of batches that repeat old lines have in their names."""
_SPLIT = "netsplit"
"""The kind of a batch of QUITs (ircv3.net/specs/batches/netsplit)."""
_MOST = 50
"""How many batches may be open at once; older ones count as closed."""


class Batches:
    """One connection's open batches. What lies in a batch within another is of both kinds."""

    def __init__(self) -> None:
        self.handlers: Handlers = {"BATCH": self._on_batch}
        self._open: dict[str, tuple[str, ...]] = {}

    def past(self, line: Line) -> bool:
        """Tell whether a line is repeated from the past: nothing in it is so now, and nothing is a command."""
        return any(past in kind for kind in self._kinds(line) for past in _PAST)

    def split(self, line: Line) -> bool:
        """Tell whether a line is a part of a netsplit."""
        return _SPLIT in self._kinds(line)

    def _kinds(self, line: Line) -> tuple[str, ...]:
        return self._open.get(line.tags.get("batch", ""), ()) if line.tags else ()

    def _on_batch(self, line: Line) -> None:
        reference, kind = param(line, 0), param(line, 1).lower()
        if not reference.startswith("+"):
            self._open.pop(reference[1:], None)
            return
        self._open[reference[1:]] = (*self._kinds(line), kind)
        if len(self._open) > _MOST:
            del self._open[next(iter(self._open))]

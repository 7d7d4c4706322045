"""Labels: the server tells which of our lines an answer is to (ircv3.net/specs/extensions/labeled-response)."""

from itertools import count

from irctokens.line import Line

from ionbot.network.lines import opened_or_closed

_NEEDED = {"labeled-response", "message-tags", "batch"}
_MOST = 50
"""How many labeled batches may be open at once; older ones count as closed."""


class Labels:
    """One connection's labels. `capabilities` is the live set.

    Every line gets one, so that lines can be told apart; the server learns of it where it knows labels.
    """

    def __init__(self, capabilities: set[str]) -> None:
        self._capabilities = capabilities
        self._numbers = count(1)
        self._batches: dict[str, str] = {}

    @property
    def known(self) -> bool:
        """Whether the server gives labels back."""
        return self._capabilities >= _NEEDED

    def new(self) -> str:
        """Give a label that no other line of this connection has."""
        return str(next(self._numbers))

    def tagged(self, line: str, label: str) -> str:
        """Give a line with its label, if the server knows labels."""
        return f"@label={label} {line}" if self.known else line

    def of(self, answer: Line) -> str:
        """Give the label of the line that an answer is to, "" if the server does not say."""
        tags = answer.tags or {}
        return tags.get("label") or self._batches.get(tags.get("batch", ""), "")

    def follow(self, batch: Line) -> str:
        """Follow a BATCH; give the label of our line if this ends the answer to it, else ""."""
        opened, closed = opened_or_closed(batch)
        if opened and (label := self.of(batch)):
            self._batches[opened] = label
            if len(self._batches) > _MOST:
                del self._batches[next(iter(self._batches))]
        return self._batches.pop(closed, "")

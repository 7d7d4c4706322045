"""Answers that are too long to be told at once: what is left is kept for who has got the beginning."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from games.kit.text import Text, joined, phrase, plural
from ionbot.channel import Person
from ionbot.table.clock import Now
from ionbot.table.listing import FEW

if TYPE_CHECKING:
    from ionbot.table.table import Table

KEPT_MS = 10 * 60_000
"""How long the rest of an answer is kept."""
MOST = 2_000
"""For how many people; what was kept first is forgotten first."""


class _Rest(NamedTuple):
    """Lines that a table has not told yet, and until when (real ms) they are kept."""

    table: "Table"
    lines: Sequence[Text]
    until: int


class Pages:
    """What is left to tell, by person: one answer each, the last. `now` gives real ms."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._rests: dict[Person, _Rest] = {}

    def tell(self, table: "Table", person: Person, lines: Sequence[Text]) -> None:
        """Tell somebody lines, a few at once, and keep the others."""
        told, left = list(lines[:FEW]), lines[FEW:]
        self._rests.pop(person, None)
        if left:
            self._rests[person] = _Rest(table, left, self._now() + KEPT_MS)
            if len(self._rests) > MOST:
                del self._rests[next(iter(self._rests))]
            more = table.typed("more")
            told[-1] = joined(
                told[-1], plural("({n} line left: {more})", "({n} lines left: {more})", n=len(left), more=more)
            )
        for text in told:
            table.tell(person, text)

    def drop(self, person: Person) -> None:
        """Keep nothing for somebody any more."""
        self._rests.pop(person, None)

    def turn(self, table: "Table", person: Person) -> None:
        """Go on with what somebody was told, wherever that was; `table` is where they ask."""
        rest = self._rests.pop(person, None)
        if rest and self._now() < rest.until and person in rest.table.channel.people():
            self.tell(rest.table, person, rest.lines)
        else:
            table.tell(person, phrase("There is no more to tell."))

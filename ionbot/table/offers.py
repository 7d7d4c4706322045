"""Seats that are offered to somebody else, for a while."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ionbot.channel import Person
from ionbot.table.finding import Sitter, sitters

if TYPE_CHECKING:
    from ionbot.table.clock import Now
    from ionbot.table.table import Table

OFFERED_MS = 60_000
"""How long an offer holds."""


@dataclass(frozen=True)
class Offer:
    """A seat, or a place in a lobby, that `giver` offers somebody until a real time in ms."""

    sitter: Sitter
    giver: Person
    to: Person
    until: int


class Offers:
    """What is offered at a table: each seat to one person. A restart of the bot, or of the match, ends all offers."""

    def __init__(self, table: "Table", now: "Now") -> None:
        self._table = table
        self._now = now
        self._offers: dict[Sitter, Offer] = {}

    def make(self, sitter: Sitter, giver: Person, to: Person) -> None:
        """Offer a seat to somebody, and to nobody else any more."""
        self.end(sitter)
        self._offers[sitter] = Offer(sitter, giver, to, self._now() + OFFERED_MS)

    def to(self, person: Person) -> list[Offer]:
        """Give what is offered to somebody and holds still, the last in front.

        The seat is in play, and nobody has got it meanwhile.
        """
        there, now = sitters(self._table), self._now()
        held = {sitter: offer for sitter, offer in self._offers.items() if sitter in there and now < offer.until}
        self._offers = held
        return [offer for offer in reversed(held.values()) if offer.to is person]

    def withdraw(self, person: Person) -> None:
        """Offer nothing to somebody any more."""
        self._offers = {sitter: offer for sitter, offer in self._offers.items() if offer.to is not person}

    def end(self, sitter: Sitter) -> None:
        """Let a seat not be offered any more."""
        self._offers.pop(sitter, None)

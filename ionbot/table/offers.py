"""Seats that are offered to somebody else, for a while."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ionbot.channel import Person
from ionbot.table.lobby import Guest
from ionbot.table.seating import Seat

if TYPE_CHECKING:
    from ionbot.table.clock import Now
    from ionbot.table.table import Table

Sitter: TypeAlias = Seat | Guest

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
        self._offers[sitter] = Offer(sitter, giver, to, self._now() + OFFERED_MS)

    def find(self, to: Person) -> Offer | None:
        """Give what is offered to somebody and holds still: the seat is in play, and nobody has got it meanwhile."""
        there, now = sitters(self._table), self._now()
        held = {sitter: offer for sitter, offer in self._offers.items() if sitter in there and now < offer.until}
        self._offers = held
        return next((offer for offer in held.values() if offer.to is to), None)

    def end(self, sitter: Sitter) -> None:
        """Let a seat not be offered any more."""
        self._offers.pop(sitter, None)


def sitters(table: "Table") -> Iterable[Sitter]:
    """Give the seats of people, or who waits in the lobby."""
    if table.play:
        return table.play.sitters.people
    return table.lobby.guests if table.lobby else []

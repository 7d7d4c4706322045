"""Whom somebody means by a nick: who sits at a table, or is in its channel."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from ionbot.channel import Person
from ionbot.table.lobby import Guest
from ionbot.table.seating import Seat

if TYPE_CHECKING:
    from ionbot.table.table import Table

Sitter: TypeAlias = Seat | Guest


def sitters(table: "Table") -> Iterable[Sitter]:
    """Give the seats of people, or who waits in the lobby."""
    if table.play:
        return table.play.sitters.people
    return table.lobby.guests if table.lobby else []


def sitter(table: "Table", nick: str) -> Sitter | None:
    """Give who sits here by their nick. Of two with one nick one is away, and the other has taken the nick since."""
    fold = table.channel.fold
    named = (each for each in sitters(table) if fold(each.name) == fold(nick))
    return max(named, key=lambda each: each.person is not None, default=None)


def present(table: "Table", nick: str) -> Person | None:
    """Give who is in the channel by their nick."""
    folded = table.channel.fold(nick)
    return next((each for each in table.channel.people() if each.folded == folded), None)

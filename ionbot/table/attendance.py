"""Who comes, goes and logs in, and what becomes of their seat."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from games.kit.inputs import Cause, Reason
from ionbot.channel import Departure, Person
from ionbot.table.admission import send_away

if TYPE_CHECKING:
    from ionbot.table.table import Table

_GONE = {Departure.PART: Reason.PART, Departure.KICK: Reason.KICK}
"""How people leave a channel for good."""
_DISCONNECTED = {
    Departure.SPLIT: Cause.SPLIT, Departure.PING_TIMEOUT: Cause.PING_TIMEOUT, Departure.QUIT: Cause.QUIT,
}  # fmt: skip
"""How a connection ends, but not always a person's presence: services end the older one of two."""


async def arrive(table: "Table", person: Person) -> None:
    """Somebody comes into the channel; a seat that was held for them is theirs again."""
    play = table.play
    if play and not play.seating.of(person) and (seat := play.sitters.own(person)) and not seat.person:
        await play.roster.reclaim(seat, person)


async def identify(table: "Table", person: Person) -> None:
    """Somebody has logged in or out. Who sits here does so still; else a seat may be held for that account.

    An account that is excluded has no seat.
    """
    if table.lobby and (guest := table.lobby.guest(person)):
        guest.note()
    elif table.play and (seat := table.play.seating.of(person)):
        before = seat.account
        seat.note()
        if seat.account and seat.account != before:
            table.play.keeper.bind(seat, seat.account)
    else:
        await arrive(table, person)
    await send_away(table)


async def depart(table: "Table", person: Person, departure: Departure, others: Collection[Person]) -> None:
    """Somebody is gone from the channel, or only one of the connections that they have there.

    `others` are those who were there at that moment: who came since, maybe before the table got to this, comes back.
    """
    await table.reception.leave(person)
    if not (play := table.play) or not (seat := play.seating.of(person)):
        return
    if departure in _GONE:
        await play.roster.leave(seat, _GONE[departure])
        return
    theirs = (other for other in others if seat.belongs_to(other) and not play.seating.of(other))
    if other := next(theirs, None):
        await play.roster.reclaim(seat, other)
    else:
        await play.roster.hold(seat, _DISCONNECTED[departure])

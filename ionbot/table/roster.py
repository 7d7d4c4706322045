"""Who comes to a running match, goes, comes back, and takes over from somebody else: each is an input of the match."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from games.kit import inputs
from games.kit.errors import Illegal, Refused
from games.kit.inputs import Cause, Kind, Reason, SystemInput
from games.kit.protocol import Entry
from games.kit.text import Text, phrase
from ionbot.channel import Person
from ionbot.table.absence import MOST_ABSENCES
from ionbot.table.announcer import Announcer
from ionbot.table.fillers import Fillers
from ionbot.table.renewal import Renewal
from ionbot.table.seating import Seat
from ionbot.table.steps import Steps

if TYPE_CHECKING:
    from ionbot.table.play import Play


class Roster:
    """Seats the players of a running match. Like the match's own, its methods must not overlap."""

    def __init__(self, play: "Play", *, steps: Steps, announcer: Announcer, fillers: Fillers) -> None:
        self._play = play
        self._steps = steps
        self._announcer = announcer
        self._fillers = fillers
        self._renewal = Renewal(play.match)

    async def join(self, person: Person, player: int) -> Refused | None:
        """Let somebody take the seat they had left, or a new one. Gives the refusal; then all seats are as before."""
        await self._steps.catch_up(self._play.timing.now)
        left = self._play.sitters.left_by(person)
        seat = replace(left) if left else Seat.of(person, len(self._play.seating), player)
        seat.take(person)
        return await self._put(seat, left)

    async def add_computer(self, player: int, level: str) -> Refused | None:
        """Let a computer player of a level sit down; `player` is its number in the store. Gives the refusal."""
        await self._steps.catch_up(self._play.timing.now)
        return await self._put(self._fillers.seat(Kind.COMPUTER, player, level), None)

    async def leave(self, seat: Seat, reason: Reason) -> None:
        """Let a player leave for good."""
        seat.empty()
        await self._steps.take(self._submit(inputs.Left(reason), seat))

    async def hold(self, seat: Seat, cause: Cause) -> None:
        """Keep the seat of somebody who has gone without their doing."""
        seat.empty()
        await self._steps.take(self._submit(inputs.Away(cause), seat))

    async def excuse(self, seat: Seat) -> Refused | None:
        """Keep the seat of somebody who is connected, but away for a while. Gives the refusal, if there is one."""
        if (times := self._play.sitters.times_away(seat)) >= MOST_ABSENCES:
            return Illegal(phrase("You have been away {n} times in this match; it cannot wait for you again.", n=times))
        return await self._steps.take(self._submit(inputs.Away(Cause.ASKED), seat))

    async def come_back(self, seat: Seat) -> None:
        """Let the player of a held seat go on."""
        await self._steps.take(self._submit(inputs.Back(), seat))

    async def reclaim(self, seat: Seat, person: Person) -> None:
        """Put a player on their seat who is back, or on another connection, and tell them what they hold."""
        seat.take(person)
        await self.come_back(seat)
        self._announcer.tell_hand(seat.number, self._play.hand(seat))

    async def hand_over(self, seat: Seat, person: Person, player: int, said: Text) -> None:
        """Put somebody else on a seat in play, for good, and say so; `player` is their number in the store.

        If it is their turn, it begins anew, once between two moves. Raises Contradiction.
        """
        await self._steps.save_holder(seat, person, player)
        seat.pass_to(person)
        self._play.sitters.take_back_vote(seat)
        self._announcer.tell_hand(seat.number, self._play.hand(seat))
        back, now = self._submit(inputs.Back(), seat), self._play.timing.now
        await self._steps.take(chain(back, self._renewal.begin_anew(seat.number, now)), said)

    async def _put(self, seat: Seat, before: Seat | None) -> Refused | None:
        """Let somebody join on a seat. Gives the refusal; then the seat is what it was `before`."""
        self._play.seating.put(seat.number, seat)
        if refused := await self._steps.take(self._submit(inputs.Joined(seat.kind), seat)):
            self._play.seating.put(seat.number, before)
        return refused

    def _submit(self, command: SystemInput, seat: Seat) -> Iterator[Entry]:
        return self._play.match.submit(self._play.timing.now, command, seat.number)

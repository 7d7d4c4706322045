"""The computer players of a match come and go: as many fillers sit there as the game wants."""

from collections.abc import Callable, Iterator

from games.kit import inputs
from games.kit.errors import Fault, Refused
from games.kit.inputs import Kind, Reason
from games.kit.match import AnyMatch
from games.kit.protocol import Entry
from ionbot.table import computers
from ionbot.table.seating import Seat, Seating


class Fillers:
    """Seats computer players. `now` gives the match time of an input that is no move, in ms."""

    def __init__(self, match: AnyMatch, seating: Seating, players: computers.Players, now: Callable[[], int]) -> None:
        self._match = match
        self._seating = seating
        self._players = players
        self._now = now

    def level_out(self) -> Iterator[Entry]:
        """Seat fillers, or let them go, until there are as many as the game wants. Raises Fault if it refuses one."""
        game = self._match.game
        while not self._match.over:
            standings = game.standings(self._match.state)
            fillers = [at.seat for at in standings if at.present and at.kind is Kind.FILLER]
            wanted = game.fillers(self._match.state)
            if len(fillers) == wanted:
                return
            if len(fillers) > wanted:
                yield from self._match.submit(self._now(), inputs.Left(Reason.SURPLUS), fillers[-1])
            else:
                yield from self._sit_down()

    def seat(self, kind: Kind, player: int, level: str) -> Seat:
        """Make the next seat, for a computer player of a level; `player` is its number in the store."""
        name = computers.name(sum(seat.kind is not Kind.HUMAN for seat in self._seating))
        return Seat(len(self._seating), player, kind, name, level=level)

    def _sit_down(self) -> Iterator[Entry]:
        seat = self.seat(Kind.FILLER, self._players.player, self._players.level)
        self._seating.put(seat.number, seat)
        try:
            yield from self._match.submit(self._now(), inputs.Joined(Kind.FILLER), seat.number)
        except Refused as refused:
            raise Fault(f"{self._match.game.name} wants a filler and refuses it: {refused}") from refused

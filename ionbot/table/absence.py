"""What the journal says of pauses and absences: they last through a restart of the bot."""

from collections import Counter
from collections.abc import Iterable

from games.kit.inputs import Away, Back, Cause, Joined, Left, is_asked_pause
from games.kit.protocol import Entry

MOST_ABSENCES = 5
"""How often a player can be away in a match. Time may stand still meanwhile, and who loses shall not make it do so."""


def is_paused(log: Iterable[Entry]) -> bool:
    """Tell whether the last pause that an operator has asked for lasts."""
    pauses = [pause for entry in log if (pause := is_asked_pause(entry.command)) is not None]
    return bool(pauses) and pauses[-1]


class Absences:
    """The seats whose players have said that they are away."""

    def __init__(self, log: Iterable[Entry]) -> None:
        self._seats: set[int] = set()
        self._times: Counter[int] = Counter()
        for entry in log:
            self.note(entry)

    def __contains__(self, seat: int) -> bool:
        return seat in self._seats

    def times(self, seat: int) -> int:
        """Give how often a seat's player has been away."""
        return self._times[seat]

    def note(self, entry: Entry) -> None:
        """Note who goes or comes back by an entry."""
        if entry.seat is None:
            return
        if isinstance(entry.command, Away) and entry.command.cause is Cause.ASKED:
            self._seats.add(entry.seat)
            self._times[entry.seat] += 1
        elif isinstance(entry.command, Back | Joined | Left):
            self._seats.discard(entry.seat)

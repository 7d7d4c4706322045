"""Who is away, how often and for how long; what the journal says of that lasts through a restart of the bot."""

from collections import Counter
from collections.abc import Iterable

from games.kit.inputs import Away, Back, Cause, Joined, Left, is_asked_pause
from games.kit.protocol import Entry
from ionbot.table.clock import MatchClock, Now

MOST_ABSENCES = 5
"""How often a player can be away in a match. Time may stand still meanwhile, and who loses shall not make it do so."""
ALL_AWAY_MS = 15 * 60_000
"""How long a match's time stands still at most while no human is there."""


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


class Desertion:
    """Holds a match's clock while people play and none of them is here, but not for ever. `now` gives real ms."""

    def __init__(self, clock: MatchClock, now: Now) -> None:
        self._clock = clock
        self._now = now
        self._since: int | None = None

    @property
    def due(self) -> int | None:
        """When time goes on though nobody is here, in real ms; None if it does not stand still for that."""
        if self._since is None or not self._clock.held_by("away"):
            return None
        return self._since + ALL_AWAY_MS

    def note(self, *, all_away: bool) -> None:
        """Note whether nobody is here now."""
        if not all_away:
            self._since = None
            self._clock.release("away")
        elif self._since is None:
            self._since = self._now()
            self._clock.hold("away")

    def wake(self) -> None:
        """Let time go on, if nobody has been here for too long."""
        if (due := self.due) is not None and due <= self._now():
            self._clock.release("away")

    def begin_anew(self) -> None:
        """Count from now on for how long nobody is here."""
        self._since = None

"""A turn begins anew when somebody else takes the seat."""

from collections.abc import Iterator

from games.kit.holding import hold
from games.kit.inputs import Resumed
from games.kit.match import AnyMatch
from games.kit.protocol import Entry
from games.kit.turns import turn_timers
from ionbot.table.announcer import is_deed


class Renewal:
    """Begins turns of one match anew, once between two moves: handing seats over shall gain nobody time."""

    def __init__(self, match: AnyMatch) -> None:
        self._match = match
        self._moves: int | None = None
        """How many moves there were when a turn has begun anew last."""

    def begin_anew(self, seat: int, now: int) -> Iterator[Entry]:
        """Let the turn begin anew if it is this seat's, unless that was done since the last move; `now` is match ms."""
        game = self._match.game
        switches = [hold(game, on=on) for on in (True, False)]
        moves = sum(is_deed(entry) and entry.command not in switches for entry in self._match.log)
        if seat in turn_timers(game, self._match.state).values() and moves != self._moves:
            self._moves = moves
            yield from self._match.submit(now, Resumed())

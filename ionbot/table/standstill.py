"""When a match ends that cannot go on: the bot was put out of its channel, or its time has stood still for a day."""

from typing import TYPE_CHECKING

from games.kit.text import phrase
from ionbot.table.clock import STILL_MS, Now
from ionbot.table.durations import lasting

if TYPE_CHECKING:
    from ionbot.table.table import Table


class Standstill:
    """Ends the match of a table that has waited for too long. `now` gives real ms."""

    def __init__(self, table: "Table", now: Now) -> None:
        self._table = table
        self._now = now
        self._expelled_until: int | None = None

    @property
    def due(self) -> int | None:
        """When the match ends if nothing changes, in real ms; None while it need not."""
        times = (self._expelled_until, self._table.play.clock.ends_at if self._table.play else None)
        return min((time for time in times if time is not None), default=None)

    def begin_grace(self, ms: int) -> None:
        """The bot was put out of the channel: the match waits for so long that it comes back."""
        self._expelled_until = self._now() + ms

    def end_grace(self) -> None:
        """The bot is in the channel, or need not come back to it."""
        self._expelled_until = None

    async def end_overdue(self) -> bool:
        """End the match, scored as it stands, if it has waited for too long. Tells whether that was so."""
        if (due := self.due) is None or due > self._now():
            return False
        self.end_grace()
        if play := self._table.play:
            time = lasting(STILL_MS)
            await play.stop(
                phrase("The match has stood still for {time} and ends here, scored as it stood.", time=time)
            )
        return True

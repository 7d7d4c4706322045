"""The end that an admin sets: channels are told, and when the time has come, the bot stops."""

from collections.abc import Callable, Iterator

from games.kit.text import Text, phrase
from ionbot.channel import Lane
from ionbot.table.durations import lasting
from ionbot.table.hall import Hall
from ionbot.table.services import Services
from ionbot.table.table import Table

WARNED_MS = 60_000
"""So long before the end channels are warned once more."""


class Shutdown:
    """The end of the bot, if one is set. `stop` stops it."""

    def __init__(self, hall: Hall, services: Services, stop: Callable[[], None]) -> None:
        self._hall = hall
        self._closing = services.closing
        self._alarm = services.alarm
        self._now = services.now
        self._stop = stop

    def text(self) -> Text | None:
        """Tell when the bot is stopped, if that is set."""
        if self._closing.due is None:
            return None
        return phrase("I am stopped in {time}.", time=lasting(self._closing.left(self._now())))

    def begin(self, delay: int) -> None:
        """Stop in so many ms; an end that was set before counts no more."""
        self._closing.due = self._now() + delay
        self._warn()
        self._go_on()

    def cancel(self) -> bool:
        """Do not stop. Tells whether there was an end, and it has not come yet."""
        if not self._closing.left(self._now()):
            return False
        self._closing.due = None
        self._alarm.set(self, None)
        for table in self._played():
            table.say(phrase("I am not stopped after all."), Lane.ANSWER)
        return True

    def wake(self) -> None:
        """Warn, or stop: the time has come."""
        if self._closing.due is not None:
            if self._closing.left(self._now()):
                self._warn()
            self._go_on()

    def _go_on(self) -> None:
        """Stop, or wait for the last warning, or for the end."""
        now, due = self._now(), self._closing.due
        left = self._closing.left(now)
        if not left:
            self._stop()
        elif due is not None:
            self._alarm.set(self, due - WARNED_MS if left > WARNED_MS else due)

    def _warn(self) -> None:
        text = self._closing.warning(self._now())
        for table in self._played():
            table.say(text, Lane.ANSWER)

    def _played(self) -> Iterator[Table]:
        """Yield the tables where something is played, or about to be."""
        return (table for table in self._hall.tables.values() if table.play or table.lobby)

"""Whether the bot is about to be stopped: what tables say and no longer do."""

from games.kit.text import Text, phrase
from ionbot.table.durations import lasting

LAST_MS = 5 * 60_000
"""So long before it is stopped no table is opened any more: a match would only begin to be interrupted."""


class Closing:
    """The end that an admin has set. `due` is when, in real ms; None while there is none."""

    def __init__(self) -> None:
        self.due: int | None = None

    def left(self, now: int) -> int:
        """Give how many ms are left to an end that is set, at a time in real ms."""
        return max((self.due or now) - now, 0)

    def refusal(self, now: int) -> Text | None:
        """Tell why no table is opened; None if one can be. `now` is in real ms."""
        if self.due is None or self.left(now) > LAST_MS:
            return None
        return phrase("I am stopped in {time}; no table is opened before I am back.", time=lasting(self.left(now)))

    def warning(self, now: int) -> Text:
        """Tell a channel where something is played or about to be. `now` is in real ms."""
        left = self.left(now)
        if not left:
            return phrase("I am stopped now. A match goes on when I am back; an open table is closed.")
        time = lasting(left)
        if left > LAST_MS:
            return phrase(
                "I am stopped in {time}. A match goes on when I am back; in the last {last} no table is opened.",
                time=time, last=lasting(LAST_MS),
            )  # fmt: skip
        return phrase(
            "I am stopped in {time}. A match goes on when I am back; no table is opened until then.", time=time
        )

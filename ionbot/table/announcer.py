"""Says what inputs brought: the channel's line first, private hands behind it, and the prompt as part of both."""

from collections.abc import Callable
from dataclasses import dataclass, field

from games.kit.match import AnyMatch
from games.kit.protocol import Entry
from games.kit.text import Arg, Text, joined
from ionbot.channel import Channel, Lane, OnDelivery
from ionbot.table.prompt import Prompt
from ionbot.table.seating import Seating
from ionbot.table.speaker import line


@dataclass
class Batch:
    """What some inputs brought: entries to be saved, and texts to be said once they are."""

    entries: list[Entry] = field(default_factory=list)
    public: list[Text] = field(default_factory=list)
    private: dict[int, Text] = field(default_factory=dict)


class Announcer:
    """Speaks for a match in its channel. `prompt` is the one that is on its way, if any."""

    def __init__(
        self, match: AnyMatch, seating: Seating, channel: Channel, on_prompt: Callable[[Prompt], None]
    ) -> None:
        self.prompt: Prompt | None = None
        self._match = match
        self._seating = seating
        self._channel = channel
        self._on_prompt = on_prompt

    def publish(self, batch: Batch, *, asking: bool) -> None:
        """Say a batch; if `asking`, its last line asks those who wait for it. Nothing while we are away."""
        if not self._channel.open:
            return
        asked = self._match.game.waits(self._match.state) if asking else ()
        if asked and (batch.public or not self.prompt):
            self._ask(batch, {seat for seat in batch.private if seat in asked and self._seating[seat].person})
        else:
            self._say_all(batch, None, set())

    def say(self, text: Arg, left: OnDelivery | None = None) -> None:
        """Say a line to the channel."""
        self._channel.say(line(text, self._seating.name), left=left)

    def tell_hand(self, seat: int, text: Arg, left: OnDelivery | None = None) -> None:
        """Tell a seat's player what they hold; it replaces what was not yet sent of that."""
        if person := self._seating[seat].person:
            self._channel.tell(person, line(text, self._seating.name), Lane.HAND, "hand", left)

    def _ask(self, batch: Batch, seats: set[int]) -> None:
        self.prompt = Prompt(1 + len(seats), self._on_prompt)
        batch.public[-1:] = [joined(*batch.public[-1:], self._match.game.words.prompt(self._match.state))]
        self._say_all(batch, self.prompt.note, seats)

    def _say_all(self, batch: Batch, left: OnDelivery | None, seats: set[int]) -> None:
        for text in batch.public[:-1]:
            self.say(text)
        for text in batch.public[-1:]:
            self.say(text, left)
        for seat, text in batch.private.items():
            self.tell_hand(seat, text, left if seat in seats else None)

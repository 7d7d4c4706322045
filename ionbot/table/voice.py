"""The bot's voice in a channel: whether it gets through there, who could help if not, and when to try again."""

from collections.abc import Callable

import structlog

from games.kit.text import Arg
from ionbot.channel import Channel, Delivery, Lane, Manner, Nick, OnDelivery, Person, Span, Status
from ionbot.languages import ENGLISH, translation
from ionbot.table.clock import Now
from ionbot.table.speaker import Name, in_ascii, line, uncoloured

CERTAIN_MS = 5_000
"""So long after a line has left no refusal of it comes any more: without an echo it has left before it is refused."""
_FIRST_MS, _MOST_MS = 10_000, 60_000
"""How long to wait before a line is tried again: at first, and at most; each time twice as long."""
_MARK = "."
"""In ASCII: within a nick that shall not ring. It can stand in no nick, so nobody takes it for a part of this one."""

_log = structlog.get_logger()


class Voice:
    """Speaks in a channel. A silence begins with a line that is refused, and ends when one gets through.

    `manner` tells how somebody wants to be spoken to. `coloured`: what it says to all has colours; `ascii`: is ASCII.
    `language` is what it speaks, but to people who have chosen another.
    """

    def __init__(self, channel: Channel, now: Now, manner: Callable[[Person], Manner]) -> None:
        self.channel = channel
        self.manner = manner
        self.coloured = True
        self.ascii = False
        self.language = ENGLISH
        self._now = now
        self._silent = False
        self._left_at: int | None = None
        self._told: set[Person] = set()
        self._delay = _FIRST_MS

    @property
    def silent(self) -> bool:
        """Whether no line has got through since the last refusal."""
        self._end_silence()
        return self._silent

    def say(
        self,
        text: Arg,
        name: Name,
        lane: Lane = Lane.RESULT,
        left: OnDelivery | None = None,
        *,
        to: Person | None = None,
    ) -> None:
        """Say something to all, or `to` somebody, for whom it rings. `left` hears what became of it."""
        self._end_silence()

        def note(delivery: Delivery, stamp: int | None) -> None:
            if delivery is Delivery.SENT and self._left_at is None:
                self._left_at = self._now()
            if left:
                left(delivery, stamp)

        said = line(text, name, translation(self.language))
        said = tuple(map(self._polite, said)) if to is None else (Nick(to.nick, rings=True), ": ", *said)
        if not self.coloured:
            said = uncoloured(said)
        if self.ascii:
            said = in_ascii(said, _MARK)
        self.channel.say(said, lane, note)

    def tell(
        self,
        person: Person,
        text: Arg,
        name: Name,
        lane: Lane = Lane.ANSWER,
        key: str = "",
        *,
        left: OnDelivery | None = None,
    ) -> None:
        """Tell somebody something, as they want to be spoken to; see `Channel.tell`."""
        manner = self.manner(person)
        said = line(text, name, translation(manner.language or self.language))
        if not manner.colour:
            said = uncoloured(said)
        if manner.ascii:
            said = in_ascii(said)
        self.channel.tell(person, said, lane, key, left, notice=manner.notice)

    def refused(self, why: str) -> list[Person]:
        """Note that a line was refused; give the operators who are there and were not told so in this silence."""
        self._end_silence()
        if not self._silent:
            _log.warning("silenced", network=self.channel.network, channel=self.channel.name, why=why)
        self._silent, self._left_at = True, None
        untold = [person for person in self.channel.people() if self._can_help(person) and person not in self._told]
        self._told.update(untold)
        return untold

    def again_in(self) -> int:
        """Tell in how many ms to try again what did not get through."""
        self._end_silence()
        delay, self._delay = self._delay, min(2 * self._delay, _MOST_MS)
        return delay

    def _can_help(self, person: Person) -> bool:
        return person.status.get(self.channel.folded, Status.NONE) >= Status.HALFOP

    def _polite(self, span: Span) -> Span:
        """Let a nick not ring for who does not want that."""
        if not isinstance(span, Nick) or not span.rings:
            return span
        called = next((person for person in self.channel.people() if person.nick == span.name), None)
        return Nick(span.name, rings=called is None or self.manner(called).ping)

    def _end_silence(self) -> None:
        """End the silence if a line has got through since the last refusal."""
        if self._left_at is not None and self._left_at + CERTAIN_MS <= self._now():
            if self._silent:
                _log.info("heard again", network=self.channel.network, channel=self.channel.name)
            self._silent, self._delay = False, _FIRST_MS
            self._told.clear()

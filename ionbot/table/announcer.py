"""Says what inputs brought: the channel's line first, private hands behind it, and the prompt as part of both."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from games.kit.brevity import words_of
from games.kit.inputs import Expired, SystemInput
from games.kit.match import AnyMatch
from games.kit.protocol import Entry, Words
from games.kit.text import Arg, Text, joined, phrase
from ionbot.channel import Delivery, Lane, OnDelivery
from ionbot.measures import Measures
from ionbot.table.clock import Now
from ionbot.table.prompt import Prompt
from ionbot.table.seating import Seating
from ionbot.table.voice import Voice

_AGAIN_MS = 10_000
_AGAIN_MOST = 3
"""When somebody is asked again who has not heard what they hold, and how often in a match: it is not theirs to stop."""


@dataclass
class Batch:
    """What some inputs brought: entries to be saved, and texts to be said once they are.

    `since` is when the line of the last input was read, as `Measures` has it, if that is a move.
    """

    entries: list[Entry] = field(default_factory=list)
    public: list[Text] = field(default_factory=list)
    private: dict[int, Text] = field(default_factory=dict)
    since: float | None = None


def is_deed(entry: Entry) -> bool:
    """Tell whether an entry is a move, or a time that was up."""
    return not isinstance(entry.command, SystemInput) or isinstance(entry.command, Expired)


class Announcer:
    """Speaks for a match in its channel. `prompt` is the one that is on its way, or is to be said again, if any."""

    def __init__(
        self, match: AnyMatch, seating: Seating, voice: Voice, now: Now, on_prompt: Callable[[Prompt], None],
        *, measures: Measures,
    ) -> None:  # fmt: skip
        self.prompt: Prompt | None = None
        self._match = match
        self._seating = seating
        self._voice = voice
        self._now = now
        self._on_prompt = on_prompt
        self._measures = measures
        self._asked_again = Counter[int]()
        self._on_way: dict[int, list[OnDelivery]] = {}
        """Who wants to hear what becomes of the hand that was told a seat last, while that is not known."""

    @property
    def again_at(self) -> int | None:
        """When the prompt is to be said again, in real ms; None while it is on its way, or there is none."""
        return self.prompt.again_at if self.prompt else None

    def publish(self, batch: Batch, *, asking: bool) -> None:
        """Say a batch; if `asking`, its last line asks those who wait for it. Nothing while we are away."""
        if not self._voice.channel.open:
            return
        asked = self._match.game.waits(self._match.state) if asking else ()
        if asked and (batch.public or not self.prompt):
            untold = batch.private.keys() | self._on_way.keys()
            self._ask(batch, {seat for seat in untold if seat in asked and self._is_waited_for(seat)})
        else:
            self._say_all(batch, None, ())

    def say_again(self, *, asking: bool) -> None:
        """Say a prompt again; with what was last if the channel has missed it, and the hands that were missed."""
        if missed := self.prompt:
            self.prompt = None
            last = [] if missed.said else [*self.last_deed()]
            hands = self.hands(missed.unheard & self._match.game.waits(self._match.state))
            self.publish(Batch(public=last, private=hands), asking=asking)

    def last_deed(self) -> Iterator[Text]:
        """Tell what happened last, for those who have not seen it."""
        match = self._match
        for entry in reversed(match.log):
            if is_deed(entry) and (deeds := match.game.words.public(match.state, entry)):
                yield phrase("Last: {deed}", deed=joined(*deeds))
                return

    def hands(self, seats: Iterable[int]) -> dict[int, Text]:
        """Give what seats hold."""
        return {seat: self._words_to(seat).hand(self._match.state, seat) for seat in seats}

    def private(self, entry: Entry) -> dict[int, Text]:
        """Give what seats alone learn of an entry, after which the match stands now."""
        told = dict(self._match.game.words.private(self._match.state, entry))
        for seat in told:
            if (words := self._words_to(seat)) is not self._match.game.words:
                told[seat] = words.private(self._match.state, entry)[seat]
        return told

    def repeats(self, prompt: Prompt) -> bool:
        """Tell whether a prompt has to be said again, and note when: if the channel or who is asked did not hear it."""
        if not prompt.said:
            prompt.again_at = self._now() + self._voice.again_in()
        elif patient := [seat for seat in prompt.unheard if self._asked_again[seat] < _AGAIN_MOST]:
            self._asked_again.update(patient)
            prompt.again_at = self._now() + _AGAIN_MS
        return prompt.again_at is not None

    def miss(self, seat: int | None) -> bool:
        """Note that a seat, or the channel, misses the prompt; tell whether one that had left is to be said again."""
        prompt = self.prompt or Prompt((), self._on_prompt, self._now())
        prompt.miss(seat)
        if self.prompt or not self.repeats(prompt):
            return False
        self.prompt = prompt
        return True

    def tell_hand(self, seat: int, text: Arg, left: OnDelivery | None = None) -> None:
        """Tell a seat's player what they hold; it replaces what was not yet sent of that."""
        if person := self._seating[seat].person:
            hearers = self._on_way[seat] = [left] if left else []
            note = partial(self._hand_left, seat, hearers)
            self._voice.tell(person, text, self._seating.name, Lane.HAND, "hand", left=note)

    def _words_to(self, seat: int) -> Words[Any]:
        """Give the game's words as a seat's player wants them."""
        person = self._seating[seat].person
        return words_of(self._match.game, compact=person is not None and self._voice.manner(person).compact)

    def _hand_left(self, seat: int, hearers: list[OnDelivery], delivery: Delivery, stamp: int | None) -> None:
        """Pass on what became of a hand to all who have come to wait for it."""
        if self._on_way.get(seat) is hearers:
            del self._on_way[seat]
        for left in hearers:
            left(delivery, stamp)

    def _is_waited_for(self, seat: int) -> bool:
        """Tell whether a prompt has not left before a seat's own line has."""
        return self._seating[seat].person is not None and self._asked_again[seat] < _AGAIN_MOST

    def _ask(self, batch: Batch, seats: Collection[int]) -> None:
        self.prompt = Prompt(seats, self._on_prompt, self._now())
        batch.public[-1:] = [joined(*batch.public[-1:], self._match.game.words.prompt(self._match.state))]
        self._say_all(batch, self.prompt, seats)

    def _say_all(self, batch: Batch, prompt: Prompt | None, seats: Collection[int]) -> None:
        for text in batch.public[:-1]:
            self._say(text)
        for text in batch.public[-1:]:
            self._say(text, partial(self._last_left, prompt, batch.since))
        lefts = {seat: partial(prompt.note, seat) for seat in seats} if prompt else {}
        for seat in lefts.keys() - batch.private.keys():
            self._on_way[seat].append(lefts[seat])
        for seat in sorted(batch.private, key=lambda seat: seat not in lefts):  # who is to move waits for nobody's hand
            self.tell_hand(seat, batch.private[seat], lefts.get(seat))

    def _last_left(self, prompt: Prompt | None, since: float | None, delivery: Delivery, stamp: int | None) -> None:
        """Note what became of the last line of a batch."""
        if since is not None and delivery is Delivery.SENT:
            self._measures.said(since)
        if prompt:
            prompt.note(None, delivery, stamp)

    def _say(self, text: Arg, left: OnDelivery | None = None) -> None:
        self._voice.say(text, self._seating.name, left=left)

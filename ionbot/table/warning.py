"""Warnings: whose turn's time runs out is called, if there is nothing else to say on the network."""

from collections.abc import Callable, Iterator

from games.kit.inputs import Kind
from games.kit.match import AnyMatch
from games.kit.text import Player, phrase
from games.kit.turns import turn_timers
from ionbot.channel import Lane
from ionbot.table.seating import Seating
from ionbot.table.voice import Voice

_LAST_MS, _LAST_OF_MS = 3_000, 8_000
"""So long before its end a turn is called out, if it is at least so long."""
_HALF_OF_MS = 20_000
"""A turn that is at least so long is called out half-way, too."""


class Warnings:
    """The warnings of one match. Times are match ms. `wanted` tells whether the channel wants any.

    They are for people alone, and only for turns of which everybody knows (`games.kit.turns`).
    """

    def __init__(self, match: AnyMatch, seating: Seating, voice: Voice, wanted: Callable[[], bool]) -> None:
        self._match = match
        self._seating = seating
        self._voice = voice
        self._wanted = wanted
        self._turn: tuple[int, int] | None = None
        """The seat whose turn's time runs, and until when."""
        self._times: list[int] = []

    @property
    def due(self) -> int | None:
        """When somebody is to be called next."""
        return self._times[0] if self._times and self._wanted() else None

    def note(self, now: int) -> None:
        """Note whose turn's time runs now, and when to call them if it has begun just now."""
        turn = self._running()
        if turn != self._turn:
            self._turn, self._times = turn, [*_times(now, turn[1])] if turn else []

    def call(self, now: int) -> None:
        """Call whose turn it is, if that is due: what cannot be said at once is not said."""
        if not self._turn or self.due is None or now < self.due:
            return
        seat, end = self._turn
        self._times = [time for time in self._times if time > now]
        if self._voice.channel.idle and (left := round((end - now) / 1000)) > 0:
            text = phrase("{player}: {n} s left.", player=Player(seat, called=True), n=left)
            self._voice.say(text, self._seating.name, Lane.CHATTER)

    def _running(self) -> tuple[int, int] | None:
        state, timers = self._match.state, self._match.game.timers(self._match.state)
        for name, number in turn_timers(self._match.game, state).items():
            seat = self._seating[number]
            if seat.kind is Kind.HUMAN and seat.person:
                return number, timers[name]
        return None


def _times(now: int, end: int) -> Iterator[int]:
    """Yield when to call out a turn that has begun."""
    if end - now >= _HALF_OF_MS:
        yield (now + end) // 2
    if end - now >= _LAST_OF_MS:
        yield end - _LAST_MS

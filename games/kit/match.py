"""A match: a game's state driven by inputs, with the log of what happened.

The log is the truth. `fold` makes the state from it, and after a fault in a rule the match folds itself anew, so that
an input happens whole or not at all.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Generic

from msgspec import convert

from games.kit import fair
from games.kit.errors import Fault, Illegal, Refused
from games.kit.inputs import Begin, Expired, SystemInput, is_asked_pause
from games.kit.protocol import C, E, Entry, Game, Header, Result, S, V
from games.kit.rng import Rng
from games.kit.text import phrase


class Match(Generic[S, C, E, V]):
    """One match of a game. `now` is the match time of its last input in ms, `log` its entries."""

    def __init__(self, game: Game[S, C, E, V], header: Header, rng: Rng) -> None:
        self.game = game
        self.header = header
        self.rng = rng
        self.state = game.blank()
        self.log: list[Entry] = []
        self.now = 0

    @classmethod
    def open(cls, game: Game[S, C, E, V], header: Header, seed: bytes) -> "Match[S, C, E, V]":
        """Make a match that has not begun, with the chance that seed and header give."""
        return cls(game, header, Rng(fair.key(seed, header)))

    @classmethod
    def fold(cls, game: Game[S, C, E, V], header: Header, log: Iterable[Entry], seed: bytes) -> "Match[S, C, E, V]":
        """Make a match from its log, ready to go on."""
        match = cls.open(game, header, seed)
        for _ in match.replay(log):
            continue
        return match

    def replay(self, log: Iterable[Entry]) -> Iterator[Entry]:
        """Apply logged entries without deciding anything; after each one yielded, the state is as it was then."""
        for entry in log:
            for event in entry.events:
                self.game.evolve(self.state, event)
            self._append(entry)
            self.rng.position = entry.draws
            yield entry

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.game.result(self.state) is not None

    @property
    def result(self) -> Result | None:
        """The result once the match is over."""
        return self.game.result(self.state)

    @property
    def due(self) -> int | None:
        """When the next timer is due, in match ms; None while none runs and once the match is over."""
        return None if self.over else min(self.game.timers(self.state).values(), default=None)

    def begin(self) -> Entry:
        """Take the first input. Raises ValueError if the match has begun before."""
        if self.log:
            raise ValueError("a match begins with its first input, and once")
        return self._take(0, None, Begin())

    def tick(self, now: int) -> Iterator[Entry]:
        """Fire every timer due by `now`, in due order, each stamped with its due time.

        After each entry yielded the state is as of that entry; the caller must exhaust the iterator.
        """
        while entry := self._fire(now):
            yield entry

    def submit(self, now: int, command: C | SystemInput, seat: int | None = None) -> Iterator[Entry]:
        """Fire what is due by `now`, then take the input, if it is not refused.

        One that changes nothing is not logged, unless it is a pause that was asked for, or its end.

        After each entry yielded the state is as of that entry; the caller must exhaust the iterator. Raises Refused
        when everything due has been yielded and the input was not taken, Fault when the game broke; ValueError if
        `now` lies before the last input, or the match has not begun.
        """
        if not self.log or isinstance(command, Begin):
            raise ValueError("a match begins with its first input, and once")
        if now < self.now:
            raise ValueError(f"match time cannot go back from {self.now} to {now} ms")
        while due := self._fire(now):
            yield due
        if self.over:
            raise Illegal(phrase("The match is over."))
        entry = self._take(now, seat, command)
        if self.log[-1] is entry:
            yield entry

    def _fire(self, now: int) -> Entry | None:
        """Fire the first timer that is due by `now`, if there is one."""
        timers = self.game.timers(self.state)
        if not timers or (due := min(timers.values())) > now or self.over:
            return None
        name = next(name for name, time in timers.items() if time == due)
        return self._take(max(due, self.now), None, Expired(name))

    def _take(self, at: int, seat: int | None, command: C | SystemInput) -> Entry:
        events: list[E] = []
        position = self.rng.position
        evolve, state = self.game.evolve, self.state
        try:
            for event in self._decide(at, seat, command):
                evolve(state, event)
                events.append(event)
            if isinstance(command, Expired):
                self._check_fired(at, command)
        except Refused as refused:
            if events or self.rng.position != position:
                self._rebuild(position)
                raise Fault(f"{self.game.name} refused {_called(command)} after its first event or draw") from refused
            raise
        except Exception as error:
            self._rebuild(position)
            raise Fault(f"{self.game.name} broke on {_called(command)}: {error!r}") from error
        entry = Entry(len(self.log), at, seat, command, self.rng.position, tuple(events))
        if events or is_asked_pause(command) is not None:
            self._append(entry)
        elif self.rng.position != position:
            self.rng.position = position
            raise Fault(f"{self.game.name} drew by chance for {_called(command)} and did nothing with it")
        return entry

    def _decide(self, at: int, seat: int | None, command: C | SystemInput) -> Iterator[E]:
        """Ask the game what the input does: its first one, `Begin`, sets it up."""
        if self.log:
            return self.game.decide(self.state, seat, command, at, self.rng)
        options = convert(self.header.options, self.game.options)
        return self.game.setup(self.header.chairs, options, self.rng)

    def _check_fired(self, at: int, command: Expired) -> None:
        """Raise ValueError if an expired timer still runs and its time has come: it would fire for ever."""
        if not self.over and self.game.timers(self.state).get(command.timer, at + 1) <= at:
            raise ValueError(f"the timer {command.timer} stands where it was")

    def _append(self, entry: Entry) -> None:
        self.log.append(entry)
        self.now = entry.at

    def _rebuild(self, position: int) -> None:
        log, self.log = self.log, []
        self.state = self.game.blank()
        self.now = 0
        for _ in self.replay(log):
            continue
        self.rng.position = position


def _called(command: object) -> str:
    """Name an input for the log, which everybody who runs the bot may read: what a player does may be a secret."""
    return repr(command) if isinstance(command, SystemInput) else type(command).__name__


AnyMatch = Match[Any, Any, Any, Any]

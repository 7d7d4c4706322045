"""Whole matches of computer players by a clock that nobody waits for. The same plan and number give the same match."""

import hmac
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from games.kit import fair
from games.kit.decks import decks_of
from games.kit.errors import Fault
from games.kit.inputs import Joined, Kind, Left, Prompted, Reason
from games.kit.match import AnyMatch, Match
from games.kit.measure import DECK, Rounded, balance_of
from games.kit.protocol import AnyGame, Chair, Entry, Header
from games.kit.rng import ALGORITHM, Rng

LAG = 100
"""So many ms after the first of several who could move the next one moves."""


@dataclass(frozen=True)
class Plan:
    """What is played. `levels` go round the seats, one seat further each match, so that none gains by its seat.

    A move takes `pace` ms; `missed` % of them do not come before a timer is due.
    """

    game: AnyGame
    options: Any
    seats: int
    levels: tuple[str, ...]
    seed: bytes
    pace: int
    missed: int = 0

    def level(self, number: int, seat: int) -> str:
        """Tell the level of a seat in the match of that number."""
        return self.levels[(number + seat) % len(self.levels)]

    def deck(self, number: int, seat: int) -> str:
        """Name the ready deck that a seat brings to the match of that number; "" where no decks are brought.

        Each combination of decks comes in turn, and stays until the levels have gone round.
        """
        names = [*decks_of(self.game, self.options)]
        turn = number // len(self.levels)
        return names[turn // len(names) ** seat % len(names)] if names else ""


@dataclass(frozen=True)
class Seat:
    """How a seat that was ranked ended. `groups` are those whose share of wins it counts in.

    They are `first seat`, `first mover`, `smaller team`, `team NAME`, `deck NAME` of who brought that one against
    another, and `faster` (see `games.kit.measure.Balance`).
    """

    points: int
    won: bool
    level: str
    groups: tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """A match that was played: its moves, its length in match ms, and how many events posted points for each reason.

    `length` is its moves a player, or its rounds if the game is `Rounded`. `seats` are those that have a place; there
    are none in a match without a result.
    """

    moves: int
    length: float
    time: int
    reasons: Counter[str]
    seats: tuple[Seat, ...]


def play(plan: Plan, number: int) -> Played:
    """Play the match of that number to its end. Raises Fault if the game broke."""
    return _Playing(plan, number).played()


def whole(plan: Plan, number: int, sitting: Sequence[Chair]) -> AnyMatch:
    """Play the match of that number to its end with who sits there, and give it with its log. Raises Fault.

    All are played by computers, people too; what they bring is as in `play`.
    """
    playing = _Playing(plan, number, sitting)
    playing.played()
    return playing.match


class _Playing:
    """A match while it is played. `_late` are those who could have moved when somebody else was the first."""

    def __init__(self, plan: Plan, number: int, sitting: Sequence[Chair] = ()) -> None:
        game = plan.game
        ready = decks_of(game, plan.options)
        names = [plan.deck(number, seat) for seat in range(plan.seats)]
        sitting = sitting or [Chair(Kind.COMPUTER)] * plan.seats
        decks = (ready.get(name, ()) for name in names)
        chairs = tuple(replace(chair, brought=deck) for chair, deck in zip(sitting, decks, strict=True))
        options = to_builtins(plan.options)
        header = Header(number, game.name, game.rules_version, fair.commitment(plan.seed), options, chairs, ALGORITHM)
        self._plan = plan
        self._number = number
        self._game = game
        self.match = Match.open(game, header, plan.seed)
        self._rng = Rng(hmac.digest(fair.key(plan.seed, header), b"computers", "sha256"))
        self._moves = 0
        self._late: Set[int] = frozenset()
        equal = len(set(names)) == 1
        self._decks = {} if equal else {seat: DECK + name for seat, name in enumerate(names)}
        balance = balance_of(game, plan.options)
        self._advantage = balance.faster if balance and equal else 0
        self._faster = self._rng.below("faster", plan.seats) if self._advantage else None

    def played(self) -> Played:
        match = self.match
        match.begin()
        self._level_out()
        starter = min(self._game.actors(match.state), default=None)
        while not match.over:
            self._step()
            self._level_out()
        length = self._moves / self._plan.seats
        if isinstance(self._game, Rounded):
            length, starter = self._game.rounds(match.state), self._game.starter(match.state)
        return Played(self._moves, length, match.now, self._reasons(), tuple(self._ranked(starter)))

    def _step(self) -> None:
        """Let the next player move, unless something is due before."""
        match, game = self.match, self._game
        if _exhaust(match.tick(match.now)):
            return
        if game.waits(match.state):
            _exhaust(match.submit(match.now, Prompted()))
            self._late = frozenset()
        seat = self._next(sorted(game.actors(match.state)))
        if seat is None and match.due is None:
            raise Fault(f"{game.name} waits for nobody and nothing")
        if match.due is not None and (seat is None or self._rng.percent("missed", self._plan.missed)):
            _exhaust(match.tick(match.due))
        elif seat is not None:
            self._move(seat, LAG if seat in self._late else self._plan.pace)

    def _next(self, actors: Sequence[int]) -> int | None:
        """Tell who moves next; of several who can, each may be the quickest, or one mostly is."""
        if len(actors) < 2:
            return next(iter(actors), None)
        others = [seat for seat in actors if seat != self._faster]
        if self._faster in actors and self._rng.percent("faster", self._advantage):
            return self._faster
        return self._rng.choice("quickest", others)

    def _move(self, seat: int, pace: int) -> None:
        """Let a player move after so many ms, unless something is due before."""
        match, game = self.match, self._game
        at = match.now + pace
        if _exhaust(match.tick(at)):
            return
        self._late = game.actors(match.state) - {seat}
        computer = game.computers[self._level(seat)]
        command = computer.move(game.view(match.state, seat), game.choices(match.state, seat), self._rng)
        _exhaust(match.submit(at, command, seat))
        self._moves += 1

    def _level(self, seat: int) -> str:
        return self._plan.level(self._number, seat)

    def _level_out(self) -> None:
        """Seat fillers, or let them go, as the game wants."""
        match, game = self.match, self._game
        while not match.over:
            standings = game.standings(match.state)
            fillers = [at.seat for at in standings if at.present and at.kind is Kind.FILLER]
            wanted = game.fillers(match.state)
            if len(fillers) < wanted:
                _exhaust(match.submit(match.now, Joined(Kind.FILLER), len(standings)))
            elif len(fillers) > wanted:
                _exhaust(match.submit(match.now, Left(Reason.SURPLUS), fillers[-1]))
            else:
                return

    def _reasons(self) -> Counter[str]:
        postings = self._game.postings
        events = (event for entry in self.match.log for event in entry.events)
        return Counter(
            reason
            for event in events
            for reason in {posting.reason for posting in postings(event) if posting.asset == "points"}
        )

    def _ranked(self, starter: int | None) -> Iterator[Seat]:
        if (result := self.match.result) is None:
            return
        standings = self._game.standings(self.match.state)
        sizes = Counter(standings[seat].team for seat in result.places)
        for seat, place in result.places.items():
            at = standings[seat]
            groups = {
                "first seat": seat == 0,
                "first mover": seat == starter,
                "faster": seat == self._faster,
                self._decks.get(seat, ""): seat in self._decks,
                "smaller team": sizes[at.team] < max(sizes.values()),
                f"team {at.team}": bool(at.team),
            }
            member = tuple(group for group, belongs in groups.items() if belongs)
            yield Seat(at.points, place == 1, self._level(seat), member)


def _exhaust(entries: Iterator[Entry]) -> int:
    """Let entries happen; tell how many there were."""
    return sum(1 for _ in entries)

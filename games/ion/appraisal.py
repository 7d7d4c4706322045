"""What a move is worth to the player whose turn it is, as far as they can know: the level `normal` goes by it.

A move is tried by the rules themselves on an imagined match, in which others hold nothing. Its worth is in points of
the bank: what it wins at once, more for the mover than for the others, and what the bank may become afterwards, less
what the items put down were worth keeping.
"""

from copy import copy
from math import inf

from games.ion.commands import Command, Link, Play, Take, Use
from games.ion.events import Clocked, Dumped
from games.ion.evolve import evolve
from games.ion.items import (
    CARDS,
    CHARGE,
    LINK,
    LONGER,
    OBJECT_CHANCES,
    REVERSE,
    SHORTER,
    STRETCH,
    SWAP,
    TAKE,
    Item,
)
from games.ion.moves import MINUTE, effect
from games.ion.outlook import Mover, fate
from games.ion.state import Seat, State
from games.ion.view import View
from games.kit.inputs import Kind

KEEP: dict[Item, int] = {
    "S": 0, "x2": 50, "x3": 50, REVERSE: -30, LINK: 30, STRETCH: 10, LONGER: 20, SHORTER: 20, CHARGE: 150, TAKE: 50,
    SWAP: 300,
}  # fmt: skip
"""What objects are worth keeping. An R is better played: it brings an item before the turn goes on.

These numbers and those below were found by trying: 400 matches against `easy` for each.
"""

KEEP_STEP = 30
"""What a card is worth keeping for each step toward the own side; one that goes the other way is better gone."""

FORESIGHT = 3
"""How many turns are looked ahead."""

PACE = 5000
"""What a turn takes, about, in ms."""

SOON = 8
"""With fewer own turns to come than these, items are worth less."""

LEAD = 0.1
"""What part of a lead is at stake in as much time again as is left."""


class Appraisal:
    """Tells what each move of the player whose turn it is would be worth."""

    def __init__(self, view: View) -> None:
        self._me = view.current
        self._match = _imagined(view)
        self._mine = self._match.seats[self._me]
        self._side = 1 if self._mine.team == "+" else -1
        self._items = [seat.items for seat in view.seats]
        self._lead = _lead(view)
        self._now = view.asked_at if view.asked_at is not None else view.round_began or 0
        turns = self._match.round_left(self._now) / PACE / len(view.order)
        self._patience = min(1.0, turns / SOON)

    def worth(self, move: Command) -> float:
        """Tell what a move is worth, in points of the bank."""
        if move == Use(STRETCH) and not self._mine.barren:
            # Time is no matter here: it only makes room for a bonus.
            return inf if self._mine.size >= self._match.options.hand_limit else -inf
        match = copy(self._match)  # the seats stay the same ones: nobody looks at their points
        worth = self._tried(match, move.move if isinstance(move, Link) else move) - self._kept(move)
        again = isinstance(move, Link) or move == Use(REVERSE)
        if again and match.extras < match.options.extra_turns:
            return worth + self._next(match, move)
        return worth + self._outlook(match)

    def _next(self, match: State, first: Command) -> float:
        """Tell what the best card is worth that can follow the first move in an extra turn."""
        match.charge = max(match.charge - 1, 0)
        spent = first.items
        worths = []
        for card in self._mine.cards:
            if self._mine.hand[card] > spent.count(card):
                then = copy(match)
                worths.append(self._tried(then, Play(card)) - self._kept(Play(card)) + self._outlook(then))
        return max(worths, default=self._outlook(match))

    def _tried(self, match: State, move: Play | Use | Take) -> float:
        """Make a move in an imagined match, and tell what it brings at once."""
        worth = self._prey(move.item) if isinstance(move, Take) else 0.0
        for event in effect(match, self._me, move, self._now):
            evolve(match, event)
            match event:
                case Dumped(_, _, shares):
                    own = shares.get(self._me, 0)
                    worth += own * (len(match.order) - 1) - (sum(shares.values()) - own)
                case Clocked(change):
                    worth -= LEAD * self._lead * change / max(match.round_left(self._now), MINUTE)
        return worth

    def _prey(self, item: Item) -> float:
        """Tell what it is worth to try and take an object: somebody may hold it."""
        hidden = sum(self._items[seat] for seat in self._match.others(self._me))
        return self._value(item) * (1 - (1 - OBJECT_CHANCES[item] / 100) ** hidden)

    def _kept(self, move: Command) -> float:
        return sum(map(self._value, move.items))

    def _value(self, item: Item) -> float:
        """Tell what an item is worth keeping; the less, the fewer turns are to come."""
        value = KEEP_STEP * self._side * CARDS[item].step if item in CARDS else KEEP[item]
        return value * self._patience

    def _outlook(self, match: State) -> float:
        """Tell what the bank is worth when the turn goes on to the next player."""
        turns = max(0, match.round_left(self._now) // PACE)
        last = turns <= FORESIGHT and match.round >= match.options.rounds
        movers = self._movers(match)[:turns]
        polarity, charge = self._side * match.polarity, max(match.charge - 1, 0)
        return match.bank * fate(polarity, match.options.limit, charge, movers, last)

    def _movers(self, match: State) -> tuple[Mover, ...]:
        """Tell who moves next; the numbers of items are rounded up, so that `fate` has fewer cases to remember."""
        circle = [seat for seat in (*match.others(self._me), self._me) if not match.seats[seat].held]
        coming = (circle * FORESIGHT)[:FORESIGHT]
        own = self._mine.team
        return tuple((1 if match.seats[seat].team == own else -1, -(-self._items[seat] // 3) * 3) for seat in coming)


def _imagined(view: View) -> State:
    """Give the match as its current player knows it."""
    seats = [
        Seat(seat.kind, seat.team, held_until=0 if seat.held else None, present=seat.present) for seat in view.seats
    ]
    seats[view.current].hand = view.hand or {}
    return State(
        options=view.options, seats=seats, order=list(view.order), flow=view.flow, bank=view.bank,
        polarity=view.polarity, charge=view.charge, current=view.current, extras=view.extras, round=view.round,
        round_began=view.round_began, round_length=view.round_length, round_gained=view.round_gained,
    )  # fmt: skip


def _lead(view: View) -> int:
    """Tell by how much the current player leads all others who can win; below zero they are behind."""
    rivals = (view.seats[seat] for seat in view.order if seat != view.current)
    return view.seats[view.current].points - max(
        (rival.points for rival in rivals if rival.kind is not Kind.FILLER), default=0
    )

"""The state of a match of ION, and what can be asked of it. Only `evolve` changes it. Times are match ms."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct, field

from games.ion.items import CARDS, HELPLESS, Item
from games.ion.options import Options
from games.kit.inputs import Kind

Team: TypeAlias = Literal["+", "-"]
TEAMS: tuple[Team, Team] = ("+", "-")


class Seat(Struct):
    """A seat and what belongs to it, kept when its player has left.

    `idle` counts turns in a row without a move; `held_until` is when the grace of an absent player ends.
    """

    kind: Kind
    team: Team
    points: int = 0
    coins: int = 0
    hand: dict[Item, int] = field(default_factory=dict)
    idle: int = 0
    held_until: int | None = None
    present: bool = True
    returned: bool = False

    @property
    def held(self) -> bool:
        """Whether the player is gone and may come back."""
        return self.held_until is not None

    @property
    def size(self) -> int:
        """How many items the seat holds."""
        return sum(self.hand.values())

    @property
    def barren(self) -> bool:
        """Whether nothing in hand can be played but objects that need another item."""
        return HELPLESS.issuperset(self.hand)

    @property
    def cards(self) -> tuple[Item, ...]:
        """The cards in hand, each once, in their order."""
        return tuple(filter(self.hand.__contains__, CARDS))


class State(Struct):
    """Everything there is to know about a match.

    `order` is the circle of the seats that play, `flow` 1 or -1 the direction in it. The turn of `current` has begun to
    run at `asked_at` (None: the prompt has yet to leave), with `stretched` it lasts twice as long; `extras` counts the
    extra turns in a row. The round runs since `round_began` for `round_length`. `charge` counts the turns that the
    supercharge still lasts, the present one included.
    """

    options: Options = field(default_factory=Options)
    seats: list[Seat] = field(default_factory=list)
    order: list[int] = field(default_factory=list)
    flow: int = 1
    bank: int = 0
    polarity: int = 0
    charge: int = 0
    current: int = 0
    asked_at: int | None = None
    stretched: bool = False
    extras: int = 0
    last_mover: int | None = None
    round: int = 1
    round_began: int | None = None
    round_length: int = 0
    round_gained: int = 0
    over: bool = False
    scored: bool = False

    @property
    def acting(self) -> int | None:
        """The seat that may act, or None: the match is over or has not begun, or everybody is away."""
        if self.over or not self.seats or self.seats[self.current].held_until is not None:
            return None
        return self.current

    @property
    def everybody_held(self) -> bool:
        """Whether all seats that play are held."""
        return all(self.seats[seat].held for seat in self.order)

    @property
    def dump_due(self) -> bool:
        """Whether the next card dumps the bank: it is past the limit and not supercharged any more (rule 19)."""
        return not self.charge and abs(self.polarity) >= self.options.limit

    @property
    def move_time(self) -> int:
        """How long the open turn lasts from its prompt on, in ms (rules 8 and 16)."""
        return self.options.move_time * (2000 if self.stretched else 1000)

    @property
    def turn_due(self) -> int | None:
        """When the open turn is lost; None while its time does not run."""
        if self.asked_at is None or self.acting is None:
            return None
        return self.asked_at + self.move_time

    def round_left(self, now: int) -> int:
        """How much of the round is left, in ms."""
        return self.round_length if self.round_began is None else self.round_began + self.round_length - now

    def follower(self, seat: int) -> int:
        """The seat after one that plays, in the present direction."""
        return self.order[(self.order.index(seat) + self.flow) % len(self.order)]

    def others(self, seat: int) -> Iterator[int]:
        """The other seats that play, from the next one on in the present direction."""
        start = self.order.index(seat)
        for distance in range(1, len(self.order)):
            yield self.order[(start + self.flow * distance) % len(self.order)]

    def members(self, team: Team) -> list[int]:
        """The seats of a team that play."""
        return [seat for seat in self.order if self.seats[seat].team == team]

    def size(self, team: Team, *, fillers: bool) -> int:
        """How many play on a team, with or without the fillers."""
        return sum(fillers or self.seats[seat].kind is not Kind.FILLER for seat in self.members(team))

    @property
    def players(self) -> list[int]:
        """The seats that play and can win: all but the fillers."""
        return [seat for seat in self.order if self.seats[seat].kind is not Kind.FILLER]

    @property
    def alone_with_computers(self) -> bool:
        """Whether the match had humans and the last of them is out."""
        humans = [seat for seat in self.seats if seat.kind is Kind.HUMAN]
        return bool(humans) and not any(seat.present for seat in humans)

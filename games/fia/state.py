"""The state of a duel, and what can be asked of it. Only `evolve` changes it. Times are match ms."""

from enum import StrEnum

from msgspec import Struct, field

from games.fia.cards import Code
from games.fia.options import Options
from games.kit.inputs import Kind

SEATS = (0, 1)


class Stage(StrEnum):
    """Where a duel stands."""

    FIRST = "first"
    """The very first turn of Palette."""
    TURN = "turn"
    HOLSTER = "holster"
    """Free spread: a draw is about to begin; its line is on its way."""
    CALM = "calm"
    """Free spread: nobody knows when the draw is called."""
    CALLED = "called"
    """Free spread: the call is on its way."""
    OPEN = "open"
    """Free spread: the call has left, plays can be laid."""
    TIE = "tie"
    OVER = "over"


_ON_ITS_WAY = frozenset({Stage.HOLSTER, Stage.CALLED})
"""The stages in which nobody can move until the line that tells of them has left."""

_TIMES = {Stage.CALLED: "draw_time", Stage.OPEN: "draw_time", Stage.TIE: "tie_time"}
"""The options that say how long a stage lasts; for the turns it is `turn_time`, and a calm lasts as chance says."""


class End(StrEnum):
    """Why a duel ended."""

    LIFE = "life"
    DECK = "deck"
    TIE = "tie"
    CHANCE = "chance"
    OUT = "out"
    STOPPED = "stopped"


class Stocked(Struct, frozen=True):
    """A stockpiled Defend, and how much it takes off, doubled or not."""

    card: Code
    worth: int


class Laid(Struct, frozen=True):
    """A secret play: its cards, none for a pass, and when it was sent; `stamped`: by the server's clock.

    Without that time nothing was laid at all.
    """

    cards: tuple[Code, ...] = ()
    sent: int | None = None
    stamped: bool = False

    @property
    def moment(self) -> int:
        """When a play was sent."""
        return self.sent or 0


class Side(Struct):
    """A player and their cards. The top card of `deck` and `discard` is the last one.

    `pending` is what the attacks that wait for the end of this turn come to, `guard` what the Defends of the turn
    take off. `idle` counts time-outs in a row; `held_until` is when the grace of an absent player ends.
    """

    kind: Kind
    lp: int = 0
    deck: list[Code] = field(default_factory=list)
    hand: list[Code] = field(default_factory=list)
    board: list[Code] = field(default_factory=list)
    stock: list[Stocked] = field(default_factory=list)
    discard: list[Code] = field(default_factory=list)
    pending: int = 0
    guard: int = 0
    idle: int = 0
    held_until: int | None = None
    present: bool = True

    @property
    def attack(self) -> int:
        """What is left of the pending attacks."""
        return max(0, self.pending - self.guard)

    @property
    def shelter(self) -> int:
        """How much the stockpile takes off."""
        return sum(stocked.worth for stocked in self.stock)

    @property
    def cards(self) -> list[Code]:
        """All cards of the player, wherever they are."""
        return [*self.deck, *self.hand, *self.board, *(stocked.card for stocked in self.stock), *self.discard]

    def top(self, count: int) -> tuple[Code, ...]:
        """The top cards of the deck, the first one first; fewer if there are no more."""
        return tuple(self.deck[: -count - 1 : -1]) if count > 0 else ()


class State(Struct):
    """Everything there is to know about a duel.

    `due` is when the time of the stage runs out, if it runs: from its prompt on, unless somebody is held; `rest` is
    what was left of it when it was stopped. In the Free spread `number` counts the draws, `calm` is how long the calm
    of this one lasts, from `since` on, and its call left at `opened`. `barred` are who drew too early, `laid` the plays
    that are not shown yet, those of a tie-break too, whose repeats `repeats` counts.
    """

    options: Options = field(default_factory=Options)
    sides: list[Side] = field(default_factory=list)
    stage: Stage = Stage.FIRST
    current: int = 0
    due: int | None = None
    rest: int | None = None
    number: int = 0
    calm: int = 0
    since: int = 0
    opened: int = 0
    barred: list[int] = field(default_factory=list)
    laid: dict[int, Laid] = field(default_factory=dict)
    repeats: int = 0
    places: dict[int, int] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Whether the duel has ended."""
        return self.stage is Stage.OVER

    @property
    def held(self) -> bool:
        """Whether the clock stands still because somebody is gone who may come back."""
        for side in self.sides:  # noqa: SIM110 - asked several times a move, and a generator is three times as slow
            if side.held_until is not None:
                return True
        return False

    @property
    def missing(self) -> list[int]:
        """Who has yet to lay a secret play."""
        return [seat for seat in SEATS if seat not in self.laid and seat not in self.barred]

    @property
    def acting(self) -> list[int]:
        """Who can move now."""
        return [] if self.stage in _ON_ITS_WAY else self._asked

    @property
    def waiting(self) -> list[int]:
        """Whose prompt has yet to leave."""
        return [] if self.due is not None else self._asked

    @property
    def _asked(self) -> list[int]:
        """Whom this stage asks, be it that the prompt is still on its way."""
        if self.held:
            return []
        if self.stage is Stage.TURN or self.stage is Stage.FIRST:
            return [self.current] if self.sides else []
        return [] if self.stage is Stage.CALM or self.stage is Stage.OVER else self.missing

    @property
    def time(self) -> int:
        """How long the stage lasts from its prompt on, in ms: what was left of it when it was stopped, or all of it."""
        if self.stage is Stage.HOLSTER:
            return self.calm
        if self.rest is not None:
            return self.rest
        seconds: int = getattr(self.options, _TIMES.get(self.stage, "turn_time"))
        return seconds * 1000

    @property
    def alone_with_computers(self) -> bool:
        """Whether the duel had humans and the last of them is out."""
        humans = [side for side in self.sides if side.kind is Kind.HUMAN]
        return bool(humans) and not any(side.present for side in humans)

"""The state of a card battle, and what can be asked of it. Only `evolve` changes it. Times are match ms."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import ClassVar, TypeVar

from msgspec import Struct, field

from games.cardbattle.cards import Card, Code, Skill
from games.cardbattle.commands import Ref
from games.cardbattle.options import BattleOptions
from games.cardbattle.stack import Frame, Item, Window
from games.kit.inputs import Kind

S = TypeVar("S", bound="State")


class Step(StrEnum):
    """Where a turn stands."""

    OPENING = "opening"
    """Before the first turn: opening hands can be changed."""
    REFILL = "refill"
    REFRESH = "refresh"
    """Main, before the first action: what is exhausted can be refreshed."""
    MAIN = "main"
    ENDING = "ending"
    OVER = "over"


_REFILL, _REFRESH, _MAIN, _ENDING, _OVER = Step.REFILL, Step.REFRESH, Step.MAIN, Step.ENDING, Step.OVER
"""Looked up once: these are asked for at every event, and a member of an enumeration is slow to look up."""


class Side(Struct):
    """A player and their cards. The top card of `deck` is the last one; `hand` goes by the player's own numbers.

    `mana` is counted by its kinds: `sun`, or `moon/sun` for what is good for either. `hold` and `passing` are switches,
    `silent` counts windows in a row that were not answered, `idle` time-outs of the main step in a row; `held_until` is
    when the grace of an absent player ends.
    """

    kind: Kind
    life: int = 0
    ap: int = 0
    mana: dict[str, int] = field(default_factory=dict)
    deck: list[Code] = field(default_factory=list)
    hand: dict[int, Code] = field(default_factory=dict)
    rest: list[Code] = field(default_factory=list)
    next_number: int = 1
    hold: bool = False
    passing: bool = False
    silent: int = 0
    idle: int = 0
    held_until: int | None = None
    present: bool = True


class Thing(Struct):
    """A card in play. Owner and controller are two things, and the owner never changes.

    `fresh`: it has not been under its controller's control since the start of their latest turn. `hurt` is what its
    life is short of; `grown` is what its values were changed by for good, `kinds` and `keywords` what it was given for
    good; `used` counts how often its skill was activated in this turn; `host` is what it lies on.
    """

    card: Code
    owner: int
    controller: int
    fresh: bool = True
    exhausted: bool = False
    hurt: int = 0
    grown: dict[str, int] = field(default_factory=dict)
    kinds: list[str] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    used: int = 0
    host: int = 0


class Struggle(Struct):
    """A fight between two players: who is in it, whom each side has named to be hit, and how far it has come."""

    attacker: int
    defender: int
    attacking: list[int]
    step: str
    defending: list[int] = field(default_factory=list)
    named: list[int] = field(default_factory=list)


class Lasting(Struct, frozen=True, omit_defaults=True):
    """What is changed until the end of the turn, in the order of beginning: a value, a keyword, a kind or control.

    `control` is who had it before.
    """

    refs: tuple[Ref, ...]
    value: str = ""
    add: int = 0
    set: int | None = None
    keyword: str = ""
    kind: str = ""
    control: int | None = None


class State(Struct, kw_only=True):
    """Everything there is to know about a match. A game's own state adds its options.

    `cards` are all cards there are, so that a match is whole without the files. `order` is the order of the turns from
    who began on. `running` is the item that goes off; `triggers` wait to be put in order, `queue` to be put on the
    stack. `done` marks what can be done but once a turn, `resolved` counts what went off in this turn; `out` are the
    players who are, in order, those at the same moment together. `due` is when the time of who acts runs out, if it
    runs; `rest` is what was left of it when it was stopped. `viewer` is whose view this is, if it is one.

    `asks_targets`: whether the mana of a card is first asked of the player on whom it is played; `lettered`: whether
    kinds are told by their first letters in the table.
    """

    asks_targets: ClassVar[bool] = False
    lettered: ClassVar[bool] = False

    options: BattleOptions = field(default_factory=BattleOptions)
    cards: dict[Code, Card] = field(default_factory=dict)
    sides: list[Side] = field(default_factory=list)
    things: dict[int, Thing] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    active: int = 0
    turn: int = 0
    round: int = 1
    step: Step = Step.OPENING
    opening: list[int] = field(default_factory=list)
    stack: list[Item | Frame] = field(default_factory=list)
    running: Item | None = None
    triggers: list[Item] = field(default_factory=list)
    queue: list[Item] = field(default_factory=list)
    window: Window | None = None
    struggle: Struggle | None = None
    lasting: list[Lasting] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    resolved: int = 0
    next_thing: int = 1
    next_item: int = 1
    due: int | None = None
    rest: int | None = None
    out: list[list[int]] = field(default_factory=list)
    places: dict[int, int] = field(default_factory=dict)
    viewer: int | None = None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.step is _OVER

    @property
    def frame(self) -> Frame | None:
        """What is asked, if anything."""
        top = self.stack[-1] if self.stack else None
        return top if isinstance(top, Frame) else None

    @property
    def top(self) -> Item | None:
        """What would go off next; None with nothing on the stack, or something that has stopped to ask."""
        top = self.stack[-1] if self.stack else None
        return top if isinstance(top, Item) else None

    @property
    def held(self) -> bool:
        """Whether the clock stands still because somebody is gone who may come back."""
        for side in self.sides:  # noqa: SIM110 - asked several times a move, and a generator is three times as slow
            if side.held_until is not None:
                return True
        return False

    @property
    def playing(self) -> list[int]:
        """Who is in, in seat order."""
        return [seat for seat, side in enumerate(self.sides) if side.present]

    @property
    def acting(self) -> list[int]:
        """Who can act now."""
        if self.over or self.held:
            return []
        if self.opening:
            return self.opening
        if self.stack and isinstance(top := self.stack[-1], Frame):
            return [top.seat]
        if self.window is not None:
            return self.window.missing
        return [self.active] if self.open_to_actions else []

    @property
    def open_to_actions(self) -> bool:
        """Whether the active player can choose an action of the main step."""
        if self.step is not _MAIN and self.step is not _REFRESH:
            return False
        if self.stack or self.struggle or self.triggers or self.queue:
            return False
        return self.sides[self.active].present and not self.tired

    @property
    def tired(self) -> bool:
        """Whether so much has gone off in this turn that it ends: nothing is triggered and nobody reacts any more."""
        return self.resolved >= self.options.turn_items

    @property
    def quiet(self) -> bool:
        """Whether nobody can react: outside the main step."""
        return self.step is _REFILL or self.step is _ENDING

    @property
    def clock(self) -> str:
        """The name of the time that runs, or would."""
        if self.opening or self.frame:
            return "choice"
        return "react" if self.window else "action"

    @property
    def time(self) -> int:
        """How long who acts has from the prompt on, in ms: what was left when it was stopped, or all of it."""
        if self.rest is not None:
            return self.rest
        seconds: int = getattr(self.options, f"{self.clock}_time")
        return seconds * 1000

    @property
    def rounds(self) -> int:
        """After how many rounds the match ends."""
        return self.options.max_rounds if len(self.sides) <= 4 else self.options.crowd_rounds

    @property
    def alone_with_computers(self) -> bool:
        """Whether the match had humans and the last of them is out."""
        humans = [side for side in self.sides if side.kind is Kind.HUMAN]
        return bool(humans) and not any(side.present for side in humans)

    @property
    def pool_limit(self) -> int | None:
        """How much mana of a kind a player can have; None without a limit."""
        return None

    @property
    def surprising(self) -> bool:
        """Whether cards that are reactions can be played in reaction to what lies on top of the stack."""
        return True

    def given_for(self, seat: int, card: Card) -> Mapping[str, int] | None:  # noqa: ARG002 - a game may have such
        """Give what a player gets for a card that can be played though its mana cannot be paid; None if it cannot."""
        return None

    def around(self, first: int) -> Iterator[int]:
        """Yield who is in, round the table from a seat on."""
        count = len(self.sides)
        for step in range(count):
            seat = (first + step) % count
            if self.sides[seat].present:
                yield seat

    def card(self, number: int) -> Card:
        """Give the card of a thing in play."""
        return self.cards[self.things[number].card]

    def skill(self, item: Item) -> Skill | None:
        """Give the skill that an item is, or that its card has when it is played."""
        if item.kind == "card":
            return self.cards[item.card].played
        return self.cards[item.card].skills[item.skill] if item.card else None

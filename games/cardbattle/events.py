"""What can happen in a card battle. An event carries its outcome: applying it takes no rule and no chance.

What happens to cards is in `changes`.
"""

from enum import StrEnum

from games.cardbattle.cards import Card, Code
from games.cardbattle.changes import CHANGES, Event
from games.cardbattle.commands import Pass, Play, Ref, Use
from games.cardbattle.stack import Frame, Item
from games.cardbattle.state import Step


class Exit(StrEnum):
    """Why a player is out: the reasons of `games.kit.inputs.Reason`, and the game's own."""

    QUIT = "quit"
    PART = "part"
    KICK = "kick"
    DISCONNECT = "disconnect"
    DROP = "drop"
    SURPLUS = "surplus"
    IDLE = "idle"
    GRACE = "grace"
    BEATEN = "beaten"


class Why(StrEnum):
    """Why a match ended."""

    LAST = "last"
    ROUNDS = "rounds"
    COMPUTERS = "computers"
    """Only computer players are left."""
    STOPPED = "stopped"


class CardsUsed(Event, frozen=True):
    """The match is played with these cards."""

    cards: tuple[Card, ...]


class LifeSet(Event, frozen=True):
    """A player begins with so much life."""

    seat: int
    life: int


class Ordered(Event, frozen=True):
    """The turns go round in this order; opening hands can be changed now, unless they are `settled`."""

    seats: tuple[int, ...]
    settled: bool = False


class Opened(Event, frozen=True):
    """A player keeps their opening hand, or took a new one."""

    seat: int
    anew: bool


class TurnBegan(Event, frozen=True):
    """A player's turn begins, with so many action points and this mana."""

    seat: int
    round: int
    ap: int
    mana: dict[str, int]


class StepBegan(Event, frozen=True):
    """The turn goes on to its next step."""

    step: Step


class Spent(Event, frozen=True):
    """A player paid action points and mana; `asked`: for a card that another player plays on them."""

    seat: int
    ap: int
    mana: dict[str, int]
    asked: bool = False


class Gained(Event, frozen=True):
    """A player was given action points and mana."""

    seat: int
    ap: int
    mana: dict[str, int]


class Announced(Event, frozen=True):
    """Something was announced and lies on the stack. `number` is the card's in the hand, which nobody else sees."""

    item: Item
    number: int = 0


class Triggered(Event, frozen=True):
    """A skill was triggered and waits to be put on the stack."""

    item: Item


class Queued(Event, frozen=True):
    """Skills of a player were put in the order in which they go on the stack."""

    items: tuple[int, ...]


class Stacked(Event, frozen=True):
    """The first skill of the queue is on the stack, with its targets; or it is dropped, for there are none."""

    item: Item | None


class Asked(Event, frozen=True):
    """The game has stopped to ask somebody."""

    frame: Frame


class Chose(Event, frozen=True):
    """Somebody answered what the game asked, or the game did, for they `missed` it; a `secret` is not told others."""

    seat: int
    picks: tuple[Ref, ...] | None
    missed: bool = False
    secret: bool = False


class WindowOpened(Event, frozen=True):
    """These players may react to the top of the stack."""

    asked: tuple[int, ...]


class Reacted(Event, frozen=True):
    """A player answered whether they react; with what, nobody else learns (None)."""

    seat: int
    answer: Play | Use | Pass | None


class WindowClosed(Event, frozen=True):
    """The time to react is over; these did not answer."""

    missed: tuple[int, ...] = ()


class HoldSet(Event, frozen=True):
    """A player is asked in every window, or not any more."""

    seat: int
    on: bool


class GoingOff(Event, frozen=True):
    """The top of the stack goes off; of its targets those are left that are still valid."""

    item: Item


class WentOff(Event, frozen=True):
    """What went off is done. With all its targets gone it did nothing: then it `failed`."""

    failed: bool = False


class Countered(Event, frozen=True):
    """The top of the stack was taken off it; its card went to the rest pile."""

    item: Item


class StruggleBegan(Event, frozen=True):
    """A player attacks another with these creatures; where the fight then stands is for the game to say."""

    attacker: int
    defender: int
    attacking: tuple[int, ...]
    step: str


class Defended(Event, frozen=True):
    """A player defends with these things."""

    seat: int
    things: tuple[int, ...]


class Named(Event, frozen=True):
    """These of the fight are those that the other side hits."""

    things: tuple[int, ...]


class StruggleStepped(Event, frozen=True):
    """The fight goes on to its next step."""

    step: str


class StruggleEnded(Event, frozen=True):
    """The fight is over."""


class Did(Event, frozen=True):
    """Somebody did what can be done but once a turn."""

    what: str


class PromptLeft(Event, frozen=True):
    """The prompt has left: the time of who acts runs from here."""

    at: int


class Recalled(Event, frozen=True):
    """The prompt has to be sent again, with the full time, and time stands until then."""


class Missed(Event, frozen=True):
    """The time of the active player ran out."""

    seat: int


class Held(Event, frozen=True):
    """A player is gone without their doing, or has `asked` for it or `quit` IRC; held until `until` (match ms).

    `rest` is how much was left of the time that ran, in ms.
    """

    seat: int
    until: int
    rest: int | None = None
    asked: bool = False
    quit: bool = False


class CameBack(Event, frozen=True):
    """The player of a held seat is back."""

    seat: int


class Departed(Event, frozen=True):
    """Players are out, all at the same moment. What they own left play, what they had announced is no more.

    `things` are those that left play, each with its card.
    """

    seats: tuple[int, ...]
    why: Exit
    things: dict[int, Code]


class Ended(Event, frozen=True):
    """The match is over; without places it has no result."""

    places: dict[int, int]
    why: Why


EVENTS: tuple[type[Event], ...] = (
    CardsUsed, LifeSet, Ordered, Opened, TurnBegan, StepBegan, Spent, Gained, Announced, Triggered, Queued, Stacked,
    Asked, Chose, WindowOpened, Reacted, WindowClosed, HoldSet, GoingOff, WentOff, Countered, StruggleBegan, Defended,
    Named, StruggleStepped, StruggleEnded, Did, PromptLeft, Recalled, Missed, Held, CameBack, Departed, Ended,
    *CHANGES,
)  # fmt: skip

"""What can happen in a duel. An event carries its outcome: applying it takes no rule and no chance."""

from enum import StrEnum

from msgspec import Struct

from games.fia.cards import Code
from games.fia.options import Options
from games.fia.state import End
from games.kit.inputs import Kind


class Exit(StrEnum):
    """Why a player is out: the reasons of `games.kit.inputs.Reason`, and two of Fia's own."""

    QUIT = "quit"
    PART = "part"
    KICK = "kick"
    DISCONNECT = "disconnect"
    DROP = "drop"
    SURPLUS = "surplus"
    IDLE = "idle"
    GRACE = "grace"


class Event(Struct, frozen=True, tag=True, omit_defaults=True, gc=False):
    """Base of the events. In JSON, fields with their default are left out."""


class Begun(Event, frozen=True):
    """The duel begins with these options and players."""

    options: Options
    kinds: tuple[Kind, ...]


class LifeSet(Event, frozen=True):
    """A player begins with so many LP."""

    seat: int
    lp: int


class Shuffled(Event, frozen=True):
    """All cards of a player are their deck again, in this order, the top card first."""

    seat: int
    cards: tuple[Code, ...]


class Dealt(Event, frozen=True):
    """A player drew the cards to begin with, or those for a tie-break."""

    seat: int
    cards: tuple[Code, ...]


class Drew(Event, frozen=True):
    """A card that a player played drew them others."""

    seat: int
    cards: tuple[Code, ...]


class Started(Event, frozen=True):
    """The first turn of Palette begins."""

    seat: int


class TurnBegan(Event, frozen=True):
    """Drop & Draw: the face-up cards of the player went to the discard pile, and they drew a card."""

    seat: int
    drawn: tuple[Code, ...]


class Asked(Event, frozen=True):
    """The prompt has left: the time of the stage runs from here."""

    at: int


class Recalled(Event, frozen=True):
    """The prompt has to be sent again, with the full time, and time stands until then."""


class LaidOut(Event, frozen=True):
    """A player laid cards of their hand on the board, in this order."""

    seat: int
    cards: tuple[Code, ...]


class Topped(Event, frozen=True):
    """A player laid the top card of their deck on the board."""

    seat: int
    card: Code


class Attacked(Event, frozen=True):
    """An attack of so much waits for the end of the turn of the player at `seat`."""

    seat: int
    amount: int


class Guarded(Event, frozen=True):
    """A Defend took so much off the attack that waits for the player."""

    seat: int
    amount: int


class Stockpiled(Event, frozen=True):
    """A Defend went to the player's stockpile, where it takes off so much; a third one replaced the oldest."""

    seat: int
    card: Code
    worth: int


class StockDropped(Event, frozen=True):
    """The stockpile of a player went to their discard pile."""

    seat: int


class Healed(Event, frozen=True):
    """A player gained LP."""

    seat: int
    amount: int


class Countered(Event, frozen=True):
    """A Counter dealt the opponent damage, and ended the attack that waited for the player, who took the rest of it."""

    seat: int
    dealt: int
    taken: int


class Landed(Event, frozen=True):
    """The attack that waited for a player did so much damage; a stockpile that it met was dropped."""

    seat: int
    amount: int


class Cancelled(Event, frozen=True):
    """A card of the slower player did not happen."""

    seat: int
    card: Code


class Rested(Event, frozen=True):
    """A player played none and drew."""

    seat: int
    drawn: tuple[Code, ...]


class Missed(Event, frozen=True):
    """A player's time ran out; in a turn of Palette they drew."""

    seat: int
    drawn: tuple[Code, ...] = ()


class Holstered(Event, frozen=True):
    """A draw of the Free spread begins, or begins again; it is called so many ms after its line has left."""

    number: int
    calm: int | None


class Called(Event, frozen=True):
    """The draw is called; the call is on its way."""


class Received(Event, frozen=True):
    """A player laid a play in secret, or passed (no cards); `sent` is when, `stamped` by the server's clock."""

    seat: int
    cards: tuple[Code, ...] | None = None
    sent: int | None = None
    stamped: bool = False


class Barred(Event, frozen=True):
    """A player drew before the call, and lays nothing in this draw."""

    seat: int


class Shown(Event, frozen=True):
    """A draw is over, and what was laid is shown.

    `first` was faster, by `lead` ms where one clock measured both; None if nobody was, which is at the same moment and
    has a `lead` of 0, or if not both have laid.
    `passed` are those who passed, `barred` those who drew too early.
    """

    first: int | None = None
    lead: int | None = None
    passed: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()


class Refilled(Event, frozen=True):
    """After a draw: the face-up cards of a player went to the discard pile, and they drew."""

    seat: int
    drawn: tuple[Code, ...]


class Tied(Event, frozen=True):
    """Both players have lost at the same time: a tie-break begins."""


class Repeated(Event, frozen=True):
    """The tie-break is repeated: hands and cards that were laid went to the discard piles."""


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
    """A player is out."""

    seat: int
    why: Exit


class Ended(Event, frozen=True):
    """The duel is over; without places it has no result."""

    places: dict[int, int]
    why: End


EVENTS: tuple[type[Event], ...] = (
    Begun, LifeSet, Shuffled, Dealt, Drew, Started, TurnBegan, Asked, Recalled, LaidOut, Topped, Attacked, Guarded,
    Stockpiled, StockDropped, Healed, Countered, Landed, Cancelled, Rested, Missed, Holstered, Called, Received, Barred,
    Shown, Refilled, Tied, Repeated, Held, CameBack, Departed, Ended,
)  # fmt: skip

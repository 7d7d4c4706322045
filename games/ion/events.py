"""What can happen in a match of ION. An event carries its outcome: applying it takes no rule and no chance."""

from enum import StrEnum

from msgspec import Struct

from games.ion.items import Item
from games.ion.options import Options
from games.ion.state import Team
from games.kit.inputs import Kind


class Exit(StrEnum):
    """Why a seat was given up: the reasons of `games.kit.inputs.Reason`, and two of ION's own."""

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
    """The match begins with these options, seats and teams."""

    options: Options
    kinds: tuple[Kind, ...]
    teams: tuple[Team, ...]


class Dealt(Event, frozen=True):
    """A seat got the items to begin with."""

    seat: int
    items: tuple[Item, ...]


class Opened(Event, frozen=True):
    """A turn begins and the one before has ended; `extra`: it is an extra turn of the same player."""

    seat: int
    extra: bool = False


class Asked(Event, frozen=True):
    """The prompt has left: the time of the turn runs from here, and that of the round if it did not run yet."""

    at: int


class Recalled(Event, frozen=True):
    """The prompt has to be sent again, and the time of the turn stands until then."""


class Played(Event, frozen=True):
    """Items were put down for a move, in the order they are written in."""

    seat: int
    items: tuple[Item, ...]


class Banked(Event, frozen=True):
    """A card added points to the bank, whose polarity is now `polarity`."""

    points: int
    polarity: int


class Dumped(Event, frozen=True):
    """The bank was dumped to a team by a seat; `shares` says who got how much, the rest stays in the bank."""

    seat: int
    team: Team
    shares: dict[int, int]


class Reversed(Event, frozen=True):
    """The direction of the flow changed."""


class Swapped(Event, frozen=True):
    """The polarity of the bank changed its sign."""


class Charged(Event, frozen=True):
    """The bank is supercharged for so many turns after the present one."""

    turns: int


class Took(Event, frozen=True):
    """A seat took an object from another one, or found nobody who has it (None)."""

    seat: int
    item: Item
    victim: int | None


class Stretched(Event, frozen=True):
    """The time of the open turn was doubled; the move goes on."""


class Clocked(Event, frozen=True):
    """The round became longer or shorter by `change` ms; 0: no effect."""

    change: int


class Gained(Event, frozen=True):
    """A move is done and brought something: `drawn` with the bonus after its first item, coins, and by rule 22 a trade.

    `stolen` points went to the system, which gave `gift` for them.
    """

    seat: int
    drawn: tuple[Item, ...]
    coins: int = 0
    traded: Item | None = None
    stolen: int = 0
    gift: Item | None = None


class Missed(Event, frozen=True):
    """No move in time; so many points were lost."""

    seat: int
    penalty: int


class Passed(Event, frozen=True):
    """The turn of a held seat came and was passed over."""

    seat: int


class Pitied(Event, frozen=True):
    """The turn of a seat without items came; it got this card and was skipped."""

    seat: int
    item: Item


class Held(Event, frozen=True):
    """A player is gone without their doing, or has `asked` for it or `quit` IRC; held until `until` (match ms)."""

    seat: int
    until: int
    asked: bool = False
    quit: bool = False


class CameBack(Event, frozen=True):
    """The player of a held seat is back."""

    seat: int


class Seated(Event, frozen=True):
    """A new seat came in, directly before the current one."""

    seat: int
    kind: Kind
    team: Team


class Restored(Event, frozen=True):
    """Somebody who had left took their old seat again, directly before the current one."""

    seat: int


class Departed(Event, frozen=True):
    """A player is out. `forfeit` points were divided: `shares` to the others, `rest` to the bank."""

    seat: int
    why: Exit
    forfeit: int
    shares: dict[int, int]
    rest: int


class RoundEnded(Event, frozen=True):
    """The round is over; after the last one the bank paid `shares`, and `void` points of it are lost."""

    shares: dict[int, int]
    void: int


class RoundBegan(Event, frozen=True):
    """The next round begins; its clock starts with its first prompt."""


class Ended(Event, frozen=True):
    """The match is over, with places or without; `void` points of the bank are lost."""

    scored: bool
    void: int


EVENTS: tuple[type[Event], ...] = (
    Begun, Dealt, Opened, Asked, Recalled, Played, Banked, Dumped, Reversed, Swapped, Charged, Took, Stretched, Clocked,
    Gained, Missed, Passed, Pitied, Held, CameBack, Seated, Restored, Departed, RoundEnded, RoundBegan, Ended,
)  # fmt: skip

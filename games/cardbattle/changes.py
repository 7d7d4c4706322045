"""What can happen to cards and what is in play. See `events` for all else that can happen."""

from msgspec import Struct

from games.cardbattle.cards import Code
from games.cardbattle.commands import Ref
from games.cardbattle.state import Lasting


class Event(Struct, frozen=True, tag=True, omit_defaults=True, gc=False):
    """Base of the events. In JSON, fields with their default are left out."""


class Shuffled(Event, frozen=True):
    """A player's deck lies in this order, the top card first; with the cards of the rest pile or the hand in it."""

    seat: int
    cards: tuple[Code, ...]
    rest: bool = False
    hand: bool = False


class Drew(Event, frozen=True):
    """A player drew cards from the top of their deck."""

    seat: int
    cards: tuple[Code, ...]


class Entered(Event, frozen=True):
    """A card came into play under this number, from the stack or its owner's rest pile or deck."""

    thing: int
    card: Code
    owner: int
    host: int = 0
    zone: str = "stack"


class Exhausted(Event, frozen=True):
    """Things were exhausted; `paid`: as the price of what their player does."""

    things: tuple[int, ...]
    paid: bool = False


class Refreshed(Event, frozen=True):
    """Things were refreshed; `paid`: their player paid to refresh all, the active one unless it is `seat`."""

    things: tuple[int, ...]
    paid: bool = False
    seat: int | None = None


class Blow(Struct, frozen=True, gc=False):
    """What hits whom, by how much; `source` is 0 for a card that is not in play."""

    source: int
    at: Ref
    amount: int


class Struck(Event, frozen=True):
    """Creatures and players were hit, all at the same time. `taken` is what each lost, never more than they had."""

    blows: tuple[Blow, ...]
    taken: dict[Ref, int]


class Mended(Event, frozen=True):
    """A creature or player got life back."""

    at: Ref
    amount: int


class Gone(Event, frozen=True):
    """Things went from play to their owners' rest piles, all at the same time; each with its card."""

    things: dict[int, Code]


class Moved(Event, frozen=True):
    """Things went from play to their owners' hands, or under their decks; each with its card."""

    things: dict[int, Code]
    into: str


class Discarded(Event, frozen=True):
    """A player put cards of their hand on their rest pile. Nobody else sees the numbers."""

    seat: int
    numbers: tuple[int, ...]
    cards: tuple[Code, ...]


class Fetched(Event, frozen=True):
    """A player took a card from their rest pile or deck into their hand; which one of the deck, nobody else sees."""

    seat: int
    card: Code
    zone: str


class Changed(Event, frozen=True):
    """Something is changed until the end of the turn."""

    lasting: Lasting


class Grown(Event, frozen=True):
    """A thing is changed for as long as it is in play."""

    thing: int
    value: str = ""
    add: int = 0
    keyword: str = ""
    kind: str = ""


class Taken(Event, frozen=True):
    """A player got control of a thing, for as long as it is in play or until the end of the turn."""

    thing: int
    seat: int
    turn: bool


class LastingEnded(Event, frozen=True):
    """What lasted until the end of the turn has ended."""


CHANGES: tuple[type[Event], ...] = (
    Shuffled, Drew, Entered, Exhausted, Refreshed, Struck, Mended, Gone, Moved, Discarded, Fetched, Changed, Grown,
    Taken, LastingEnded,
)  # fmt: skip

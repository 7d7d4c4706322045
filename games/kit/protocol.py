"""The game protocol: what a game provides, and the plain data that passes between a game and whoever runs it.

A game is stateless; all that changes is in its state, and the state changes only by events. `decide` says what happens
(it yields events, chance included), `evolve` makes it so. The match applies `evolve` after each event it gets, so a
rule sees the new state on its next line.

Type parameters: S the state (a mutable `msgspec.Struct` that JSON can carry), C the commands, E the events (both unions
of frozen, tagged Structs), V the view. Seats are numbered from 0 in joining order and keep their number. Times are
whole match milliseconds: they start at 0 with the match and stand still while it cannot go on. Commands, events and
entries hold no cycles, so that the garbage collector need not look at them (`gc=False`).
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from games.kit.inputs import Kind, SystemInput
from games.kit.rng import Rng
from games.kit.text import Text

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")
V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
C_co = TypeVar("C_co", covariant=True)


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat as a match begins with it. `player` is the number of a player in the store, `word` what they added.

    `brought` is what they bring to a game in which players do (see `games.kit.decks`): a deck's cards. Like a hand it
    is nobody else's business while the match runs.
    """

    kind: Kind = Kind.HUMAN
    player: int = 0
    word: str = ""
    brought: tuple[str, ...] = ()


class Header(Struct, frozen=True, omit_defaults=True):
    """What a match is made of before its first input. The chance of the match depends on all of it.

    In JSON, fields with their default are left out: a field added later changes no old match's chance.
    """

    match: int
    game: str
    rules_version: int
    commitment: str
    options: dict[str, Any]
    chairs: tuple[Chair, ...]
    rng: str


class Entry(Struct, frozen=True, gc=False):
    """One input and what it did. `at` is in match ms, `draws` the position of the chance afterwards."""

    seq: int
    at: int
    seat: int | None
    command: Any
    draws: int
    events: tuple[Any, ...]


class Choice(Struct, frozen=True):
    """A way to move: `kind`, with `least` to `most` of the candidates, in order where `ordered`."""

    kind: str
    candidates: tuple[str, ...] = ()
    least: int = 1
    most: int = 1
    ordered: bool = False


class Standing(Struct, frozen=True):
    """How a seat stands: the columns that the store keeps of it. `beaten`: not present any more, for they have lost."""

    seat: int
    kind: Kind
    team: str
    points: int
    coins: int
    items: dict[str, int]
    present: bool
    beaten: bool = False


Asset: TypeAlias = Literal["points", "coins", "item"]


class Posting(Struct, frozen=True):
    """A change of what a seat (or the bank: None) holds, for the ledger."""

    seat: int | None
    asset: Asset
    delta: int
    reason: str
    item: str = ""


class Result(Struct, frozen=True):
    """How a match ended. `places` gives each ranked seat its place from 1, equals share; empty: no result."""

    places: dict[int, int]
    teams: dict[str, int] = {}

    @property
    def winners(self) -> list[int]:
        """The seats that share the first place."""
        return [seat for seat, place in self.places.items() if place == 1]


class Words(Protocol[S_contra]):
    """What a game says. All texts are for the state as it is right after the entry they tell of."""

    def public(self, state: S_contra, entry: Entry) -> Sequence[Text]:
        """What was done and what it did, for the channel, without who is next; mostly one line or none."""
        ...

    def prompt(self, state: S_contra) -> Text:
        """Where the match stands, who is to act and for how long; said where somebody waits to be prompted.

        It is put behind the last public line, on the same line, and also behind what is said after an interruption.
        """
        ...

    def private(self, state: S_contra, entry: Entry) -> Mapping[int, Text]:
        """For each seat whose hidden things changed in this entry: what it holds now and what is new."""
        ...

    def hand(self, state: S_contra, seat: int) -> Text:
        """What the seat holds (`inv`), and what only it can see of what it is asked, if there is anything."""
        ...

    def turn(self, state: S_contra, now: int) -> Text:
        """Whose turn it is and how long they still have (`turn`)."""
        ...

    def table(self, state: S_contra, seat: int | None) -> Sequence[Text]:
        """What lies open (`table`), for a seat or an onlooker."""
        ...

    def players(self, state: S_contra) -> Text:
        """Who plays, in what order and on which side (`players`)."""
        ...

    def clock(self, state: S_contra, now: int) -> Text:
        """How much time is left (`time`)."""
        ...

    def score(self, state: S_contra) -> Text:
        """How everybody stands (`score`)."""
        ...


class Computer(Protocol[V_contra, C_co]):
    """A computer player. It sees what its seat sees and has a chance of its own."""

    def move(self, view: V_contra, choices: Sequence[Choice], rng: Rng) -> C_co:
        """Give a legal command."""
        ...


class Game(Protocol[S, C, E, V]):
    """A game. Everything here is a pure function; nothing may be kept between calls."""

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str:
        """The word that players type and config files use, lower case."""
        ...

    @property
    def title(self) -> str:
        """The name as people read it."""
        ...

    @property
    def rules_version(self) -> int:
        """Raised when the same inputs may give other events. `evolve` still understands all earlier events."""
        ...

    @property
    def signs(self) -> str:
        """Characters other than letters and digits that a move may begin with; no command prefix may use them."""
        ...

    @property
    def options(self) -> type[Struct]:
        """The options: a frozen Struct whose fields have defaults, bounds, a description and a unit."""
        ...

    @property
    def state(self) -> type[S]:
        """The type of the state."""
        ...

    @property
    def commands(self) -> tuple[type[Struct], ...]:
        """The types of the players' commands."""
        ...

    @property
    def events(self) -> tuple[type[Struct], ...]:
        """The types of the events."""
        ...

    @property
    def words(self) -> Words[S]:
        """What the game says."""
        ...

    @property
    def computers(self) -> Mapping[str, Computer[V, C]]:
        """The computer players by level; the first is the default."""
        ...

    def guide(self) -> str:
        """Give the rules for people, in Markdown; its sections are the topics of `rules`."""
        ...

    def seats(self, options: Any) -> tuple[int, int]:
        """How many may sit down, least and most, with these options."""
        ...

    def blank(self) -> S:
        """Give the state before the first event."""
        ...

    def setup(self, chairs: Sequence[Chair], options: Any, rng: Rng) -> Iterator[E]:
        """Begin the match: deal, and decide who starts."""
        ...

    def parse(self, state: S, seat: int, text: str) -> C:
        """Read a move. Raises Misread (what is wrong and what would work) if it reads as no move at all.

        Bare in a channel that is chat. What nobody would say in a chat is better refused as Illegal: it is answered.
        """
        ...

    def actors(self, state: S) -> Set[int]:
        """Who may act now: one, several, or nobody but the clock. Empty when the match is over."""
        ...

    def waits(self, state: S) -> Set[int]:
        """Whose prompt has yet to leave: their time starts with `Prompted`."""
        ...

    def choices(self, state: S, seat: int) -> Sequence[Choice]:
        """All that the seat can do now, as descriptions, without their product. Known to the seat itself."""
        ...

    def sample(self, view: V, choice: Choice, rng: Rng) -> C:
        """Make a command of a choice, each way to fill it equally likely."""
        ...

    def decide(self, state: S, seat: int | None, command: C | SystemInput, now: int, rng: Rng) -> Iterator[E]:
        """Say what happens. Raises Illegal before the first event and before the first draw.

        `command` is never `Begin` (see `setup`). An input that changes nothing yields nothing. When the last human
        of a match that had one is gone, the match ends without places: nobody wins against computers alone.
        """
        ...

    def evolve(self, state: S, event: E) -> None:
        """Apply an event: the only place where state changes."""
        ...

    def timers(self, state: S) -> Mapping[str, int]:
        """When which timer is due, in match ms. Of timers due at once the first in the mapping fires first."""
        ...

    def fillers(self, state: S) -> int:
        """How many fillers the game wants to have now."""
        ...

    def view(self, state: S, viewer: int | None) -> V:
        """What a seat, or the public (None), can see of the state."""
        ...

    def reveal(self, event: E, viewer: int | None) -> E | None:
        """What a seat, or the public (None), can see of an event: all, a redacted event, or nothing (None)."""
        ...

    def postings(self, event: E) -> Sequence[Posting]:
        """What an event changes in the ledger."""
        ...

    def standings(self, state: S) -> Sequence[Standing]:
        """How every seat stands, those that have left included, in seat order."""
        ...

    def result(self, state: S) -> Result | None:
        """The result once the match is over, else None."""
        ...


AnyGame: TypeAlias = Game[Any, Any, Any, Any]

"""A lobby: who wants to play, before a match begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from games.kit import fair
from games.kit.decks import Deck
from games.kit.inputs import Kind
from games.kit.protocol import AnyGame, Chair, Header
from games.kit.text import Named, Text, joined, phrase
from ionbot.channel import Person
from ionbot.table import computers
from ionbot.table.seating import Seat

CLOSES_MS = 10 * 60_000
"""How long a lobby waits for enough players."""


@dataclass(eq=False)
class Guest:
    """Somebody in a lobby; `player` is their number in the store, `word` what they add to the match's chance.

    `account` is the first that they were logged in to; `is_warned` is as a seat's.
    """

    person: Person
    player: int
    word: str
    account: str | None = None
    is_warned: bool = False

    @property
    def name(self) -> str:
        """The nick as it is now."""
        return self.person.nick

    def note(self) -> None:
        """Note the account that they have logged in to, if it is the first."""
        self.account = self.account or self.person.account


@dataclass
class Lobby:
    """A lobby of a game. `match` and `commitment` are settled before anybody else joins; `seed` is secret.

    `computers`, given by their levels, sit down when the match begins; `due` (real ms) is when it starts, or closes if
    too few have come. `hosted`: an operator has opened it, so it waits also while nobody is there.
    """

    game: AnyGame
    options: Struct
    match: int
    commitment: str
    seed: bytes = field(repr=False)
    computers: list[str]
    due: int
    hosted: bool = False
    counting_down: bool = False
    guests: list[Guest] = field(default_factory=list)

    def guest(self, person: Person) -> Guest | None:
        """Give the guest that the person is."""
        return next((guest for guest in self.guests if guest.person is person), None)

    def twin(self, person: Person) -> Guest | None:
        """Give the guest that the person is, on this connection or another one of the same account."""
        return self.guest(person) or next(
            (guest for guest in self.guests if person.account and guest.account == person.account), None
        )

    def count_down(self, due: int) -> None:
        """Start at a real time in ms."""
        self.counting_down, self.due = True, due

    def wait(self, now: int) -> None:
        """Wait for more players again."""
        self.counting_down, self.due = False, now + CLOSES_MS

    @property
    def names(self) -> Text:
        """The guests' nicks, and the names of the computer players."""
        people = [guest.person.nick for guest in self.guests]
        names = people + [computers.name(number) for number in range(len(self.computers))]
        return joined(*map(Named, names), separator=", ") if names else phrase("Nobody")

    @property
    def size(self) -> int:
        """How many will sit at the table, computers included."""
        return len(self.guests) + len(self.computers)

    @property
    def missing(self) -> int:
        """How many must come before the match can start; without a person it cannot."""
        return max(self.game.seats(self.options)[0] - self.size, 0 if self.guests else 1)

    @property
    def full(self) -> bool:
        """Whether nobody else can sit down."""
        return self.size >= self.game.seats(self.options)[1]

    def header(self, levels: Mapping[str, int], decks: Mapping[int, Deck]) -> Header:
        """Give the match's header.

        `levels` are the numbers in the store of the levels of the computer players, `decks` what players bring, by
        theirs.
        """
        chairs = [Chair(Kind.HUMAN, guest.player, guest.word, decks.get(guest.player, ())) for guest in self.guests]
        chairs += [Chair(Kind.COMPUTER, levels[level]) for level in self.computers]
        return fair.header(self.game, self.match, self.seed, self.options, chairs)

    def seats(self, levels: Mapping[str, int]) -> list[Seat]:
        """Give the seats as the match begins, in the header's order."""
        people = [Seat.of(guest.person, number, guest.player) for number, guest in enumerate(self.guests)]
        for seat, guest in zip(people, self.guests, strict=True):
            seat.account, seat.is_warned = guest.account, guest.is_warned
            seat.take(guest.person)
        return people + [
            Seat(len(people) + number, levels[level], Kind.COMPUTER, computers.name(number), level=level)
            for number, level in enumerate(self.computers)
        ]

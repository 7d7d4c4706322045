"""A lobby: who wants to play, before a match begins."""

from dataclasses import dataclass, field
from typing import Any

from games.kit.inputs import Kind
from games.kit.protocol import AnyGame, Chair, Header
from games.kit.rng import ALGORITHM
from ionbot.channel import Person
from ionbot.table import computers
from ionbot.table.seating import Seat

CLOSES_MS = 10 * 60_000
"""How long a lobby waits for enough players."""


@dataclass(eq=False)
class Guest:
    """Somebody in a lobby; `player` is their number in the store, `word` what they add to the match's chance."""

    person: Person
    player: int
    word: str


@dataclass
class Lobby:
    """A lobby of a game. `match` and `commitment` are settled before anybody else joins; `seed` is secret.

    `computers` sit down when the match begins; `due` (real ms) is when it starts, or closes if too few have come.
    """

    game: AnyGame
    options: dict[str, Any]
    match: int
    commitment: str
    seed: bytes = field(repr=False)
    computers: int
    due: int
    counting_down: bool = False
    guests: list[Guest] = field(default_factory=list)

    def guest(self, person: Person) -> Guest | None:
        """Give the guest that the person is."""
        return next((guest for guest in self.guests if guest.person is person), None)

    def twin(self, person: Person) -> Guest | None:
        """Give the guest that the person is, on this connection or another one of the same account."""
        return self.guest(person) or next(
            (guest for guest in self.guests if person.account and guest.person.account == person.account), None
        )

    def count_down(self, due: int) -> None:
        """Start at a real time in ms."""
        self.counting_down, self.due = True, due

    def wait(self, now: int) -> None:
        """Wait for more players again."""
        self.counting_down, self.due = False, now + CLOSES_MS

    @property
    def names(self) -> str:
        """The guests' nicks."""
        return ", ".join(guest.person.nick for guest in self.guests)

    @property
    def size(self) -> int:
        """How many will sit at the table, computers included."""
        return len(self.guests) + self.computers

    def header(self, computer: int) -> Header:
        """Give the match's header; `computer` is the computer players' number in the store."""
        chairs = [Chair(Kind.HUMAN, guest.player, guest.word) for guest in self.guests]
        chairs += [Chair(Kind.COMPUTER, computer)] * self.computers
        return Header(
            match=self.match,
            game=self.game.name,
            rules_version=self.game.rules_version,
            commitment=self.commitment,
            options=self.options,
            chairs=tuple(chairs),
            rng=ALGORITHM,
        )

    def seats(self, computer: int) -> list[Seat]:
        """Give the seats as the match begins, in the header's order."""
        people = [Seat.of(guest.person, number, guest.player) for number, guest in enumerate(self.guests)]
        for seat, guest in zip(people, self.guests, strict=True):
            seat.take(guest.person)
        return people + [
            Seat(len(people) + number, computer, Kind.COMPUTER, computers.name(number))
            for number in range(self.computers)
        ]

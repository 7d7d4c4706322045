"""Who plays a match: whose seats are in play, who of them is here, and how many want it to end."""

from collections.abc import Iterable

from games.kit.inputs import Kind
from games.kit.match import AnyMatch
from games.kit.protocol import Entry
from ionbot.channel import Person
from ionbot.table.absence import Absences
from ionbot.table.seating import Seat, Seating


class Sitters:
    """The players of one match, people and computers. What the match does is told to `note`."""

    def __init__(self, match: AnyMatch, seating: Seating) -> None:
        self._match = match
        self._seating = seating
        self._absences = Absences(match.log)
        self._votes: set[int] = set()

    @property
    def seats(self) -> list[Seat]:
        """The seats that are in play, connected or not."""
        present = {at.seat for at in self._match.game.standings(self._match.state) if at.present}
        return [seat for seat in self._seating if seat.number in present]

    @property
    def people(self) -> list[Seat]:
        """The seats in play that are of people."""
        return [seat for seat in self.seats if seat.kind is Kind.HUMAN]

    @property
    def all_away(self) -> bool:
        """Whether people play, and none of them is here."""
        people = self.people
        return bool(people) and not any(map(self._is_here, people))

    @property
    def votes(self) -> int:
        """How many of those who are here have voted to stop."""
        return len(self._votes)

    def own(self, person: Person) -> Seat | None:
        """Give the seat in play that belongs to somebody: a held one before one of another connection of theirs."""
        theirs = (seat for seat in self.people if seat.belongs_to(person))
        return min(theirs, key=lambda seat: seat.person is not None, default=None)

    def given_by(self, person: Person, player: int) -> Seat | None:
        """Give the seat in play that counts for somebody, a player by that number, and that somebody else holds."""
        return next((seat for seat in self.people if seat.player == player and seat.identity != person.identity), None)

    def left_by(self, person: Person) -> Seat | None:
        """Give the latest seat that somebody had and left."""
        present = self.people
        left = (seat for seat in reversed(self._seating.humans) if seat not in present)
        return next((seat for seat in left if seat.was_left_by(person)), None)

    def to_move(self, person: Person) -> Seat | None:
        """Give the person's seat, if it may act now."""
        seat = self._seating.of(person)
        return seat if seat and seat.number in self._match.game.actors(self._match.state) else None

    def is_away(self, seat: Seat) -> bool:
        """Tell whether a seat's player has said that they are away."""
        return seat.number in self._absences

    def times_away(self, seat: Seat) -> int:
        """Give how often a seat's player has said so."""
        return self._absences.times(seat.number)

    def vote(self, seat: Seat) -> tuple[int, int]:
        """Count a player's wish to stop. Gives the votes, and how many it takes: more than half of who is here."""
        self._votes.add(seat.number)
        here = sum(map(self._is_here, self.people))
        return len(self._votes), here // 2 + 1

    def take_back_vote(self, seat: Seat) -> None:
        """Forget the wish of a seat's player to stop, if it was one."""
        self._votes.discard(seat.number)

    def note(self, entry: Entry) -> None:
        """Note who goes or comes back by an entry."""
        self._absences.note(entry)

    def take_back(self, people: Iterable[Person]) -> None:
        """Put those on their seats who are there."""
        for person in people:
            if (seat := self.own(person)) and not seat.person:
                seat.take(person)

    def let_go(self) -> None:
        """Take the persons from their seats that the game has put out, and back the votes of who is not here."""
        present = self.people
        for seat in self._seating.humans:
            if seat not in present:
                seat.empty()
        self._votes &= {seat.number for seat in present if self._is_here(seat)}

    def _is_here(self, seat: Seat) -> bool:
        """Tell whether a person is connected to the seat and has not said that they are away."""
        return seat.person is not None and not self.is_away(seat)

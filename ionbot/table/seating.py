"""Who sits where: seats and the persons on them.

A seat belongs to a player (a number in the store) and follows one connection, through all its nick changes. Somebody
who takes the nick of a player gets nothing. Who comes back on a new connection is recognised by account, or, where
there is none, by nick, user and host together.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.kit.inputs import Kind
from ionbot.channel import Person


@dataclass(eq=False)
class Seat:
    """A seat of a match. `person` is None for computers and while nobody is connected; computers have a `level`.

    `nick` and `address` are as they were when the person took the seat or left it. `account` is the one that the seat
    is bound to: the player's own, or the first that they have logged in to since; logging out does not unbind it.
    `is_warned`: the channel was told that private lines do not reach the player.
    """

    number: int
    player: int
    kind: Kind
    nick: str
    account: str | None = None
    address: str = ""
    person: Person | None = None
    level: str = ""
    is_warned: bool = False

    @classmethod
    def of(cls, person: Person, number: int, player: int) -> "Seat":
        """Make a person's seat; they are not on it yet."""
        return cls(number, player, Kind.HUMAN, person.nick, person.account, person.address)

    @property
    def name(self) -> str:
        """The nick as it is now."""
        return self.person.nick if self.person else self.nick

    @property
    def seen_at(self) -> str:
        """The folded nick!user@host as it is now."""
        return self.person.address if self.person else self.address

    @property
    def identity(self) -> str:
        """Who holds it for the records, as `Person.identity` tells."""
        return f"account:{self.bound}" if self.bound else f"nick:{self.seen_at.partition('!')[0]}"

    def belongs_to(self, person: Person) -> bool:
        """Tell whether the person is this seat's player: the account decides where the seat is bound to one."""
        if bound := self.bound:
            return person.account == bound
        return self.kind is Kind.HUMAN and self.seen_at == person.address and bool(_host(person.address))

    def was_left_by(self, person: Person) -> bool:
        """Tell whether somebody who joins anew is this seat's player: from the same user and host, whatever the nick.

        A nick alone proves nothing: whoever took it would be told the leaver's cards.
        """
        if bound := self.bound:
            return person.account == bound
        host = _host(person.address)
        return self.kind is Kind.HUMAN and host != "" and host == _host(self.seen_at)

    def take(self, person: Person) -> None:
        """Put the person on the seat."""
        self.person = person
        self.note()

    def pass_to(self, person: Person) -> None:
        """Put somebody else on the seat, for good: it is theirs, whatever it was bound to."""
        self.account, self.is_warned = person.account, False
        self.take(person)

    def empty(self) -> None:
        """Nobody is connected to the seat any more; who it belonged to is kept."""
        self.note()
        self.person = None

    def note(self) -> None:
        """Note how the person is seen now, if there is one."""
        if self.person:
            self.account = self.bound
            self.nick, self.address = self.person.nick, self.person.address

    @property
    def bound(self) -> str | None:
        """The account that the seat is bound to, as it is now."""
        return self.account or (self.person.account if self.person else None)


class Seating:
    """All seats of a match, in their order."""

    def __init__(self, seats: list[Seat]) -> None:
        self._seats = seats

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._seats)

    def __len__(self) -> int:
        return len(self._seats)

    def __getitem__(self, number: int) -> Seat:
        return self._seats[number]

    def put(self, number: int, seat: Seat | None) -> None:
        """Let this be the seat of that number, the last of all if it is new; None: there is none."""
        self._seats[number : number + 1] = [seat] if seat else []

    def name(self, number: int) -> str:
        """Give the nick of a seat."""
        return self._seats[number].name

    def of(self, person: Person) -> Seat | None:
        """Give the seat that the person is connected to."""
        return next((seat for seat in self._seats if seat.person is person), None)

    @property
    def humans(self) -> list[Seat]:
        """The seats of people, connected or not."""
        return [seat for seat in self._seats if seat.kind is Kind.HUMAN]


def _host(address: str) -> str:
    """Give user and host of an address; nothing if the network has told neither."""
    return address.partition("!")[2].removeprefix("@")

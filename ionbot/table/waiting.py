"""Who wants to play the next match of a table, while one runs that takes nobody any more."""

from typing import TYPE_CHECKING

from games.kit.text import Text, phrase
from ionbot.channel import Person
from ionbot.table.admission import unseated
from ionbot.table.joining import again

if TYPE_CHECKING:
    from ionbot.table.table import Table


class Waiting:
    """A list of people, in the order of their coming. Who has left the channel is not on it any more."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._people: list[Person] = []

    def __contains__(self, person: Person) -> bool:
        return person in self._people

    def add(self, person: Person) -> Text:
        """Put somebody on the list, if they are not; tell them where they stand."""
        self._people = self._there()
        if person not in self._people:
            self._people.append(person)
        return phrase(
            "You are number {n} on the list for the next match; {quit} takes you off it.",
            n=self._people.index(person) + 1, quit=self._table.typed("quit"),
        )  # fmt: skip

    def remove(self, person: Person) -> None:
        """Take somebody off the list, if they are on it."""
        self._people = [each for each in self._people if each is not person]

    async def seat(self) -> None:
        """Seat all at the table that is open, or at one like the last; who could sit down but for want of one waits on.

        To do when a match is over, and when somebody opens a table: who waits may not be one who can.
        """
        table = self._table
        people, self._people = self._there(), []
        for person in people:
            if not table.play and not (table.lobby and table.lobby.full):
                await again(table, person)
            if table.seats(person):
                table.call(person, phrase("the match that you waited for."))
            elif not unseated(table, person):
                self._people.append(person)

    def _there(self) -> list[Person]:
        there = self._table.channel.people()
        return [person for person in self._people if person in there]

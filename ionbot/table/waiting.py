"""Who wants to play the next match of a table, while one runs that takes nobody any more."""

from games.kit.text import Text, phrase
from ionbot.channel import Channel, Person


class Waiting:
    """A list of people, in the order of their coming. Who has left the channel is not on it any more."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._people: list[Person] = []

    def __contains__(self, person: Person) -> bool:
        return person in self._people

    def add(self, person: Person, typed_quit: str) -> Text:
        """Put somebody on the list, if they are not; tell them where they stand."""
        self._people = self._there()
        if person not in self._people:
            self._people.append(person)
        return phrase(
            "You are number {n} on the list for the next match; {quit} takes you off it.",
            n=self._people.index(person) + 1, quit=typed_quit,
        )  # fmt: skip

    def remove(self, person: Person) -> None:
        """Take somebody off the list."""
        self._people.remove(person)

    def take(self) -> list[Person]:
        """Give all who are on the list and there, and empty it."""
        people, self._people = self._there(), []
        return people

    def _there(self) -> list[Person]:
        there = self._channel.people()
        return [person for person in self._people if person in there]

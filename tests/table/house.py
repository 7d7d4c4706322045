"""A house that carries out nothing, and notes what was ordered."""

from collections.abc import Sequence

from games.kit.text import Text, phrase
from ionbot.channel import Person
from ionbot.table.durations import lasting


class FakeHouse:
    """Notes orders; answers with what they were, or raises `fault`."""

    def __init__(self) -> None:
        self.orders: list[tuple[object, ...]] = []
        self.fault: Exception | None = None

    def networks(self) -> Sequence[Text]:
        self._note("networks")
        return [phrase("network {n}", n=number) for number in range(1, 6)]

    def channels(self) -> Sequence[Text]:
        return [self._note("channels")]

    def status(self) -> Sequence[Text]:
        return [self._note("status")]

    def say(self, person: Person, channel: str, text: str) -> Text:
        return self._note("say", person.nick, channel, text)

    async def join(self, person: Person, channel: str, key: str) -> Text:
        return self._note("join", person.nick, channel, key)

    async def part(self, person: Person, channel: str, *, sure: bool) -> Text:
        return self._note("part", person.nick, channel, sure)

    async def reload(self, by: str) -> Sequence[Text]:
        return [self._note("reload", by)]

    def shut_down(self, person: Person, delay: int) -> Text:
        self._note("shut down", person.nick, delay)
        return phrase("in {time}", time=lasting(delay))

    def stay(self, person: Person) -> Text:
        return self._note("stay", person.nick)

    def _note(self, *order: object) -> Text:
        if self.fault:
            raise self.fault
        self.orders.append(order)
        return phrase("done")

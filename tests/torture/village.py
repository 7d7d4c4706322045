"""Channels full of people who play for a day: they think, miss their time, leave, come back, and begin again."""

import asyncio
from collections.abc import Callable
from random import Random

from ionbot.channel import Delivery, Departure, Lane, Line, OnDelivery, OnSign, Person, Status
from ionbot.table.hall import Hall
from tests.table.room import NETWORK, FakeChannel, shown
from tests.torture.crowd import GAMES
from tests.torture.players import Mind

SEATS = 3
THINK_S = 15.0
"""How long somebody thinks about a move in the mean; who thinks for too long misses their time."""
REST_S = (300.0, 5400.0)
"""How long nobody at a table begins anything after all that they do, least and most."""
GONE_S = (10.0, 600.0)
"""How long somebody stays away who has left."""
_LEAVES = 0.3
"""How often it is that somebody leaves, of all that they do."""
_HOWS = (Departure.PART, Departure.QUIT, Departure.SPLIT, Departure.PING_TIMEOUT)
_PLANNED = ("daily 09:00", "daily 21:00")


class Square(FakeChannel):
    """A channel whose people hear what is said there, and nothing of it is kept. What is sent leaves a little later."""

    def __init__(self, name: str, hear: Callable[[str, Person | None], None]) -> None:
        super().__init__(name)
        self._hear = hear

    def say(self, line: Line, _lane: Lane = Lane.RESULT, left: OnDelivery | None = None) -> None:
        """Send a line to all."""
        self._send_line(shown(line), None, left)

    def tell(
        self,
        person: Person,
        line: Line,
        _lane: Lane = Lane.ANSWER,
        _key: str = "",
        left: OnDelivery | None = None,
        *,
        notice: bool = True,
    ) -> None:
        """Send a line to one person."""
        self._send_line(shown(line), person, left)

    def confirm(self, done: OnSign) -> None:
        """Give a sign a little later."""
        asyncio.get_running_loop().call_later(0.05, done, None)

    def _send_line(self, text: str, to: Person | None, left: OnDelivery | None) -> None:
        loop = asyncio.get_running_loop()
        is_there = to is None or to in self.persons
        if left:
            loop.call_later(0.05, left, Delivery.SENT if is_there else Delivery.REFUSED, None)
        if is_there:
            loop.call_soon(self._hear, text.replace("*", "") if to is None else text, to)


class Folk:
    """The people of one channel, and what they do."""

    def __init__(self, number: int, chance: Random) -> None:
        self.game = GAMES[number % len(GAMES)]
        self.channel = Square(f"#{self.game}{number}", self._hear)
        self.moved = 0
        self._chance = chance
        self._hall: Hall | None = None
        self._minds = {f"{name}{number}": Mind(f"{name}{number}", self.game, chance) for name in "abc"[:SEATS]}
        for nick in self._minds:
            self._come(nick)

    async def live(self, hall: Hall) -> None:
        """Play, leave and come back, for ever."""
        self._hall = hall
        if self._chance.random() < 0.2:
            self._plan()
        while True:
            await asyncio.sleep(self._chance.uniform(*REST_S))
            if self._chance.random() < _LEAVES:
                await self._leave_for_a_while()
            else:
                for person in list(self.channel.persons):
                    self._say(person, "!join")

    def _plan(self) -> None:
        person = self.channel.persons[0]
        person.status[self.channel.folded] = Status.OP
        for when in _PLANNED:
            self._say(person, f"!schedule {self.game} {when}")

    async def _leave_for_a_while(self) -> None:
        assert self._hall
        person = self._chance.choice(self.channel.persons)
        self.channel.persons.remove(person)
        person.status.pop(self.channel.folded)
        self._hall.left(self.channel, person, self._chance.choice(_HOWS))
        await asyncio.sleep(self._chance.uniform(*GONE_S))
        self._hall.joined(self.channel, self._come(person.nick))

    def _come(self, nick: str) -> Person:
        person = Person(NETWORK, nick, nick, f"~{nick}", f"{nick}.example", None, {self.channel.folded: Status.NONE})
        self.channel.persons.append(person)
        return person

    def _hear(self, text: str, to: Person | None) -> None:
        for person in self.channel.persons if to is None else [to]:
            mind = self._minds[person.nick]
            mind.hear(text, private=to is not None)
            if move := mind.next_move():
                delay = self._chance.expovariate(1 / THINK_S)
                asyncio.get_running_loop().call_later(delay, self._say, person, move)

    def _say(self, person: Person, text: str) -> None:
        if self._hall and person in self.channel.persons:
            self.moved += not text.startswith("!")
            self._hall.heard(self.channel, person, text)

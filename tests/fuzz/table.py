"""What a table does with a network, without a game: it answers, tells, asks for signs, waits for what becomes of it."""

from collections.abc import Callable
from itertools import count
from random import Random

from ionbot.channel import Channel, Lane, Line, Loss, Nick, Person, Refusal
from tests.network.fakes import Recorder

LINES: tuple[Line, ...] = (
    *[("You cannot play that.",)] * 5,
    *[("ann plays red 7; ", Nick("Zoë", rings=True), " is next.")] * 5,
    ("Your hand: ", *(f"±{number} " for number in range(60))),
    ("日本語 ", "x" * 600),
    ("",),
)


class Table(Recorder):
    """A listener. `waiting` has a number for each line and question of whose fate it was not told yet."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self.waiting: set[int] = set()
        self._chance = chance
        self._numbers = count()
        self._channels: list[Channel] = []

    def entered(self, channel: Channel) -> None:
        self._channels.append(channel)
        channel.say(("The match goes on.",), left=self._once())

    def lost(self, channel: Channel, loss: Loss) -> None:
        if channel in self._channels:
            self._channels.remove(channel)
        channel.say(("Nobody hears this.",), left=self._once())

    def heard(self, channel: Channel, person: Person, text: str, stamp: int | None = None) -> None:
        self._answer(channel, person)

    def told(self, person: Person, text: str, stamp: int | None = None) -> None:
        for channel in self._channels:
            if channel.folded in person.status:
                self._answer(channel, person)

    def joined(self, channel: Channel, person: Person) -> None:
        channel.tell(person, ("Welcome.",), Lane.CHATTER, left=self._once())

    def left(self, channel: Channel, person: Person, departure: object) -> None:
        channel.tell(person, ("Too late.",), Lane.HAND, "hand", self._once())

    def identified(self, person: Person) -> None:
        self.told(person, "")

    def refused(self, to: Channel | Person, refusal: Refusal, why: str) -> None:
        for channel in self._channels:
            channel.say((f"That was refused: {why}",), Lane.CHATTER, self._once())

    def _answer(self, channel: Channel, person: Person) -> None:
        line, lane = self._chance.choice(LINES), self._chance.choice(list(Lane))
        match self._chance.randrange(4):
            case 0:
                channel.say(line, lane, self._once())
            case 1:
                channel.confirm(self._once())
            case 2:
                for player in channel.people():
                    channel.tell(player, line, Lane.HAND, "hand", self._once())
            case _:
                channel.tell(person, line, lane, self._chance.choice(("", "hand")), self._once())

    def _once(self) -> Callable[..., None]:
        """Make what is to be called once; a second call raises KeyError."""
        number = next(self._numbers)
        self.waiting.add(number)
        return lambda *_: self.waiting.remove(number)

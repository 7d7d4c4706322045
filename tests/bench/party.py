"""Tables full of puppets, at a bot that is a process of its own."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.players import Human
from tests.bench.process import PACE_OFF, Program, configured, running
from tests.bench.puppets import Hear, Puppets, Rooms, serving
from tests.bench.stage import DAY_S, NICKS, until

MATCH = 150
"""Moves in a match as people play it."""
OnTurn = Callable[[Human], None]
ENDLESS = f"""
[games.ion]
round_time = {DAY_S}
move_time = 300
"""
"""What a configuration says where a match of ION is not over as long as anybody looks."""


@dataclass(frozen=True)
class Seat:
    """Where a puppet sits, and how it speaks there."""

    puppets: Puppets
    nick: str
    channel: str

    def say(self, text: str) -> None:
        """Say something in the channel."""
        self.puppets.say(self.nick, self.channel, text)


@dataclass(frozen=True)
class Party:
    """A bot at work in all its channels, and two humans in each; none sits down before `begin`.

    `command` is what has started it, and would start it again.
    """

    program: Program
    command: Sequence[str]
    puppets: Puppets
    seats: list[Seat]
    humans: list[Human]

    async def begin(self) -> None:
        """Let everybody sit down, and wait until all have moved."""
        for seat in self.seats:
            seat.say("!join")
        await until(lambda: all(human.waits for human in self.humans))

    @property
    def waits(self) -> list[float]:
        """The wait of each move that was made and told, in s."""
        return [wait for human in self.humans for wait in human.waits]

    def forget(self) -> None:
        """Forget what was measured so far."""
        for human in self.humans:
            human.waits.clear()


def rooms(tables: int) -> dict[str, list[str]]:
    """Give so many channels, with two people in each."""
    return {f"#table{number}": [f"{nick}{number}" for nick in NICKS] for number in range(tables)}


@asynccontextmanager
async def party(
    tables: int, on_turn: OnTurn = Human.move, overhear: Hear = lambda *_: None,
    *, config: str = PACE_OFF + ENDLESS, pace: str = "none",
) -> AsyncIterator[Party]:  # fmt: skip
    """Let a bot with a database on disk come to so many tables; `overhear` hears all that it says."""
    people, hearers = rooms(tables), dict[str, list[Human]]()

    def hear(target: str, text: str) -> None:
        overhear(target, text)
        for human in hearers[target]:
            human.hear(text, private=not target.startswith("#"))

    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        puppets, port = await stack.enter_async_context(serving(Rooms(people, hear)))
        seats = [Seat(puppets, nick, channel) for channel, nicks in people.items() for nick in nicks]
        humans = [Human(seat, on_turn, MATCH // 2) for seat in seats]
        for seat, human in zip(seats, humans, strict=True):
            hearers.setdefault(seat.channel, []).append(human)
            hearers[seat.nick] = [human]
        command = configured(folder, port, list(people), config, pace=pace)
        program = await stack.enter_async_context(running(*command))
        await until(lambda: len(puppets.asked) == tables)
        yield Party(program, command, puppets, seats, humans)

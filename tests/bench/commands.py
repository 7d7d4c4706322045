"""A simple command, `!turn` in a running match, beside what the bare package irc takes to say a line again.

Both are asked the same by as many people at once, each of whom asks again when they are answered. They take turns,
since the machine does other things too; what each takes of the processor for an answer is compared.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.figures import Figure
from tests.bench.party import ENDLESS
from tests.bench.process import ECHO, PACE_OFF, Program, configured, running
from tests.bench.puppets import Puppets, Rooms, serving
from tests.bench.stage import NICKS, until

CHANNEL = "#table0"
PEOPLE = tuple(f"onlooker{number}" for number in range(20))
QUESTION = "!turn"
ROUNDS = 5
AIM = 0.35
Command = Callable[[int], Sequence[str]]
"""Gives what starts a program that connects to a port."""


class Askers:
    """People who ask, and again when they are answered, while they are `busy`; they count the `answers`.

    `told` are all to whom the program has said anything.
    """

    def __init__(self) -> None:
        self.busy = False
        self.answers = 0
        self.told: set[str] = set()
        self.puppets: Puppets

    def ask(self) -> None:
        """Let all of them ask."""
        self.busy = True
        for nick in PEOPLE:
            self.puppets.say(nick, CHANNEL, QUESTION)

    def hear(self, target: str, text: str) -> None:
        """Hear an answer, be it told to one of them or said to all."""
        if self.busy and (target in PEOPLE or text == QUESTION):
            self.answers += 1
            self.puppets.say(PEOPLE[self.answers % len(PEOPLE)] if target == CHANNEL else target, CHANNEL, QUESTION)
        self.told.add(target)


@dataclass(frozen=True)
class Side:
    """A program that answers, and those who ask it."""

    program: Program
    askers: Askers

    async def cost(self, seconds: float) -> float:
        """Give the CPU ms that an answer takes."""
        answers, cpu = self.askers.answers, self.program.cpu_s
        self.askers.ask()
        await asyncio.sleep(seconds)
        self.askers.busy = False
        await asyncio.sleep(0.1)  # what is on its way is answered, too
        return 1000 * (self.program.cpu_s - cpu) / (self.askers.answers - answers)


def figures(quick: bool) -> list[Figure]:
    """Measure both in turns."""
    bare, bot = asyncio.run(costs(1 if quick else ROUNDS, 0.2 if quick else 1))
    return [
        Figure("echo by the bare package irc", median(bare), "CPU ms"),
        Figure(f"answer to {QUESTION}", median(bot), "CPU ms"),
        Figure(
            f"throughput of {QUESTION} to that of the echo",
            median(one / other for one, other in zip(bare, bot, strict=True)), "times", aim=AIM,
        ),
    ]  # fmt: skip


async def costs(rounds: int, seconds: float) -> tuple[list[float], list[float]]:
    """Give what an echo and an answer take in each round, in CPU ms."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        bare = await stack.enter_async_context(_side(lambda port: [*ECHO, str(port)]))
        bot = await stack.enter_async_context(
            _side(lambda port: configured(folder, port, [CHANNEL], PACE_OFF, ENDLESS))
        )
        await until(lambda: bot.askers.puppets.asked and bare.askers.puppets.joined)
        for nick in NICKS:
            bot.askers.puppets.say(nick, CHANNEL, "!join")
        await until(lambda: set(NICKS) <= bot.askers.told)  # each has heard what they hold
        taken = [(await bare.cost(seconds), await bot.cost(seconds)) for _ in range(rounds)]
        return [one for one, _ in taken], [other for _, other in taken]


@asynccontextmanager
async def _side(command: Command) -> AsyncIterator[Side]:
    askers = Askers()
    rooms = Rooms({CHANNEL: [*NICKS, *PEOPLE]}, askers.hear)
    async with serving(rooms) as (askers.puppets, port), running(*command(port)) as program:
        yield Side(program, askers)

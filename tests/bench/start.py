"""What the bot takes of memory, and of time to be there: at a start, and after a kill in the middle of 1,000 matches.

A start is measured beside that of the bare package irc, in turns. The bot's first start makes the database, and is not
counted. A match is there again once its channel has been told so.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.bench.figures import Figure
from tests.bench.party import party
from tests.bench.process import ECHO, configured, running
from tests.bench.puppets import Rooms, serving
from tests.bench.stage import until

CHANNEL = "#table0"
STARTS = 7
CHANNELS = (1, 100, 1_000)
MATCHES = 1_000

Taken = tuple[float, float]
"""What a start took: so long, and so much time of the processor, in s."""


class Returns:
    """Notes which channels have been told that the bot is back."""

    def __init__(self) -> None:
        self.channels: set[str] = set()

    def overhear(self, target: str, text: str) -> None:
        """Hear the bot."""
        if target.startswith("#") and text.startswith("I am here again"):
            self.channels.add(target)


def figures(quick: bool) -> list[Figure]:
    """Measure starts, memory, and a return."""
    bare, bot = asyncio.run(starts(1 if quick else STARTS))
    beyond = [median(each[index] for each in bot) - median(each[index] for each in bare) for index in (0, 1)]
    memory = [asyncio.run(memory_mb(channels)) for channels in (CHANNELS[:1] if quick else CHANNELS)]
    matches = 10 if quick else MATCHES
    joined, back, cpu = asyncio.run(resumed(matches))
    return [
        Figure("start of the bare package irc until it has joined", median(taken for taken, _ in bare), "s"),
        Figure("start, beyond that of the bare package", beyond[0], "s", aim=0.3, at_most=True),
        Figure("the same, what it takes of the processor", beyond[1], "CPU s"),
        *(
            Figure(f"memory in {channels:,} channels", each, "MB", aim, at_most=True)
            for channels, each, aim in zip(CHANNELS, memory, (70, memory[0] + 10, None), strict=False)
        ),
        Figure(f"{matches:,} matches there again, from the kill", back, "s"),
        Figure("the same, from when the bot has joined their channels", back - joined, "s", aim=2, at_most=True),
        Figure("the same, what it takes of the processor", cpu, "CPU s"),
    ]


async def starts(count: int) -> tuple[list[Taken], list[Taken]]:
    """Give what it takes until a client has joined, each time, of the bare package and of the bot."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        puppets, port = await stack.enter_async_context(serving(Rooms({CHANNEL: []}, lambda *_: None)))
        bare, bot = [*ECHO, str(port)], configured(folder, port, [CHANNEL])

        async def start(command: Sequence[str]) -> Taken:
            began = perf_counter()
            async with running(*command) as program:
                await until(lambda: puppets.joined)
                taken = perf_counter() - began, program.cpu_s
            await until(lambda: not puppets.connected)
            return taken

        await start(bot)
        each = [(await start(bare), await start(bot)) for _ in range(count)]
        return [one for one, _ in each], [other for _, other in each]


async def memory_mb(channels: int) -> float:
    """Give what a bot holds in memory that is in so many channels, in MB; what a first start loads is not counted."""
    async with party(channels) as guests:
        await guests.program.stop()
        await until(lambda: not guests.puppets.connected)
        async with running(*guests.command) as program:
            await until(lambda: len(guests.puppets.asked) == channels)
            return program.memory_mb


async def resumed(matches: int) -> tuple[float, float, float]:
    """Give how many s after its kill a bot has joined all channels, and how many until all their matches go on.

    The third is how many s of the processor it takes in between.
    """
    returns = Returns()
    async with party(matches, overhear=returns.overhear) as guests:
        await guests.begin()
        await guests.program.kill()
        await until(lambda: not guests.puppets.connected)
        began = perf_counter()
        async with running(*guests.command) as program:
            joined = await _when(lambda: len(guests.puppets.joined) == matches)
            cpu = program.cpu_s
            back = await _when(lambda: len(returns.channels) == matches)
            return joined - began, back - began, program.cpu_s - cpu


async def _when(holds: Callable[[], bool]) -> float:
    await until(holds)
    return perf_counter()

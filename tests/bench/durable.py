"""Moves that are saved before they are told, at a bot in a process of its own: how many, at what cost, how soon.

The server writes the moves itself, so the bot has a core for itself where the machine has two that are free. What a
move takes of the processor is measured too, in all threads of the bot, since that hardly depends on what else runs. The
latency is from the moment a move is written to the one when the channel's line about it is read.
"""

import asyncio
from collections import deque
from dataclasses import dataclass
from time import perf_counter

from tests.bench.figures import Figure, spread
from tests.bench.party import Party, party
from tests.bench.players import Human

AIM = 5_000
RATE = 1_000
"""Moves/s at which the latency of many tables is measured."""
TABLES = (1, 10, 100, 1_000)
MANY = 100
CONSTANT = 1.1
"""By how much a move may cost more at many tables than at few; ten share what the loop's turns cost already."""


@dataclass(frozen=True)
class Measured:
    """How long it was looked on, what that took of the processor, and the wait for each move; all in s."""

    seconds: float
    cpu: float
    waits: list[float]

    @property
    def speed(self) -> float:
        """Moves/s."""
        return len(self.waits) / self.seconds

    @property
    def cost(self) -> float:
        """CPU ms a move."""
        return 1000 * self.cpu / len(self.waits)


class Pacer:
    """Lets humans move at so many moves/s together, in the order in which they could."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._ready: deque[Human] = deque()

    def wait(self, human: Human) -> None:
        """Let somebody wait until it is their turn."""
        self._ready.append(human)

    async def run(self) -> None:
        """Let one after the other move."""
        began, moved = perf_counter(), 0
        while True:
            await asyncio.sleep(0.001)
            due = round((perf_counter() - began) * self._rate) - moved
            for _ in range(min(due, len(self._ready))):
                self._ready.popleft().move()
            moved += due  # what nobody was ready for is not made up later


def figures(quick: bool) -> list[Figure]:
    """Measure few and many tables, as fast as it goes; then many at a steady pace."""
    seconds = 0.2 if quick else 5
    every = {tables: asyncio.run(measure(tables, seconds)) for tables in (TABLES[:2] if quick else TABLES)}
    steady = asyncio.run(measure(2 if quick else MANY, seconds, RATE))
    few, *_, most = every
    many = every[max(tables for tables in every if tables <= MANY)]
    return [
        Figure(f"durable moves, {MANY} tables", many.speed, "moves/s", aim=AIM),
        *(Figure(f"a durable move, {tables} tables", each.cost, "CPU ms") for tables, each in every.items()),
        Figure(
            f"its cost at {most} tables to that at {TABLES[1]}", every[most].cost / every[TABLES[1]].cost, "times",
            aim=CONSTANT, at_most=True,
        ),
        *spread("durable move, 1 table", [1000 * wait for wait in every[few].waits], "ms", (1.5, 5)),
        *spread(f"durable move, {MANY} tables, {RATE:,}/s", [1000 * wait for wait in steady.waits], "ms", (None, 20)),
        Figure(f"moves at a pace of {RATE:,}/s", steady.speed, "moves/s"),
    ]  # fmt: skip


async def measure(tables: int, seconds: float, rate: float | None = None) -> Measured:
    """Play at so many tables for so long, at so many moves/s or as fast as it goes."""
    pacer = Pacer(rate or 0)
    async with party(tables, pacer.wait if rate else Human.move) as guests:
        pacing = asyncio.create_task(pacer.run()) if rate else None
        await guests.begin()
        measured = await _watch(guests, seconds)
        if pacing:
            pacing.cancel()
        return measured


async def _watch(guests: Party, seconds: float) -> Measured:
    guests.forget()
    cpu, began = guests.program.cpu_s, perf_counter()
    await asyncio.sleep(seconds)
    taken, ended = guests.program.cpu_s - cpu, perf_counter()
    return Measured(ended - began, taken, guests.waits)

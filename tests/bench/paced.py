"""At the pace of a network that lets through a line a second: five tables on one connection, and a hundred channels.

It is played in real time, by people who think for some seconds. Now and then somebody lets their time run out: as long
as that takes from the moment at which their prompt has left, so long was their turn.
"""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.bench.figures import Figure
from tests.bench.party import party, rooms
from tests.bench.players import Human
from tests.bench.process import configured, running
from tests.bench.puppets import Rooms, serving
from tests.bench.stage import DAY_S, until

TABLES = 5
CHANNELS = 100
MOVE_S = 5
SECONDS = 90
ASKED = 5
"""For so many channels is measured how long their people take to be known."""
THINK_S = (1, 3)
SKIPPED = 0.1
"""In how many of their turns people do nothing."""
_TIME_UP = "is out of time"
CONFIG = f"""
[tables]
countdown = 0
[games.ion]
round_time = {DAY_S}
move_time = {MOVE_S}
"""


class Players:
    """How people play, as a party's `on_turn` and `overhear`.

    `turns` are the seconds from each prompt that was not answered to the line that says so.
    """

    def __init__(self) -> None:
        self.turns: list[float] = []
        self._random = Random(TABLES)
        self._asked: dict[str, float] = {}
        """When each channel was prompted last, if nobody has moved there since."""

    def overhear(self, target: str, text: str) -> None:
        """Note when a turn begins, and when it ends because nobody has moved."""
        if not target.startswith("#"):
            return
        began = self._asked.pop(target, None)
        if began is not None and _TIME_UP in text:
            self.turns.append(perf_counter() - began)
        self._asked[target] = perf_counter()

    def think(self, human: Human) -> None:
        """Let somebody move in a while, or not at all."""
        if self._random.random() >= SKIPPED:
            asyncio.get_running_loop().call_later(self._random.uniform(*THINK_S), human.move)


def figures(quick: bool) -> list[Figure]:
    """Measure both; in a hurry, at a network without a pace."""
    pace, seconds = ("none", 3) if quick else ("default", SECONDS)
    waits, turns = asyncio.run(played(seconds, pace))
    joined, known = asyncio.run(entered(10 if quick else CHANNELS, pace))
    return [
        Figure(f"longest wait for a move's result, {TABLES} tables at 1 line/s", max(waits), "s", aim=2, at_most=True),
        Figure("mean wait for it", sum(waits) / len(waits), "s"),
        Figure("moves meanwhile", len(waits) / seconds, "moves/s"),
        Figure("a turn's time from when its prompt left, to what it should be", min(turns), "times", aim=1),
        Figure(f"{CHANNELS} channels joined at 1 line/s", joined, "s", aim=10, at_most=True),
        Figure("a channel's people known then, each", known, "s"),
    ]


async def played(seconds: float, pace: str) -> tuple[list[float], list[float]]:
    """Play for so long. Give the waits for results in s, and how long unused turns took, to what they last."""
    players = Players()
    async with party(TABLES, players.think, players.overhear, config=CONFIG, pace=pace) as guests:
        await guests.begin()
        guests.forget()
        await asyncio.sleep(seconds)
        await until(lambda: players.turns)
        return guests.waits, [turn / MOVE_S for turn in players.turns]


async def entered(channels: int, pace: str) -> tuple[float, float]:
    """Give in how many s a bot has joined so many channels, and how many it takes then to know the people of one."""
    people = rooms(channels)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        puppets, port = await stack.enter_async_context(serving(Rooms(people, lambda *_: None)))
        await stack.enter_async_context(running(*configured(folder, port, list(people), pace=pace)))
        await until(lambda: puppets.connected)
        began = perf_counter()
        await until(lambda: len(puppets.joined) == channels)
        joined, asked = perf_counter(), len(puppets.asked)
        more = min(ASKED, channels - asked)  # where nothing is paced most may be known by then
        await until(lambda: len(puppets.asked) >= asked + more)
        return joined - began, (perf_counter() - joined) / max(more, 1)

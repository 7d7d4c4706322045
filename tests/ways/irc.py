"""Asking as people on IRC do: `!top`, `!stats` and `!history`, which count all that was played on the network."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from ionbot.channel import Person, Status
from tests.table.room import FakeChannel, Room
from tests.ways.questions import Done, Ended, Line

LAST = 20
"""So many matches `!history` tells."""


class Asker:
    """Somebody in a channel of a network, and the bot there."""

    def __init__(self, room: Room, network: str) -> None:
        self._room = room
        self._network = network
        self._person = Person(network, "asker", "asker", "~asker", "asker.example", None)

    async def top(self, game: str) -> list[Line]:
        text = await self._told(f"!top {game}")
        ranked = re.findall(r"(\d+)\. (\S+) (-?[\d,]+) \((\d+) of (\d+) won\)", text)
        return [
            Line(int(rank), nick, self._network, int(matches), int(wins), _number(points))
            for rank, nick, points, wins, matches in ranked
        ]

    async def player(self, nick: str) -> Done:
        """Ask for the sums, and for the last matches."""
        text = await self._told(f"!stats {nick}")
        (sums,) = re.findall(r": (\d+) match(?:es)?, (\d+) won \(\d+ %\); points (-?[\d,]+),", text)
        places = {int(place): int(times) for place, times in re.findall(r"(\d+) \((\d+)×\)", text)}
        told = await self._told(f"!history {nick}")
        ended = re.findall(r"(\d+): [\w \[\]]+ on [\d-]+, (?:place (\d+)|left), ([-+][\d,]+)", told)
        last = [Ended(int(match), int(place) if place else None, _number(points)) for match, place, points in ended]
        return Done(*map(_number, sums), places, last)

    async def enters(self) -> None:
        await self._room.arrives(self._person, Status.NONE)

    async def _told(self, text: str) -> str:
        """Say something, and give the whole answer."""
        self._room.fresh()
        await self._room.says(self._person, text)
        lines = self._room.private(self._person)
        while lines[-1].endswith(" left: !more)"):
            await self._room.says(self._person, "!more")
            lines[-1:] = [lines[-1].rpartition(" (")[0], *self._room.private(self._person)]
        return " ".join(lines)


@asynccontextmanager
async def asking(folder: Path, file: Path, network: str) -> AsyncIterator[Asker]:
    """Start the bot on a copy of a database, in a channel where somebody asks."""
    room = Room(folder, file, game="ion")
    room.channel = FakeChannel(network=network)
    room.channels = [room.channel]
    with closing(room.database):
        await room.open()
        asker = Asker(room, network)
        await asker.enters()
        yield asker
        await room.close()


def _number(text: str) -> int:
    return int(text.replace(",", ""))

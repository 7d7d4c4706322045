"""The people in #ion together, and what each of them knows."""

import asyncio
import re
from contextlib import AsyncExitStack
from typing import Self

from tests.real.client import until
from tests.real.players import Player

PATIENCE = 60
"""Seconds for what may take a whole round."""


class Company:
    """`boss` does not play, but is the channel's operator and hears what all hear.

    Use it as an async context: all come to #ion, the boss first, and hear what is said there.
    """

    def __init__(self, boss: Player, *players: Player) -> None:
        self.boss = boss
        self.players = list(players)

    @classmethod
    def on(cls, port: int, *, patient: bool = False) -> Self:
        """Give a company of the boss, ann, bob and cat on one server."""
        return cls(*(Player(port, nick, patient=patient) for nick in ("boss", "ann", "bob", "cat")))

    async def __aenter__(self) -> Self:
        self._stack = AsyncExitStack()
        self._hearing: list[asyncio.Task[None]] = []
        await self.admit(self.boss, *self.players)
        return self

    async def __aexit__(self, *_exception: object) -> None:
        for task in self._hearing:
            task.cancel()
        await asyncio.gather(*self._hearing, return_exceptions=True)
        await self._stack.aclose()

    async def admit(self, *people: Player) -> None:
        """Let people connect, come to #ion in their order, and hear what is said there."""
        await asyncio.gather(*map(self._stack.enter_async_context, people))
        for person in people:
            await person.join("#ion")
        self._hearing += [asyncio.create_task(person.play()) for person in people]

    def without(self, *players: Player) -> "Company":
        """Give the company as it is while some cannot be heard of."""
        return Company(self.boss, *(player for player in self.players if player not in players))

    @property
    def prompts(self) -> list[str]:
        """What the bot has said of the bank and of who is to move, each time."""
        return [found[0] for said in self.boss.said if (found := re.search(r"Bank .*'s turn(?: again)?: .*", said))]

    @property
    def called(self) -> str:
        """The nick of whose turn it is, as the bot has said last."""
        found = re.search(r"(\w+)'s turn", self.prompts[-1])
        return found[1] if found else ""

    async def play_on(self, turns: int) -> None:
        """Let all move again, and wait until so many have been called. Who was away when they were called learns it."""
        called = len(self.prompts)
        for player in self.players:
            player.asked = player.asked or (player.patient and player.nick == self.called)
            player.be(patient=False)
        await until(lambda: len(self.prompts) >= called + turns, patience=PATIENCE)

    async def hear(self, text: str, since: int = 0) -> str:
        """Wait until the bot has said something with this text, after so many other lines, and give that line."""
        await until(lambda: any(text in said for said in self.boss.said[since:]), patience=PATIENCE)
        return next(said for said in self.boss.said[since:] if text in said)

    async def meet_the_bot(self) -> None:
        """Wait until the bot answers."""
        async with asyncio.timeout(PATIENCE):
            while not self.boss.told:
                self.boss.say("#ion", "!score")
                await asyncio.sleep(0.1)

    async def sit_down(self) -> None:
        """Let all players join, once the bot answers."""
        await self.meet_the_bot()
        for player in self.players:
            player.say("#ion", "!join")

    async def pause(self) -> None:
        """Let nobody move, and wait until the last move is told and the next player asked."""
        for player in self.players:
            player.be(patient=True)
        await self.scores()

    async def scores(self) -> dict[str, int]:
        """Let all ask for the scores, which are told behind all that is to be said; give them by nick."""
        people = [self.boss, *self.players]
        heard = [len(person.told) for person in people]
        for person in people:
            person.say("#ion", "!score")
        await until(
            lambda: all(len(person.told) > had for person, had in zip(people, heard, strict=True)), patience=PATIENCE
        )
        return scores(self.boss.told[-1])

    @property
    def holdings(self) -> dict[str, tuple[list[str], int]]:
        """What everybody was shown to hold, items in order and coins, by nick."""
        return {player.nick: (sorted(player.hand), player.coins) for player in self.players}


def scores(line: str) -> dict[str, int]:
    """Read everybody's points from `Team +: 1,200 (ann 1,300, bob (out) -100). Team -: ...`."""
    found = re.findall(r"(\w+)(?: \(out\))? (-?\d[\d,]*)(?=[,)])", line.partition("Team +")[2])
    return {nick: int(points.replace(",", "")) for nick, points in found}

"""People who play ION by what the bot tells them, and nothing else."""

import asyncio
import re
from random import Random

from irctokens.line import Line

from ionbot.network.formatting import clean
from tests.real.client import Client

PAUSE = 0.03
"""Seconds in which nothing more may come before a player answers a prompt."""
_HOLDING = re.compile(r"You hold (?P<items>.+?)(?: and (?P<coins>\d+) coins?)?(?: \(.*\))?\.")
_CALLED = re.compile(r"(?P<nick>\w+)'s turn")
_ALONE = {"S", "R", "*", "X", "+--", ":--"}
"""Objects that need no other item."""


class Player(Client):
    """Somebody who plays in #ion. `said` has the bot's lines to the channel, `told` its answers, `hand` what they hold.

    The bot is known by its user name, whatever its nick. While they are `patient` they hear, but do not move. After
    their move was told they wait until they were told what they hold now.
    """

    def __init__(self, port: int, nick: str, *, patient: bool = False) -> None:
        super().__init__(port, nick)
        self.said: list[str] = []
        self.told: list[str] = []
        self.hand: list[str] = []
        self.coins = 0
        self.asked = False
        self.patient = patient
        self._waits = False
        self._chance = Random(nick)

    async def play(self) -> None:
        """Hear all that comes, and answer each prompt, until the connection ends."""
        while True:
            try:
                async with asyncio.timeout(PAUSE if self._may_move else None):
                    line = await self.line()
            except TimeoutError:
                self._move()
                continue
            if line is None:
                return
            self._hear(line)

    def be(self, *, patient: bool) -> None:
        """Move no more, or again."""
        self.patient = patient
        self.send("TIME")  # its answer wakes `play`, which may be waiting for a line

    @property
    def _may_move(self) -> bool:
        return bool(self.asked and self.hand) and not (self.patient or self._waits)

    def _move(self) -> None:
        if self._may_move:
            self.asked = False
            self.say("#ion", move(self.hand, self._chance))

    def _hear(self, line: Line) -> None:
        nick, _, address = (line.source or "").partition("!")
        is_bot = address.partition("@")[0].removeprefix("~") == "ionbot"
        text = clean(line.params[-1]).replace("\u200b", "")
        match line.command, line.params:
            case "NICK", [new]:
                self.nick = new if nick == self.nick else self.nick
            case "PRIVMSG", ["#ion", _] if is_bot:
                self.said.append(text)
                self._waits = self._waits or text.startswith(f"{self.nick} plays ")
                if called := _CALLED.search(text):
                    self.asked = called["nick"] == self.nick
            case "NOTICE", [_, _] if is_bot:
                self._be_told(text)

    def _be_told(self, text: str) -> None:
        if holding := _HOLDING.fullmatch(text):
            self._waits = False
            self.hand = holding["items"].replace("nothing", "").split()
            self.coins = int(holding["coins"] or 0)
        else:
            self.told.append(text)


def move(hand: list[str], chance: Random) -> str:
    """Give a move that a hand allows: objects first."""
    cards = [item for item in hand if set(item) <= {item[0]} and item[0] in "+-=±"]
    card = chance.choice(cards) if cards else ""
    for item in hand:
        if item in _ALONE:
            return item
        if item == "T":
            return "T S"
        if item in {"x2", "x3", "&"} and card:
            return f"{item} {card}"
    return card or hand[0]

"""People who play Haven by their hand, by what the channel hears, and by `table`, and nothing else."""

import asyncio
import re
from random import Random

from irctokens.line import Line

from ionbot.network.formatting import clean
from tests.real.client import Client

PAUSE = 0.03
"""Seconds in which nothing more may come before a player answers a prompt."""
_PROMPT = re.compile(r"([^.!?]*): \d+ s\.$")
_IN_HAND = re.compile(r"(\d+) [^(,]+ \((\d+) AP")
_IN_PLAY = re.compile(r"\[(\d+)\](?: \S+)*?(?: \((?P<mark>new|exhausted)[^)]*\))?(?:;|$)")
_SIDE = re.compile(r"(?P<nick>\w+): \d+ composure,.*?rest pile \d+\. (?P<things>.*)")


class Battler(Client):
    """Somebody who plays Haven in #haven. `said` has the bot's lines to the channel, `refused` what they were refused.

    They ask for the table at the beginning of their turn; what has been refused they try no more in that turn.
    """

    def __init__(self, port: int, nick: str) -> None:
        super().__init__(port, nick)
        self.said: list[str] = []
        self.refused: list[str] = []
        self.moved: list[str] = []
        self._hand: dict[int, int] = {}
        self._options = ""
        self._asked = self._last = ""
        self._tried: set[str] = set()
        self._fighters: list[str] = []
        self._others: list[str] = []
        self._chance = Random(nick)

    async def play(self) -> None:
        """Hear all that comes, and answer each prompt, until the connection ends."""
        while True:
            try:
                async with asyncio.timeout(PAUSE if self._asked else None):
                    line = await self.line()
            except TimeoutError:
                self._answer()
                continue
            if line is None:
                return
            self._hear(line)

    def _hear(self, line: Line) -> None:
        text = clean(line.params[-1]) if line.params else ""
        match line.command, line.params:
            case "PRIVMSG", ["#haven", _] if line.hostmask.nickname == "ionbot":
                self.said.append(text.replace("\u200b", ""))
                prompt = _PROMPT.search(text)
                self._asked = prompt[1] if prompt and re.search(rf"(?<!\w){self.nick}\b", prompt[1]) else ""
            case "NOTICE", [_, _] if line.hostmask.nickname == "ionbot":
                self._be_told(text.replace("\u200b", ""))

    def _be_told(self, text: str) -> None:
        if re.match(r"You hold (\d|nothing)", text):
            self._hand = {int(number): int(cost) for number, cost in _IN_HAND.findall(text)}
        elif text.startswith("You can "):
            self._options = text
        elif " composure, " in text:
            self._look(text)
        elif not text.startswith("You use no deck"):
            self.refused.append(text)
            if gone := re.search(r"no card with the number (\d+)", text):
                self._hand.pop(int(gone[1]), None)
            self._asked = self._asked or "again"

    def _look(self, table: str) -> None:
        """Read the table: who else is in, and which of my own Sprites can charge."""
        sides = [found for part in table.split(" | ") if (found := _SIDE.search(part))]
        self._others = [found["nick"] for found in sides if found["nick"] != self.nick]
        own = next((found["things"] for found in sides if found["nick"] == self.nick), "")
        self._fighters = [
            found[1]
            for thing in own.split("; ")
            if "/" in thing and (found := _IN_PLAY.search(thing)) and not found["mark"]
        ]

    def _answer(self) -> None:
        asked, self._asked = self._asked, ""
        if asked != "again":
            self._last = asked
        if f"{self.nick}'s turn" in self._last and asked != "again":
            self._tried = set()
            self.say("#haven", "!table")
        self._move(self._wanted(self._last))

    def _move(self, move: str) -> None:
        self.moved.append(move)
        self._tried.add(move)
        self.say("#haven", move)

    def _wanted(self, asked: str) -> str:
        """Give the move for a prompt."""
        if "keep your hand" in asked:
            return "keep"
        if "react, or pass" in asked:
            return self._reaction()
        if found := re.search(r": (\w+) (?:up to )?(\d+)(?: to \d+)?(?: of (.*))?$", asked):
            return self._choice(found[1], int(found[2]), found[3] or self._options)
        if "refresh comes first" in asked and "refresh" not in self._tried:
            return "refresh"
        return self._action(int(found[1]) if (found := re.search(r"(\d+) AP", asked)) else 0)

    def _reaction(self) -> str:
        found = re.search(r"((?:play|use) \d+)(?: on ([^/ ,]+))?", self._options)
        self._options = ""
        if not found or self._chance.random() < 0.5:
            return "pass"
        return f"{found[1]} on {found[2]}" if found[2] else found[1]

    def _choice(self, word: str, count: int, things: str) -> str:
        numbers = re.findall(r"\[(\d+)\]", things) or re.findall(r"(?:: |, )(\d+) ", things)
        return " ".join([word, *numbers[:count]])

    def _action(self, points: int) -> str:
        """Give something to do with so many action points: play what they pay for, else fight, else end the turn."""
        plays = [f"play {number}" for number, cost in self._hand.items() if cost <= points]
        aimed = [f"{play} on {target}" for play in plays if play in self._tried for target in self._others]
        fights = [
            f"den {' '.join(self._fighters[:points])} vs {other}" for other in self._others if self._fighters and points
        ]
        return next((move for move in [*plays, *fights[:1], *aimed] if move not in self._tried), "end")

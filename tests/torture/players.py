"""Scripted players: they sit down whenever they can, and move as fast as the bot takes it, well or badly."""

import asyncio
import re
from collections.abc import Callable, Sequence
from random import Random

from ionbot.network.formatting import clean
from tests.bench.players import BOT, moves

_RINGLESS = str.maketrans("", "", "\u200b")
"""What is put into a nick so that it does not ring."""
_HAND = re.compile(r"You hold (.*?)(?: and \d+ coins?)?(?: \(.*\))?\.")
_NUMBERED = re.compile(r"(?:hold |, )(\d+) ")
_THINGS = re.compile(r"\[(\d+)\]")
_CHOICE = re.compile(r": (\w+) (?:up to )?(\d+)(?: to \d+)?(?: of (.*))?: \d+ s")
_AGAIN = "again"
"""What somebody was asked whose move was refused."""
_FREE = re.compile(r"is over|is closed|ends here|Nothing is played")
"""What the bot says when somebody could sit down."""


def plain(text: str) -> str:
    """Give a line of the bot as it is read."""
    return clean(text).translate(_RINGLESS)


def _ion(hand: str, _asked: str, chance: Random) -> list[str]:
    items = hand.split()
    return chance.sample(found := moves(items, stretched=False), len(found)) if items else []


def _fia(hand: str, _asked: str, chance: Random) -> list[str]:
    cards = hand.split()
    return [*chance.sample(cards, len(cards)), "draw", "top", "pass"]


def _battle(hand: str, asked: str, chance: Random) -> list[str]:
    if "keep your hand" in asked:
        return ["keep"]
    if "or pass" in asked:
        return ["pass"]
    numbers = _NUMBERED.findall(f"hold {hand}")
    if choice := _CHOICE.search(asked):
        there = _THINGS.findall(choice[3] or "") or numbers
        return [" ".join([choice[1], *chance.sample(there, min(int(choice[2]), len(there)))]), "pass"]
    plays = [f"play {number}" for number in chance.sample(numbers, min(2, len(numbers)))]
    return [*plays, "refresh", "end", "pass"]


STYLES: dict[str, Callable[[str, str, Random], list[str]]] = {
    "ion": _ion, "fia": _fia, "haven": _battle, "menagerie": _battle,
}  # fmt: skip
"""What a player tries, by the game: the moves for a hand and for what they were asked, the best first."""


class Mind:
    """Somebody's idea of a match: it hears what the bot says, and knows what to try next. `game` is the game's name."""

    def __init__(self, nick: str, game: str, chance: Random) -> None:
        self._style = STYLES[game]
        self._chance = chance
        self._called = re.compile(rf"\b{nick}\b.*: \d+ s\b")
        self._hand = ""
        self._asked = ""
        self._to_try: list[str] = []

    def hear(self, text: str, *, private: bool) -> None:
        """Hear a line of the bot, as it is read."""
        if not private:
            if re.search(r": \d+ s\b", text):
                self._asked = text if self._called.search(text) else ""
                self._to_try = []
        elif hand := _HAND.match(text):
            self._hand = "" if hand[1] == "nothing" else hand[1]
        elif self._to_try:  # it was refused: the next is tried
            self._asked = self._asked or _AGAIN

    def next_move(self) -> str | None:
        """Give what to say now, if anything."""
        if not self._asked:
            return None
        if self._asked != _AGAIN:
            self._to_try = self._style(self._hand, self._asked, self._chance)
        self._asked = ""
        return self._to_try.pop(0) if self._to_try else None


class Player(asyncio.Protocol):
    """Somebody in a channel. `lines` are those the bot has said to all there, as they were read.

    `said` counts what they have sent that could be a move.
    """

    def __init__(self, nick: str, channel: str, game: str, chance: Random) -> None:
        self.nick = nick
        self.channel = channel
        self.lines: list[str] = []
        self.said = 0
        self.here: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._mind = Mind(nick, game, chance)
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._pongs: list[asyncio.Future[None]] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Log in, and go to the channel."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._send(f"NICK {self.nick}", f"USER {self.nick} 0 * :{self.nick}", f"JOIN {self.channel}")

    def data_received(self, data: bytes) -> None:
        """Hear what comes, and answer what was asked by it."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            source, command, target, text = _parts(line.decode().rstrip("\r"))
            if command == "PING":
                self._send(f"PONG :{text}")
            elif command == "PONG":
                self._pongs.pop(0).set_result(None)
            elif command == "366":
                self.here.set_result(None)
            elif source == BOT and command in {"PRIVMSG", "NOTICE"}:
                self._hear(plain(text), private=target != self.channel)
        if move := self._mind.next_move():
            self.said += 1
            self._say(move)

    async def sync(self) -> None:
        """Wait until all that the server has for them has been heard."""
        self._pongs.append(asyncio.get_running_loop().create_future())
        self._send("PING :all")
        await self._pongs[-1]

    def sit_down(self) -> None:
        """Ask for a seat."""
        self._say("!join")

    def leave(self) -> None:
        """Close the connection."""
        if self._transport:
            self._transport.close()

    def _hear(self, text: str, *, private: bool) -> None:
        self._mind.hear(text, private=private)
        if not private:
            self.lines.append(text)
            if _FREE.search(text):
                self.sit_down()

    def _say(self, text: str) -> None:
        self._send(f"PRIVMSG {self.channel} :{text}")

    def _send(self, *lines: str) -> None:
        if self._transport:
            self._transport.write("".join(f"{line}\r\n" for line in lines).encode())


def _parts(line: str) -> tuple[str, str, str, str]:
    """Give a line's nick, command, first parameter and last one."""
    source = ""
    if line.startswith(":"):
        source, _, line = line[1:].partition(" ")
    front, _, text = line.partition(" :")
    words: Sequence[str] = front.split()
    return source.partition("!")[0], words[0] if words else "", words[1] if len(words) > 1 else "", text

"""Scripted humans: they sit in a channel like anybody else, and answer a prompt at once with something they hold."""

import re
from collections.abc import Sequence
from random import Random
from time import perf_counter

from games.ion.items import CARDS, FACTORS, LINK, STRETCH, TAKE
from games.ion.legality import ALONE, LINKED_OBJECTS
from ionbot.demo.client import Client, Heard
from ionbot.network.formatting import clean

BOT = "ionbot"
_HAND = re.compile(r"You hold (.*?)(?: and \d+ coins?)?(?: \(.*\))?\.")


class Human:
    """One player. `waits` are the seconds from each move that was taken to the channel's line about it."""

    def __init__(self, client: Client, random: Random) -> None:
        self.client = client
        self.waits: list[float] = []
        self._random = random
        self._hand: Sequence[str] = ()
        self._asked = False
        self._stretched = False
        self._moved_at: float | None = None

    async def play(self) -> None:
        """Play until the connection ends."""
        async for heard in self.client.listen():
            if heard.who == BOT:
                self._hear(clean(heard.text), heard)
            if self._asked and self._hand:
                self._move()

    def _hear(self, text: str, heard: Heard) -> None:
        if not heard.private:
            if self._moved_at is not None:
                self.waits.append(perf_counter() - self._moved_at)
                self._moved_at = None
            if "'s turn" in text:
                self._asked = f"{self.client.nick}'s turn" in text
        elif hand := _HAND.fullmatch(text):
            self._hand = hand[1].split()
        elif self._moved_at is not None:  # refused: somebody took the item away just now
            self._asked, self._moved_at = True, None

    def _move(self) -> None:
        """Play something; what is in the hand then is not known until the bot tells."""
        move = self._random.choice(moves(self._hand, stretched=self._stretched))
        self._hand = ()
        self._asked = self._stretched = move == STRETCH  # then the turn goes on
        self._moved_at = perf_counter()
        self.client.say(move)


def moves(hand: Sequence[str], *, stretched: bool) -> list[str]:
    """List what can be played, as it is typed; in a turn that is stretched already, no other stretch."""
    cards = [item for item in hand if item in CARDS]
    found = cards + [item for item in hand if item in ALONE]
    if LINK in hand:
        found += [f"{LINK} {item}" for item in hand if item in CARDS or item in LINKED_OBJECTS]
    found += [f"{factor} {card}" for factor in FACTORS if factor in hand for card in cards]
    if TAKE in hand:
        found += [f"{TAKE} {factor}" for factor in FACTORS]
    if found and STRETCH in hand and not stretched:
        found.append(STRETCH)
    return found or list(hand)

"""Scripted humans: they sit in a channel like anybody else, and answer a prompt at once with something they hold."""

import re
from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import Protocol

from games.ion.items import CARDS, FACTORS, LINK, STRETCH, TAKE
from games.ion.legality import ALONE, LINKED_OBJECTS
from ionbot.network.formatting import clean

BOT = "ionbot"
_STOP = "!vote stop"
_OVER = "The seed of its cards was"
_HAND = re.compile(r"You hold (.*?)(?: and \d+ coins?)?(?: \(.*\))?\.")


class Mouth(Protocol):
    """What somebody speaks with in their channel."""

    @property
    def nick(self) -> str:
        """Who speaks."""

    def say(self, text: str) -> None:
        """Say something to all."""


class Human:
    """One player. `waits` are the seconds from each move that was taken to the channel's line about it.

    `on_turn` hears that they could move, and lets them; by itself they do at once. After `most` moves of theirs they
    want another match, and others want it with them: hands grow as long as a match goes on.
    """

    def __init__(
        self, mouth: Mouth, on_turn: Callable[["Human"], None] = lambda human: human.move(), most: int | None = None
    ) -> None:
        self.waits: list[float] = []
        self._mouth = mouth
        self._on_turn = on_turn
        self._most = most
        self._left = most
        self._random = Random(mouth.nick)
        self._hand: Sequence[str] = ()
        self._asked = False
        self._stretched = False
        self._moved_at: float | None = None

    def hear(self, text: str, *, private: bool) -> None:
        """Hear the bot; that may let them move."""
        self._note(clean(text), private=private)
        if self._asked and self._hand:
            self._asked = False
            self._on_turn(self)

    def move(self) -> None:
        """Play something; what is in the hand then is not known until the bot tells."""
        move = self._random.choice(moves(self._hand, stretched=self._stretched))
        self._hand = ()
        self._asked = self._stretched = move == STRETCH  # then the turn goes on
        self._moved_at = perf_counter()
        self._mouth.say(move)
        if self._left is not None:
            self._left -= 1
            if not self._left:
                self._mouth.say(_STOP)

    def _note(self, text: str, *, private: bool) -> None:
        if not private:
            if self._moved_at is not None:
                self.waits.append(perf_counter() - self._moved_at)
                self._moved_at = None
            if "'s turn" in text:
                self._asked = f"{self._mouth.nick}'s turn" in text
            elif _STOP in text:
                self._mouth.say(_STOP)
            elif _OVER in text:
                self._asked, self._hand, self._left = False, (), self._most
                self._mouth.say("!join")
        elif hand := _HAND.fullmatch(text):
            self._hand = hand[1].split()
        elif self._moved_at is not None:  # refused: somebody took the item away just now
            self._asked, self._moved_at = True, None


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

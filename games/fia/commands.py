"""The players' commands, and how a line is read as one (rules 1, 5, 6 and 16)."""

import re
from typing import TypeAlias

from msgspec import Struct

from games.fia.cards import CARDS, Code, face
from games.fia.state import Stage, State
from games.kit.errors import Misread
from games.kit.text import Joined, Text, joined, phrase


class Move(Struct, frozen=True, tag=True, omit_defaults=True, gc=False):
    """Base of the commands. In JSON, fields with their default are left out."""


class Play(Move, frozen=True):
    """Play cards, in this order. `sent` is when the server says that it was sent, in match ms, where it says so."""

    cards: tuple[Code, ...]
    sent: int | None = None


class Top(Move, frozen=True):
    """Play the top card of the deck unseen, in the very first turn of Palette."""


class Rest(Move, frozen=True):
    """Play none and draw a card, in Palette."""


class Pass(Move, frozen=True):
    """Lay nothing, in a draw of the Free spread."""


Command: TypeAlias = Play | Top | Rest | Pass
COMMANDS: tuple[type[Move], ...] = (Play, Top, Rest, Pass)

_WORDS: dict[str, Command] = {"top": Top(), "draw": Rest(), "dr": Rest(), "pass": Pass(), "pa": Pass()}
_PLAY = {"play", "pl", "lay"}
"""Words that can stand before the cards."""

_BETWEEN = re.compile(r"[\s>\[\]]+")
_BETWEEN_CARDS = re.compile(r"[\s>\[\],.;]+")
"""What can stand between the cards of a chain, and of a deck."""
_COPIES = re.compile(r"([^*]+)(?:\*([1-9]\d?))?")
"""A card of a deck, and how many of it."""


def parse(state: State, text: str) -> Command:
    """Read a move, be it one of the other spread. Raises Misread."""
    words = [word for word in _BETWEEN.split(text.lower()) if word]
    if len(words) == 1 and words[0] in _WORDS:
        return _WORDS[words[0]]
    codes = words[1:] if words and words[0] in _PLAY else words
    if codes and all(code in CARDS for code in codes):
        return Play(tuple(codes))
    raise Misread(how_to_play(state))


def read_cards(text: str) -> tuple[Code, ...]:
    """Read cards of a deck; `ra7*2` is two of that card. Raises Misread with those that are none."""
    words = [word for word in _BETWEEN_CARDS.split(text.lower()) if word]
    read = {word: _copies(word) for word in words}
    if wrong := [word for word, codes in read.items() if not codes]:
        raise Misread(
            phrase("No such card: {wrong}. A card is typed like {examples}.", wrong=_short(wrong), examples=_examples())
        )
    return tuple(code for word in words for code in read[word])


def _copies(word: str) -> tuple[Code, ...]:
    """Give a card as many times as a word says; none if it names no card."""
    copies = _COPIES.fullmatch(word)
    return (copies[1],) * int(copies[2] or 1) if copies and copies[1] in CARDS else ()


def how_to_play(state: State) -> Text:
    """Say what a move looks like now."""
    if state.stage is Stage.TIE:
        return phrase("That is no card. Lay one that you hold, such as {card}.", card=face("ra7"))
    if state.options.spread == "free":
        return phrase(
            "That is no play. Type a card you hold ({card}), a chain ({chain}), or {pas}.",
            card=face("ra7"),
            chain=_cards("x2", "ra7"),
            pas="pass",
        )
    return phrase(
        "That is no move. Type a card you hold ({card}), a chain ({chain}), or {draw} to play none.",
        card=face("ra7"),
        chain=_cards("rx2", "ra7"),
        draw="draw",
    )


def _cards(*codes: Code) -> Joined:
    return joined(*map(face, codes))


def _examples() -> Joined:
    return joined(*map(face, ("ra7", "gx2", "w")), "bd3*2", separator=", ")


_SHOWN, _LONGEST = 5, 10
"""How much of what is wrong is said back, so that the answer is one line."""


def _short(words: list[str]) -> str:
    """Give some of what was typed."""
    return ", ".join(word[:_LONGEST] for word in words[:_SHOWN])

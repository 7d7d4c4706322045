"""The moves of ION, and reading them from what a player types (rule 24)."""

import re
from typing import TypeAlias

from msgspec import Struct

from games.ion.items import CARDS, FACTOR_ITEMS, FACTORS, LINK, TAKE, Item, face
from games.kit.errors import Illegal, Misread
from games.kit.text import Text, joined, phrase


class Move(Struct, frozen=True, tag=True, omit_defaults=True, gc=False):
    """Base of the moves. They say what was typed; whether it can be done is for `legality` to tell."""


class Play(Move, frozen=True):
    """Plays a card, with x2 or x3 where `factor` is not 1."""

    card: Item
    factor: int = 1

    @property
    def items(self) -> tuple[Item, ...]:
        """The items that the move puts down, in the order they are written in."""
        return (self.card,) if self.factor == 1 else (FACTOR_ITEMS[self.factor], self.card)


class Use(Move, frozen=True):
    """Plays an object that needs no other item."""

    item: Item

    @property
    def items(self) -> tuple[Item, ...]:
        """The item that the move puts down."""
        return (self.item,)


class Take(Move, frozen=True):
    """Plays T to take an object from somebody."""

    item: Item

    @property
    def items(self) -> tuple[Item, ...]:
        """The item that the move puts down."""
        return (TAKE,)


class Link(Move, frozen=True):
    """Plays & with a move, to have another one."""

    move: Play | Use | Take

    @property
    def items(self) -> tuple[Item, ...]:
        """The items that the move puts down, in the order they are written in."""
        return (LINK, *self.move.items)


Command: TypeAlias = Play | Use | Take | Link
COMMANDS: tuple[type[Move], ...] = (Play, Use, Take, Link)

_ITEM = re.compile(r"x[23]|\+--|:--|-{1,3}|\+{1,3}|={1,3}|±{1,3}|b{1,3}|[srtx&:*]")
_TYPED = str.maketrans({"[": " ", "]": " ", "−": "-", "—": "--"})


def parse(text: str) -> Command:
    """Read a move. Raises Misread; Illegal for signs that only make no move together: nobody chats in those."""
    items = _items(text)
    command = _linked(items[1:]) if items[:1] == [LINK] else _simple(items)
    if command is None:
        only_signs = items and not any(map(str.isalnum, text))
        raise (Illegal if only_signs else Misread)(_misread(items))
    return command


def _items(text: str) -> list[Item]:
    """Split a line into items; nothing if any of it is something else."""
    items = []
    for word in text.translate(_TYPED).lower().split():
        found = _ITEM.findall(word)
        if "".join(found) != word:
            return []
        items += found
    return ["±" * len(item) if item[0] == "b" else item if item in FACTORS else item.upper() for item in items]


def _linked(items: list[Item]) -> Command | None:
    if not items:
        return Use(LINK)
    move = Use(LINK) if items[0] == LINK else _simple(items)
    return move and Link(move)


def _simple(items: list[Item]) -> Play | Use | Take | None:
    """Read a move that is no `&`. A wrong argument is read too: only the rules can tell the player what would work."""
    match items:
        case [item]:
            return Play(item) if item in CARDS else Use(item)
        case ["T", item]:
            return Take(item)
        case [("x2" | "x3") as factor, item] | [("x2" | "x3") as factor, ("x2" | "x3") as item, _]:
            return Play(item, FACTORS[factor])
        case _:
            return None


def _misread(items: list[Item]) -> Text:
    if items:
        return phrase(
            "One move at a time: a card ({card}), an object ({object}), or with an argument: {double}, {link}, {take}.",
            card=face("++"),
            object=face("S"),
            double=joined(face("x2"), face("++")),
            link=joined(face(LINK), face("++")),
            take=joined(face(TAKE), face("x2")),
        )
    return phrase(
        "That is no move. Type an item you hold as it is shown: {card}, {double}, {object}.",
        card=face("++"),
        double=joined(face("x2"), face("++")),
        object=face("S"),
    )

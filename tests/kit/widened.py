"""Stones with cards: names of stones, to which the option `cards` adds. Soft ones cannot be used."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from games.kit.questions import Lookup
from games.kit.text import Text, phrase
from tests.kit.stones import StonesGame

SOFT = ("mud", "sand")


class Options(Struct, frozen=True):
    heap: int = 10
    move_time: int = 10
    round_time: int = 60
    cards: str = ""


class WidenedGame(StonesGame):
    name = "widened"
    title = "Widened"
    options = Options

    def __init__(self, stones: Sequence[str] = ("granite",)) -> None:
        self.stones = stones

    @property
    def lookups(self) -> Mapping[str, Lookup]:
        def card(_state: Any, name: str) -> Text:
            return phrase("{name} is hard." if name in self.stones else "There is no {name}.", name=name)

        return {"card": card}

    def card_mistakes(self, text: str, file: str) -> Sequence[str]:
        return [f"{file}: {word} is soft" for word in text.split() if word in SOFT]

    def extended(self, options: Options) -> "WidenedGame":
        return WidenedGame([*self.stones, *options.cards.split()])


WIDENED = WidenedGame()

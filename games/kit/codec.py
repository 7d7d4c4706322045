"""A game's commands, events and states as JSON."""

from functools import cache, reduce
from operator import or_
from types import GenericAlias
from typing import Any, Generic

from msgspec import json

from games.kit.inputs import SYSTEM, SystemInput
from games.kit.protocol import AnyGame, C, E, Game, S, V


class Codec(Generic[S, C, E, V]):
    """Reads and writes what a game's journal holds. Raises msgspec.ValidationError for what the game does not know."""

    def __init__(self, game: Game[S, C, E, V]) -> None:
        self._commands: json.Decoder[C | SystemInput] = json.Decoder(reduce(or_, SYSTEM + game.commands))
        self._events: json.Decoder[tuple[E, ...]] = json.Decoder(GenericAlias(tuple, (reduce(or_, game.events), ...)))
        self._state: json.Decoder[S] = json.Decoder(game.state)

    @staticmethod
    def encode(value: object) -> str:
        """Give a command, a tuple of events or a state as JSON; mappings keep their order, rules may go by it."""
        return json.encode(value).decode()

    def command(self, text: str) -> C | SystemInput:
        """Read an input."""
        return self._commands.decode(text)

    def events(self, text: str) -> tuple[E, ...]:
        """Read an entry's events."""
        return self._events.decode(text)

    def state(self, text: str) -> S:
        """Read a state."""
        return self._state.decode(text)


@cache
def codec(game: AnyGame) -> Codec[Any, Any, Any, Any]:
    """Give the codec of a game."""
    return Codec(game)

"""Games with questions of their own, besides those that every game answers (`games.kit.protocol.Words`)."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from games.kit.text import Text


class Question(Struct, frozen=True):
    """A question: what `help` says of it, and what gives the answer from the state.

    That is for a seat or an onlooker (None), and tells a seat nothing that is hidden from it.
    """

    help: str
    answer: Callable[[Any, int | None], Text]


@runtime_checkable
class Asked(Protocol):
    """A game that can be asked more; games need not."""

    @property
    def questions(self) -> Mapping[str, Question]:
        """The questions by the word that players type."""
        ...


def questions_of(game: object) -> Mapping[str, Question]:
    """Give the questions that a game has of its own."""
    return game.questions if isinstance(game, Asked) else {}


class Lookup(Protocol):
    """Tells about something that has a name, such as a card."""

    def __call__(self, state: Any | None, name: str, /) -> Text:
        """Give the answer, in the words of the match that is played; without one (None), in those of the game."""
        ...


@runtime_checkable
class Consulted(Protocol):
    """A game in which things can be looked up by their names; games need not."""

    @property
    def lookups(self) -> Mapping[str, Lookup]:
        """What can be looked up, by the word that players type before the name."""
        ...


def lookups_of(game: object) -> Mapping[str, Lookup]:
    """Give what can be looked up in a game."""
    return game.lookups if isinstance(game, Consulted) else {}

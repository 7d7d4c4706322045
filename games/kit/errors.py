"""What can be wrong with an input. A refusal carries a text for the player that says what would work."""

from collections.abc import Iterable
from difflib import get_close_matches

from games.kit.text import Phrase, Text, phrase, plain


class Told(Exception):
    """An error that is told to people: `text` says what is wrong and what would work, in any language."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return plain(self.text)


def nearest(name: str, known: Iterable[str]) -> Phrase:
    """Ask back with the known name that is nearest, or list them all."""
    names = list(known)
    near = get_close_matches(name, names, 1)
    if near:
        return phrase("did you mean {name}?", name=near[0])
    return phrase("there are: {names}", names=", ".join(names))


class Refused(Told):
    """An input was not taken. Nothing changed."""


class Misread(Refused):
    """The text is no move of this game. One that was `meant` to be seems to be one; all else is chat."""

    def __init__(self, text: Text, *, meant: bool = False) -> None:
        super().__init__(text)
        self.meant = meant


class Illegal(Refused):
    """The text is a move, but not one that can be made now."""


class Fault(Exception):
    """A game broke its contract or raised in the middle of an input; the match was folded anew from its log."""

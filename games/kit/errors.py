"""What can be wrong with an input. A refusal carries a text for the player that says what would work."""

from games.kit.text import Text, plain


class Refused(Exception):
    """An input was not taken. Nothing changed; `text` tells the player why and what would work."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return plain(self.text)


class Misread(Refused):
    """The text is no move of this game. One that was `meant` to be seems to be one; all else is chat."""

    def __init__(self, text: Text, *, meant: bool = False) -> None:
        super().__init__(text)
        self.meant = meant


class Illegal(Refused):
    """The text is a move, but not one that can be made now."""


class Fault(Exception):
    """A game broke its contract or raised in the middle of an input; the match was folded anew from its log."""

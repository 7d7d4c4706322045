"""The words of a game that can be given other names: every noun stands here once, and nowhere else."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

_UNSEEN = r"\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
"""Control characters, and what changes the direction or the lines of a text unseen."""

Noun: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20, pattern=rf"^(?!\s)[^{_UNSEEN}]+(?<!\s)\Z")]
"""At most 20 letters, without control characters, nor blanks at an end."""


class Nouns(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What all card battles have words for. A game adds its types of cards, kinds and keywords by their names in files.

    `life` is that of players, `spirit` what a creature has left of its `vigour`, `blow` what creatures do to others;
    a card is `exhausted` when somebody or something did `exhaust` it, and so on.
    """

    life: Noun = "life"
    spirit: Noun = "life"
    vigour: Noun = "most life"
    blow: Noun = "damage"
    ap: Noun = "AP"
    mana: Noun = "mana"
    pile: Noun = "rest pile"
    fight: Noun = "fight"
    exhaust: Noun = "exhaust"
    exhausted: Noun = "exhausted"
    refresh: Noun = "refresh"
    refreshed: Noun = "refreshed"

    def of(self, name: str) -> str:
        """Give the noun for a type, kind or keyword."""
        noun: str = getattr(self, name)
        return noun

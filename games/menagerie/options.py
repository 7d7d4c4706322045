"""What can be set for a match of Menagerie. Every number of the rules that is a decision of ours is an option."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from games.cardbattle.options import BattleOptions
from games.menagerie.nouns import MenagerieNouns

ReadyDeck: TypeAlias = Literal["hearth", "lagoon", "burrow", "meadow"]
"""The ready decks."""


class Options(BattleOptions, frozen=True):
    """The options of a match."""

    hp: Annotated[
        int, Meta(ge=1, le=1000, description="What each player begins with (rule 6).", extra={"unit": "HP"})
    ] = 40
    pool_limit: Annotated[
        int,
        Meta(ge=1, le=1000, description="The most mana of a type that a pool holds (rule 8).", extra={"unit": "MP"}),
    ] = 20
    deck: Annotated[ReadyDeck, Meta(description="The deck of who brings none (rule 6).")] = "hearth"
    words: Annotated[MenagerieNouns, Meta(description="Other names for the words of the game.")] = MenagerieNouns()

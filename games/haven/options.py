"""What can be set for a match of Haven. Every number of the rules that is a decision of ours is an option."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from games.cardbattle.options import BattleOptions
from games.haven.nouns import HavenNouns

ReadyDeck: TypeAlias = Literal["dawn", "tide", "comet", "mist"]
"""The ready decks."""


class Options(BattleOptions, frozen=True):
    """The options of a match."""

    composure: Annotated[
        int, Meta(ge=1, le=1000, description="What each player begins with (rule 1).", extra={"unit": "composure"})
    ] = 30
    first_ap: Annotated[
        int, Meta(ge=0, le=100, description="AP of the first turn of all (rule 4).", extra={"unit": "AP"})
    ] = 5
    deck: Annotated[ReadyDeck, Meta(description="The deck of who brings none (rule 1).")] = "dawn"
    words: Annotated[HavenNouns, Meta(description="Other names for the words of the game.")] = HavenNouns()

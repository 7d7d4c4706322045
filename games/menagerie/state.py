"""The state of a match of Menagerie, and what is its own in it. Only `evolve` changes it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar

from msgspec import field

from games.cardbattle.announcing import GIVEN
from games.cardbattle.cards import Card
from games.cardbattle.state import State as BattleState
from games.menagerie.options import Options


class Combat(StrEnum):
    """How far a combat has come (rules 12 to 15). What it waits for while its reactions go on."""

    ATTACKING = "attacking"
    """The attackers are tapped; players may react."""
    DEFENDING = "defending"
    """The attacked player pays for Creatures to defend with."""
    NAMING = "naming"
    """Each side names those of its own that take Damage, and they take it."""
    STRUCK = "struck"
    """The Damage is done; Creatures at 0 HP go."""
    EFFECTS = "effects"
    """The attacking, combat and defending effects of those still on the field happen; players may react."""
    OVER = "over"
    """The combat ends."""


class State(BattleState, kw_only=True):
    """Everything there is to know about a match."""

    asks_targets: ClassVar[bool] = True
    lettered: ClassVar[bool] = True

    options: Options = field(default_factory=Options)

    @property
    def pool_limit(self) -> int:
        """How much mana of a type a pool holds (rule 8)."""
        return self.options.pool_limit

    @property
    def surprising(self) -> bool:
        """Whether Surprises can be played: only in reaction to a card being played (rule 3)."""
        return self.top is not None and self.top.kind == "card"

    def given_for(self, seat: int, card: Card) -> Mapping[str, int] | None:
        """Give the Damage values of a Creature whose mana cannot be paid, on an empty side, once a turn (rule 5)."""
        if not card.fights or GIVEN in self.done or self.creatures(seat):
            return None
        return {kind: value for kind, value in card.strength.items() if value}

    def creatures(self, seat: int) -> list[int]:
        """Give the Creatures that a player controls, by their numbers."""
        return [
            number
            for number, thing in self.things.items()
            if thing.controller == seat and self.cards[thing.card].fights
        ]

"""The state of a match of Haven, and what is its own in it. Only `evolve` changes it."""

from enum import StrEnum

from msgspec import field

from games.cardbattle.state import State as BattleState
from games.haven.options import Options


class Den(StrEnum):
    """How far two players in the den have come (rule 13). What it waits for while its reactions go on."""

    CHARGED = "charged"
    """(a) The active player has chosen who charges."""
    MEETING = "meeting"
    """(b) The defender chooses who meets them."""
    FACING = "facing"
    """(c) Whoever has fewer Sprites chooses whom they face."""
    GIVING = "giving"
    """(d) Generous and Extra Generous Sprites give charm."""
    RETURNING = "returning"
    """(e) All that are not Generous give charm, and the Extra Generous ones again."""
    PARTING = "parting"
    """(f) The Sprites leave the den."""


class State(BattleState, kw_only=True):
    """Everything there is to know about a match."""

    options: Options = field(default_factory=Options)

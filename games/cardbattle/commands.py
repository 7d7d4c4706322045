"""The players' commands. `games.cardbattle.parsing` reads them."""

from typing import TypeAlias

from msgspec import Struct

Ref: TypeAlias = int
"""Something in play by its number, which is above 0, or a player: the seat's complement (`~seat`), which is below."""


class Move(Struct, frozen=True, tag=True, omit_defaults=True, gc=False):
    """Base of the commands. In JSON, fields with their default are left out."""


class Play(Move, frozen=True):
    """Play a card of the hand, by its number there, on what it needs."""

    number: int
    targets: tuple[Ref, ...] = ()


class Use(Move, frozen=True):
    """Activate the skill of something in play, on what it needs."""

    thing: int
    targets: tuple[Ref, ...] = ()


class Draw(Move, frozen=True):
    """Pay to draw a card."""


class Refresh(Move, frozen=True):
    """Pay to refresh what is exhausted."""


class Fight(Move, frozen=True):
    """Fight a player with these creatures."""

    creatures: tuple[int, ...]
    against: int


class End(Move, frozen=True):
    """End the turn."""


class Choose(Move, frozen=True):
    """Answer what the game asks. `word` is what was typed for it."""

    word: str
    picks: tuple[Ref, ...] = ()


class Pass(Move, frozen=True):
    """Let others go on without reacting; `turn`: until the turn ends."""

    turn: bool = False


class Hold(Move, frozen=True):
    """Be asked even where nothing could be done, or not any more."""

    on: bool


class Open(Move, frozen=True):
    """Begin with the opening hand, or with a new one: once."""

    anew: bool


Command: TypeAlias = Play | Use | Draw | Refresh | Fight | End | Choose | Pass | Hold | Open
COMMANDS: tuple[type[Move], ...] = (Play, Use, Draw, Refresh, Fight, End, Choose, Pass, Hold, Open)

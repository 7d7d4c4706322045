"""How skills tell what they are about: filters of cards, numbers that depend on them, references."""

from typing import Literal, TypeAlias

from msgspec import Struct


class Data(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of what stands in card files. A field that is not known is a mistake there."""


class Filter(Data, frozen=True):
    """Which cards are meant: those that fulfil all that is said. `{ types = ["sprite"], side = "yours" }`.

    `side` is that of the controller, seen from whose skill it is. `other` leaves out the card whose skill it is.
    What is not said does not matter.
    """

    types: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    side: Literal["any", "yours", "theirs"] = "any"
    keyword: str = ""
    exhausted: bool | None = None
    fighting: bool | None = None
    other: bool = False


class Each(Data, frozen=True):
    """A number that depends on what is in play: `{ each = { kinds = ["sun"] }, times = 2 }`."""

    each: Filter
    times: int = 1


Amount: TypeAlias = int | Each

Reference: TypeAlias = Literal["self", "host", "cause", "target", "chosen", "you", "opponents", "players"] | Filter
"""What an effect does something to.

`self`: the card whose skill it is; `host`: the one it lies on; `cause`: what triggered the skill; `target`: what was
named when it was announced; `chosen`: what the block `choose` before it named; else players, or all that a filter
means.
"""

PLAYERS: frozenset[Reference] = frozenset(("you", "opponents", "players"))
"""The references that are players."""

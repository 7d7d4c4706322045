"""Where the bank is likely to go: a computer player's guess at the turns to come.

Everybody is thought to pull toward their own side as far as their cards reach, and to hold what chance gives: of each
item three in twelve are cards toward a side, one of each level (rule 17). Sides are 1 for the own team and -1.
"""

from functools import lru_cache
from typing import TypeAlias

Mover: TypeAlias = tuple[int, int]
"""Somebody whose turn comes: their side, and how many items they hold."""

DUE = 0.8
"""What part of a bank that is due counts as won while the other side moves: they may find a way out."""


@lru_cache(maxsize=1 << 16)
def fate(polarity: int, limit: int, charge: int, movers: tuple[Mover, ...], last: bool) -> float:
    """Guess who gets the bank: from 1, surely the own team, to -1.

    `polarity` is seen from the own side, `charge` counts the supercharged turns from the first mover's on. After the
    movers the match ends and the bank pays (`last`), or it goes on.
    """
    if not movers:
        return _sign(polarity) if last else max(-1.0, min(1.0, polarity / limit))
    side, items = movers[0]
    if not charge and abs(polarity) >= limit:
        owner = _sign(polarity)
        return owner if side == owner else DUE * owner
    worth = 0.0
    for step, chance in enumerate(_reach(items)):
        reached = polarity + side * step
        dumped = not charge and side * reached >= limit
        worth += chance * (side if dumped else fate(reached, limit, max(charge - 1, 0), movers[1:], last))
    return worth


@lru_cache(maxsize=64)
def _reach(items: int) -> tuple[float, ...]:
    """Guess how likely the best pull of somebody with so many items is 0, 1, 2 or 3."""
    chances = [1 - (1 - (4 - step) / 12) ** items for step in (1, 2, 3)]  # to reach at least so far
    return (1 - chances[0], chances[0] - chances[1], chances[1] - chances[2], chances[2])


def _sign(polarity: int) -> int:
    return (polarity > 0) - (polarity < 0)

"""How fast networks take lines."""

from typing import NamedTuple


class Pace(NamedTuple):
    """How fast a network takes lines: `burst` at once after a pause, `rate` a second in the long run.

    Each `line_bytes` bytes of a line cost as much as another line; None is no cost by length.
    """

    burst: int
    rate: float
    line_bytes: int | None


PACES: dict[str, Pace | None] = {
    "default": Pace(4, 1, None),
    "slow": Pace(4, 0.5, 240),
    "fast": Pace(50, 20, None),
    "none": None,
}
"""The paces by name; None is unbounded. `default` was without delay on ircd-hybrid, which lets 5 lines through at once
and then 1 a second. `slow` is what irc2 and ircu count: 2 s a line and 1 s for each 120 bytes, up to 10 s ahead."""

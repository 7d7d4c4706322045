"""What a lively round of ION is, and what to change where one is not."""

from collections.abc import Iterator
from typing import Any

from games.ion.options import Options
from games.kit.measure import Measure

LEAST_DUMPS = 2
"""A round with fewer dumps is dull."""


def measure(options: Options) -> Measure:
    """Tell what is counted in a match with these options."""
    return Measure(
        rounds=options.rounds,
        lively="dump",
        plural="dumps",
        least=LEAST_DUMPS,
        missed="timeout",
        remedies=tuple(_remedies(options)),
    )


def _remedies(options: Options) -> Iterator[dict[str, Any]]:
    """Propose even teams where they are off, and lower limits."""
    even = {} if options.even else {"even": True}
    if even:
        yield even
    for limit in range(options.limit - 2, 2, -2):
        yield {**even, "limit": limit}

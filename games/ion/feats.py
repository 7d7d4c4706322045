"""What there are records of in ION: dumps."""

from collections.abc import Iterable, Iterator

from games.ion.events import Dumped
from games.kit.feats import Deed, Feat
from games.kit.protocol import Entry
from games.kit.text import phrase

FEATS = {"dump": Feat(phrase("largest dump"), "points")}


def deeds(log: Iterable[Entry]) -> Iterator[Deed]:
    """Yield each dump that brought a team points, as a deed of who made it."""
    for entry in log:
        for event in entry.events:
            if isinstance(event, Dumped) and (points := sum(event.shares.values())) > 0:
                yield Deed(event.seat, "dump", points)

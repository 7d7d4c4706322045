"""What there are records of in card battles: blows."""

from collections.abc import Iterable, Iterator

from games.cardbattle.changes import Struck
from games.kit.feats import Deed, Feat
from games.kit.protocol import Entry
from games.kit.text import phrase

FEATS = {"blow": Feat(phrase("most life that an opponent lost at once"), "points")}


def deeds(log: Iterable[Entry]) -> Iterator[Deed]:
    """Yield what players lost at once, as a deed of the other one of the two."""
    for entry in log:
        for event in entry.events:
            if isinstance(event, Struck):
                yield from (Deed(1 - ~ref, "blow", lost) for ref, lost in event.taken.items() if ref < 0 < lost)

"""What there are records of in Fia: quick draws, and attacks."""

from collections.abc import Iterable, Iterator

from games.fia import events as e
from games.kit.feats import Deed, Feat
from games.kit.protocol import Entry
from games.kit.text import phrase

FEATS = {
    "draw": Feat(phrase("fastest quick draw"), "ms", least=True),
    "attack": Feat(phrase("hardest attack"), "points"),
}


def deeds(log: Iterable[Entry]) -> Iterator[Deed]:
    """Yield each draw of the Free spread by how long after its call it was sent, and what each attack took in LP."""
    called, opened = False, None
    for entry in log:
        for event in entry.events:
            match event:
                case e.Holstered() | e.Recalled():  # who is asked anew has had time to think
                    called, opened = False, None
                case e.Called():
                    called = True
                case e.Asked(at) if called and opened is None:
                    opened = at
                case e.Received(seat, cards, sent) if cards and sent is not None and opened is not None:
                    yield Deed(seat, "draw", sent - opened)
                case e.Landed(seat, amount) if amount:
                    yield Deed(1 - seat, "attack", amount)
                case e.Countered(seat, _, taken) if taken:
                    yield Deed(1 - seat, "attack", taken)
                case _:
                    continue

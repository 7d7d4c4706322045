"""What there are records of: dumps that bring a team points."""

import pytest

from games.ion import ION
from games.ion.events import Dumped
from games.kit.feats import best_deeds
from games.kit.protocol import Entry


@pytest.mark.parametrize(
    ("shares", "best"),
    [
        ([{0: 300, 2: 300}], {(1, "dump"): 600}),
        ([{0: 300}, {0: 1500, 2: 100}, {0: 900}], {(1, "dump"): 1600}),
        ([{0: -500, 2: -500}], {}),
        ([{}], {}),
    ],
)
def test_the_largest_dump_is_whose_move_it_was(shares, best):
    log = [Entry(seq, 0, 1, None, 0, (Dumped(1, "+", each),)) for seq, each in enumerate(shares)]
    assert best_deeds(ION, log) == best

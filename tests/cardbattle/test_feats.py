"""What there are records of: what a player lost at once."""

import pytest

from games.cardbattle.changes import Blow, Struck
from games.haven import HAVEN
from games.kit.feats import best_deeds
from games.kit.protocol import Entry
from games.menagerie import MENAGERIE


@pytest.mark.parametrize("game", [HAVEN, MENAGERIE])
def test_what_a_player_lost_at_once_is_the_others_deed(game):
    taken = [{-1: 3}, {-1: 5, -2: 1, 7: 9}, {-1: 4}, {-2: 0}]
    log = [Entry(seq, 0, 0, None, 0, (Struck((Blow(7, -1, 99),), each),)) for seq, each in enumerate(taken)]
    assert best_deeds(game, log) == {(1, "blow"): 5, (0, "blow"): 1}

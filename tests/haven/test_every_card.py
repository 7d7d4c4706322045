"""The exhaustive runner: every card is forced into play, used and countered at least once, in random matches."""

import pytest

from games.haven import HAVEN
from tests.cardbattle.every_card import Forcing, force
from tests.haven.playouts import header

FORCING = Forcing(
    HAVEN,
    header(2, composure=60),
    counters=("hush",),
    company=(
        "crossroads-inn", "dawn-lamb", "night-kitten", "spark-mouse", "puff-chick", "noon-lion", "silver-owl",
        "tea-trolley", "picnic",
    ),
    mana=dict.fromkeys(("sun", "moon", "star", "cloud"), 3),
)  # fmt: skip


@pytest.mark.no_cover
@pytest.mark.parametrize("code", HAVEN.cards)
def test_every_card_is_played_happens_is_used_is_triggered_and_is_countered(code):
    force(FORCING, code)

"""The exhaustive runner: every card is forced into play, used and countered at least once, in random matches."""

import pytest

from games.cardbattle.cards import Role
from games.menagerie import MENAGERIE
from tests.cardbattle.every_card import Forcing, force
from tests.cardbattle.playing import header

FORCING = Forcing(
    MENAGERIE,
    header(MENAGERIE, 2, hp=80),
    counters=("sudden-sneeze",),
    company=("cinder-chick", "puddle-duck", "pebble-mouse", "clover-bunny", "kiln-bear", "harbor-whale", "lighthouse"),
    mana=dict.fromkeys(("ash", "brine", "clay", "dew"), 5),
)


@pytest.mark.no_cover
@pytest.mark.parametrize("code", MENAGERIE.cards)
def test_every_card_is_played_happens_is_used_is_triggered_and_is_countered(code):
    force(FORCING, code)


def test_each_role_is_there():
    assert {card.role for card in MENAGERIE.cards.values()} == set(Role)

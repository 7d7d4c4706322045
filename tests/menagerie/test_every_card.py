"""The exhaustive runner: every card is forced into play, used and countered at least once, in random matches."""

import pytest

from games.cardbattle.cards import Role
from games.menagerie import MENAGERIE
from tests.cardbattle.forcing import missing

CARDS = list(MENAGERIE.cards)
COUNTER = "sudden-sneeze"
FRIENDS = ("cinder-chick", "puddle-duck", "pebble-mouse", "clover-bunny", "kiln-bear", "harbor-whale", "lighthouse")


def deck(code: str) -> tuple[str, ...]:
    """A deck with a card in it that is to be seen, what counters it, and what it could be aimed at."""
    fixed = [*[code] * 3, *([COUNTER] * 3 if code != COUNTER else ())]
    filling = [other for other in FRIENDS for _ in range(3) if other != code]
    more = [other for other in CARDS if other not in {code, COUNTER, *FRIENDS}]
    return tuple([*fixed, *filling, *more][:40])


@pytest.mark.parametrize("code", CARDS)
def test_every_card_is_played_used_and_countered(code):
    assert missing(MENAGERIE, code, COUNTER, deck(code), hp=80) == set()


def test_each_role_is_there():
    assert {card.role for card in MENAGERIE.cards.values()} == set(Role)

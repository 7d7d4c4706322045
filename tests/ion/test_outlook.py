"""A computer player's guess at who gets the bank, in positions that can be reckoned by hand."""

import pytest

from games.ion.outlook import fate

OWN, OTHER = (1, 1), (-1, 1)
"""A player with a single item: a card of each pull toward their side with one chance in twelve."""
IDLE_OTHER = (-1, 0)
"""A player of the other side with nothing."""


@pytest.fixture(autouse=True)
def reckoned_anew():
    """What other tests have made it remember does not count."""
    fate.cache_clear()


@pytest.mark.parametrize(
    ("polarity", "last", "expected"),
    [(5, False, 0.5), (-3, False, -0.3), (14, False, 1), (-14, False, -1), (1, True, 1), (-1, True, -1), (0, True, 0)],
)
def test_with_nobody_to_come_the_side_decides(polarity, last, expected):
    assert fate(polarity, 10, 0, (), last) == expected


@pytest.mark.parametrize(
    ("polarity", "mover", "expected"),
    [
        (0, OWN, (1 + 2 + 3) / 12 / 10),
        (0, OTHER, -(1 + 2 + 3) / 12 / 10),
        (9, OWN, 3 / 12 + 9 / 12 * 0.9),
        (-9, OTHER, -3 / 12 - 9 / 12 * 0.9),
        (7, OWN, 1 / 12 + 1 / 12 * 0.9 + 1 / 12 * 0.8 + 9 / 12 * 0.7),
        (5, IDLE_OTHER, 0.5),
        # With two items the best pull is 3, 2, 1 or 0 in 23, 21, 19 and 81 of 144 cases.
        (5, (1, 2), 0.5 + (3 * 23 + 2 * 21 + 1 * 19) / 144 / 10),
    ],
)
def test_who_moves_pulls_as_far_as_chance_gives(polarity, mover, expected):
    assert fate(polarity, 10, 0, (mover,), False) == pytest.approx(expected)


def test_after_the_last_turn_the_side_decides():
    assert fate(1, 10, 0, (IDLE_OTHER,), True) == 1
    # A pull of one is no side's, one of two or three is the other's.
    assert fate(1, 10, 0, (OTHER,), True) == pytest.approx(9 / 12 - 2 / 12)


def test_what_was_dumped_nobody_can_have_again():
    assert fate(9, 10, 0, (OWN, IDLE_OTHER), False) == pytest.approx(3 / 12 + 9 / 12 * 0.9)


def test_a_charged_bank_is_dumped_by_nobody():
    # A pull brings it past the limit; the other player may find a way out when it is due.
    assert fate(9, 10, 1, (OWN, IDLE_OTHER), False) == pytest.approx(3 / 12 * 0.8 + 9 / 12 * 0.9)
    assert fate(9, 10, 2, (OWN, IDLE_OTHER), False) == pytest.approx(3 / 12 * 1 + 9 / 12 * 0.9)
    assert fate(12, 10, 1, (OTHER,), False) == pytest.approx(10 / 12 + 1 / 12 * 1 + 1 / 12 * 0.9)


@pytest.mark.parametrize(
    ("polarity", "mover", "expected"), [(10, OWN, 1), (10, OTHER, 0.8), (-12, OTHER, -1), (-12, OWN, -0.8)]
)
def test_a_due_bank_is_as_good_as_dumped(polarity, mover, expected):
    assert fate(polarity, 10, 0, (mover, OWN), False) == expected

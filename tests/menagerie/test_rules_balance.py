"""Menagerie is balanced. See `tests.cardbattle.balance`."""

import pytest

from games.menagerie import MENAGERIE
from tests.cardbattle.balance import check


@pytest.mark.no_cover
@pytest.mark.parametrize("level", MENAGERIE.computers)
def test_rule_18_a_sample_is_balanced(level):
    check(MENAGERIE, level, bytes(32))

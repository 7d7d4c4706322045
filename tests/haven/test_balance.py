"""Haven is balanced (rule 18 of Menagerie). See `tests.cardbattle.balance`."""

import pytest

from games.haven import HAVEN
from tests.cardbattle.balance import check


@pytest.mark.no_cover
@pytest.mark.parametrize("level", HAVEN.computers)
def test_a_sample_is_balanced(level):
    check(HAVEN, level, bytes([1]) * 32)

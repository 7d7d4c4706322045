"""A few dozen kills of a loaded bot, spread over several tests."""

import pytest

from tests.torture.trial import Trial

KILLS, PARTS = 50, 5


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
async def test_killed_at_any_moment_nothing_is_lost_and_nothing_doubled(part: int) -> None:
    trial = Trial(part, tables=1)
    tally = await trial.run(KILLS // PARTS)
    assert (tally.findings, tally.lost, tally.doubled) == ([], 0, 0)
    assert trial.kills.total() >= KILLS // PARTS
    assert tally.acknowledged

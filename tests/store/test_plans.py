"""Plans are a channel's alone, and kept until they are removed."""

from dataclasses import replace

import pytest

from ionbot.store.journal import Journal
from ionbot.store.places import Where
from ionbot.store.plans import Plan, Plans
from ionbot.store.writer import Writer

HERE, THERE = Where("net", "#ion"), Where("other", "#ion")
FRIDAY = Plan("ion", "fri", "20:00", "Europe/Berlin", {"move_time": "20"})


@pytest.fixture
def plans(writer: Writer) -> Plans:
    return Plans(writer)


@pytest.fixture
async def ann(journal: Journal) -> int:
    return await journal.player("net", "account:ann", "Ann", "ann")


async def test_a_plan_is_kept_as_it_was_made_and_once(plans: Plans, ann: int) -> None:
    assert await plans.of(HERE) == {}
    daily = replace(FRIDAY, day="daily", options={})
    for plan in (FRIDAY, daily, FRIDAY):
        await plans.add(HERE, plan, ann)
    assert await plans.of(HERE) == {1: FRIDAY, 2: daily}
    assert await plans.of(THERE) == {}


async def test_only_its_own_channel_removes_a_plan(plans: Plans, ann: int) -> None:
    await plans.add(HERE, FRIDAY, ann)
    await plans.add(THERE, FRIDAY, ann)
    await plans.remove(THERE, 1)
    await plans.remove(HERE, 7)
    assert [list(await plans.of(where)) for where in (HERE, THERE)] == [[1], [2]]
    await plans.remove(HERE, 1)
    assert [list(await plans.of(where)) for where in (HERE, THERE)] == [[], [2]]

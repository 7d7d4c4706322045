"""What is set for a channel is kept for it alone, with who has changed what."""

import pytest

from ionbot.store.journal import Journal
from ionbot.store.places import Where
from ionbot.store.settings import Change, Settings
from ionbot.store.writer import Writer

HERE = Where("net", "#ion")


@pytest.fixture
def settings(writer: Writer) -> Settings:
    return Settings(writer)


@pytest.fixture
async def ann(journal: Journal) -> int:
    return await journal.player("net", "account:ann", "Ann", "ann")


async def test_where_nothing_is_set_there_is_nothing(settings: Settings) -> None:
    assert await settings.of(HERE) == {}
    assert await settings.log(HERE, 5) == []


async def test_what_is_set_is_there_whatever_it_is(settings: Settings, ann: int) -> None:
    values = {"prefix": ".", "fill": 3, "bare": True, "ion.pace": [1.5, None], "haven.words": {"den": "pit"}}
    await settings.change(HERE, values, ann, 5)
    assert await settings.of(HERE) == values
    await settings.change(HERE, {"fill": 0, "bare": False}, ann, 6)
    assert await settings.of(HERE) == values | {"fill": 0, "bare": False}
    await settings.change(HERE, {"fill": None}, ann, 7)
    assert await settings.of(HERE) == {name: value for name, value in values.items() if name != "fill"} | {
        "bare": False
    }


async def test_no_other_channel_has_it(settings: Settings, ann: int) -> None:
    others = [Where("net", "#other"), Where("other", "#ion")]
    for number, where in enumerate([HERE, *others]):
        await settings.change(where, {"fill": number}, ann, 5)
    assert [await settings.of(where) for where in (HERE, *others)] == [{"fill": 0}, {"fill": 1}, {"fill": 2}]
    await settings.change(HERE, {"fill": None}, ann, 6)
    assert [await settings.of(where) for where in (HERE, *others)] == [{}, {"fill": 1}, {"fill": 2}]
    assert [len(await settings.log(where, 5)) for where in (HERE, *others)] == [2, 1, 1]


async def test_the_trace_tells_who_has_changed_what_the_latest_first(
    settings: Settings, journal: Journal, ann: int
) -> None:
    bob = await journal.player("net", "nick:bob", "Bob")
    await settings.change(HERE, {"fill": 2}, ann, 5)
    await settings.change(HERE, {"fill": 3}, bob, 6)
    await settings.change(HERE, {"fill": None}, ann, 7)
    changes = [Change("Ann", 7, "fill", 3, None), Change("Bob", 6, "fill", 2, 3), Change("Ann", 5, "fill", None, 2)]
    assert await settings.log(HERE, 5) == changes
    assert await settings.log(HERE, 2) == changes[:2]


async def test_the_trace_of_one_setting_is_found_whatever_else_has_changed_since(settings: Settings, ann: int) -> None:
    await settings.change(HERE, {"fill": 2}, ann, 5)
    await settings.change(Where("net", "#other"), {"fill": 9}, ann, 6)
    for number in range(5):
        await settings.change(HERE, {"countdown": number}, ann, 7)
    assert await settings.log(HERE, 1, "fill") == [Change("Ann", 5, "fill", None, 2)]
    assert await settings.log(HERE, 1, "prefix") == []


async def test_a_change_tells_all_that_is_set_then(settings: Settings, ann: int) -> None:
    assert await settings.change(HERE, {"fill": 2, "bare": True}, ann, 5) == {"fill": 2, "bare": True}
    assert await settings.change(HERE, {"fill": None}, ann, 6) == {"bare": True}


async def test_what_changes_nothing_leaves_no_trace_so_a_call_can_be_repeated(settings: Settings, ann: int) -> None:
    for _ in range(2):
        await settings.change(HERE, {"fill": 2, "bare": None}, ann, 5)
    assert await settings.log(HERE, 5) == [Change("Ann", 5, "fill", None, 2)]

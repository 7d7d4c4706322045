"""Who is to have which channel: no worker has more than its share, and all come to the same end."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ionbot.administration.sharing import Live, due_to, loads, surplus
from ionbot.store.places import Where

CHANNELS = [Where("home", f"#{number}") for number in range(10)]


def taken(free: Iterable[Where], has: dict[str, int], live: Live) -> dict[str, list[str]]:
    """Give what each worker takes, each by its own reckoning."""
    held = [name for name, number in has.items() for _ in range(number)]
    return {
        worker: [where.channel for where in due_to(worker, free, loads(held), live)]
        for worker in sorted({worker for each in live.values() for worker in each})
    }


def given_up(worker: str, has: dict[str, int], live: Live, idle: int) -> int:
    held = [name for name, number in has.items() for _ in range(number)]
    return len([*surplus(worker, CHANNELS[:idle], loads(held), live)])


def test_a_worker_that_is_alone_takes_all() -> None:
    assert taken(CHANNELS[:3], {}, {"home": ["one"]}) == {"one": ["#0", "#1", "#2"]}


def test_free_channels_go_to_whoever_has_least() -> None:
    live = {"home": ["one", "two"]}
    assert taken(CHANNELS[:5], {"one": 2}, live) == {"one": ["#2", "#4"], "two": ["#0", "#1", "#3"]}


def test_only_who_is_on_the_network_takes_its_channels() -> None:
    live = {"home": ["one"], "far": ["one", "two"]}
    free = [*CHANNELS[:2], Where("far", "#0"), Where("far", "#1"), Where("nowhere", "#0")]
    assert taken(free, {}, live) == {"one": ["#0", "#0", "#1"], "two": ["#1"]}


@pytest.mark.parametrize(
    ("has", "idle", "expected"),
    [
        ({"one": 6, "two": 0}, 6, 3),
        ({"one": 6, "two": 0}, 2, 2),  # matches run in the others
        ({"one": 5, "two": 4}, 5, 0),
        ({"one": 6, "two": 4}, 6, 1),
        ({"one": 10, "two": 0, "three": 0}, 10, 6),
        ({"one": 1, "two": 0}, 1, 0),
    ],
)
def test_who_has_more_than_a_fair_share_gives_up_idle_channels(has: dict[str, int], idle: int, expected: int) -> None:
    assert given_up("one", has, {"home": list(has)}, idle) == expected


@given(st.dictionaries(st.sampled_from(["one", "two", "three", "four"]), st.integers(0, 12), min_size=1))
def test_giving_and_taking_ends_with_fair_shares(has: dict[str, int]) -> None:
    """All give up what they reckon they have too much of, and take what is free then; soon nobody moves."""
    owner = {
        where: name for name, number in has.items() for where in [Where("home", f"#{name}{n}") for n in range(number)]
    }
    live = {"home": sorted(has)}
    for _ in range(3):
        gives = [
            where
            for name in has
            for where in surplus(
                name, [each for each, who in owner.items() if who == name], loads(owner.values()), live
            )
        ]
        owner |= dict.fromkeys(gives)  # type: ignore[arg-type]
        free = [where for where, who in owner.items() if who is None]
        takes = {where: name for name in has for where in due_to(name, free, loads(owner.values()), live)}
        assert takes.keys() == set(free)
        owner |= takes
    assert not gives
    counted = loads(owner.values())
    assert max(counted[name] for name in has) <= -(-len(owner) // len(has))

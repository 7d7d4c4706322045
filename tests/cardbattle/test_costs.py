"""Paying: the most restricted mana goes first, and whatever can be paid at all is paid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cardbattle.costs import Bill, joint, payment, shares
from games.cardbattle.state import Side
from games.kit.inputs import Kind

KINDS = ("sun", "moon", "star")


def pay(pool: dict[str, int], mana: dict[str, int], *, ap: int = 0, have: int = 5) -> dict[str, int] | None:
    return payment(Side(Kind.HUMAN, ap=have, mana=pool), Bill(0, ap, mana))


@pytest.mark.parametrize(
    ("pool", "mana", "spent"),
    [
        ({}, {}, {}),
        ({"sun": 3}, {"sun": 2}, {"sun": 2}),
        ({"sun": 1}, {"sun": 2}, None),
        ({"moon": 2}, {"sun": 1}, None),
        ({"moon/sun": 1, "sun": 1}, {"sun": 1}, {"sun": 1}),
        ({"moon/star/sun": 1, "moon/sun": 1}, {"sun": 1}, {"moon/sun": 1}),
        ({"moon/sun": 1, "star/sun": 1}, {"sun": 1, "moon": 1}, {"star/sun": 1, "moon/sun": 1}),
        ({"moon/sun": 1}, {"sun": 1, "moon": 1}, None),
    ],
)
def test_what_is_paid(pool, mana, spent):
    assert pay(pool, mana) == spent


def test_action_points_have_to_be_there():
    assert pay({}, {}, ap=5) == {}
    assert pay({}, {}, ap=6) is None


POOLS = st.dictionaries(
    st.sets(st.sampled_from(KINDS), min_size=1).map(lambda kinds: "/".join(sorted(kinds))), st.integers(0, 3)
)


@given(POOLS, st.dictionaries(st.sampled_from(KINDS), st.integers(1, 3)))
def test_it_pays_exactly_and_from_what_fits(pool, mana):
    spent = pay(dict(pool), mana)
    if spent is None:
        return
    assert sum(spent.values()) == sum(mana.values())
    assert all(0 < count <= pool[kinds] for kinds, count in spent.items())
    assert all(set(kinds.split("/")) & set(mana) for kinds in spent)


@given(st.dictionaries(st.sampled_from(KINDS), st.integers(1, 3)), st.randoms())
def test_what_can_be_paid_is_paid(mana, random):
    pool: dict[str, int] = {}
    for kind, count in mana.items():
        for _ in range(count):
            kinds = "/".join(sorted({kind, *random.sample(KINDS, random.randrange(3))}))
            pool[kinds] = pool.get(kinds, 0) + 1
    assert pay(pool, mana) == pool


def test_large_prices_are_paid_or_refused_at_once():
    pool = {"moon/sun": 400, "moon/star": 400}
    assert pay(pool, {"moon": 400, "sun": 1, "star": 400}) is None
    assert pay(pool, {"moon": 400, "sun": 1, "star": 399}) == pool
    assert pay({"moon/sun": 2000}, {"sun": 2000}) == {"moon/sun": 2000}


def test_manas_add_up():
    assert joint({"sun": 1}, {"sun": 2, "moon/sun": 1}, {}) == {"sun": 3, "moon/sun": 1}


@pytest.mark.parametrize(
    ("mine", "theirs", "mana", "spent"),
    [
        ({}, {"sun": 2}, {"sun": 2}, [{}, {"sun": 2}]),
        ({"sun": 1}, {"sun": 1}, {"sun": 2}, [{"sun": 1}, {"sun": 1}]),
        ({"sun": 2}, {"moon": 9}, {"sun": 2}, [{"sun": 2}, {}]),
        ({"sun": 1}, {"moon/sun": 1}, {"sun": 1, "moon": 1}, None),
        ({"moon": 1}, {"moon/sun": 1}, {"sun": 1, "moon": 1}, [{"moon": 1}, {"moon/sun": 1}]),
        ({"sun": 1}, {}, {"sun": 2}, None),
    ],
)
def test_another_player_who_is_asked_pays_as_much_as_they_can(mine, theirs, mana, spent):
    sides = [Side(Kind.HUMAN, ap=3, mana=mine), Side(Kind.HUMAN, mana=theirs)]
    paid = shares(sides, Bill(0, 3, mana, asked=1))
    assert paid == (None if spent is None else dict(enumerate(spent)))
    assert shares(sides, Bill(0, 4, mana, asked=1)) is None


def test_who_is_asked_for_their_own_card_pays_all():
    side = Side(Kind.HUMAN, ap=1, mana={"sun": 2})
    assert shares([side], Bill(0, 1, {"sun": 2}, asked=0)) == shares([side], Bill(0, 1, {"sun": 2})) == {0: {"sun": 2}}
    assert shares([side], Bill(0, 1, {"sun": 3}, asked=0)) is None

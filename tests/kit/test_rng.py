from collections import Counter
from hashlib import blake2b
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.rng import ALGORITHM, Forced, Rng, Table

KEY = bytes(range(32))
KEYS = st.binary(min_size=32, max_size=32)

VECTOR = [
    0xF656651597BC1292,
    0x51583216AFB19028,
    0xA9FF4F7A9CFD784C,
    0x8F78FAA1BC81337A,
    0xA94F93D2C9829223,
    0x394F5710B2AA1DBD,
    0xD333AAAE1B35A907,
    0x255DAFA68484A6E2,
    0xC5AA50B31B0FA9B8,
]

# the upper 0.1 % of chi-square for these degrees of freedom (any table of the distribution)
CHI_SQUARE_999 = {3: 16.27, 5: 20.52, 23: 49.73, 99: 148.23}


class Scripted(Rng):
    """Chance whose 64-bit numbers are given."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(KEY)
        self.numbers = list(numbers)

    def _next(self) -> int:
        self.position += 1
        return self.numbers.pop(0)


def chi_square(counts: list[int], expected: list[float]) -> float:
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))


def raw(key: bytes, n: int) -> int:
    """Number n of the stream, computed from the definition."""
    block = blake2b((n // 8).to_bytes(8, "little"), digest_size=64, key=key).digest()
    return int.from_bytes(block[n % 8 * 8 : n % 8 * 8 + 8], "little")


def test_the_stream_is_the_same_on_every_machine():
    rng = Rng(KEY)
    assert ALGORITHM == "blake2b-counter-1"
    assert [rng.below("number", 1 << 64) for _ in range(9)] == VECTOR


def test_eight_numbers_come_from_one_block_and_the_next_from_the_next():
    rng = Rng(KEY)
    drawn = [rng.below("number", 1 << 64) for _ in range(20)]
    assert drawn == [raw(KEY, n) for n in range(20)]
    assert rng.position == 20


@given(key=KEYS, start=st.integers(0, 200), count=st.integers(1, 20))
def test_it_resumes_at_any_position(key, start, count):
    whole, resumed = Rng(key), Rng(key, start)
    numbers = [whole.below("number", 1000) for _ in range(start + count)]
    assert [resumed.below("number", 1000) for _ in range(count)] == numbers[start:]


def test_a_position_that_is_set_back_gives_the_same_numbers_again():
    rng = Rng(KEY)
    first = [rng.below("number", 100) for _ in range(30)]
    rng.position = 0
    assert [rng.below("number", 100) for _ in range(30)] == first


def test_other_keys_give_other_numbers():
    assert Rng(KEY).below("n", 1 << 64) != Rng(KEY[::-1]).below("n", 1 << 64)


def test_the_name_of_a_draw_does_not_change_it():
    assert Rng(KEY).below("a", 1 << 64) == Rng(KEY).below("b", 1 << 64)


def test_numbers_beyond_the_last_whole_multiple_are_rejected():
    top = (1 << 64) - 1  # 2**64 - 1 is a multiple of 3: only the very last number would favour 0
    rng = Scripted(top, 7)
    assert rng.below("n", 3) == 1
    assert rng.position == 2
    accepted = Scripted(top - 1)
    assert accepted.below("n", 3) == 2
    assert accepted.position == 1


def test_a_power_of_two_never_rejects():
    assert Scripted((1 << 64) - 1).below("n", 1 << 64) == (1 << 64) - 1
    assert Scripted((1 << 64) - 1).below("n", 8) == 7


def test_rejection_is_without_bias_where_half_of_the_numbers_are_rejected():
    n = (1 << 63) + 1
    rng = Rng(KEY)
    quarters = Counter(rng.below("n", n) * 4 // n for _ in range(4000))
    assert chi_square([quarters[q] for q in range(4)], [1000.0] * 4) < CHI_SQUARE_999[3]
    assert 7600 < rng.position < 8400


@pytest.mark.parametrize("n", [6, 24, 100])
def test_below_is_uniform(n):
    rng = Rng(KEY)
    counts = Counter(rng.below("n", n) for _ in range(1000 * n))
    assert chi_square([counts[value] for value in range(n)], [1000.0] * n) < CHI_SQUARE_999[n - 1]


@pytest.mark.parametrize("n", [0, -1, (1 << 64) + 1])
def test_below_refuses_what_it_cannot_draw(n):
    rng = Rng(KEY)
    with pytest.raises(ValueError, match="cannot draw one of"):
        rng.below("n", n)
    assert rng.position == 0


@given(key=KEYS, n=st.integers(1, 1 << 64))
def test_below_stays_below(key, n):
    assert 0 <= Rng(key).below("n", n) < n


@given(key=KEYS, least=st.integers(-50, 50), size=st.integers(0, 50))
def test_between_includes_both_ends(key, least, size):
    assert least <= Rng(key).between("n", least, least + size) <= least + size


def test_between_reaches_both_ends():
    rng = Rng(KEY)
    assert {rng.between("n", 2, 4) for _ in range(100)} == {2, 3, 4}


def test_percent():
    assert [Scripted(number).percent("p", 30) for number in (0, 29, 30, 99)] == [True, True, False, False]
    rng = Rng(KEY)
    assert not any(rng.percent("p", 0) for _ in range(200))
    assert all(rng.percent("p", 100) for _ in range(200))


def test_pick_follows_the_weights():
    table = Table("bonus", {"none": 70, "one": 20, "two": 7, "three": 3})
    picked = [Scripted(number).pick(table) for number in (0, 69, 70, 89, 90, 96, 97, 99)]
    assert picked == ["none", "none", "one", "one", "two", "two", "three", "three"]
    rng = Rng(KEY)
    counts = Counter(rng.pick(table) for _ in range(10_000))
    assert chi_square([counts[name] for name in table.outcomes], [7000.0, 2000.0, 700.0, 300.0]) < CHI_SQUARE_999[3]


def test_an_outcome_without_weight_is_never_picked():
    table = Table("t", {"a": 1, "never": 0, "b": 1})
    rng = Rng(KEY)
    assert {rng.pick(table) for _ in range(100)} == {"a", "b"}


def test_choice_takes_one_number_and_one_of_the_outcomes():
    assert [Scripted(number).choice("c", "abc") for number in (0, 1, 2, 3)] == ["a", "b", "c", "a"]


@given(key=KEYS, things=st.lists(st.integers()))
def test_shuffled_loses_nothing_and_leaves_the_original_alone(key, things):
    before = list(things)
    assert sorted(Rng(key).shuffled("deck", things)) == sorted(before)
    assert things == before


def test_every_order_is_equally_likely():
    rng = Rng(KEY)
    counts = Counter(tuple(rng.shuffled("deck", "abcd")) for _ in range(12_000))
    orders = list(permutations("abcd"))
    assert chi_square([counts[order] for order in orders], [500.0] * 24) < CHI_SQUARE_999[23]


def test_forced_draws_come_in_order_and_take_a_number_each():
    table = Table("bonus", {0: 70, 3: 30})
    rng = Forced(below=[4], between=[12, 15], percent=[True, False], bonus=[3, 0], choice=["c"])
    assert rng.below("below", 6) == 4
    assert [rng.between("between", 10, 20), rng.between("between", 10, 20)] == [12, 15]
    assert [rng.percent("percent", 1), rng.percent("percent", 99)] == [True, False]
    assert [rng.pick(table), rng.pick(table)] == [3, 0]
    assert rng.choice("choice", "abc") == "c"
    assert rng.position == 8
    assert rng.unused == {}


def test_what_is_not_forced_is_drawn_by_the_same_chance():
    table = Table("bonus", {0: 70, 3: 30})

    def draws(rng: Rng) -> list[object]:
        return [
            rng.below("a", 100), rng.between("b", 5, 50), rng.percent("c", 50), rng.pick(table), rng.choice("e", "xyz"),
        ]  # fmt: skip

    assert draws(Forced(KEY)) == draws(Rng(KEY))


def test_a_forced_draw_leaves_the_others_where_they_were():
    plain, forced = Rng(KEY), Forced(KEY, second=[3])
    numbers = [plain.below("n", 1000) for _ in range(3)]
    assert forced.below("n", 1000) == numbers[0]
    assert forced.below("second", 1000) == 3
    assert forced.below("n", 1000) == numbers[2]


def test_what_was_forced_and_not_drawn_is_told():
    rng = Forced(die=[1, 2])
    rng.force(die=[3], other=["x"])
    rng.below("die", 6)
    assert rng.unused == {"die": [2, 3], "other": ["x"]}


@pytest.mark.parametrize(
    ("outcome", "draw"),
    [
        (6, lambda rng: rng.below("draw", 6)),
        (21, lambda rng: rng.between("draw", 10, 20)),
        (9, lambda rng: rng.between("draw", 10, 20)),
        (2, lambda rng: rng.percent("draw", 50)),
        ("d", lambda rng: rng.choice("draw", "abc")),
        (4, lambda rng: rng.pick(Table("draw", {0: 1, 3: 1}))),
    ],
)
def test_forcing_the_impossible_is_an_error(outcome, draw):
    with pytest.raises(ValueError, match=r"not in|not found"):
        draw(Forced(draw=[outcome]))


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng: rng.below("lunch", 0),
        lambda rng: rng.between("lunch", 2, 1),
        lambda rng: rng.choice("lunch", ()),
        lambda rng: rng.pick(Table("lunch", {"nothing": 0})),
    ],
)
@pytest.mark.parametrize("rng", [Rng(KEY), Forced(KEY)], ids=["rng", "forced"])
def test_what_cannot_be_drawn_is_named(rng, draw):
    with pytest.raises(ValueError, match="cannot draw one of 0 numbers for lunch"):
        draw(rng)


def test_a_shuffle_can_be_forced():
    # From the last place on, each thing changes places with the one whose number is drawn.
    assert Forced(deck=[0, 1, 0]).shuffled("deck", "abcd") == ["c", "d", "b", "a"]

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.computer import Uniform, ways
from games.kit.protocol import Choice
from games.kit.rng import Rng
from tests.kit.stones import STONES, StonesGame, Take


class Picky(StonesGame):
    """A game whose commands are a kind and some candidates."""

    def sample(self, view, choice, rng):
        orders = permutations if choice.ordered else combinations
        fillings = [
            filling for taken in range(choice.least, choice.most + 1) for filling in orders(choice.candidates, taken)
        ]
        return (choice.kind, *rng.choice("filling", fillings))


def test_ways_of_the_usual_choices():
    assert ways(Choice("play", ("a", "b", "c"))) == 3
    assert ways(Choice("pass", least=0, most=0)) == 1
    assert ways(Choice("discard", tuple("abcde"), 2, 2)) == 10
    assert ways(Choice("order", tuple("abcd"), 4, 4, ordered=True)) == 24
    assert ways(Choice("some", tuple("abc"), 0, 3)) == 8
    assert ways(Choice("chain", tuple("abc"), 1, 2, ordered=True)) == 9
    assert ways(Choice("play", ())) == 0
    assert ways(Choice("two", ("a",), 2, 2)) == 0


@given(size=st.integers(0, 6), least=st.integers(0, 6), more=st.integers(0, 6), ordered=st.booleans())
def test_ways_counts_every_filling(size, least, more, ordered):
    candidates = tuple(map(str, range(size)))
    choice = Choice("any", candidates, least, least + more, ordered)
    orders = permutations if ordered else combinations
    listed = [filling for taken in range(least, least + more + 1) for filling in orders(candidates, taken)]
    assert ways(choice) == len(listed)


def test_everything_legal_is_equally_likely():
    choices = [
        Choice("play", ("a", "b", "c")),
        Choice("none", (), 1, 1),
        Choice("swap", ("x", "y", "z"), 2, 2),
        Choice("order", ("1", "2", "3"), 2, 2, ordered=True),
        Choice("pass", least=0, most=0),
    ]
    computer, rng = Uniform(Picky()), Rng(bytes(32))
    counts = Counter(computer.move(None, choices, rng) for _ in range(13_000))
    assert len(counts) == 3 + 3 + 6 + 1
    # the upper 0.1 % of chi-square for 12 degrees of freedom
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 32.91


def test_it_makes_the_games_own_commands():
    state = STONES.blank()
    state.heap = 2
    rng = Rng(bytes(32))
    moves = {STONES.computers["easy"].move(state, STONES.choices(state, 0), rng) for _ in range(50)}
    assert moves == {Take(1), Take(2)}


def test_the_game_makes_the_move_from_what_the_player_sees():
    class Looking(StonesGame):
        def sample(self, view, choice, rng):
            return (view, choice)

    take = Choice("take", ("1", "2"))
    assert Uniform(Looking()).move("what is seen", [take], Rng(bytes(32))) == ("what is seen", take)


def test_it_plays_by_its_own_chance_alone():
    choices = [Choice("take", ("1", "2", "3"))]
    moves = [[Uniform(STONES).move(STONES.blank(), choices, Rng(bytes([n] * 32))) for _ in range(2)] for n in range(9)]
    assert all(first == second for first, second in moves)
    assert len({first.count for first, _ in moves}) > 1


def test_a_choice_that_cannot_be_filled_is_no_move():
    with pytest.raises(ValueError, match="cannot draw one of 0"):
        Uniform(STONES).move(STONES.blank(), [Choice("take", ())], Rng(bytes(32)))


class Orders(StonesGame):
    """A game whose commands are kinds, however many ways there are."""

    def sample(self, view, choice, rng):
        return choice.kind


def test_a_choice_with_more_ways_than_chance_has_numbers_can_be_made():
    order = Choice("order", tuple(map(str, range(40))), 40, 40, ordered=True)
    assert ways(order) > 2**64
    easy, choices = Uniform(Orders()), [Choice("pass", least=0, most=0), order]
    moves = Counter(easy.move(None, choices, Rng(b"%d" % number)) for number in range(20))
    assert moves == {"order": 20}

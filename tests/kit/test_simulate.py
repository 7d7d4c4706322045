"""Simulated matches: their time, their players, and what is kept of them."""

import pytest

from games.kit.errors import Fault
from games.kit.inputs import Kind
from games.kit.protocol import Result, Standing
from games.kit.simulate import Plan, play
from tests.kit.stones import STONES, Options, StonesGame, Take

SEED = bytes(32)


class Taker:
    """A computer player that always takes as many."""

    def __init__(self, count):
        self.count = count

    def move(self, view, choices, rng):
        return Take(min(self.count, view.heap))


class Sided(StonesGame):
    """Stones with players of whom everything is known beforehand, and sides."""

    computers = {"slow": Taker(1), "quick": Taker(3)}  # noqa: RUF012 - as the protocol has it

    def standings(self, state):
        return [Standing(at.seat, at.kind, "ab"[at.seat % 2], 0, 0, {}, True) for at in super().standings(state)]


class Deaf(StonesGame):
    """Stones that wait for nobody."""

    def actors(self, state):
        return set()

    def timers(self, state):
        return {}


class Timeless(StonesGame):
    """Stones without a clock."""

    def timers(self, state):
        return {}


class Silent(StonesGame):
    """Stones that nobody may take; only the clock ends them."""

    def actors(self, state):
        return set()


class Void(StonesGame):
    """Stones without a result."""

    def result(self, state):
        return super().result(state) and Result({})


def plan(game=STONES, seats=2, levels=("easy",), pace=4000, missed=0, **options):
    return Plan(game, Options(**options), seats, levels, SEED, pace, missed)


@pytest.mark.parametrize(
    ("pace", "moves"),
    [
        (4_000, 14),  # the fifteenth would come with the end of the round, which goes first
        (4_100, 14),
        (9_999, 6),
        (10_000, 0),
        (90_000, 0),
    ],
)
def test_a_move_takes_its_time(pace, moves):
    played = play(plan(pace=pace, heap=50), 1)
    assert (played.moves, played.time, played.reasons["take"]) == (moves, 60_000, moves)


def test_a_match_ends_with_its_last_move():
    played = play(plan(Sided(), levels=("quick",), heap=3), 1)
    assert (played.moves, played.time) == (1, 4000)


def test_all_moves_can_miss_their_time():
    assert play(plan(missed=100), 1).moves == 0


def test_some_moves_miss_their_time():
    moves = [play(plan(missed=50, heap=50), number).moves for number in range(50)]
    # Of five to eight turns of 4 or 10 s half are missed.
    assert 3 < sum(moves) / len(moves) < 5.5


def test_a_match_comes_of_its_plan_and_number():
    def matches(*numbers, **other):
        return [play(plan(**other), number) for number in numbers]

    assert matches(*range(1, 9)) == matches(*range(1, 9))
    assert len({(each.moves, each.seats) for each in matches(*range(1, 9))}) > 1


def test_the_same_plan_gives_the_same_matches_on_every_machine():
    matches = [play(plan(missed=30, heap=50), number) for number in range(1, 9)]
    assert [tuple(seat.points for seat in each.seats) for each in matches] == [
        (8, 7), (9, 4), (3, 5), (7, 7), (6, 7), (10, 5), (9, 7), (3, 7),
    ]  # fmt: skip


def test_levels_take_turns_on_the_seats():
    mixed = plan(seats=4, levels=("a", "b", "c"))
    assert [[mixed.level(number, seat) for seat in range(4)] for number in (0, 1, 2)] == [
        ["a", "b", "c", "a"],
        ["b", "c", "a", "b"],
        ["c", "a", "b", "c"],
    ]


def test_a_computer_player_sees_what_its_seat_sees():
    class Showing(Sided):
        def view(self, state, viewer):
            seen.append((viewer, state.turn))
            return state

    seen = []
    play(plan(Showing(), levels=("slow",), heap=5), 1)
    assert len(seen) > 5
    assert all(viewer == turn for viewer, turn in seen)


def test_computers_sit_on_all_seats():
    class Seated(StonesGame):
        def setup(self, chairs, options, rng):
            kinds.extend(chair.kind for chair in chairs)
            return super().setup(chairs, options, rng)

    kinds = []
    play(plan(Seated(), seats=3), 1)
    assert kinds == [Kind.COMPUTER] * 3


def test_a_match_without_a_clock_is_played_to_its_end():
    assert sum(seat.points for seat in play(plan(Timeless()), 1).seats) >= 10


def test_a_match_that_waits_for_nobody_ends_by_the_clock():
    played = play(plan(Silent()), 1)
    assert (played.moves, played.time) == (0, 60_000)


def test_what_is_kept_of_a_match():
    played = [play(plan(Sided(), levels=("slow", "quick"), heap=3), number) for number in range(1, 21)]
    for number, each in enumerate(played, 1):
        first, second = each.seats
        assert (first.level, second.level) == (("quick", "slow") if number % 2 else ("slow", "quick"))
        assert {"first seat", "team a"} <= set(first.groups)
        assert "team b" in second.groups
        assert "first seat" not in second.groups
        assert ("first mover" in first.groups) is not ("first mover" in second.groups)
        assert first.won is not second.won
        quick = next(seat for seat in each.seats if seat.level == "quick")
        assert each.moves > 1 or ("first mover" in quick.groups and quick.won)


def test_points_are_those_of_the_end():
    played = play(plan(heap=5), 1)
    assert sum(seat.points for seat in played.seats) >= 5
    assert len(played.seats) == 2


def test_sides_are_told_only_where_there_are_any():
    assert not [group for seat in play(plan(), 1).seats for group in seat.groups if group.startswith("team")]


def test_a_match_without_result_ranks_nobody():
    assert play(plan(Void()), 1).seats == ()


def test_a_game_that_waits_for_nobody_is_told():
    with pytest.raises(Fault, match="stones waits for nobody and nothing"):
        play(plan(Deaf()), 1)

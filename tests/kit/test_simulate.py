"""Simulated matches: their time, their players, and what is kept of them."""

from collections import Counter
from itertools import pairwise, product

import pytest

from games.kit.errors import Fault
from games.kit.inputs import Kind
from games.kit.measure import Balance
from games.kit.protocol import Result, Standing
from games.kit.simulate import LAG, Plan, play
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


class Eager(Timeless):
    """Stones in which everybody may always act, though it is not always taken."""

    def actors(self, state):
        return set() if state.places is not None else {0, 1}

    def decide(self, state, seat, command, now, rng):
        return super().decide(state, seat if seat is None else state.turn, command, now, rng)


class Racing(Eager):
    """Stones that wait for no prompt and tell who moves when; of equals one is mostly the faster."""

    def __init__(self):
        self.moves = []

    def waits(self, state):
        return set()

    def decide(self, state, seat, command, now, rng):
        self.moves.append((now, seat))
        return super().decide(state, seat, command, now, rng)

    def balance(self, options):
        return Balance(moves="turns", length=(1, 9), faster=80)


class Bringing(StonesGame):
    """Stones to which decks are brought; they do nothing."""

    deck_sorts = ("pebbles", "rocks")
    default_deck = new_deck = read_deck = show_deck = deck_mistakes = staticmethod(pytest.fail)

    def __init__(self):
        self.brought = []

    def deck_sort(self, options):
        return "rocks"

    def ready_decks(self, sort):
        return {name: (sort, name) for name in "abc"}

    def setup(self, chairs, options, rng):
        self.brought.append(tuple(chair.brought for chair in chairs))
        return super().setup(chairs, options, rng)

    def balance(self, options):
        return Balance(moves="turns", length=(1, 9), faster=80)


class InRounds(StonesGame):
    """Stones that tell how many rounds there were, and who began."""

    def rounds(self, state):
        return 7

    def starter(self, state):
        return 1


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
    assert played.length == moves / 2


def test_a_match_of_a_game_in_rounds_is_as_long_as_they_are():
    played = play(plan(InRounds()), 1)
    assert played.length == 7
    assert ["first mover" in seat.groups for seat in played.seats] == [False, True]


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


def test_of_several_who_can_act_each_may_be_the_quickest():
    class Watching(Eager):
        def view(self, state, viewer):
            seen.append(viewer)
            return state

    seen = []
    play(plan(Watching(), levels=("easy",), heap=50), 1)
    assert len(seen) > 20
    assert 0.2 < seen.count(0) / len(seen) < 0.8


def test_who_could_have_moved_too_is_right_behind():
    game = Racing()
    play(plan(game, heap=50), 1)
    gaps = {(LAG if seat != before[1] else 4000, now - before[0]) for before, (now, seat) in pairwise(game.moves)}
    assert gaps == {(LAG, LAG), (4000, 4000)}
    assert game.moves[0][0] == 4000


def test_one_of_equals_can_be_faster():
    faster, firsts = Counter(), 0
    for number in range(1, 101):
        game = Racing()
        seats = play(plan(game, heap=50, die=False), number).seats
        (seat,) = (seat for seat, at in enumerate(seats) if "faster" in at.groups)
        faster[seat] += 1
        firsts += game.moves[0][1] == seat
    # Each seat should be it 50 times, and first 80 times: four standard errors are 20 and 16.
    assert 30 < faster[0] < 70
    assert 64 < firsts < 96


def test_nobody_is_faster_where_the_game_does_not_say_so():
    assert not [seat for seat in play(plan(Eager()), 1).seats if "faster" in seat.groups]


def test_decks_are_brought_in_each_combination():
    bringing = plan(Bringing(), levels=("easy", "normal"))
    combinations = [tuple(bringing.deck(number, seat) for seat in range(2)) for number in range(18)]
    assert combinations[::2] == combinations[1::2]
    assert set(combinations) == set(product("abc", repeat=2))
    assert plan().deck(1, 0) == ""


def test_decks_come_to_the_table_and_are_told_where_they_differ():
    bringing = plan(Bringing())
    for number in range(1, 10):
        seats = play(bringing, number).seats
        names = [bringing.deck(number, seat) for seat in range(2)]
        assert bringing.game.brought[-1] == tuple(("rocks", name) for name in names)
        decks = [[group for group in seat.groups if group.startswith("deck ")] for seat in seats]
        assert decks == ([[f"deck {name}"] for name in names] if len(set(names)) > 1 else [[], []])
        assert sum("faster" in seat.groups for seat in seats) == (len(set(names)) == 1)


def test_a_game_without_decks_is_brought_none():
    class Seated(StonesGame):
        def setup(self, chairs, options, rng):
            brought.extend(chair.brought for chair in chairs)
            return super().setup(chairs, options, rng)

    brought = []
    play(plan(Seated()), 1)
    assert brought == [(), ()]


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

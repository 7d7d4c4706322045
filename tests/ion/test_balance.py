"""What a simulation counts in ION: dumps and time-outs by the ledger, the sides, and what is proposed."""

import pytest

from games.ion import ION
from games.ion.events import Seated
from games.ion.game import Ion
from games.kit.inputs import Kind
from games.kit.measure import measure_of
from games.kit.options import read_options
from games.kit.simulate import Plan, Played, play


def played(seats: int, missed: int = 0, number: int = 1, **options: object) -> Played:
    chosen = read_options(ION, {"round_time": 120, "limit": 2, **options})
    return play(Plan(ION, chosen, seats, ("easy",), bytes(32), 4000, missed), number)


def test_dumps_and_timeouts_are_counted_by_the_ledger():
    measure = measure_of(ION, ION.options())
    assert measure is not None
    reasons = played(4, missed=30).reasons
    assert reasons[measure.lively] > 0
    assert reasons[measure.missed] > 0
    assert played(4).reasons[measure.missed] == 0


def test_a_round_with_fewer_than_two_dumps_is_dull():
    measure = ION.measure(ION.options())
    assert (measure.lively, measure.plural, measure.least) == ("dump", "dumps", 2)


@pytest.mark.parametrize(("seats", "fillers"), [(2, 0), (3, 1), (4, 0), (5, 1)])
def test_a_simulation_seats_the_filler_that_is_wanted(seats, fillers):
    class Seen(Ion):
        def evolve(self, state, event):
            super().evolve(state, event)
            joined.extend([event.kind] if isinstance(event, Seated) else [])

    joined = []
    play(Plan(Seen(), read_options(ION, {"round_time": 10}), seats, ("easy",), bytes(32), 4000), 1)
    assert joined == [Kind.FILLER] * fillers


@pytest.mark.parametrize("rounds", [1, 3])
def test_rounds_are_those_of_the_options(rounds):
    options = read_options(ION, {"rounds": rounds})
    assert ION.measure(options).rounds == rounds
    assert played(2, rounds=rounds).time == pytest.approx(rounds * 120_000, abs=rounds * 180_000)


@pytest.mark.parametrize("seats", [3, 5])
def test_a_filler_evens_the_teams_and_is_not_ranked(seats):
    match = played(seats)
    assert len(match.seats) == seats
    smaller = [seat for seat in match.seats if "smaller team" in seat.groups]
    assert len(smaller) == seats // 2
    (team,) = {group for seat in smaller for group in seat.groups if group in ("team +", "team -")}
    assert sum(team in seat.groups for seat in match.seats) == seats // 2


def test_even_teams_have_no_smaller_one():
    assert not [seat for seat in played(4).seats if "smaller team" in seat.groups]


def test_players_who_never_move_are_put_out_and_the_fillers_with_them():
    # Three misses each put them out; with the last but one the match ends.
    match = played(3, missed=100, round_time=3600)
    assert match.moves == 0
    assert len(match.seats) <= 1


def test_a_filler_goes_when_the_teams_are_even_again():
    # One missed turn puts a player out: the teams become uneven and even again until nobody is left to play with.
    matches = [played(5, missed=10, number=number, idle_limit=1) for number in range(1, 21)]
    assert {len(match.seats) for match in matches} >= {1, 2, 3}


@pytest.mark.parametrize(
    ("options", "remedies"),
    [
        ({}, [{"limit": 8}, {"limit": 6}, {"limit": 4}]),
        ({"limit": 5}, [{"limit": 3}]),
        ({"limit": 4}, []),
        ({"even": False, "limit": 5}, [{"even": True}, {"even": True, "limit": 3}]),
    ],
)
def test_lower_limits_and_even_teams_are_proposed(options, remedies):
    assert list(ION.measure(read_options(ION, options)).remedies) == remedies

"""Whole matches by chance: the invariants hold after every event, and the log is the truth."""

import pytest

from games.cardbattle.changes import Drew
from games.cardbattle.state import Step
from games.haven import HAVEN
from games.haven.events import EVENTS
from games.haven.evolve import APPLY
from games.kit.match import Match
from games.kit.options import read_options
from games.kit.simulate import Plan, play
from tests.cardbattle.playing import SEED, playout
from tests.cardbattle.proving import go_through_json, longest, prove, stays_sound, take_up
from tests.haven.playouts import Watched, header, opened
from tests.haven.scenes import lines

OPTION_SETS: list[dict[str, object]] = [
    {},
    {"composure": 10, "ap": 20, "turn_items": 10},
    {"composure": 3, "hand": 9, "hand_limit": 3, "idle_limit": 1},
    {"max_rounds": 4, "crowd_rounds": 2, "uses": 1, "split_grace": 1},
]


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("number", range(len(OPTION_SETS)))
def test_the_invariants_hold_after_every_event(number, seats):
    stays_sound(HAVEN, opened(seats, **OPTION_SETS[number]), (number + seats) % 2)


@pytest.mark.parametrize("seats", range(2, 9))
def test_matches_of_good_players_end_with_a_winner(seats):
    plan = Plan(HAVEN, read_options(HAVEN, {}), seats, ("normal",), SEED, pace=4000, missed=5)
    played = play(plan, seats)
    assert len(played.seats) == seats
    assert any(seat.won for seat in played.seats)


@pytest.mark.parametrize("seats", [2, 5])
def test_the_proof_finds_nothing(seats):
    prove(HAVEN, opened(seats, composure=15))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_twin_that_goes_through_json_stays_equal(seats):
    go_through_json(HAVEN, opened(seats, composure=15))


def test_the_same_seed_and_inputs_give_the_same_match():
    first, second = opened(3), opened(3)
    assert list(playout(first, 1)) == list(playout(second, 1))


SITUATIONS = {
    Step.OPENING, Step.REFRESH, Step.MAIN, Step.OVER, "window over 1, open", "window over 2, open",
    "window over 2, answered", "meet of play", "face of play", "discard of hand", "choose of play",
}  # fmt: skip


def test_a_match_can_be_taken_up_in_every_situation():
    take_up(HAVEN, (opened(4, composure=20) for _ in range(40)), SITUATIONS, lines)


def test_playouts_see_every_event():
    seen = set()
    for seed in range(40):
        match = Match.open(HAVEN, header(2 + seed % 3, composure=20, quit_grace=seed, hand=9), SEED)
        for entry in playout(match, seed):
            seen |= set(map(type, entry.events))
        if len(seen) == len(EVENTS):
            break
    assert set(EVENTS) - seen == set()


@pytest.mark.parametrize("seats", [2, 8])
def test_a_line_is_short(seats):
    assert 100 < longest((opened(seats) for _ in range(3)), lines) < 450


def test_at_most_two_public_lines_an_action():
    match = opened(3)
    for entry in playout(match, 3):
        assert len(lines(match.state, entry)) <= 2


def test_a_watched_game_notices_a_lost_card():
    careless = Watched()
    careless.apply = {**APPLY, Drew: lambda state, event: state.sides[event.seat].deck.pop()}
    match = Match.open(careless, header(), SEED)
    with pytest.raises(Exception, match="broke on"):
        match.begin()

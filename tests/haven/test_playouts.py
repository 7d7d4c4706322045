"""Whole matches by chance: the invariants hold after every event, and the log is the truth."""

from collections import Counter

import pytest

from games.cardbattle.changes import Drew
from games.cardbattle.commands import Choose, End, Pass
from games.cardbattle.events import Ended
from games.cardbattle.state import Step
from games.haven import HAVEN
from games.haven.events import EVENTS
from games.haven.evolve import APPLY
from games.kit.errors import Illegal
from games.kit.match import Match
from games.kit.options import read_options
from games.kit.simulate import Plan, play
from tests.cardbattle.playing import SEED, decks, lives, playout
from tests.cardbattle.proving import go_through_json, prove, take_up
from tests.haven.playouts import Watched, header, opened
from tests.haven.scenes import lines

OPTION_SETS: list[dict[str, object]] = [
    {},
    {"composure": 10, "ap": 20, "turn_items": 10},
    {"composure": 3, "hand": 9, "hand_limit": 3, "idle_limit": 1},
    {"max_rounds": 4, "crowd_rounds": 2, "uses": 1, "split_grace": 1},
]


def sound(match):
    """What holds after every entry."""
    state = match.state
    for side in state.sides:
        assert side.ap >= 0
        assert side.life >= 0
        assert all(amount > 0 for amount in side.mana.values())
    for thing in state.things.values():
        assert thing.hurt >= 0
        assert state.sides[thing.owner].present
        assert state.sides[thing.controller].present
    for seat in range(len(state.sides)):
        assert bool(HAVEN.choices(state, seat)) == (seat in HAVEN.actors(state))
        for move in () if seat in HAVEN.actors(state) else (End(), Pass(), Choose("choose")):
            with pytest.raises(Illegal):
                next(HAVEN.decide(state, seat, move, match.now, match.rng))
    assert HAVEN.waits(state) in (frozenset(), HAVEN.actors(state))
    assert state.over or HAVEN.timers(state) or HAVEN.waits(state)
    assert state.running is None or state.frame or state.over
    assert not state.open_to_actions or not state.stack
    assert (match.result is not None) == state.over
    if state.over:
        assert isinstance(match.log[-1].events[-1], Ended)
        assert (HAVEN.timers(state), HAVEN.actors(state), HAVEN.waits(state)) == ({}, set(), set())


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("number", range(len(OPTION_SETS)))
def test_the_invariants_hold_after_every_event(number, seats):
    match = opened(seats, **OPTION_SETS[number])
    seed = (number + seats) % 2
    points = Counter()
    brought = {seat: sorted(chair.brought) for seat, chair in enumerate(match.header.chairs)}
    for entry in playout(match, seed, happenings=4 if seed else 0):
        sound(match)
        assert decks(match.state) == brought
        for posting in (posting for event in entry.events for posting in HAVEN.postings(event)):
            points[posting.seat] += posting.delta
    assert {seat: points[seat] for seat in range(seats)} == lives(match.state)
    folded = Match.fold(HAVEN, match.header, match.log, SEED)
    assert (folded.state, folded.rng.position, folded.now) == (match.state, match.rng.position, match.now)


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
    longest = 0
    for seed in range(3):
        match = opened(seats)
        for entry in playout(match, seed):
            said = lines(match.state, entry, "nickname{}".format)
            longest = max([longest, *(len(line.encode()) for line in said)])
    assert 100 < longest < 450


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

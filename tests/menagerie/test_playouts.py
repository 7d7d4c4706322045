"""Whole matches by chance: the invariants hold after every event, and the log is the truth."""

from collections import Counter

import pytest
from msgspec.structs import replace

from games.cardbattle.changes import Drew
from games.cardbattle.events import Ended
from games.cardbattle.state import Step
from games.kit.match import Match
from games.menagerie import MENAGERIE
from games.menagerie.events import EVENTS
from games.menagerie.evolve import APPLY
from games.menagerie.game import Menagerie
from tests.cardbattle.playing import SEED, Watching, decks, header, lives, playout
from tests.cardbattle.proving import go_through_json, prove, take_up
from tests.menagerie.scenes import lines

OPTION_SETS: list[dict[str, object]] = [
    {},
    {"hp": 12, "ap": 20, "turn_items": 10},
    {"hp": 5, "hand": 9, "hand_limit": 3, "idle_limit": 1, "pool_limit": 4},
    {"max_rounds": 4, "crowd_rounds": 2, "uses": 1, "split_grace": 1},
]


RARE = ("changing-tides", "dig-it-up", "training-day")
"""Cards that do what others do not, in place of some of a ready deck."""


class Watched(Watching, Menagerie):
    """Menagerie that proves after every event that no card is lost."""


WATCHED = Watched()


def opened(seats: int = 2, **options: object) -> Match:
    """A match that watches itself and has not begun."""
    return Match.open(WATCHED, header(MENAGERIE, seats, **options), SEED)


def sound(match):
    """What holds after every entry."""
    state = match.state
    for side in state.sides:
        assert side.ap >= 0
        assert side.life >= 0
        assert all(0 < amount <= state.options.pool_limit for amount in side.mana.values())
    for thing in state.things.values():
        assert thing.hurt >= 0
        assert state.sides[thing.owner].present
        assert state.sides[thing.controller].present
    for seat in MENAGERIE.actors(state):
        assert MENAGERIE.choices(state, seat)
    assert MENAGERIE.waits(state) in (frozenset(), MENAGERIE.actors(state))
    assert state.over or MENAGERIE.timers(state) or MENAGERIE.waits(state)
    assert state.running is None or state.frame or state.over
    assert not state.open_to_actions or not state.stack
    assert (match.result is not None) == state.over
    if state.over:
        assert isinstance(match.log[-1].events[-1], Ended)
        assert (MENAGERIE.timers(state), MENAGERIE.actors(state), MENAGERIE.waits(state)) == ({}, set(), set())


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("options", OPTION_SETS, ids=range(len(OPTION_SETS)))
def test_the_invariants_hold_after_every_event(seed, seats, options):
    match = opened(seats, **options)
    points = Counter()
    brought = {seat: sorted(chair.brought) for seat, chair in enumerate(match.header.chairs)}
    for entry in playout(match, seed, happenings=4 if seed else 0):
        sound(match)
        assert decks(match.state) == brought
        for posting in (posting for event in entry.events for posting in MENAGERIE.postings(event)):
            points[posting.seat] += posting.delta
    assert {seat: points[seat] for seat in range(seats)} == lives(match.state)
    folded = Match.fold(MENAGERIE, match.header, match.log, SEED)
    assert (folded.state, folded.rng.position, folded.now) == (match.state, match.rng.position, match.now)


@pytest.mark.parametrize("seats", [2, 5])
def test_the_proof_finds_nothing(seats):
    prove(MENAGERIE, opened(seats, hp=15))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_twin_that_goes_through_json_stays_equal(seats):
    go_through_json(MENAGERIE, opened(seats, hp=15))


def test_the_same_seed_and_inputs_give_the_same_match():
    first, second = opened(3), opened(3)
    assert list(playout(first, 1)) == list(playout(second, 1))


SITUATIONS = {
    Step.MAIN, Step.OVER, "window over 1, open", "window over 2, open", "window over 1, answered",
    "defend of play", "name of play", "discard of hand", "choose of play",
}  # fmt: skip


def test_a_match_can_be_taken_up_in_every_situation():
    take_up(MENAGERIE, (opened(4, hp=20, hand=9) for _ in range(60)), SITUATIONS, lines)


def test_playouts_see_every_event():
    never = {"Opened"}
    seen = set()
    for seed in range(40):
        head = header(MENAGERIE, 2 + seed % 3, hp=20, quit_grace=seed, hand=9)
        chairs = tuple(replace(chair, brought=(*chair.brought[:-3], *RARE)) for chair in head.chairs)
        match = Match.open(MENAGERIE, replace(head, chairs=chairs), SEED)
        for entry in playout(match, seed):
            seen |= {type(event).__name__ for event in entry.events}
        if seen | never == {event.__name__ for event in EVENTS}:
            break
    assert {event.__name__ for event in EVENTS} - seen == never


@pytest.mark.parametrize("seats", [2, 6])
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
    match = Match.open(careless, header(MENAGERIE), SEED)
    with pytest.raises(Exception, match="broke on"):
        match.begin()

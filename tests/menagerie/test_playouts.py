"""Whole matches by chance: the invariants hold after every event, and the log is the truth."""

import pytest
from msgspec.structs import replace

from games.cardbattle.changes import Drew
from games.cardbattle.state import Step
from games.kit.match import Match
from games.menagerie import MENAGERIE
from games.menagerie.events import EVENTS
from games.menagerie.evolve import APPLY
from games.menagerie.game import Menagerie
from tests.cardbattle.playing import SEED, Watching, header, playout
from tests.cardbattle.proving import go_through_json, longest, prove, stays_sound, take_up
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


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("number", range(len(OPTION_SETS)))
def test_the_invariants_hold_after_every_event(number, seats):
    stays_sound(MENAGERIE, opened(seats, **OPTION_SETS[number]), (number + seats) % 2)


def test_rule_8_nobody_has_more_mana_than_the_pool_takes():
    match = opened(4, pool_limit=4)
    for _ in playout(match, 1):
        assert all(amount <= 4 for side in match.state.sides for amount in side.mana.values())


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
    assert 100 < longest((opened(seats) for _ in range(3)), lines) < 450


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

"""Rule 10: whatever makes the turn go on, a seat that holds nothing gets its pity card and is skipped."""

import pytest

from games.ion import ION
from games.ion.events import Opened, Pitied
from games.kit.inputs import Away, Back, Cause, Expired, Joined, Left, Prompted, Reason
from tests.ion.scenes import hand, of, scene

MINUTE = 60_000


def given(match, entries):
    """The pity cards of what happened, after which it is the turn of seat 2."""
    events = [event for entry in entries for event in entry.events]
    assert of(events, Opened) == [Opened(2)]
    assert match.state.acting == 2
    return of(events, Pitied)


def force(match):
    match.rng.force(pity=["=="])


@pytest.mark.parametrize("limit", [1, 3], ids=["out for it", "in time next time"])
def test_rule_10_after_a_missed_turn(limit):
    match = scene("S", "", "S", "S", options={"idle_limit": limit})
    match.input(Prompted(), at=0)
    force(match)
    assert given(match, match.tick(10_000)) == [Pitied(1, "==")]
    assert hand(match, 1) == "=="


@pytest.mark.parametrize("limit", [1, 3], ids=["out for it", "held"])
@pytest.mark.parametrize("cause", list(Cause))
def test_rule_10_after_the_player_has_gone_away(cause, limit):
    match = scene("S", "", "S", "S", options={"idle_limit": limit})
    force(match)
    assert given(match, match.input(Away(cause), 0)) == [Pitied(1, "==")]


def test_rule_10_after_the_player_has_left():
    match = scene("S", "", "S", "S")
    force(match)
    assert given(match, match.input(Left(Reason.QUIT), 0)) == [Pitied(1, "==")]


@pytest.fixture
def waiting():
    """A match in which everybody is away; it is the turn of seat 0, and the next seat that holds something is 2."""
    match = scene("S", "", "S", "S")
    for seat in (1, 2, 3, 0):
        match.input(Away(Cause.SPLIT), seat)
    assert (match.state.acting, match.state.current) == (None, 0)
    force(match)
    return match


def test_rule_10_after_somebody_is_back(waiting):
    assert given(waiting, waiting.input(Back(), 2)) == [Pitied(1, "==")]


def test_rule_10_after_somebody_has_joined(waiting):
    entries = waiting.input(Joined(), 4, item=["S"] * 5)
    events = [event for entry in entries for event in entry.events]
    assert of(events, Pitied) == [Pitied(1, "==")]
    assert waiting.state.acting == 4


def test_rule_10_after_a_held_seat_was_given_up(waiting):
    entry, *_ = waiting.tick(90_000)
    assert entry.command == Expired("hold:0")
    assert of(entry.events, Pitied, Opened) == [Pitied(1, "=="), Opened(2)]


def test_rule_10_in_a_new_round():
    match = scene("S", "", "S", "S", options={"rounds": 2}, last_mover=0)
    match.input(Prompted(), at=0)
    match.state.asked_at = 10 * MINUTE
    force(match)
    assert given(match, match.tick(10 * MINUTE)) == [Pitied(1, "==")]


def test_rule_10_nobody_gets_one_whose_turn_does_not_come():
    match = scene("S", "", "S", "S")
    assert of(match.input(Left(Reason.QUIT), 3)[0].events, Pitied) == []
    assert hand(match, 1) == "nothing"
    assert ION.waits(match.state) == {0}

"""Rules 4 to 7: leaving, being away, the end for want of players."""

import pytest

from games.ion import ION
from games.ion.events import Departed, Ended, Held, Missed, Opened, Passed
from games.kit.inputs import Away, Back, Cause, Joined, Kind, Left, Prompted, Reason, Stopped
from tests.ion.scenes import hand, of, play, points, scene

GRACE = 90_000

# Rule 4


@pytest.mark.parametrize("reason", list(Reason))
def test_rule_4_points_are_divided_evenly_and_the_rest_goes_to_the_bank(reason):
    match = scene("S", "S", "S", "S")
    match.state.seats[1].points = 1000
    (entry,) = match.input(Left(reason), 1)
    assert entry.events == (Departed(1, reason.value, 1000, {2: 333, 3: 333, 0: 333}, 1),)
    assert points(match) == [333, 0, 333, 333]
    assert match.state.bank == 1


def test_rule_4_only_a_positive_balance_is_divided():
    match = scene("S", "S", "S")
    match.state.seats[1].points = -500
    match.input(Left(Reason.QUIT), 1)
    assert points(match) == [0, -500, 0]
    match.input(Stopped(scored=True))
    assert match.result.teams == {"+": 0, "-": -500}
    assert match.result.places == {0: 1, 2: 1}


def test_rule_4_items_and_coins_are_put_aside():
    match = scene("S", "S T", "S")
    match.state.seats[1].coins = 4
    match.input(Left(Reason.QUIT), 1)
    assert ION.standings(match.state)[1].items == {"S": 1, "T": 1}
    assert play(match, 0, "S")
    match.state.seats[2].hand = {"T": 1}
    play(match, 2, "T S")
    assert hand(match, 1) == "S T and 4 coins"


def test_rule_4_the_turn_goes_on_when_the_current_player_leaves():
    match = scene("S", "S", "S")
    (entry,) = match.input(Left(Reason.QUIT), 0)
    assert entry.events[-1] == Opened(1)


def test_rule_4_leaving_twice_changes_nothing():
    match = scene("S", "S", "S")
    match.input(Left(Reason.QUIT), 1)
    assert match.input(Left(Reason.KICK), 1) == []


# Rule 5


@pytest.mark.parametrize(
    ("cause", "grace"),
    [(Cause.SPLIT, 90_000), (Cause.PING_TIMEOUT, 60_000), (Cause.UNSEEN, 60_000), (Cause.ASKED, 300_000)],
)
def test_rule_5_the_seat_is_held_for_the_grace_of_its_cause(cause, grace):
    match = scene("S", "S", "S")
    (entry,) = match.input(Away(cause), 1, at=5000)
    assert entry.events == (Held(1, 5000 + grace, cause is Cause.ASKED),)
    assert match.due == 5000 + grace


def test_rule_5_turns_of_a_held_seat_are_passed_over_without_a_penalty():
    match = scene("S", "S", "S")
    match.input(Away(Cause.SPLIT), 1)
    assert of(play(match, 0, "S"), Passed, Opened) == [Passed(1), Opened(2)]
    assert points(match) == [0, 0, 0]
    assert match.state.seats[1].idle == 0


def test_rule_5_the_turn_of_who_goes_away_is_passed_over():
    match = scene("S", "S", "S")
    match.input(Prompted())
    (entry,) = match.input(Away(Cause.SPLIT), 0)
    assert of(entry.events, Missed, Opened) == [Opened(1)]
    assert list(match.tick(20_000)) == []


def test_rule_5_who_asks_to_be_away_in_their_own_turn_loses_it_like_a_missed_one():
    match = scene("S", "S", "S")
    match.input(Prompted())
    (entry,) = match.input(Away(Cause.ASKED), 0)
    assert entry.events == (Missed(0, 1000), Held(0, 300_000, asked=True), Opened(1))
    assert points(match) == [-1000, 0, 0]


def test_rule_5_who_asks_to_be_away_for_the_third_turn_without_a_move_is_out():
    match = scene("S", "S", "S")
    match.state.seats[0].idle = 2
    (entry,) = match.input(Away(Cause.ASKED), 0)
    assert of(entry.events, Held, Departed) == [Departed(0, "idle", 0, {}, 0)]


def test_rule_5_without_a_grace_who_quits_irc_is_out_at_once():
    match = scene("S", "S", "S")
    match.state.seats[1].points = 100
    (entry,) = match.input(Away(Cause.QUIT), 1)
    assert entry.events == (Departed(1, "disconnect", 100, {2: 50, 0: 50}, 0),)
    assert match.input(Away(Cause.QUIT), 1) == []


def test_rule_5_without_a_grace_who_is_away_and_quits_irc_is_out_at_once():
    match = scene("S", "S", "S")
    match.input(Away(Cause.ASKED), 1)
    (entry,) = match.input(Away(Cause.QUIT), 1)
    assert entry.events == (Departed(1, "disconnect", 0, {}, 0),)


def test_rule_5_quitting_irc_can_have_a_grace():
    match = scene("S", "S", "S", options={"quit_grace": 30})
    (entry,) = match.input(Away(Cause.QUIT), 1, at=5000)
    assert entry.events == (Held(1, 35_000, quit=True),)
    assert of(play(match, 0, "S"), Passed, Missed) == [Passed(1)]
    (entry,) = match.tick(35_000)
    assert entry.events == (Departed(1, "grace", 0, {}, 0),)


def test_rule_5_who_quits_irc_within_the_grace_can_come_back():
    match = scene("S", "S", "S", options={"quit_grace": 30})
    match.input(Away(Cause.QUIT), 1)
    match.input(Back(), 1, at=29_999)
    assert match.due is None


@pytest.mark.parametrize("cause", [Cause.ASKED, Cause.QUIT])
def test_rule_5_going_by_ones_own_word_in_ones_own_turn_is_no_cheaper_than_no_move(cause):
    match = scene("S", "S", "S", options={"quit_grace": 300})
    match.input(Prompted())
    (entry,) = match.input(Away(cause), 0)
    assert of(entry.events, Missed, Opened) == [Missed(0, 1000), Opened(1)]
    assert (points(match), match.state.seats[0].idle) == ([-1000, 0, 0], 1)


def test_rule_5_who_quits_irc_in_the_third_turn_without_a_move_is_out_in_spite_of_a_grace():
    match = scene("S", "S", "S", options={"quit_grace": 30})
    match.state.seats[0].idle = 2
    (entry,) = match.input(Away(Cause.QUIT), 0)
    assert of(entry.events, Held, Departed) == [Departed(0, "idle", 0, {}, 0)]


def test_rule_5_back_in_time_the_seat_goes_on():
    match = scene("S", "S", "S")
    match.input(Away(Cause.SPLIT), 1)
    match.input(Back(), 1, at=GRACE - 1)
    assert match.input(Prompted(), at=GRACE + 1)
    assert play(match, 0, "S")[-1] == Opened(1)
    assert match.input(Back(), 1) == []


def test_rule_5_not_back_in_time_is_leaving():
    match = scene("S", "S", "S")
    match.state.seats[1].points = 100
    match.input(Away(Cause.SPLIT), 1)
    (entry,) = match.tick(GRACE)
    assert entry.events == (Departed(1, "grace", 100, {2: 50, 0: 50}, 0),)


def test_rule_5_away_twice_keeps_the_first_grace():
    match = scene("S", "S", "S")
    match.input(Away(Cause.SPLIT), 1)
    assert match.input(Away(Cause.PING_TIMEOUT), 1, at=10) == []
    assert match.due == GRACE
    match.input(Left(Reason.QUIT), 1)
    assert match.input(Away(Cause.SPLIT), 1) == []


def test_rule_5_a_held_player_who_is_kicked_is_out():
    match = scene("S", "S", "S")
    match.input(Away(Cause.SPLIT), 1)
    match.input(Left(Reason.KICK), 1)
    assert match.due is None


def test_rule_5_with_everybody_away_the_turn_stays_open():
    match = scene("S", "S", "S")
    for seat in (1, 2, 0):
        match.input(Away(Cause.SPLIT), seat)
    assert (match.state.acting, match.state.current) == (None, 0)
    assert not ION.actors(match.state)
    assert not ION.waits(match.state)
    assert match.input(Prompted()) == []
    assert "Everybody is away" in match.refusal(0, "S")
    (entry,) = match.input(Back(), 0)
    assert len(entry.events) == 1
    assert ION.waits(match.state) == {0}


def test_rule_5_with_everybody_away_the_turn_goes_to_who_comes_back():
    match = scene("S", "S", "S")
    for seat in (0, 1, 2):
        match.input(Away(Cause.SPLIT), seat)
    assert match.state.current == 2
    (entry,) = match.input(Back(), 1)
    assert of(entry.events, Passed, Opened) == [Passed(0), Opened(1)]


def test_rule_5_with_everybody_away_the_turn_goes_to_who_joins():
    match = scene("S", "S")
    for seat in (0, 1):
        match.input(Away(Cause.SPLIT), seat)
    (entry,) = match.input(Joined(), 2)
    assert entry.events[-1] == Opened(2)


def test_rule_5_with_everybody_away_a_grace_ends_and_the_turn_stays_open():
    match = scene("S", "S", "S")
    for seat in (1, 2, 0):
        match.input(Away(Cause.PING_TIMEOUT if seat == 0 else Cause.SPLIT), seat)
    (entry,) = match.tick(60_000)
    assert of(entry.events, Passed, Opened) == [Opened(1)]
    assert match.state.acting is None


# Rule 6


def miss(match):
    match.input(Prompted())
    (entry,) = match.tick(match.now + 10_000)
    return list(entry.events)


def test_rule_6_three_turns_without_a_move_remove_the_player():
    match = scene("S", "S", "S")
    for turn in range(3):
        events = miss(match)
        if turn < 2:
            play(match, 1, "S", item=["S"])
            play(match, 2, "S", item=["S"])
    assert [type(event) for event in events] == [Missed, Departed, Opened]
    assert events[1:] == [Departed(0, "idle", 0, {}, 0), Opened(1)]


def test_rule_6_the_limit_is_an_option():
    match = scene("S", "S", "S", options={"idle_limit": 1})
    assert of(miss(match), Departed)


def test_rule_6_a_move_starts_the_count_again():
    match = scene("S", "S", "S")
    match.state.seats[0].idle = 2
    play(match, 0, "S")
    assert match.state.seats[0].idle == 0


def test_rule_6_a_stretch_alone_is_no_move():
    match = scene(": S", "S", "S")
    match.state.seats[0].idle = 2
    match.say(0, ":")
    match.input(Prompted())
    (entry,) = match.tick(20_000)
    assert of(entry.events, Departed)


def test_rule_6_pity_and_held_turns_do_not_count():
    match = scene("S", "", "S")
    match.state.seats[1].idle = match.state.seats[2].idle = 2
    match.input(Away(Cause.SPLIT), 2)
    play(match, 0, "S", pity=["+"])
    assert [seat.idle for seat in match.state.seats] == [0, 2, 2]


# Rule 7


def test_rule_7_with_fewer_than_two_players_the_match_ends_and_is_scored():
    match = scene("S", "S", bank=800)
    match.state.seats[1].points = 100
    (entry,) = match.input(Left(Reason.QUIT), 1)
    assert entry.events[-1] == Ended(scored=True, void=800)
    assert (match.result.places, points(match)) == ({0: 1}, [100, 0])
    assert match.due is None


def test_rule_7_fillers_are_no_players():
    match = scene("S", "S", "S", teams="++-")
    match.input(Joined(Kind.FILLER), 3)
    match.input(Left(Reason.QUIT), 0)
    assert not match.over
    match.input(Left(Reason.QUIT), 1)
    assert match.result.places == {2: 1}


def test_rule_7_by_the_idle_limit_too():
    match = scene("S", "S", options={"idle_limit": 1})
    assert [type(event) for event in miss(match)] == [Missed, Departed, Ended]


def test_rule_7_everybody_can_leave():
    match = scene("S", "S", bank=5)
    match.state.order.remove(1)
    match.state.seats[1].present = False
    match.state.seats[0].points = 9
    match.input(Left(Reason.QUIT), 0)
    assert (match.state.bank, points(match), match.result.places) == (0, [0, 0], {})


@pytest.mark.parametrize("scored", [True, False])
def test_rule_7_a_match_can_be_stopped(scored):
    match = scene("S", "S", bank=700)
    match.state.seats[0].points = 50
    match.input(Stopped(scored))
    assert match.result.places == ({0: 1, 1: 2} if scored else {})
    assert (points(match), match.state.bank, match.due) == ([50, 0], 0, None)

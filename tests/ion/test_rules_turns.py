"""Rules 8 to 12: turns, time, rounds."""

import pytest

from games.ion import ION
from games.ion.events import Asked, Ended, Missed, Opened, Passed, Pitied, Recalled, RoundBegan, RoundEnded
from games.ion.items import CARDS
from games.kit.errors import Illegal
from games.kit.inputs import Away, Cause, Expired, Left, Paused, Prompted, Reason, Resumed
from tests.ion.scenes import hand, of, play, points, scene

TEN = 10_000
MINUTES = 60_000


# Rule 8


def test_rule_8_the_time_starts_when_the_prompt_has_left():
    match = scene("S", "S")
    assert (ION.waits(match.state), match.due) == ({0}, None)
    (entry,) = match.input(Prompted(), at=7000)
    assert entry.events == (Asked(7000),)
    assert not ION.waits(match.state)
    assert match.due == 7000 + TEN
    assert match.input(Prompted(), at=8000) == []


def test_rule_8_who_is_called_may_move_before_the_prompt_has_left():
    match = scene("S", "S")
    play(match, 0, "S", at=500_000)
    assert ION.waits(match.state) == {1}


def test_rule_8_the_time_is_an_option():
    match = scene("S", "S", options={"move_time": 3})
    match.input(Prompted(), at=0)
    assert match.due == 3000


@pytest.mark.parametrize(("at", "in_time"), [(TEN - 1, True), (TEN, False), (TEN + 1, False)])
def test_rule_8_a_move_at_the_due_time_is_late(at, in_time):
    match = scene("S", "S")
    match.input(Prompted(), at=0)
    if in_time:
        play(match, 0, "S", at=at)
    else:
        assert "not your turn" in match.refusal(0, "S", at=at)
    assert points(match)[0] == (0 if in_time else -1000)


@pytest.mark.parametrize(("at", "in_time"), [(2 * TEN - 1, True), (2 * TEN, False), (2 * TEN + 1, False)])
def test_rule_8_a_stretched_move_at_the_due_time_is_late(at, in_time):
    match = scene(": S", "S")
    match.input(Prompted(), at=0)
    match.say(0, ":", at=TEN - 1)
    if in_time:
        play(match, 0, "S", at=at)
    else:
        assert "not your turn" in match.refusal(0, "S", at=at)


@pytest.mark.parametrize("stretched", [False, True])
def test_rule_8_after_an_interruption_the_turn_has_its_full_time(stretched):
    match = scene(": S", "S")
    match.input(Prompted(), at=0)
    if stretched:
        match.say(0, ":", at=1)
    assert match.input(Paused(), at=9000) == []
    (entry,) = match.input(Resumed(), at=9000)
    assert entry.events == (Recalled(),)
    assert ION.waits(match.state) == {0}
    assert match.input(Resumed(), at=9000) == []
    match.input(Prompted(), at=9100)
    assert ION.timers(match.state)["turn"] == 9100 + TEN * (2 if stretched else 1)


# Rule 9


def test_rule_9_no_move_in_time_costs_points_and_play_goes_on():
    match = scene("S", "S")
    match.input(Prompted(), at=0)
    (entry,) = match.tick(TEN)
    assert (entry.command, entry.at) == (Expired("turn"), TEN)
    assert entry.events == (Missed(0, 1000), Opened(1))
    assert points(match) == [-1000, 0]
    assert hand(match, 0) == "S"


def test_rule_9_the_penalty_is_an_option():
    match = scene("S", "S", options={"penalty": 0})
    match.input(Prompted(), at=0)
    list(match.tick(TEN))
    assert points(match) == [0, 0]


# Rule 10


def test_rule_10_with_no_items_one_gets_a_pity_card_and_is_skipped():
    match = scene("S", "", "S")
    events = play(match, 0, "S", pity=["=="])
    assert events[-2:] == [Pitied(1, "=="), Opened(2)]
    assert (hand(match, 1), points(match)) == ("==", [0, 0, 0])


def test_rule_10_the_pity_card_is_a_card():
    match = scene("S", "", "S")
    for _ in range(50):
        match.state.seats[1].hand.clear()
        match.state.seats[2].hand = {"S": 1}
        (pitied,) = of(play(match, match.state.acting, "S", item=["S"]), Pitied)[:1]
        assert pitied.item in CARDS
        if match.state.acting == 2:
            play(match, 2, "S", item=["S"])


def test_rule_10_a_held_seat_without_items_gets_it_too():
    match = scene("S", "", "S")
    match.input(Away(Cause.SPLIT), 1)
    assert of(play(match, 0, "S"), Pitied, Passed, Opened)[1:] == [Opened(2)]


def test_rule_10_nobody_has_anything():
    match = scene("S", "", "")
    match.input(Left(Reason.QUIT), 0, pity=["+", "-"])
    assert (hand(match, 1), hand(match, 2), match.state.acting) == ("+", "-", 1)


# Rule 11


def test_rule_11_a_move_uses_one_item_with_its_argument():
    match = scene("+ - x2 S", "S")
    play(match, 0, "x2 +")
    assert (hand(match, 0), match.state.acting) == ("- ± S", 1)


def test_rule_11_an_extra_turn_has_its_own_prompt_and_full_time():
    match = scene("R S", "S")
    match.input(Prompted(), at=0)
    play(match, 0, "R", at=4000)
    assert ION.waits(match.state) == {0}
    match.input(Prompted(), at=4500)
    assert ION.timers(match.state)["turn"] == 4500 + TEN


# Rule 12


def test_rule_12_the_clock_starts_with_the_first_prompt_of_the_round():
    match = scene("S", "S")
    match.input(Prompted(), at=3000)
    assert ION.timers(match.state)["round"] == 3000 + 10 * MINUTES
    play(match, 0, "S", at=4000)
    match.input(Prompted(), at=5000)
    assert ION.timers(match.state)["round"] == 3000 + 10 * MINUTES


def test_rule_12_the_round_ends_at_once_and_the_open_prompt_dies():
    match = scene("S", "S", options={"round_time": 10})
    match.input(Prompted(), at=0)
    (entry,) = match.tick(TEN)
    assert entry.command == Expired("round")
    assert entry.events == (RoundEnded({}, 0), Ended(scored=True, void=0))
    assert points(match) == [0, 0]
    with pytest.raises(Illegal, match="The match is over"):
        match.say(0, "S")


@pytest.mark.parametrize(("at", "in_time"), [(4999, True), (5000, False), (5001, False)])
def test_rule_12_a_move_when_the_round_ends_is_late(at, in_time):
    match = scene("S", "S", options={"round_time": 5})
    match.input(Prompted(), at=0)
    if in_time:
        play(match, 0, "S", at=at)
    else:
        assert match.refusal(0, "S", at=at) == "The match is over."


def finish(match):
    match.input(Prompted())
    match.state.round_length = 1
    (entry,) = match.tick(match.now + 1)
    return entry.events


@pytest.mark.parametrize(
    ("polarity", "teams", "paid", "void"),
    [
        (3, "++-", {0: 500, 1: 500}, 1),
        (-3, "++-", {2: 1001}, 0),
        (0, "++-", {}, 1001),
        (-3, "+++", {}, 1001),
    ],
)
def test_rule_12_after_the_last_round_the_bank_goes_to_the_side_of_the_polarity(polarity, teams, paid, void):
    match = scene("S", "S", "S", teams=teams, bank=1001, polarity=polarity)
    assert finish(match) == (RoundEnded(paid, void), Ended(scored=True, void=0))
    assert points(match) == [paid.get(seat, 0) for seat in range(3)]
    assert (match.state.bank, match.state.polarity) == (0, 0)


def test_rule_12_between_rounds_the_bank_carries_over_and_polarity_and_charge_end():
    match = scene("S", "S T", options={"rounds": 2}, bank=1001, polarity=12, charge=3, flow=-1, round_gained=180_000)
    match.state.seats[1].points = 70
    match.state.seats[1].coins = 3
    events = finish(match)
    assert [type(event) for event in events] == [RoundEnded, RoundBegan, Opened]
    state = match.state
    assert (state.bank, state.polarity, state.charge, state.round, state.flow) == (1001, 0, 0, 2, -1)
    assert (points(match), hand(match, 1)) == ([0, 70], "S T and 3 coins")
    assert (state.round_length, state.round_gained, match.due) == (10 * MINUTES, 0, None)
    match.input(Prompted(), at=50_000)
    assert ION.timers(state)["round"] == 50_000 + 10 * MINUTES


def test_rule_12_the_next_round_starts_after_the_last_mover():
    match = scene("S", "S", "S", options={"rounds": 2})
    play(match, 0, "S")
    match.input(Prompted(), at=0)
    list(match.tick(TEN))
    assert match.state.acting == 2
    assert finish(match)[-1] == Opened(1)


def test_rule_12_if_the_last_mover_had_an_extra_turn_the_next_one_starts():
    match = scene("R S", "S", "S", options={"rounds": 2})
    play(match, 0, "R")
    assert finish(match)[-1] == Opened(2)


def test_rule_12_if_nobody_has_moved_the_open_turn_starts_the_next_round():
    match = scene("S", "S", "S", options={"rounds": 2})
    assert finish(match)[-1] == Opened(0)


def test_rule_12_if_the_last_mover_is_out_the_open_turn_starts_the_next_round():
    match = scene("S", "S", "S", options={"rounds": 2})
    play(match, 0, "S")
    match.input(Left(Reason.QUIT), 0)
    assert finish(match)[-1] == Opened(1)


def test_rule_12_the_highest_total_wins_and_equal_totals_share():
    match = scene("S", "S", "S", "S")
    for seat, total in zip(match.state.seats, (300, 500, -100, 500), strict=True):
        seat.points = total
    finish(match)
    assert match.result.places == {0: 3, 1: 1, 2: 4, 3: 1}
    assert match.result.winners == [1, 3]
    assert match.result.teams == {"+": 200, "-": 1000}


def test_rule_12_when_round_and_turn_end_at_once_there_is_no_penalty():
    match = scene("S", "S", options={"round_time": 10, "rounds": 2})
    match.input(Prompted(), at=0)
    entries = list(match.tick(TEN))
    assert [entry.command for entry in entries] == [Expired("round")]
    assert points(match) == [0, 0]

"""Rule 20: time, leaving, and being away."""

import pytest

from games.fia import FIA
from games.fia.events import (
    Asked,
    CameBack,
    Departed,
    Ended,
    Held,
    Holstered,
    LaidOut,
    Landed,
    Missed,
    Recalled,
    Topped,
    TurnBegan,
)
from games.fia.state import End, Stage
from games.kit.inputs import Away, Back, Cause, Expired, Joined, Kind, Left, Paused, Prompted, Reason, Resumed, Stopped
from games.kit.scenario import Scenario
from tests.fia.scenes import draw, lie, lines, of, play, scene, tied

TURN = 45_000


def turn(**options):
    """A turn of ann whose prompt left at 1000 ms."""
    match = scene("ra7 ra8", "ra1", **options)
    match.input(Prompted(), at=1000)
    return match


# Turns


def test_rule_20_the_time_of_a_turn_starts_when_the_prompt_has_left():
    match = scene("ra7")
    assert (FIA.waits(match.state), match.due) == ({0}, None)
    (entry,) = match.input(Prompted(), at=1000)
    assert entry.events == (Asked(1000),)
    assert (FIA.waits(match.state), FIA.timers(match.state)) == (set(), {"turn": 1000 + TURN})
    assert match.input(Prompted(), at=2000) == []


def test_rule_20_the_time_is_an_option():
    assert FIA.timers(turn(turn_time=3).state) == {"turn": 4000}


@pytest.mark.parametrize(("at", "in_time"), [(TURN + 999, True), (TURN + 1000, False), (TURN + 1001, False)])
def test_rule_20_a_move_at_the_due_time_is_late(at, in_time):
    match = turn()
    if in_time:
        assert LaidOut(0, ("ra7",)) in play(match, 0, "ra7", at=at)
    else:
        assert "not your turn" in match.refusal(0, "ra7", at=at)


def test_rule_20_on_time_out_one_plays_none_and_draws():
    match = turn()
    (entry,) = match.tick(1000 + TURN)
    assert (entry.command, entry.events) == (Expired("turn"), (Missed(0, ("bd1",)), TurnBegan(1, ("bd1",))))
    assert lines(match.state, entry)[0].startswith("ann is out of time. ")


def test_rule_20_in_the_very_first_turn_the_top_card_is_played():
    match = Scenario.begun(FIA, 2, starter=[0])
    top = match.state.sides[0].deck[-1]
    match.input(Prompted(), at=0)
    (entry,) = match.tick(TURN)
    assert entry.events[:2] == (Missed(0), Topped(0, top))
    assert match.state.sides[0].idle == 1
    assert match.state.current == 1


def test_rule_20_three_time_outs_in_a_row_lose():
    match = turn()
    for _ in range(2):
        list(match.tick(match.due))
        play(match, 1, "draw")
        match.input(Prompted())
    (entry,) = match.tick(match.due)
    assert entry.events == (Missed(0, ("bh1",)), Departed(0, "idle"), Ended({1: 1, 0: 2}, End.OUT))


def test_rule_20_before_the_last_one_there_is_a_warning():
    match = turn(idle_limit=2)
    (entry,) = match.tick(match.due)
    assert lines(match.state, entry)[0].startswith("ann is out of time, and out of the duel the next time.")


@pytest.mark.parametrize("text", ["ra7", "draw"])
def test_rule_20_a_move_ends_the_row(text):
    match = turn()
    match.state.sides[0].idle = 2
    play(match, 0, text)
    assert match.state.sides[0].idle == 0


def test_rule_20_an_attack_lands_at_the_end_of_a_turn_that_is_missed():
    match = turn()
    match.state.sides[0].pending = 9
    list(match.tick(match.due))
    assert match.state.sides[0].lp == 31


# Leaving


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("reason", [reason for reason in Reason if reason is not Reason.SURPLUS])
def test_rule_20_leaving_loses(seat, reason):
    match = turn()
    (entry,) = match.input(Left(reason), seat)
    assert entry.events == (Departed(seat, reason.value), Ended({1 - seat: 1, seat: 2}, End.OUT))
    assert (match.over, FIA.timers(match.state), FIA.actors(match.state)) == (True, {}, set())


@pytest.mark.parametrize("begun", [draw, lambda *_: tied()])
def test_rule_20_leaving_loses_in_a_draw_and_in_a_tie_break(begun):
    match = begun("ra1", "bd1")
    match.input(Left(Reason.PART), 1)
    assert match.result.winners == [0]


def test_rule_20_quitting_irc_loses_unless_it_has_a_grace():
    match = turn()
    (entry,) = match.input(Away(Cause.QUIT), 0)
    assert entry.events[0] == Departed(0, "disconnect")
    match = turn(quit_grace=20)
    (entry,) = match.input(Away(Cause.QUIT), 1)
    assert entry.events == (Held(1, 21_000, TURN, quit=True),)
    assert lines(match.state, entry) == ["bob left IRC; the duel waits."]


def test_rule_20_nobody_joins_a_duel_that_has_begun():
    match = turn()
    for seat, said in ((0, "You are in the duel already."), (2, "A duel is for two")):
        with pytest.raises(Exception, match=said):
            match.input(Joined(), seat)


# Being away


@pytest.mark.parametrize(
    ("cause", "grace"), [(Cause.SPLIT, 90), (Cause.PING_TIMEOUT, 60), (Cause.UNSEEN, 60), (Cause.ASKED, 300)]
)
def test_rule_20_the_seat_is_held_and_the_clock_stands_still(cause, grace):
    match = turn()
    (entry,) = match.input(Away(cause), 1, at=11_000)
    until = 11_000 + grace * 1000
    assert entry.events == (Held(1, until, TURN - 10_000, asked=cause is Cause.ASKED),)
    assert FIA.timers(match.state) == {"hold:1": until}
    assert (FIA.actors(match.state), FIA.waits(match.state)) == (set(), set())
    assert match.refusal(0, "ra7") == "The duel waits until seat 1 is back or out."
    assert match.input(Away(cause), 1) == []
    assert match.input(Prompted()) == []


def test_rule_20_who_is_back_has_the_time_that_was_left():
    match = turn()
    match.input(Away(Cause.SPLIT), 0, at=11_000)
    (entry,) = match.input(Back(), 0, at=50_000)
    assert entry.events == (CameBack(0),)
    assert FIA.waits(match.state) == {0}
    assert lines(match.state, entry)[0].endswith("ann's turn: 35 s.")
    match.input(Prompted(), at=51_000)
    assert FIA.timers(match.state) == {"turn": 51_000 + TURN - 10_000}
    assert match.input(Back(), 0) == []


def test_rule_20_a_turn_after_that_has_its_full_time():
    match = turn()
    match.input(Away(Cause.SPLIT), 0, at=11_000)
    match.input(Back(), 0, at=50_000)
    play(match, 0, "ra7")
    match.input(Prompted())
    assert match.due == 50_000 + TURN


def test_rule_20_while_both_are_away_the_time_is_kept_too():
    match = turn()
    match.input(Away(Cause.SPLIT), 0, at=11_000)
    match.input(Away(Cause.SPLIT), 1, at=12_000)
    match.input(Back(), 0, at=20_000)
    assert FIA.actors(match.state) == set()
    match.input(Back(), 1, at=21_000)
    match.input(Prompted(), at=21_000)
    assert match.due == 21_000 + TURN - 10_000


def test_rule_20_who_does_not_come_back_loses():
    match = turn()
    match.input(Away(Cause.SPLIT), 0, at=11_000)
    match.input(Away(Cause.PING_TIMEOUT), 1, at=12_000)
    (entry,) = match.tick(72_000)
    assert entry.events == (Departed(1, "grace"), Ended({0: 1, 1: 2}, End.OUT))


def test_rule_20_if_both_graces_end_at_once_nobody_wins():
    match = turn()
    for seat in (0, 1):
        match.input(Away(Cause.SPLIT), seat, at=11_000)
    (entry,) = match.tick(101_000)
    assert entry.events == (Departed(0, "grace"), Departed(1, "grace"), Ended({}, End.OUT))
    assert lines(match.state, entry)[-1].startswith("The duel is over, without a winner.")


def test_rule_20_away_in_ones_own_turn_costs_it():
    match = turn()
    (entry,) = match.input(Away(Cause.ASKED), 0, at=5000)
    assert entry.events == (Missed(0, ("bd1",)), TurnBegan(1, ("bd1",)), Held(0, 305_000, asked=True))
    match.input(Back(), 0)
    assert FIA.waits(match.state) == {1}


def test_rule_20_away_for_the_third_time_in_ones_own_turn_loses():
    match = turn()
    match.state.sides[0].idle = 2
    (entry,) = match.input(Away(Cause.ASKED), 0)
    assert [type(event) for event in entry.events] == [Missed, Departed, Ended]


def test_rule_20_away_after_the_call_lays_nothing():
    match = draw("gh1 " * 7, "ra1 " * 7)
    (entry,) = match.input(Away(Cause.ASKED), 0, at=2000)
    assert entry.events == (Missed(0), Held(0, 302_000, 7000, asked=True))
    match.input(Back(), 0)
    assert FIA.waits(match.state) == {1}
    match.rng.force(calm=[2000])
    assert of(play(match, 1, "ra1"), LaidOut) == [LaidOut(1, ("ra1",))]


def test_rule_20_away_after_the_other_has_laid_ends_the_draw():
    match = draw("gh1 " * 7, "ra1 " * 7)
    play(match, 1, "ra1", at=1500)
    (entry,) = match.input(Away(Cause.ASKED), 0, at=2000, calm=[3000])
    assert of(entry.events, Missed, LaidOut, Landed) == [Missed(0), LaidOut(1, ("ra1",)), Landed(0, 1)]
    assert entry.events[-2:] == (Holstered(2, 3000), Held(0, 302_000, asked=True))
    match.input(Back(), 0)
    assert FIA.waits(match.state) == {0, 1}


def test_rule_20_away_in_a_tie_break_lays_a_random_card():
    match = tied("ra7", "ra3")
    (entry,) = match.input(Away(Cause.ASKED), 0)
    assert isinstance(entry.events[-1], Held)
    play_on = match.input(Back(), 0)
    assert play_on
    assert match.state.laid[0].cards == ("ra7",)


# Being away in the Free spread


def free(stage):
    """A draw of the Free spread in one of the stages before its plays."""
    match = Scenario.begun(FIA, 2, {"spread": "free"}, calm=[3000])
    if stage is not Stage.HOLSTER:
        match.input(Prompted(), at=100)
    if stage in {Stage.CALLED, Stage.OPEN}:
        list(match.tick(3100))
    if stage is Stage.OPEN:
        match.input(Prompted(), at=3200)
    assert match.state.stage is stage
    return match


@pytest.mark.parametrize("stage", [Stage.CALM, Stage.CALLED, Stage.OPEN])
def test_rule_20_a_draw_in_which_nobody_has_laid_begins_again(stage):
    match = free(stage)
    match.input(Away(Cause.SPLIT), 0, at=3250 if stage is Stage.OPEN else None)
    assert list(FIA.timers(match.state)) == ["hold:0"]
    (entry,) = match.input(Back(), 0, calm=[5000])
    assert entry.events == (CameBack(0), Holstered(1, 5000))
    assert FIA.waits(match.state) == {0, 1}


def test_rule_20_who_goes_in_a_calm_does_not_show_how_long_it_would_have_lasted():
    match = free(Stage.CALM)
    (entry,) = match.input(Away(Cause.SPLIT), 0, at=500)
    assert entry.events == (Held(0, 90_500),)


def test_rule_20_a_draw_that_has_not_begun_is_only_announced_again():
    match = free(Stage.HOLSTER)
    match.input(Away(Cause.SPLIT), 0)
    (entry,) = match.input(Back(), 0)
    assert entry.events == (CameBack(0),)
    assert FIA.waits(match.state) == {0, 1}


def test_rule_20_a_false_start_stays_one_when_the_draw_begins_again():
    match = free(Stage.CALM)
    play(match, 1, match.state.sides[1].hand[0], at=200)
    match.input(Away(Cause.SPLIT), 0)
    match.input(Back(), 0)
    assert (match.state.barred, FIA.waits(match.state)) == ([1], {0})


def test_rule_20_who_has_yet_to_lay_has_the_time_that_was_left():
    match = draw("ra1", "bd1")
    play(match, 0, "ra1", at=2000)
    match.input(Away(Cause.SPLIT), 1, at=3000)
    (entry,) = match.input(Back(), 1, at=9000)
    assert entry.events == (CameBack(1),)
    assert lines(match.state, entry) == ["bob is back. DRAW! bob: 6 s."]
    match.input(Prompted(), at=9500)
    assert FIA.timers(match.state) == {"draw": 15_500}
    match.rng.force(calm=[2000])
    assert of(play(match, 1, "bd1"), LaidOut) == [LaidOut(0, ("ra1",)), LaidOut(1, ("bd1",))]


# Interruptions


def test_rule_20_after_an_interruption_the_turn_has_its_full_time():
    match = turn()
    assert match.input(Paused(), at=9000) == []
    (entry,) = match.input(Resumed(), at=9000)
    assert entry.events == (Recalled(),)
    assert FIA.waits(match.state) == {0}
    assert match.input(Resumed(), at=9000) == []
    match.input(Prompted(), at=9100)
    assert match.due == 9100 + TURN


def test_rule_20_also_if_somebody_was_away_before():
    match = turn()
    match.input(Away(Cause.UNSEEN), 0, at=9000)
    assert match.input(Resumed(), at=9000) == []
    match.input(Back(), 0, at=9000)
    (entry,) = match.input(Resumed(), at=9000)
    assert entry.events == (Recalled(),)
    match.input(Prompted(), at=9000)
    assert match.due == 9000 + TURN


@pytest.mark.parametrize("stage", [Stage.CALM, Stage.CALLED, Stage.OPEN])
def test_rule_20_after_an_interruption_a_draw_begins_again(stage):
    (entry,) = free(stage).input(Resumed(), calm=[4000])
    assert entry.events == (Holstered(1, 4000),)


def test_rule_20_what_was_laid_before_an_interruption_stays_laid():
    match = draw("ra1", "bd1")
    play(match, 0, "ra1", at=2000)
    (entry,) = match.input(Resumed(), at=3000)
    assert entry.events == (Recalled(),)
    match.input(Prompted(), at=3000)
    assert FIA.timers(match.state) == {"draw": 11_000}
    assert (FIA.actors(match.state), match.state.laid[0].cards) == ({1}, ("ra1",))


@pytest.mark.parametrize("began", [True, False])
def test_rule_20_after_an_interruption_a_tie_break_has_its_full_time(began):
    match = tied("ra7", "ra3")
    if began:
        match.input(Prompted(), at=1000)
    play(match, 0, "ra7", at=5000)
    assert len(match.input(Resumed(), at=6000)) == began
    match.input(Prompted(), at=6000)
    assert match.due == 26_000


# Ends


@pytest.mark.parametrize(("lps", "places"), [((7, 12), {1: 1, 0: 2}), ((12, 7), {0: 1, 1: 2}), ((9, 9), {0: 1, 1: 1})])
def test_stopped_and_scored_more_lp_win(lps, places):
    match = turn()
    for seat in (0, 1):
        lie(match, seat, lp=lps[seat])
    (entry,) = match.input(Stopped(scored=True))
    assert entry.events == (Ended(places, End.STOPPED),)


def test_stopped_in_a_tie_break_nobody_has_won():
    match = tied()
    match.state.sides[0].lp = -9
    match.input(Stopped(scored=True))
    assert match.result.places == {0: 1, 1: 1}


def test_stopped_without_scoring_there_is_no_result():
    match = turn()
    (entry,) = match.input(Stopped(scored=False))
    assert entry.events == (Ended({}, End.STOPPED),)
    assert match.result.places == {}


def test_case_3_two_deadlines_at_once_end_the_duel_once():
    match = turn(split_grace=45)
    match.input(Away(Cause.SPLIT), 0, at=1000)
    entries = list(match.tick(1000 + TURN))
    assert [entry.command for entry in entries] == [Expired("hold:0")]


def test_case_4_back_in_time_keeps_all():
    match = turn()
    match.input(Away(Cause.PING_TIMEOUT), 0, at=1000)
    match.input(Back(), 0, at=60_999)
    assert list(match.tick(200_000)) == []
    assert LaidOut(0, ("ra7",)) in play(match, 0, "ra7")


def test_case_5_alone_with_the_machine_nobody_wins():
    match = turn()
    match.state.sides[1].kind = Kind.COMPUTER
    (entry,) = match.input(Left(Reason.PART), 0)
    assert (match.result.places, match.due, FIA.actors(match.state)) == ({}, None, set())
    assert lines(match.state, entry)[-1].startswith("The duel is over, without a winner.")


def test_case_5_computers_alone_from_the_beginning_play_for_a_win():
    match = turn()
    for side in match.state.sides:
        side.kind = Kind.COMPUTER
    match.input(Left(Reason.DROP), 0)
    assert match.result.places == {1: 1, 0: 2}


def test_case_8_cards_of_a_leaver_stay():
    match = turn()
    before = [sorted(side.cards) for side in match.state.sides]
    match.input(Left(Reason.PART), 0)
    assert [sorted(side.cards) for side in match.state.sides] == before

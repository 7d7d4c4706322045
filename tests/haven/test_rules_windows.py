"""Rule 12: who is asked to react, who is passed over, and what answers count."""

import pytest

from games.cardbattle import events as e
from games.cardbattle.commands import Pass, Play
from games.haven import HAVEN
from games.kit.scenario import Scenario
from tests.haven.scenes import (
    choices,
    hand,
    of,
    prompted,
    put,
    say,
    scene,
    stack,
    timed_out,
    written,
)


def test_rule_12_who_could_play_nothing_is_passed_over_without_asking():
    match = scene("picnic", "hush not-today", "dawn-lamb picnic", "hush")
    match.state.sides[3].ap = 3
    say(match, 0, "play 1")
    assert HAVEN.actors(match.state) == {1}
    assert choices(match, 1) == {"play": ("1", "2"), "pass": ()}


def test_rule_12_a_counter_is_nothing_to_play_where_it_counters_nothing():
    match = scene("picnic", "not-today")
    say(match, 0, "end")
    assert match.state.active == 1


def test_rule_12_hold_gives_nothing_away():
    match = scene("picnic", "picnic")
    say(match, 1, "hold on")
    say(match, 0, "play 1")
    assert HAVEN.actors(match.state) == {1}
    assert match.refusal(1, "play 1") == "Picnic cannot be played in reaction to something."
    say(match, 1, "pass")
    say(match, 1, "hold off")
    say(match, 0, "end")
    assert match.state.active == 1


def test_rule_12_all_who_may_react_are_asked_together_and_share_8_s():
    match = scene("picnic", "hush", "hush")
    say(match, 0, "play 1")
    assert HAVEN.waits(match.state) == {1, 2}
    prompted(match, at=500)
    assert HAVEN.timers(match.state) == {"react": 8500}
    say(match, 2, "pass", at=3000)
    assert HAVEN.timers(match.state) == {"react": 8500}
    (entry,) = match.tick(8500)
    assert of(entry.events, e.WindowClosed)[0].missed == (1,)
    assert len(hand(match, 0)) == 2


def test_rule_12_who_answered_in_time_counts_when_others_did_not():
    match = scene("picnic", "hush", "hush")
    say(match, 0, "play 1")
    prompted(match, at=500)
    say(match, 2, "play 1", at=3000)
    assert stack(match) == ["picnic"]
    (entry,) = match.tick(8500)
    assert of(entry.events, e.WindowClosed)[0].missed == (1,)
    assert [item.seat for item in match.state.stack] == [0, 2]
    assert HAVEN.actors(match.state) == {1}


def test_rule_12_of_the_reactions_the_first_in_priority_order_goes_on_the_stack_and_the_others_cost_nothing():
    match = scene("picnic", "hush", "hush", "hush")
    say(match, 0, "play 1")
    say(match, 3, "play 1")
    say(match, 2, "play 1")
    assert stack(match) == ["picnic"]
    say(match, 1, "pass")
    assert stack(match) == ["picnic", "hush"]
    assert [item.seat for item in match.state.stack] == [0, 2]
    assert [side.ap for side in match.state.sides] == [6, 10, 6, 10]
    assert hand(match, 3) == ["hush"]
    assert HAVEN.actors(match.state) == {1, 3}


def test_rule_12_no_more_answers_are_waited_for_once_it_is_decided():
    match = scene("picnic", "hush", "hush")
    say(match, 0, "play 1")
    events = say(match, 1, "play 1")
    assert of(events, e.WindowClosed)
    assert stack(match) == ["picnic", "hush"]


def test_rule_12_answers_are_secret():
    match = scene("picnic", "hush", "hush")
    say(match, 0, "play 1")
    (event,) = say(match, 2, "play 1")
    assert event == e.Reacted(2, Play(1))
    assert HAVEN.reveal(event, None) == HAVEN.reveal(event, 0) == e.Reacted(2, None)
    assert HAVEN.reveal(event, 2) == event
    assert HAVEN.words.public(match.state, match.log[-1]) == []
    seen = HAVEN.view(match.state, 0)
    assert seen.window
    assert seen.window.answers == {2: Pass()}
    assert match.refusal(2, "pass") == "You have answered already; wait for the others."


def test_rule_12_a_new_window_opens_for_the_reaction():
    match = scene("picnic", "hush", "hush")
    say(match, 0, "play 1")
    say(match, 1, "play 1")
    say(match, 2, "play 1")
    assert stack(match) == []
    assert match.state.sides[1].rest == ["hush"]
    assert len(hand(match, 0)) == 2


def test_rule_12_two_unanswered_windows_in_a_row_switch_hold_off():
    match = scene("picnic picnic picnic", "")
    match.state.sides[0].ap = 30
    say(match, 1, "hold on")
    say(match, 0, "play 1")
    timed_out(match)
    assert match.state.sides[1].hold
    say(match, 0, "play 2")
    events = timed_out(match)
    assert of(events, e.HoldSet) == [e.HoldSet(1, on=False)]
    assert HAVEN.reveal(e.HoldSet(1, on=False), 0) is None
    say(match, 0, "play 3")
    assert match.state.open_to_actions


def test_rule_12_what_is_so_already_is_told():
    match = scene("picnic", "")
    assert match.refusal(1, "hold off") == "You are asked only when you can react, as it is."
    say(match, 1, "hold on")
    assert match.refusal(1, "hold on") == "You are asked before everything already."


def test_rule_12_an_answer_between_two_silences_keeps_hold_on():
    match = scene("picnic picnic picnic", "")
    match.state.sides[0].ap = 30
    say(match, 1, "hold on")
    say(match, 0, "play 1")
    timed_out(match)
    say(match, 0, "play 2")
    say(match, 1, "pass")
    say(match, 0, "play 3")
    timed_out(match)
    assert match.state.sides[1].hold


def test_rule_12_pass_passes_once_and_pass_turn_until_the_turn_ends():
    match = scene("picnic picnic picnic", "hush", "")
    match.state.sides[0].ap = 30
    say(match, 0, "play 1")
    say(match, 1, "pass")
    say(match, 0, "play 2")
    assert HAVEN.actors(match.state) == {1}
    say(match, 1, "pass turn")
    say(match, 0, "play 3")
    assert match.state.open_to_actions
    say(match, 0, "end")
    assert match.state.active == 1
    assert not match.state.sides[1].passing


def test_rule_12_who_is_not_asked_cannot_react():
    match = scene("picnic", "hush", "")
    assert match.refusal(1, "pass") == "There is nothing that you could react to now."
    say(match, 0, "play 1")
    assert match.refusal(2, "pass") == "There is nothing that you could react to now."
    assert match.refusal(0, "end") == "Others are to answer first."
    assert match.refusal(1, "end") == "First react, or pass."


@pytest.mark.parametrize("hands", [("hush", "picnic"), ("dawn-lamb", "noon-lion")])
def test_rule_12_with_hold_two_passive_hands_look_alike(hands):
    seen = []
    for held in hands:
        match = scene("picnic sunbeam", held)
        (lamb,) = put(match, 0, "dawn-lamb")
        say(match, 1, "hold on")
        told = []
        for move in ("play 1", f"play 2 on {lamb}", "end"):
            match.say(0, move)
            told += shown(match)
            say(match, 1, "pass", at=match.now + 700)
            told += shown(match)
        seen.append(told)
    assert seen[0] == seen[1]


def shown(match: Scenario) -> list[object]:
    """What the channel sees of the last entry, and when."""
    entry = match.log[-1]
    said = [written(text) for text in HAVEN.words.public(match.state, entry)]
    return [entry.at, said, written(HAVEN.words.prompt(match.state))]

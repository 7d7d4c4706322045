"""Rules 19 and 24: time, leaving, choices that are not made in time."""

import pytest

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.state import Step
from games.haven import HAVEN
from games.kit.codec import codec
from games.kit.errors import Illegal
from games.kit.inputs import Away, Back, Cause, Joined, Left, Paused, Reason, Resumed
from games.kit.match import Match
from games.kit.scenario import Scenario
from tests.cardbattle.playing import SEED
from tests.haven.playouts import header
from tests.haven.scenes import composure, hand, inplay, lines, of, prompted, put, say, scene, stack, timed_out


def leave(match: Scenario, seat: int, reason: Reason = Reason.QUIT) -> list[c.Event]:
    return [event for entry in match.input(Left(reason), seat) for event in entry.events]


def test_rule_19_an_action_has_60_s_then_the_turn_ends():
    match = scene()
    prompted(match, at=1000)
    assert HAVEN.timers(match.state) == {"action": 61_000}
    (entry,) = match.tick(61_000)
    assert of(entry.events, e.Missed) == [e.Missed(0)]
    assert match.state.active == 1


def test_rule_19_each_action_has_its_own_time():
    match = scene("picnic")
    prompted(match, at=1000)
    say(match, 0, "play 1", at=50_000)
    assert HAVEN.waits(match.state) == {0}
    prompted(match, at=51_000)
    assert HAVEN.timers(match.state) == {"action": 111_000}


def test_rule_19_three_time_outs_in_a_row_put_the_player_out():
    match = scene("", "", "")
    for _ in range(2):
        timed_out(match)
        say(match, 1, "end")
        say(match, 2, "end")
    assert match.state.sides[0].idle == 2
    events = timed_out(match)
    assert of(events, e.Departed)[0].why is e.Exit.IDLE
    assert match.state.active == 1


def test_rule_19_the_warning_comes_before_the_last_time_out():
    match = scene("", "", "")
    match.state.sides[0].idle = 1
    prompted(match)
    (entry,) = match.tick(60_000)
    assert lines(match.state, entry)[0].startswith("ann is out of time, and out of the match the next time.")


def test_rule_19_an_action_in_between_counts_anew():
    match = scene("", "")
    timed_out(match)
    say(match, 1, "end")
    say(match, 0, "end")
    assert match.state.sides[0].idle == 0


def test_rule_19_a_leavers_stack_items_vanish():
    match = scene("picnic", "hush", "not-today")
    say(match, 0, "play 1")
    say(match, 1, "play 1")
    assert stack(match) == ["picnic", "hush"]
    leave(match, 1)
    assert match.state.sides[1].rest == ["hush"]
    assert stack(match) == ["picnic"]
    say(match, 2, "pass")
    assert len(hand(match, 0)) == 2


def test_rule_19_a_player_is_out_whose_card_is_on_the_stack():
    zap = (
        '[[card]]\nid = "zap"\nname = "Zap"\ntype = "surprise"\nap = 1\n[[card.skills]]\nwhen = "once"\n'
        'targets = { what = "player" }\neffects = [{ do = "hit", to = "target", amount = 5 }]'
    )
    match = scene("picnic", "hush", "zap", cards=zap)
    match.state.sides[1].life = 5
    say(match, 0, "play 1")
    say(match, 1, "play 1")
    events = say(match, 2, "play 1 on @1")
    assert of(events, e.Departed)[0].why is e.Exit.BEATEN
    assert of(events, e.Countered) == []
    assert match.state.sides[1].rest == ["hush"]
    assert len(hand(match, 0)) == 2


def test_rule_19_who_leaves_while_holding_priority_is_not_waited_for():
    match = scene("picnic", "hush", "hush")
    say(match, 0, "play 1")
    say(match, 2, "play 1")
    leave(match, 1)
    assert stack(match) == []
    assert match.state.sides[0].rest == ["picnic"]
    assert match.state.sides[2].rest == ["hush"]


def test_rule_19_a_window_ends_when_the_only_one_asked_leaves():
    match = scene("picnic", "hush", "")
    say(match, 0, "play 1")
    assert HAVEN.actors(match.state) == {1}
    leave(match, 1)
    assert match.state.open_to_actions
    assert len(hand(match, 0)) == 2


def test_rule_19_who_is_active_and_leaves_while_others_hold_priority_takes_their_own_items_along():
    match = scene("picnic", "bright-idea bright-idea", "hush")
    say(match, 0, "play 1")
    say(match, 1, "play 1")
    assert stack(match) == ["picnic", "bright-idea"]
    leave(match, 0)
    assert match.state.sides[0].rest == ["picnic"]
    assert (match.state.active, stack(match)) == (0, ["bright-idea"])
    say(match, 1, "pass")
    say(match, 2, "pass")
    assert hand(match, 1) == ["bright-idea", "dawn-lamb"]
    assert match.state.active == 1
    assert match.state.step is Step.REFRESH


def test_rule_19_what_goes_off_for_a_leaver_and_waits_for_their_choice_vanishes():
    match = scene("encore", "", "")
    match.state.sides[0].rest = ["dawn-lamb"]
    say(match, 0, "play 1")
    assert stack(match) == ["choose?"]
    leave(match, 0)
    assert (stack(match), match.state.running) == ([], None)
    assert sorted(match.state.sides[0].rest) == ["dawn-lamb", "encore"]
    assert match.state.active == 1


@pytest.mark.parametrize(("leaver", "active"), [(0, 1), (1, 0)])
def test_rule_19_a_leaver_who_is_to_choose_in_the_den_ends_it(leaver, active):
    match = scene("", "", "")
    mine, theirs = put(match, 0, "dawn-lamb"), put(match, 1, "night-kitten", "spark-mouse")
    if leaver:
        mine, theirs = put(match, 0, "dawn-lamb", "puff-chick"), theirs[:1]
    say(match, 0, f"den {' '.join(map(str, mine))} vs @1")
    say(match, 1, f"meet {' '.join(map(str, theirs))}")
    assert stack(match) == ["face?"]
    assert HAVEN.actors(match.state) == {leaver}
    leave(match, leaver)
    assert (match.state.struggle, stack(match)) == (None, [])
    assert match.state.active == active
    assert match.state.open_to_actions


def test_rule_19_a_leaver_who_is_to_discard_ends_their_turn():
    match = scene("picnic " * 9, "", "")
    say(match, 0, "end")
    assert stack(match) == ["discard?"]
    leave(match, 0)
    assert (stack(match), match.state.active) == ([], 1)


def test_rule_19_the_answers_of_the_others_stay():
    match = scene("picnic", "hush", "hush", "hush")
    say(match, 0, "play 1")
    say(match, 2, "pass")
    leave(match, 1)
    assert HAVEN.actors(match.state) == {3}


def test_rule_19_an_answer_whose_target_left_with_its_owner_does_not_count():
    match = scene("picnic", "slip-away", "trap", cards=(
        '[[card]]\nid = "trap"\nname = "Trap"\ntype = "surprise"\nap = 1\n[[card.skills]]\nwhen = "once"\n'
        'targets = { where = { types = ["sprite"] } }\neffects = [{ do = "exhaust", to = "target" }]'
    ))  # fmt: skip
    (lamb,) = put(match, 1, "dawn-lamb")
    say(match, 0, "play 1")
    say(match, 2, f"play 1 on {lamb}")
    leave(match, 1)
    assert hand(match, 2) == ["trap"]
    assert match.state.open_to_actions


def test_rule_19_a_pending_choice_of_a_leaver_takes_rule_24():
    match = scene("spring-clean", "", "")
    put(match, 1, "moon-bell", "welcome-mat")
    put(match, 2, "moon-bell", "welcome-mat")
    say(match, 0, "play 1")
    say(match, 1, "choose 2")
    leave(match, 2)
    assert match.state.running is None
    assert inplay(match, 1) == ["moon-bell"]
    assert match.state.sides[0].rest == ["spring-clean"]
    assert match.state.open_to_actions


def test_rule_19_a_den_step_they_are_in_ends():
    match = scene("", "", "")
    (lamb,) = put(match, 0, "dawn-lamb")
    put(match, 1, "night-kitten")
    say(match, 0, f"den {lamb} vs @1")
    assert match.state.struggle
    leave(match, 1)
    assert match.state.struggle is None
    assert match.state.active == 0
    assert match.state.open_to_actions


@pytest.mark.parametrize("leaver", [0, 1])
def test_rule_19_a_window_of_a_den_that_ended_ends_with_it(leaver):
    match = scene("", "", "")
    (lamb,) = put(match, 0, "dawn-lamb")
    match.state.sides[2].hold = True
    say(match, 0, f"den {lamb} vs @1")
    assert HAVEN.actors(match.state) == {2}
    leave(match, leaver)
    assert match.state.window is None
    assert HAVEN.actors(match.state) == {1 - leaver}
    assert stack(match) == []


def test_rule_19_if_they_were_active_their_turn_ends():
    match = scene("", "", "")
    (lamb,) = put(match, 0, "dawn-lamb")
    put(match, 1, "night-kitten")
    say(match, 0, f"den {lamb} vs @1")
    leave(match, 0)
    assert match.state.active == 1
    assert match.state.step is Step.REFRESH
    assert match.state.round == 1


def test_rule_19_a_leaver_before_the_first_turn():
    match = Scenario.begun(HAVEN, 3, {}, starter=[1])
    leave(match, 1)
    say(match, 0, "keep")
    say(match, 2, "mulligan")
    assert match.state.active == 2
    assert match.state.sides[2].ap == 5


def test_rule_19_cards_of_a_leaver_are_all_there():
    match = scene("love-letter", "picnic hush", "")
    put(match, 1, "dawn-lamb")
    side = match.state.sides[1]
    before = sorted([*side.deck, *side.hand.values(), "dawn-lamb"])
    leave(match, 1)
    assert sorted([*side.deck, *side.hand.values(), *side.rest]) == before


@pytest.mark.parametrize(
    ("cause", "grace"), [(Cause.SPLIT, 90_000), (Cause.PING_TIMEOUT, 60_000), (Cause.ASKED, 300_000)]
)
def test_rule_19_netsplits_are_held_as_in_fia(cause, grace):
    match = scene("", "", "")
    prompted(match, at=1000)
    match.input(Away(cause), 1, at=5000)
    assert HAVEN.actors(match.state) == set()
    assert HAVEN.timers(match.state) == {"hold:1": 5000 + grace}
    assert match.refusal(0, "end") == "The match waits until seat 1 is back or out."
    match.input(Back(), 1, at=9000)
    prompted(match, at=9500)
    assert HAVEN.timers(match.state) == {"action": 9500 + 56_000}


def test_rule_19_who_does_not_come_back_is_out():
    match = scene("", "", "")
    prompted(match, at=1000)
    match.input(Away(Cause.SPLIT), 1, at=5000)
    (entry,) = match.tick(95_000)
    assert of(entry.events, e.Departed)[0].why is e.Exit.GRACE
    assert HAVEN.waits(match.state) == {0}


def test_rule_19_two_whose_grace_ends_at_once_share_nothing_with_each_other():
    match = scene("", "")
    match.input(Away(Cause.SPLIT), 0, at=5000)
    match.input(Away(Cause.SPLIT), 1, at=5000)
    list(match.tick(95_000))
    assert match.result
    assert match.result.places == {}


def test_rule_19_who_quits_is_out_without_a_grace_and_held_with_one():
    match = scene("", "", "")
    match.input(Away(Cause.QUIT), 1)
    assert match.state.playing == [0, 2]
    match = scene("", "", "", quit_grace=30)
    match.input(Away(Cause.QUIT), 1, at=1000)
    assert HAVEN.timers(match.state) == {"hold:1": 31_000}


def test_rule_19_going_away_is_no_way_to_think_for_longer():
    match = scene("picnic", "hush")
    match.input(Away(Cause.ASKED), 0)
    assert match.state.active == 1
    assert match.state.sides[0].idle == 1
    match = scene("picnic", "hush")
    say(match, 0, "play 1")
    match.input(Away(Cause.ASKED), 1)
    assert len(hand(match, 0)) == 2


def test_rule_19_going_away_in_a_window_passes_for_oneself_alone():
    match = scene("picnic", "hush", "hush")
    say(match, 0, "play 1")
    match.input(Away(Cause.ASKED), 1)
    match.input(Back(), 1)
    assert HAVEN.actors(match.state) == {2}


def test_rule_19_after_an_interruption_there_is_the_full_time():
    match = scene()
    prompted(match, at=1000)
    match.input(Paused(), at=30_000)
    match.input(Resumed(), at=30_000)
    assert HAVEN.waits(match.state) == {0}
    prompted(match, at=31_000)
    assert HAVEN.timers(match.state) == {"action": 91_000}


def test_rule_19_nobody_joins_a_match_that_has_begun():
    match = scene("", "", "")
    with pytest.raises(Illegal, match="This match has begun"):
        match.input(Joined(), 3)
    with pytest.raises(Illegal, match="You are in the match already"):
        match.input(Joined(), 0)
    leave(match, 1)
    with pytest.raises(Illegal, match="This match has begun"):
        match.input(Joined(), 1)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 30), (4, 30), (5, 12), (8, 12)])
def test_rule_19_after_the_last_round_the_highest_composure_wins_and_equals_share(seats, rounds):
    match = scene(*[""] * seats)
    assert match.state.rounds == rounds
    match.state.round = rounds
    for seat, side in enumerate(match.state.sides):
        side.life = 20 if seat < 2 else 10
    for seat in range(seats):
        assert not match.over
        say(match, seat, "end")
    assert match.result
    assert match.result.winners == [0, 1]
    assert set(match.result.places.values()) == ({1} if seats == 2 else {1, 3})


def test_rule_19_a_round_is_over_when_the_first_player_is_to_move_again():
    match = Scenario.begun(HAVEN, 3, {}, starter=[1])
    for seat in range(3):
        say(match, seat, "keep")
    rounds = []
    for _ in range(7):
        rounds.append(match.state.round)
        say(match, match.state.active, "end")
    assert rounds == [1, 1, 1, 2, 2, 2, 3]


def test_rule_24_a_choice_takes_the_lowest_numbered_with_the_fewest_items():
    match = scene("encore spring-clean", "")
    match.state.sides[0].rest = ["dawn-lamb"]
    put(match, 1, "welcome-mat", "moon-bell")
    say(match, 0, "play 1")
    prompted(match, at=0)
    assert HAVEN.timers(match.state) == {"choice": 20_000}
    assert of(timed_out(match), e.Chose) == [e.Chose(0, (), missed=True)]
    assert hand(match, 0) == ["spring-clean"]
    say(match, 0, "play 2")
    timed_out(match)
    assert inplay(match, 1) == ["moon-bell"]


def test_rule_24_nobody_meets_and_the_oldest_cards_are_discarded():
    match = scene("picnic " * 9)
    (lamb,) = put(match, 0, "dawn-lamb")
    put(match, 1, "night-kitten")
    say(match, 0, f"den {lamb}")
    timed_out(match)
    assert composure(match) == [30, 28]
    say(match, 0, "end")
    timed_out(match)
    assert [*match.state.sides[0].hand] == [3, 4, 5, 6, 7, 8, 9]


def test_rule_24_a_mulligan_not_taken_keeps_the_hand():
    match = Scenario.begun(HAVEN, 3, {}, starter=[0])
    hands = [hand(match, seat) for seat in range(3)]
    say(match, 1, "keep")
    prompted(match, at=0)
    (entry,) = match.tick(20_000)
    assert of(entry.events, e.Opened) == [e.Opened(0, anew=False), e.Opened(2, anew=False)]
    assert [hand(match, seat) for seat in range(3)] == hands
    assert match.state.turn == 1


def test_case_8_after_a_leaver_the_total_of_every_card_stays():
    match = Match.open(HAVEN, header(3), SEED)
    match.begin()
    brought = sorted(match.header.chairs[0].brought)
    list(match.submit(100, Left(Reason.PART), 0))
    side = match.state.sides[0]
    assert sorted([*side.deck, *side.hand.values(), *side.rest]) == brought


def test_a_match_goes_on_from_a_window_with_two_items_on_the_stack():
    match = scene("picnic", "hush hush", "hush")
    match.state.sides[0].hold = True
    say(match, 0, "play 1")
    say(match, 0, "pass")
    say(match, 1, "play 1")
    prompted(match, at=700)
    say(match, 2, "play 1", at=900)
    saved = codec(HAVEN)
    again = saved.state(saved.encode(match.state))
    assert stack(match) == ["picnic", "hush"]
    assert again == match.state
    assert HAVEN.actors(again) == {0, 1}
    assert HAVEN.timers(again) == {"react": 8700}
    assert [*HAVEN.choices(again, 1)] == [*HAVEN.choices(match.state, 1)]
    match.state = again
    say(match, 0, "pass", at=1000)
    say(match, 1, "pass", at=1100)
    assert stack(match) == ["picnic", "hush", "hush"]

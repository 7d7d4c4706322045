"""Rules 4 to 7 and 17: refill, refresh, main, and the end of a turn."""

import pytest

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.state import Step
from games.haven import HAVEN
from games.kit.scenario import Scenario
from tests.haven.scenes import choices, composure, hand, inplay, of, put, say, scene, stack

TREAT = """
[[card]]
id = "{id}"
name = "{id}"
type = "treat"
ap = 0
[[card.skills]]
when = "{when}"
effects = [{effect}]
"""


def change(id_: str, value: str, add: int) -> str:
    return TREAT.format(
        id=id_, when="passive", effect=f'{{ do = "change", to = "you", value = "{value}", add = {add} }}'
    )


def next_turn(match: Scenario) -> list[c.Event]:
    return say(match, match.state.active, "end")


def test_rule_4_what_is_left_is_removed_and_the_player_gets_10_ap():
    match = scene("", "")
    match.state.sides[1].ap = 3
    next_turn(match)
    side = match.state.sides[1]
    assert (side.ap, side.mana) == (10, {})


def test_rule_4_the_player_going_first_gets_5_ap_in_their_first_turn():
    match = Scenario.begun(HAVEN, 2, {}, starter=[1])
    assert [side.ap for side in match.state.sides] == [0, 0]
    say(match, 0, "keep")
    say(match, 1, "keep")
    assert [side.ap for side in match.state.sides] == [0, 5]
    next_turn(match)
    assert [side.ap for side in match.state.sides] == [10, 5]
    next_turn(match)
    assert [side.ap for side in match.state.sides] == [10, 10]


def test_rule_4_what_is_in_play_gives_its_gp_with_the_refill():
    match = scene("", "")
    put(match, 1, "sunny-terrace", "sunny-terrace", "twilight-porch", "old-library")
    put(match, 0, "star-tower")
    next_turn(match)
    side = match.state.sides[1]
    assert (side.ap, side.mana) == (11, {"sun": 4, "sun/moon": 2})


def test_rule_4_all_other_refill_skills_follow_in_an_order_of_the_players_choice():
    cards = TREAT.format(id="a", when="refill", effect='{ do = "draw", amount = 2 }')
    cards += TREAT.format(id="b", when="refill", effect='{ do = "discard", amount = 1 }')
    match = scene("", "picnic", cards=cards)
    put(match, 1, "a", "b")
    next_turn(match)
    assert stack(match) == ["order?"]
    assert choices(match, 1) == {"order": ("1", "2")}
    say(match, 1, "order 2 1")
    assert hand(match, 1) == ["dawn-lamb", "night-kitten"]
    assert match.state.step is Step.REFRESH


def test_rule_4_nobody_can_react_to_a_refill():
    cards = TREAT.format(id="a", when="refill", effect='{ do = "draw" }')
    match = scene("hush", "", cards=cards)
    match.state.sides[0].hold = True
    put(match, 1, "a")
    say(match, 0, "end")
    events = say(match, 0, "pass")
    assert len(of(events, c.Drew)) == 1
    assert match.state.open_to_actions


def test_rule_4_ap_and_gp_last_until_the_next_refill_and_pay_in_others_turns():
    match = scene("moon-mask", "")
    (lamb,) = put(match, 0, "dawn-lamb")
    (kitten,) = put(match, 1, "night-kitten")
    match.state.sides[0].ap, match.state.sides[0].mana = 3, {"moon": 1, "star": 1}
    say(match, 0, "end")
    say(match, 0, "pass")
    assert (match.state.sides[0].ap, match.state.sides[0].mana) == (3, {"moon": 1, "star": 1})
    say(match, 1, f"den {kitten}")
    say(match, 0, f"play 1 on {lamb}")
    assert (match.state.sides[0].ap, match.state.sides[0].mana) == (2, {"star": 1})
    say(match, 0, f"meet {lamb}")
    assert (match.state.sides[0].ap, match.state.sides[0].mana) == (1, {"star": 1})
    next_turn(match)
    assert match.state.active == 0
    assert (match.state.sides[0].ap, match.state.sides[0].mana) == (10, {})


def test_rule_4_before_their_first_turn_players_have_none():
    match = Scenario.begun(HAVEN, 3, {}, starter=[1])
    for seat in range(3):
        say(match, seat, "keep")
    assert [(side.ap, side.mana) for side in match.state.sides] == [(0, {}), (5, {}), (0, {})]
    put(match, 1, "dawn-lamb")
    put(match, 2, "night-kitten")
    say(match, 1, "den 1 vs @2")
    assert composure(match) == [30, 30, 28]


def test_rule_5_the_player_may_pay_1_ap_to_refresh_all_once():
    match = scene("", "")
    numbers = put(match, 1, "dawn-lamb", "tea-trolley", exhausted=True)
    next_turn(match)
    say(match, 1, "refresh")
    assert not any(match.state.things[number].exhausted for number in numbers)
    assert match.state.sides[1].ap == 9
    match.state.things[numbers[0]].exhausted = True
    assert match.refusal(1, "refresh") == "You refresh before all else in your turn, and once."


def test_rule_5_all_that_they_control_and_nothing_else():
    match = scene("", "")
    (own,) = put(match, 1, "dawn-lamb", exhausted=True)
    lent, borrowed = put(match, 0, "night-kitten", "spark-mouse", exhausted=True)
    match.state.things[lent].owner, match.state.things[lent].controller = 1, 0
    match.state.things[borrowed].owner, match.state.things[borrowed].controller = 0, 1
    next_turn(match)
    (refreshed,) = of(say(match, 1, "refresh"), c.Refreshed)
    assert refreshed.things == (own, borrowed)
    assert match.state.things[lent].exhausted


def test_rule_5_the_first_other_action_passes_it_up():
    match = scene("", "picnic")
    put(match, 1, "dawn-lamb", exhausted=True)
    next_turn(match)
    assert "refresh" in choices(match, 1)
    say(match, 1, "play 1")
    assert match.refusal(1, "refresh") == "You refresh before all else in your turn, and once."


@pytest.mark.parametrize(("add", "cost"), [(0, 1), (-1, 0), (-5, 0), (4, 5), (30, 10)])
def test_rule_5_skills_can_change_the_cost_never_above_10(add, cost):
    match = scene("", "", cards=change("x", "refresh_cost", add))
    put(match, 1, "x")
    put(match, 1, "dawn-lamb", exhausted=True)
    next_turn(match)
    say(match, 1, "refresh")
    assert match.state.sides[1].ap == 10 - cost


def test_rule_5_what_cannot_be_paid_is_not_refreshed():
    match = scene("", "", cards=change("x", "refresh_cost", 9), ap=9)
    put(match, 1, "x")
    put(match, 1, "dawn-lamb", exhausted=True)
    next_turn(match)
    assert "refresh" not in choices(match, 1)
    assert match.refusal(1, "refresh") == "That costs 10 AP, which you do not have."


def test_rule_5_with_nothing_exhausted_there_is_nothing_to_pay():
    match = scene("", "")
    put(match, 1, "dawn-lamb")
    next_turn(match)
    assert "refresh" not in choices(match, 1)
    assert match.refusal(1, "refresh") == "You have nothing that is exhausted."
    assert match.state.sides[1].ap == 10


def test_rule_5_nobody_can_react_to_a_refresh():
    match = scene("hush", "")
    match.state.sides[0].hold = True
    put(match, 1, "dawn-lamb", exhausted=True)
    say(match, 0, "end")
    say(match, 0, "pass")
    say(match, 1, "refresh")
    assert match.state.window is None


def test_rule_6_a_card_is_drawn_for_5_ap_as_often_as_wanted():
    match = scene()
    say(match, 0, "draw")
    say(match, 0, "draw")
    assert hand(match, 0) == ["dawn-lamb", "night-kitten"]
    assert match.state.sides[0].ap == 0
    assert match.refusal(0, "draw") == "Drawing costs 5 AP, and you have 0 AP."


@pytest.mark.parametrize(("add", "cost"), [(-1, 4), (-9, 1), (3, 8), (30, 10)])
def test_rule_6_skills_can_change_what_a_card_costs_never_below_1_or_above_10(add, cost):
    match = scene(cards=change("x", "draw_cost", add))
    put(match, 0, "x")
    say(match, 0, "draw")
    assert match.state.sides[0].ap == 10 - cost


def test_rule_6_havens_sprites_treats_and_actions_are_played_from_the_hand():
    match = scene("sunny-terrace dawn-lamb tea-trolley picnic")
    for number in (1, 2, 3):
        say(match, 0, f"play {number}")
    assert inplay(match, 0) == ["sunny-terrace", "dawn-lamb", "tea-trolley"]
    match.state.sides[0].ap = 4
    say(match, 0, "play 4")
    assert match.state.sides[0].rest == ["picnic"]


def test_rule_6_a_surprise_is_none_of_the_actions():
    match = scene("bright-idea")
    assert match.refusal(0, "play 1") == "Bright Idea is played in reaction to something."


def test_rule_6_an_activated_skill_can_be_played():
    match = scene()
    (trolley,) = put(match, 0, "tea-trolley")
    say(match, 0, f"use {trolley}")
    assert composure(match) == [32, 30]
    assert match.state.things[trolley].exhausted


def test_rule_6_the_den_can_be_entered_once_a_turn():
    match = scene()
    lamb, kitten = put(match, 0, "dawn-lamb", "night-kitten")
    say(match, 0, f"den {lamb}")
    assert match.refusal(0, f"den {kitten}") == "You have entered the den in this turn already."


@pytest.mark.parametrize("move", ["draw", "end", "play 1", "use 1", "den 2"])
def test_rule_6_each_has_one_window_before_it_happens(move):
    match = scene("picnic", "")
    match.state.sides[1].hold = True
    match.state.sides[0].passing = True
    put(match, 0, "tea-trolley", "dawn-lamb")
    events = say(match, 0, move)
    assert len(of(events, e.WindowOpened)) == 1
    assert of(events, e.GoingOff) == []
    assert HAVEN.actors(match.state) == {1}
    if move != "den 2":
        assert len(of(say(match, 1, "pass"), e.WindowOpened)) == 0


def test_rule_6_a_draw_is_paid_for_before_others_react_and_done_after_it():
    match = scene("", "")
    match.state.sides[1].hold = True
    say(match, 0, "draw")
    assert (match.state.sides[0].ap, hand(match, 0), stack(match)) == (5, [], ["draw"])
    say(match, 1, "pass")
    assert (match.state.sides[0].ap, hand(match, 0), stack(match)) == (5, ["dawn-lamb"], [])


def test_rule_6_the_end_of_a_turn_can_be_reacted_to_and_still_comes():
    match = scene("", "bright-idea")
    say(match, 0, "end")
    assert (match.state.active, stack(match)) == (0, ["end"])
    events = say(match, 1, "play 1")
    assert [event.item.card or event.item.kind for event in of(events, e.GoingOff)] == ["bright-idea", "end"]
    assert match.state.active == 1


def test_rule_6_only_the_active_player_acts():
    match = scene("", "dawn-lamb")
    assert match.refusal(1, "play 1") == "It is not your turn: seat 0 is to act."
    assert match.refusal(1, "end") == "It is not your turn: seat 0 is to act."


def test_rule_7_exhausted_objects_cannot_be_exhausted_again():
    match = scene()
    (trolley,) = put(match, 0, "tea-trolley", exhausted=True)
    assert match.refusal(0, f"use {trolley}") == "Tea Trolley [1] is exhausted."
    (hare,) = put(match, 0, "lullaby-hare")
    put(match, 1, "dawn-lamb", exhausted=True)
    assert match.refusal(0, f"use {hare} on 3") == "There is nothing for Lullaby Hare [2] to be aimed at."


def test_rule_7_refreshed_objects_are_not_refreshed_again():
    match = scene("second-wind")
    (lamb,) = put(match, 0, "dawn-lamb", exhausted=True)
    put(match, 0, "night-kitten")
    (refreshed,) = of(say(match, 0, "play 1"), c.Refreshed)
    assert refreshed.things == (lamb,)


def test_rule_7_a_sprite_that_has_come_only_now_can_neither_charge_nor_be_exhausted_for_its_skill():
    match = scene("honey-baker")
    say(match, 0, "play 1")
    assert match.refusal(0, "den 1") == "Honey Baker [1] has come only now, and can charge from your next turn on."
    assert (
        match.refusal(0, "use 1 on 1")
        == "Honey Baker [1] has come only now, and can be exhausted from your next turn on."
    )
    next_turn(match)
    next_turn(match)
    match.state.sides[0].hand.clear()
    say(match, 0, "den 1 vs @1")


def test_rule_7_it_goes_by_the_controllers_latest_turn():
    match = scene("new-friend")
    (whale,) = put(match, 1, "star-whale")
    say(match, 0, f"play 1 on {whale}")
    assert inplay(match, 0) == ["star-whale"]
    assert (
        match.refusal(0, f"den {whale}") == "Star Whale [1] has come only now, and can charge from your next turn on."
    )


def test_rule_7_a_treat_can_be_used_at_once():
    match = scene("tea-trolley")
    say(match, 0, "play 1")
    say(match, 0, "use 1")
    assert composure(match) == [32, 30]


def test_rule_17_until_end_of_turn_effects_stop_first():
    ball = TREAT.format(
        id="echo", when="end", effect='{ do = "hit", to = "opponents", amount = { each = { keyword = "greedy" } } }'
    )
    grant = (
        '[[card]]\nid = "wine"\nname = "Wine"\ntype = "action"\nap = 0\n[[card.skills]]\nwhen = "once"\n'
        'effects = [{ do = "grant", to = { types = ["sprite"] }, keyword = "greedy" }]'
    )
    match = scene("wine", cards=ball + grant)
    put(match, 0, "echo", "dawn-lamb")
    say(match, 0, "play 1")
    assert match.state.lasting
    events = next_turn(match)
    assert [type(event) for event in events if isinstance(event, c.LastingEnded | e.Triggered)] == [
        c.LastingEnded,
        e.Triggered,
    ]
    assert match.state.lasting == []
    assert composure(match) == [30, 30]


def test_rule_17_control_goes_back_at_the_end_of_the_turn():
    borrow = (
        '[[card]]\nid = "borrow"\nname = "Borrow"\ntype = "action"\nap = 0\n[[card.skills]]\nwhen = "once"\n'
        'targets = { where = { types = ["sprite"] } }\neffects = [{ do = "take", to = "target" }]'
    )
    match = scene("borrow", cards=borrow)
    (whale,) = put(match, 1, "star-whale")
    say(match, 0, f"play 1 on {whale}")
    assert match.state.things[whale].controller == 0
    next_turn(match)
    assert match.state.things[whale].controller == 1


def test_rule_17_the_last_players_skills_go_off_first_and_the_active_players_last():
    cards = "".join(
        TREAT.format(id=id_, when="end", effect='{ do = "mend", to = "you", amount = 1 }') for id_ in "abcd"
    )
    match = scene("", "", "", cards=cards)
    match.state.active = 1
    put(match, 0, "a")
    put(match, 1, "b", "c")
    put(match, 2, "d")
    say(match, 1, "end")
    assert match.state.frame
    assert match.state.frame.seat == 1
    events = say(match, 1, "order 2 1")
    assert [event.item.card for event in of(events, e.GoingOff)] == ["a", "d", "c", "b"]


def test_rule_17_nobody_can_react_to_it():
    match = scene("", "hush")
    put(match, 0, "music-box")
    match.state.sides[1].hold = True
    say(match, 0, "end")
    events = say(match, 1, "pass")
    assert of(events, e.WindowOpened) == []
    assert composure(match) == [30, 29]


def test_rule_17_the_active_player_discards_down_to_7():
    match = scene("picnic " * 9, "hush " * 9)
    match.state.sides[1].ap = 0
    next_turn(match)
    assert stack(match) == ["discard?"]
    assert match.refusal(0, "discard 1") == "Choose 2."
    assert match.refusal(0, "discard 1 10").startswith("10 is not among what can be chosen")
    say(match, 0, "discard 3 9")
    assert [*match.state.sides[0].hand] == [1, 2, 4, 5, 6, 7, 8]
    assert len(hand(match, 1)) == 9
    assert match.state.active == 1


def test_rule_17_skills_can_change_the_hand_limit():
    match = scene("picnic " * 9)
    put(match, 0, "warm-stove")
    next_turn(match)
    assert match.state.active == 1


def test_rule_17_the_next_players_refill_follows_at_once():
    match = scene("", "")
    events = next_turn(match)
    assert of(events, e.TurnBegan)[0].seat == 1
    assert match.state.open_to_actions
    assert HAVEN.actors(match.state) == {1}

"""Rules 8 to 11: the start of a turn, the main step, refresh, and the end of a turn."""

import pytest

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.state import Step
from games.kit.scenario import Scenario
from games.menagerie import MENAGERIE
from tests.menagerie.scenes import (
    card,
    choices,
    creature,
    hand,
    hp,
    inplay,
    next_turn,
    of,
    pool,
    poor,
    put,
    said,
    say,
    scene,
    stack,
    told,
)

WALL = creature("wall", "clay", "1A 0B 0C 0D")
NUDGE = card("nudge", "surprise", 'when = "once"\neffects = [{ do = "draw" }]', ap=1)


def passive(value: str, add: int, name: str = "law") -> str:
    effect = f'{{ do = "change", to = "you", value = "{value}", add = {add} }}'
    return card(name, "enchantment", f'when = "passive"\neffects = [{effect}]')


def triggered(name: str, when: str, effect: str, more: str = "") -> str:
    return card(name, "enchantment", f'when = "{when}"\n{more}\neffects = [{effect}]')


def test_rule_8_ap_go_back_to_10_and_mp_stay():
    match = scene()
    match.state.sides[1].ap = 3
    poor(match, 1, ash=4, dew=20)
    next_turn(match)
    assert match.state.sides[1].ap == 10
    assert pool(match, 1) == {"ash": 4, "dew": 20}


def test_rule_8_unless_modified():
    match = scene()
    put(match, 1, "crossing")
    next_turn(match)
    assert match.state.sides[1].ap == 11


def test_rule_8_then_start_of_turn_effects_happen_in_an_order_of_the_players_choice():
    cards = triggered("a", "refill", '{ do = "draw" }') + triggered("b", "refill", '{ do = "discard" }')
    match = scene("", "splash", cards=cards)
    put(match, 1, "a", "b")
    next_turn(match)
    assert stack(match) == ["order?"]
    say(match, 1, "order 2 1")
    assert hand(match, 1) == ["cinder-chick"]
    assert match.state.step is Step.MAIN


def test_rule_8_summoning_sickness_ends_at_the_start_of_the_own_turn():
    match = scene("cinder-chick", "pebble-mouse")
    say(match, 0, "play 1")
    refusal = "Cinder Chick [1] has come only now, and can attack from your next turn on."
    assert match.refusal(0, "attack 1") == refusal
    next_turn(match)
    say(match, 1, "play 1")
    next_turn(match)
    assert [match.state.things[number].fresh for number in (1, 2)] == [False, True]
    say(match, 0, "attack 1")


def test_rule_8_ap_not_spent_in_the_own_turn_can_be_spent_in_others_turns():
    match = scene("", "", cards=WALL)
    put(match, 0, "wall")
    (theirs,) = put(match, 1, "wall")
    match.state.sides[0].ap = 3
    next_turn(match)
    say(match, 0, "refresh")
    say(match, 1, f"attack {theirs}")
    say(match, 0, "defend 1")
    assert match.state.sides[0].ap == 1


def test_rule_8_at_most_20_of_a_type():
    match = scene()
    poor(match, 0, ash=19)
    put(match, 0, "warm-hearth", "warm-hearth")
    say(match, 0, "refresh")
    assert pool(match, 0) == {"ash": 20}
    assert match.refusal(0, "refresh") == "You have refreshed in this turn already."


def test_rule_8_the_limit_is_an_option_and_holds_for_effects():
    rain = card("rain", "action", 'when = "once"\neffects = [{ do = "gain", mp = { dew = 9, ash = 1 } }]')
    match = scene("rain", cards=rain, pool_limit=5)
    poor(match, 0, ash=5)
    say(match, 0, "play 1")
    assert pool(match, 0) == {"ash": 5, "dew": 5}


def test_rule_8_the_limit_holds_for_what_the_start_of_a_turn_gives():
    match = scene(cards=triggered("well", "refill", '{ do = "gain", mp = { brine = 3 } }'))
    put(match, 1, "well")
    poor(match, 1, brine=18)
    next_turn(match)
    assert pool(match, 1) == {"brine": 20}


def test_rule_9_5_ap_draw_a_card_as_often_as_wanted():
    match = scene()
    say(match, 0, "draw")
    say(match, 0, "draw")
    assert hand(match, 0) == ["cinder-chick", "puddle-duck"]
    assert match.refusal(0, "draw") == "Drawing costs 5 AP, and you have 0 AP."


def test_rule_9_cards_and_skills_and_attacks_in_any_order_and_several_times():
    match = scene("cinder-chick warm-hearth", "", "", cards=WALL)
    wall, lizard = put(match, 0, "wall", "lantern-lizard")
    match.state.sides[0].passing = True
    say(match, 0, f"attack {wall} vs @1")
    say(match, 0, "play 2")
    say(match, 0, f"use {lizard} on {wall}")
    say(match, 0, "play 1")
    say(match, 0, "refresh")
    say(match, 0, f"attack {wall} vs @2")
    assert hp(match) == [40, 39, 39]


def test_rule_9_each_other_player_is_attacked_at_most_once_a_turn():
    match = scene("", "", "", cards=WALL)
    first, second = put(match, 0, "wall", "wall")
    say(match, 0, f"attack {first} vs @1")
    assert match.refusal(0, f"attack {second} vs @1") == "You have attacked seat 1 in this turn already."
    assert [kind for kind in choices(match, 0) if "attack" in kind] == ["attack @2 with"]
    say(match, 0, f"attack {second} vs @2")
    for _ in range(3):
        next_turn(match)
    say(match, 0, "refresh")
    say(match, 0, f"attack {second} vs @1")


def test_rule_10_for_1_ap_all_cards_untap():
    match = scene()
    numbers = put(match, 0, "cinder-chick", "weathercock", exhausted=True)
    (other,) = put(match, 1, "cinder-chick", exhausted=True)
    say(match, 0, "refresh")
    assert match.state.sides[0].ap == 9
    assert [match.state.things[number].exhausted for number in (*numbers, other)] == [False, False, True]


def test_rule_10_each_creature_gives_1_mana_of_each_type_in_which_its_damage_is_highest():
    beasts = creature("two", "ash", "2A 3B 5C 5D") + creature("one", "dew", "1A 6B 5C 5D")
    match = scene(cards=beasts)
    poor(match, 0)
    put(match, 0, "two")
    say(match, 0, "refresh")
    assert pool(match, 0) == {"clay": 1, "dew": 1}
    match = scene(cards=beasts)
    poor(match, 0)
    put(match, 0, "two", "one")
    say(match, 0, "refresh")
    assert pool(match, 0) == {"brine": 1, "clay": 1, "dew": 1}
    assert said(match)[0].startswith("ann refreshes. ann gains 1 Clay, 1 Dew, 1 Brine. ann, 9 AP")


def test_rule_10_what_has_no_damage_gives_nothing_and_changed_damage_counts():
    match = scene(cards=creature("none", "ash", "0A 0B 0C 0D") + creature("some", "ash", "2A 1B 1C 1D"))
    poor(match, 0)
    put(match, 0, "none")
    assert match.refusal(0, "refresh") == "You have nothing that is tapped or gives MP."
    (some,) = put(match, 0, "some")
    match.state.things[some].grown = {"dew": 3}
    say(match, 0, "refresh")
    assert pool(match, 0) == {"dew": 1}


def test_rule_10_lands_give_what_they_say():
    match = scene()
    poor(match, 0)
    put(match, 0, "old-orchard", "morning-meadow")
    say(match, 0, "refresh")
    assert pool(match, 0) == {"clay": 1, "dew": 3}


def test_rule_10_with_no_creature_each_enchantment_gives_one_mana_of_its_type():
    match = scene()
    poor(match, 0)
    poor(match, 1)
    put(match, 0, "campfire-circle", "lighthouse", "glowing-coals")
    put(match, 1, "campfire-circle", "puddle-duck")
    say(match, 0, "refresh")
    say(match, 1, "refresh")
    assert pool(match, 0) == {"ash": 2, "brine": 1}
    assert pool(match, 1) == {"brine": 1, "clay": 1}


def test_rule_10_once_per_turn_in_anyones_turn():
    match = scene()
    put(match, 0, "cinder-chick")
    put(match, 1, "cinder-chick")
    for seat in (0, 1):
        say(match, seat, "refresh")
        assert match.refusal(seat, "refresh") == "You have refreshed in this turn already."
        assert match.state.sides[seat].ap == 9
    next_turn(match)
    for seat in (0, 1):
        say(match, seat, "refresh")
    assert [side.ap for side in match.state.sides] == [8, 9]


def test_rule_10_it_needs_no_stack_and_nobody_reacts():
    match = scene("", "nudge", cards=NUDGE)
    match.state.sides[1].hold = True
    put(match, 0, "cinder-chick")
    events = say(match, 0, "refresh")
    assert of(events, e.Announced, e.WindowOpened) == []
    assert match.state.open_to_actions


def test_rule_10_whenever_one_may_react_and_the_window_stays():
    match = scene("message-in-a-bottle", "nudge", cards=NUDGE.replace("{}", "{ ash = 1 }"))
    poor(match, 1)
    match.state.sides[1].hold = True
    put(match, 1, "cinder-chick")
    say(match, 0, "play 1")
    assert choices(match, 1) == {"refresh": (), "pass": ()}
    assert told(match) == {1: "You can refresh, or pass."}
    say(match, 1, "refresh")
    assert MENAGERIE.actors(match.state) == {1}
    assert told(match) == {1: "You can play 1 (Nudge), or pass."}
    say(match, 1, "play 1")
    assert pool(match, 1) == {"brine": 1}


def test_rule_10_not_behind_an_answer():
    match = scene("message-in-a-bottle", "nudge", "nudge", cards=NUDGE)
    put(match, 2, "cinder-chick")
    say(match, 0, "play 1")
    say(match, 2, "pass")
    refusal = "You can refresh whenever you may act or react, but not while somebody has to choose."
    assert match.refusal(2, "refresh") == refusal


def test_rule_10_not_between_naming_and_damage():
    match = scene(cards=WALL)
    put(match, 0, "wall", "wall", "wall")
    defenders = put(match, 1, "wall", "wall")
    say(match, 0, "attack 1 2 3")
    say(match, 1, f"defend {defenders[0]} {defenders[1]}")
    assert stack(match) == ["name?"]
    for seat in (0, 1):
        assert match.refusal(seat, "refresh").startswith("You can refresh whenever you may act or react, but not")


def test_rule_10_who_is_attacked_and_could_untap_defenders_is_asked():
    match = scene(cards=WALL)
    (mine,) = put(match, 0, "wall")
    (theirs,) = put(match, 1, "wall", exhausted=True)
    say(match, 0, f"attack {mine}")
    assert stack(match) == ["tapped"]
    assert choices(match, 1) == {"refresh": (), "pass": ()}
    say(match, 1, "refresh")
    say(match, 1, "pass")
    say(match, 1, f"defend {theirs}")
    assert match.state.things[theirs].hurt == 0
    assert match.state.sides[1].ap == 8


@pytest.mark.parametrize(("ap", "exhausted"), [(1, True), (10, False)])
def test_rule_10_nobody_is_asked_whom_that_does_not_help(ap, exhausted):
    match = scene(cards=WALL)
    (mine,) = put(match, 0, "wall")
    put(match, 1, "wall", exhausted=exhausted)
    match.state.sides[1].ap = ap
    say(match, 0, f"attack {mine}")
    assert stack(match) == ([] if exhausted else ["defend?"])


@pytest.mark.parametrize(("add", "cost"), [(-1, 0), (4, 5), (30, 10)])
def test_rule_10_skills_can_change_what_it_costs(add, cost):
    match = scene(cards=passive("refresh_cost", add))
    put(match, 0, "law", "cinder-chick")
    say(match, 0, "refresh")
    assert match.state.sides[0].ap == 10 - cost


def test_rule_10_it_has_to_be_paid():
    match = scene()
    put(match, 0, "cinder-chick")
    match.state.sides[0].ap = 0
    assert match.refusal(0, "refresh") == "That costs 1 AP, which you do not have."
    assert "refresh" not in choices(match, 0)


def test_rule_10_not_while_a_turn_begins_or_ends():
    match = scene("splash " * 9)
    put(match, 0, "cinder-chick")
    put(match, 1, "cinder-chick")
    next_turn(match)
    assert stack(match) == ["discard?"]
    for seat in (0, 1):
        assert match.refusal(seat, "refresh").startswith("You can refresh whenever you may act or react")


def test_rule_11_until_end_of_turn_effects_stop_then_end_of_turn_effects_happen():
    match = scene("pep", cards=card(
        "pep", "action", 'when = "once"\neffects = [{ do = "change", to = { types = ["creature"] }, '
        'value = "hp", add = 2 }]'
    ) + triggered("bell", "end", '{ do = "hit", to = "opponents", amount = 2 }'))  # fmt: skip
    put(match, 0, "bell", "cinder-chick")
    say(match, 0, "play 1")
    assert match.state.lasting
    events = next_turn(match)
    assert [type(event) for event in of(events, c.LastingEnded, e.Triggered)] == [c.LastingEnded, e.Triggered]
    assert (match.state.lasting, hp(match)) == ([], [40, 38])


def test_rule_11_discard_down_to_7():
    match = scene("splash " * 9)
    next_turn(match)
    assert match.refusal(0, "discard 1") == "Choose 2."
    say(match, 0, "discard 3 9")
    assert [*match.state.sides[0].hand] == [1, 2, 4, 5, 6, 7, 8]
    assert match.state.active == 1
    assert said(match)[0].startswith("ann discards Splash, Splash. bob's turn (1/30). bob, 10 AP")


def test_rule_11_skills_can_change_the_hand_limit():
    match = scene("splash " * 9)
    put(match, 0, "wide-porch")
    next_turn(match)
    assert (match.state.active, len(hand(match, 0))) == (1, 9)


def test_rule_11_control_goes_back():
    loan = card(
        "loan", "action", 'when = "once"\ntargets = { where = { types = ["creature"] } }\n'
        'effects = [{ do = "take", to = "target" }]',
    )  # fmt: skip
    match: Scenario = scene("loan", cards=loan)
    (whale,) = put(match, 1, "harbor-whale")
    say(match, 0, f"play 1 on {whale}")
    assert inplay(match, 0) == ["harbor-whale"]
    next_turn(match)
    assert inplay(match, 1) == ["harbor-whale"]

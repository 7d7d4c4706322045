"""Rules 8 to 12: playing a card or skill, and reacting."""

import pytest

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.stack import Item
from games.haven import HAVEN
from tests.haven.scenes import (
    choices,
    composure,
    hand,
    inplay,
    of,
    put,
    say,
    scene,
    stack,
    written,
)

ZAP = """
[[card]]
id = "zap"
name = "Zap"
type = "surprise"
ap = 1
[[card.skills]]
when = "once"
targets = { what = "player", where = { side = "theirs" } }
effects = [{ do = "hit", to = "target", amount = 1 }]
"""


def gone_off(events: list[c.Event]) -> list[str]:
    return [event.item.card or event.item.kind for event in of(events, e.GoingOff)]


def test_rule_8_all_costs_are_paid_when_it_is_announced():
    match = scene("sunbeam", "", "")
    match.state.sides[1].hold = True
    (lamb,) = put(match, 0, "dawn-lamb")
    say(match, 0, f"play 1 on {lamb}")
    side = match.state.sides[0]
    assert (side.ap, side.mana["sun"]) == (7, 8)
    assert stack(match) == ["sunbeam"]
    assert hand(match, 0) == []


def test_rule_8_what_cannot_be_paid_cannot_be_played():
    match = scene("sunbeam noon-lion")
    (lamb,) = put(match, 0, "dawn-lamb")
    match.state.sides[0].ap = 2
    assert match.refusal(0, f"play 1 on {lamb}").startswith("Sunbeam costs 3 AP, 1 Sun, and you have 2 AP, 9 Sun")
    match.state.sides[0].ap, match.state.sides[0].mana = 9, {"sun": 2}
    assert match.refusal(0, "play 2") == "Noon Lion costs 4 AP, 3 Sun, and you have 9 AP, 2 Sun."
    assert choices(match, 0)["play 1 on"] == ("1",)


def test_rule_8_without_all_targets_it_cannot_be_played_and_nothing_is_paid():
    match = scene("sunbeam nap-time")
    assert match.refusal(0, "play 1") == "There is nothing for Sunbeam to be aimed at."
    (kitten,) = put(match, 1, "night-kitten")
    needs = f"Name 1 to aim at, as in play 1 on {kitten}. Possible: Night Kitten [{kitten}]."
    assert match.refusal(0, "play 1") == needs
    assert match.refusal(0, "play 2 on 1 1") == "You named something twice."
    assert match.refusal(0, "play 1 on 9") == "There is nothing with the number 9 in play."
    assert match.refusal(0, "play 1 on @1") == "It cannot be aimed at seat 1."
    assert (match.state.sides[0].ap, len(match.log)) == (10, 1)
    say(match, 0, f"play 2 on {kitten}")
    assert match.state.things[kitten].exhausted


def test_rule_8_the_most_restricted_gp_pays_first():
    match = scene("butter-finch butter-finch")
    match.state.sides[0].mana = {"sun/moon/star/cloud": 1, "sun/moon": 1, "sun": 1}
    say(match, 0, "play 1")
    assert match.state.sides[0].mana == {"sun/moon/star/cloud": 1, "sun/moon": 1}
    say(match, 0, "play 2")
    assert match.state.sides[0].mana == {"sun/moon/star/cloud": 1}


def test_rule_8_gp_of_several_kinds_goes_where_it_is_needed():
    match = scene("dusk-deer")
    match.state.sides[0].mana = {"sun/moon": 1, "sun/star": 1}
    say(match, 0, "play 1")
    assert match.state.sides[0].mana == {}


def test_rule_9_the_active_player_has_priority_then_the_next_round_the_table():
    match = scene("zap", "zap", "zap", cards=ZAP)
    match.state.active = 1
    say(match, 1, "end")
    assert match.state.window
    assert match.state.window.asked == [1, 2, 0]


def test_rule_9_a_surprise_or_an_activated_skill_can_be_a_reaction():
    match = scene("", "zap picnic dawn-lamb", cards=ZAP)
    (trolley,) = put(match, 1, "tea-trolley")
    say(match, 0, "end")
    assert choices(match, 1) == {"play 1 on": ("@0",), "use": (str(trolley),), "pass": ()}
    assert match.refusal(1, "play 2") == "Picnic cannot be played in reaction to something."
    say(match, 1, f"use {trolley}")
    say(match, 1, "pass")
    assert composure(match) == [30, 32]


def test_rule_9_three_deep_reactions_from_three_players_go_off_last_in_first_out():
    match = scene("love-letter", "zap", "zap", "zap", cards=ZAP)
    match.state.sides[3].hold = True
    say(match, 0, "play 1 on @1")
    for seat in (1, 2, 3):
        say(match, seat, "play 1 on @0")
    assert stack(match) == ["love-letter", "zap", "zap", "zap"]
    assert [item.seat for item in match.state.stack] == [0, 1, 2, 3]
    going = [say(match, 3, "pass") for _ in range(4)]
    assert [event.item.seat for events in going for event in of(events, e.GoingOff)] == [3, 2, 1, 0]


def test_rule_9_what_was_played_last_goes_off_first():
    match = scene("love-letter", "zap", "zap", "zap", cards=ZAP)
    say(match, 0, "play 1 on @1")
    say(match, 1, "play 1 on @0")
    say(match, 2, "play 1 on @0")
    events = say(match, 3, "play 1 on @0")
    assert [event.item.seat for event in of(events, e.GoingOff)] == [3, 2, 1, 0]
    assert composure(match) == [27, 26, 30, 30]


def test_rule_9_after_each_one_that_goes_off_players_may_react_again():
    match = scene("love-letter", "zap zap", cards=ZAP)
    say(match, 0, "play 1 on @1")
    say(match, 1, "play 1 on @0")
    events = say(match, 1, "pass")
    assert gone_off(events) == ["zap"]
    assert stack(match) == ["love-letter"]
    assert HAVEN.actors(match.state) == {1}
    say(match, 1, "play 2 on @0")
    assert stack(match) == []


def test_rule_10_with_all_targets_invalid_nothing_happens_and_the_card_goes_to_the_rest_pile():
    match = scene("sunbeam", "slip-away")
    (whale,) = put(match, 1, "star-whale")
    say(match, 0, f"play 1 on {whale}")
    events = say(match, 1, f"play 1 on {whale}")
    assert of(events, e.WentOff)[-1].failed
    assert of(events, c.Struck) == []
    assert match.state.sides[0].rest == ["sunbeam"]
    assert hand(match, 1) == ["star-whale"]


def test_rule_10_with_only_some_invalid_the_rest_are_affected():
    match = scene("nap-time", "slip-away")
    lamb, kitten = put(match, 1, "dawn-lamb", "night-kitten")
    say(match, 0, f"play 1 on {lamb} {kitten}")
    events = say(match, 1, f"play 1 on {lamb}")
    assert of(events, c.Exhausted)[0].things == (kitten,)


def test_rule_10_a_reaction_can_make_the_target_of_another_reaction_invalid():
    jab = ZAP.replace("zap", "jab").replace('{ what = "player", where = { side = "theirs" } }', "{ where = {} }")
    match = scene("picnic", "jab", "slip-away", cards=jab)
    (whale,) = put(match, 2, "star-whale")
    say(match, 0, "play 1")
    say(match, 1, f"play 1 on {whale}")
    assert stack(match) == ["picnic", "jab"]
    events = say(match, 2, f"play 1 on {whale}")
    assert gone_off(events) == ["slip-away", "jab", "picnic"]
    assert [event.failed for event in of(events, e.WentOff)] == [False, True, False]
    assert of(events, c.Struck) == []
    assert match.state.sides[1].rest == ["jab"]
    assert len(hand(match, 0)) == 2


def test_rule_10_what_counters_has_lost_its_target_when_that_was_countered_before():
    match = scene("picnic", "hush", "hush", "hush")
    say(match, 0, "play 1")
    say(match, 1, "play 1")
    say(match, 2, "play 1")
    assert stack(match) == ["picnic", "hush", "hush"]
    events = say(match, 3, "play 1")
    assert [event.item.seat for event in of(events, e.Countered)] == [2, 0]
    assert hand(match, 0) == []


def test_rule_10_a_target_that_came_back_is_another_one():
    match = scene("sunbeam", "slip-away")
    (whale,) = put(match, 1, "star-whale")
    say(match, 0, f"play 1 on {whale}")
    say(match, 1, f"play 1 on {whale}")
    put(match, 1, "star-whale")
    assert [*match.state.things] == [2]


def test_rule_10_a_target_can_become_invalid_by_a_change():
    match = scene("nap-time", "", "rest-now", cards=ZAP.replace("zap", "rest-now").replace(
        '{ what = "player", where = { side = "theirs" } }', '{ where = { types = ["sprite"] } }'
    ).replace('{ do = "hit", to = "target", amount = 1 }', '{ do = "exhaust", to = "target" }'))  # fmt: skip
    (lamb,) = put(match, 1, "dawn-lamb")
    say(match, 0, f"play 1 on {lamb}")
    events = say(match, 2, f"play 1 on {lamb}")
    assert [event.failed for event in of(events, e.WentOff)] == [False, True]


def test_rule_10_a_sprite_comes_into_play_with_its_max_sp():
    match = scene("dawn-lamb")
    put(match, 0, "sun-parasol")
    say(match, 0, "play 1")
    assert "Dawn Lamb [2] 5/5" in written(HAVEN.words.table(match.state, 0)[-1])


def test_rule_10_an_action_and_a_surprise_go_to_the_rest_pile_afterwards():
    match = scene("encore", "bright-idea")
    match.state.sides[0].rest = ["dawn-lamb"]
    say(match, 0, "play 1")
    say(match, 1, "play 1")
    assert match.state.sides[1].rest == ["bright-idea"]
    assert stack(match) == ["choose?"]
    assert match.state.sides[0].rest == ["dawn-lamb"]
    say(match, 0, "choose 1")
    assert match.state.sides[0].rest == ["encore"]
    assert hand(match, 0) == ["dawn-lamb"]


def test_rule_10_the_choices_it_asks_for_are_made_when_it_goes_off():
    match = scene("spring-clean", "", "")
    put(match, 1, "tea-trolley", "welcome-mat")
    (bell,) = put(match, 2, "moon-bell")
    for side in match.state.sides:
        side.passing = True
    say(match, 0, "play 1")
    assert match.state.frame
    assert match.state.frame.seat == 1
    assert choices(match, 1) == {"choose": ("1", "2")}
    assert match.refusal(1, f"choose {bell}") == "3 is not among what can be chosen: 1, 2."
    assert match.refusal(0, "end") == "Others are to answer first."
    say(match, 1, "choose 2")
    assert inplay(match, 1) == ["tea-trolley"]
    assert inplay(match, 2) == []


def test_rule_11_triggered_skills_can_be_reacted_to_in_the_main_step():
    match = scene("picnic-bear sunbeam", "hush")
    (bear,) = put(match, 0, "picnic-bear")
    match.state.things[bear].hurt = 6
    say(match, 0, f"play 2 on {bear}")
    events = say(match, 1, "pass")
    assert of(events, e.Triggered)
    assert stack(match) == ["picnic-bear"]
    say(match, 1, "play 1")
    assert stack(match) == []
    assert hand(match, 0) == ["picnic-bear"]


def test_rule_11_activated_skills_can_be_reacted_to():
    match = scene("", "hush")
    (trolley,) = put(match, 0, "tea-trolley")
    say(match, 0, f"use {trolley}")
    assert stack(match) == ["tea-trolley"]
    say(match, 1, "play 1")
    assert composure(match) == [30, 30]
    assert match.state.things[trolley].exhausted


@pytest.mark.parametrize(
    ("charging", "meeting", "triggered"),
    [("tide-otter", "puff-chick", "tide-otter"), ("dawn-lamb", "drizzle-frog", "drizzle-frog"),
     ("puff-chick", "thunder-yak", "thunder-yak"), ("nebula-jelly", "puff-chick", "nebula-jelly")],
)  # fmt: skip
def test_rule_11_triggered_skills_can_be_reacted_to_in_the_den_step(charging, meeting, triggered):
    match = scene("", "", "")
    (one,), (other,) = put(match, 0, charging), put(match, 1, meeting)
    match.state.sides[2].hold = True
    seen = []
    say(match, 0, f"den {one} vs @1")
    while not match.state.open_to_actions:
        if HAVEN.actors(match.state) == {2}:
            seen.append(stack(match))
            say(match, 2, "pass")
        else:
            say(match, 1, f"meet {other}")
    assert [each for each in seen if each[-1] == triggered]
    assert [each[0] for each in seen if len(each) == 1 and each[0] != triggered] == ["charge", "meet", "return"]


def test_rule_11_never_in_refill_or_refresh():
    match = scene("", "rainbow-newt", "hush")
    put(match, 1, "rainbow-newt")
    match.state.sides[2].hold = True
    say(match, 0, "end")
    events = say(match, 2, "pass")
    assert of(events, e.Triggered)
    assert of(events, e.WindowOpened) == []


def test_items_on_the_stack_have_ids_of_their_own():
    match = scene("picnic", "hush", "hush")
    say(match, 0, "play 1")
    say(match, 1, "play 1")
    ids = [item.id for item in match.state.stack if isinstance(item, Item)]
    assert len(set(ids)) == 2
    assert match.state.next_item > max(ids)

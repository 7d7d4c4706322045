"""Rules 21 to 23 and 25: what is computed anew, triggers, limits, numbers."""

import pytest

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.changes import Discarded, Drew
from games.cardbattle.events import Announced
from games.cardbattle.field import Field
from games.cardbattle.state import Step
from games.haven import HAVEN
from tests.haven.scenes import choices, composure, hand, inplay, of, put, say, scene, stack, written

TREAT = """
[[card]]
id = "{id}"
name = "{id}"
type = "treat"
ap = 0
[[card.skills]]
when = "{when}"
{more}
effects = [{effect}]
"""


def treat(id_: str, when: str, effect: str, more: str = "") -> str:
    return TREAT.format(id=id_, when=when, effect=effect, more=more)


def passive(id_: str, value: str, what: str, to: str = '{ types = ["sprite"] }') -> str:
    return treat(id_, "passive", f'{{ do = "change", to = {to}, value = "{value}", {what} }}')


def test_rule_21_values_are_set_first_then_added_to_in_the_order_of_entering():
    cards = (
        passive("plus", "charm", "add = 2") + passive("two", "charm", "set = 2") + passive("one", "charm", "set = 1")
    )
    match = scene(cards=cards)
    (lamb,) = put(match, 0, "dawn-lamb")
    put(match, 0, "plus", "two", "one")
    assert Field(match.state).strength(lamb, "moon") == 3


def test_rule_21_values_of_all_kinds_and_of_one_are_in_one_order():
    to = '{ types = ["sprite"] }'
    cards = passive("moon", "moon", "set = 7", to) + passive("all", "charm", "set = 4", to)
    match = scene(cards=cards)
    (lamb,) = put(match, 0, "dawn-lamb")
    put(match, 0, "moon", "all")
    assert Field(match.state).strength(lamb, "moon") == 4
    put(match, 0, "moon")
    assert Field(match.state).strength(lamb, "moon") == 7


def test_rule_21_what_a_card_has_for_good_comes_last():
    cards = passive("zero", "charm", "set = 0") + passive("minus", "charm", "add = -5")
    match = scene("charm-school", cards=cards)
    (lamb,) = put(match, 0, "dawn-lamb")
    put(match, 0, "zero", "minus")
    say(match, 0, f"play 1 on {lamb}")
    assert Field(match.state).strength(lamb, "moon") == 1
    assert Field(match.state).life(lamb) == 5


def test_rule_21_modifiers_are_never_stored():
    match = scene()
    (lamb,) = put(match, 0, "dawn-lamb")
    (parasol,) = put(match, 0, "sun-parasol")
    assert Field(match.state).life(lamb) == 5
    del match.state.things[parasol]
    assert Field(match.state).life(lamb) == 3


def test_rule_21_what_has_no_sp_left_is_removed_together_until_nothing_changes():
    # Two hats hold each other's wearers up: with the first Sprite the second loses its SP, and so does the third.
    hat = (
        '[[card]]\nid = "{id}"\nname = "{id}"\ntype = "sprite"\nkinds = ["sun"]\nap = 1\nmax_sp = 1\n'
        'keywords = ["{own}"]\n[[card.skills]]\nwhen = "passive"\n'
        'effects = [{{ do = "change", to = {{ keyword = "{other}" }}, value = "max_sp", add = 1 }}]\n'
    )
    cards = hat.format(id="first", own="greedy", other="generous") + hat.format(
        id="second", own="generous", other="extra_generous"
    ) + hat.format(id="third", own="extra_generous", other="greedy")  # fmt: skip
    match = scene("sunbeam", cards=cards)
    first, second, third = put(match, 0, "first", "second", "third")
    match.state.things[second].hurt = match.state.things[third].hurt = 1
    events = say(match, 0, f"play 1 on {first}")
    assert [[*event.things] for event in of(events, c.Gone)] == [[first], [second], [third]]


def test_rule_21_a_sprite_can_go_when_what_helped_it_goes():
    match = scene("spring-clean", "")
    (lamb,) = put(match, 1, "dawn-lamb")
    put(match, 1, "sun-parasol")
    match.state.things[lamb].hurt = 4
    say(match, 0, "play 1")
    assert inplay(match, 1) == []


@pytest.mark.parametrize(
    ("what", "hurt"),
    [
        ("add = -3", 0),
        ("set = 1, add = 1", 2),
        ('add = { each = { types = ["treat"] }, times = -3 }', 0),
    ],
)
def test_rule_21_a_sprite_can_go_when_something_takes_its_max_sp(what, hurt):
    match = scene("gloom", "", cards=passive("gloom", "max_sp", what))
    (lamb,) = put(match, 1, "dawn-lamb")
    match.state.things[lamb].hurt = hurt
    say(match, 0, "play 1")
    assert inplay(match, 1) == []
    assert inplay(match, 0) == ["gloom"]


@pytest.mark.parametrize(("add", "hurt", "stays"), [(-3, 0, False), (-1, 2, False), (-1, 1, True), (2, 4, True)])
def test_rule_21_a_sprite_can_go_by_what_it_was_changed_by_for_good(add, hurt, stays):
    wilt = (
        '[[card]]\nid = "wilt"\nname = "Wilt"\ntype = "action"\nap = 0\n[[card.skills]]\nwhen = "once"\n'
        'targets = { where = { types = ["sprite"] } }\nduration = "play"\n'
        f'effects = [{{ do = "change", to = "target", value = "max_sp", add = {add} }}]'
    )
    match = scene("wilt", cards=wilt)
    (lamb,) = put(match, 1, "dawn-lamb")
    thing = match.state.things[lamb]
    thing.hurt, thing.grown = hurt, {"life": 2} if hurt == 4 else {}
    say(match, 0, f"play 1 on {lamb}")
    assert inplay(match, 1) == ["dawn-lamb"] * stays


@pytest.mark.parametrize(("what", "hurt"), [("add = -3", 0), ("set = 2", 2)])
def test_rule_21_a_sprite_can_go_by_what_lasts_for_a_turn(what, hurt):
    wilt = (
        '[[card]]\nid = "wilt"\nname = "Wilt"\ntype = "action"\nap = 0\n[[card.skills]]\nwhen = "once"\n'
        'targets = { where = { types = ["sprite"] } }\n'
        f'effects = [{{ do = "change", to = "target", value = "max_sp", {what} }}]'
    )
    match = scene("wilt", cards=wilt)
    (lamb,) = put(match, 1, "dawn-lamb")
    match.state.things[lamb].hurt = hurt
    say(match, 0, f"play 1 on {lamb}")
    assert inplay(match, 1) == []


def test_rule_22_triggers_go_on_the_stack_by_seat_from_the_active_player_on():
    bell = treat("bell", "plays", '{ do = "mend", to = "you", amount = 1 }', 'of = { types = ["action"] }')
    match = scene("", "picnic", "", cards=bell)
    match.state.active = 1
    for seat in range(3):
        put(match, seat, "bell")
    match.state.sides[0].hold = True
    say(match, 1, "play 1")
    assert [(item.card, item.seat) for item in match.state.stack] == [
        ("picnic", 1),
        ("bell", 1),
        ("bell", 2),
        ("bell", 0),
    ]


def test_rule_22_each_owner_orders_their_own():
    cards = treat("a", "plays", '{ do = "draw" }', 'of = { types = ["action"] }')
    cards += treat("b", "plays", '{ do = "mend", to = "you", amount = 1 }', 'of = { types = ["action"] }')
    match = scene("chorus", "", cards=cards)
    put(match, 0, "a", "b")
    say(match, 0, "play 1 on @1")
    assert stack(match) == ["chorus", "order?"]
    told = HAVEN.words.private(match.state, match.log[-1])[0]
    assert written(told) == "You can order: 1 a, 2 b."
    events = say(match, 0, "order 2 1")
    assert [event.item.card for event in of(events, e.GoingOff)] == ["b", "a", "chorus"]


def test_rule_22_like_triggers_need_no_order():
    match = scene("dawn-lamb")
    put(match, 0, "welcome-mat", "welcome-mat")
    say(match, 0, "play 1")
    assert composure(match) == [32, 30]


def test_rule_22_a_trigger_is_aimed_when_it_goes_on_the_stack():
    match = scene("lantern-moth", "")
    put(match, 1, "dawn-lamb", "night-kitten")
    say(match, 0, "play 1")
    assert stack(match) == ["choose?"]
    assert choices(match, 0) == {"choose": ("1", "2")}
    say(match, 0, "choose 2")
    assert match.state.things[2].exhausted


def test_rule_22_a_trigger_with_nothing_to_aim_at_is_dropped():
    match = scene("lantern-moth", "")
    events = say(match, 0, "play 1")
    assert of(events, e.Stacked) == [e.Stacked(None)]
    assert stack(match) == []


def test_rule_22_objects_that_left_play_use_their_last_values():
    match = scene("sunbeam", "")
    (bear,) = put(match, 1, "picnic-bear")
    match.state.things[bear].owner = 0
    match.state.things[bear].hurt = 5
    events = say(match, 0, f"play 1 on {bear}")
    (triggered,) = of(events, e.Triggered)
    assert (triggered.item.seat, triggered.item.source) == (1, bear)
    assert hand(match, 1) == ["dawn-lamb"]
    assert match.state.sides[0].rest == ["picnic-bear", "sunbeam"]


def test_rule_22_what_goes_back_to_the_hand_leaves_play_too():
    match = scene("slip-away", "picnic")
    (bear,) = put(match, 0, "picnic-bear")
    say(match, 0, "draw")
    (triggered,) = of(say(match, 0, f"play 1 on {bear}"), e.Triggered)
    assert (triggered.item.seat, triggered.item.source) == (0, bear)
    assert hand(match, 0) == ["picnic-bear", "dawn-lamb", "night-kitten"]


def test_rule_22_several_that_leave_together_see_each_other():
    wake = (
        '[[card]]\nid = "wake"\nname = "Wake"\ntype = "sprite"\nkinds = ["sun"]\nap = 1\nmax_sp = 2\n[[card.skills]]\n'
        'when = "leaves"\nof = { types = ["sprite"] }\neffects = [{ do = "mend", to = "you", amount = 1 }]'
    )
    match = scene("warm-wave", "", cards=wake)
    put(match, 1, "wake", "wake")
    events = say(match, 0, "play 1")
    assert len(of(events, e.Triggered)) == 4
    assert composure(match) == [30, 34]


def test_rule_23_one_cards_skill_can_be_activated_3_times_a_turn():
    match = scene(cards=treat("tap", "use", '{ do = "mend", to = "you", amount = 1 }', "cost = { ap = 1 }"))
    (tap,) = put(match, 0, "tap")
    match.state.sides[0].passing = True
    for _ in range(3):
        say(match, 0, f"use {tap}")
    assert match.refusal(0, f"use {tap}") == "tap [1] has been used 3 times in this turn, and that is all."
    say(match, 0, "end")
    say(match, 1, "end")
    say(match, 0, f"use {tap}")


def test_rule_23_after_100_items_further_triggers_are_dropped_and_the_turn_ends():
    loop = treat(
        "loop", "hurt", '{ do = "hit", to = { types = ["sprite"] }, amount = 1 }', 'of = { types = ["sprite"] }'
    )
    wall = '[[card]]\nid = "wall"\nname = "Wall"\ntype = "sprite"\nkinds = ["sun"]\nap = 1\nmax_sp = 999\n'
    match = scene("sunbeam", "", cards=loop + wall)
    (wall_,) = put(match, 1, "wall")
    put(match, 1, "loop")
    say(match, 0, f"play 1 on {wall_}")
    assert match.state.things[wall_].hurt == 4 + 99
    assert match.state.active == 1
    assert match.state.step is Step.REFRESH


def test_rule_25_numbers_of_cards_in_hand_are_private():
    match = scene("picnic", "hush")
    events = say(match, 0, "play 1")
    (announced,) = of(events, Announced)
    assert announced.number == 1
    assert HAVEN.reveal(announced, 1) == Announced(announced.item)
    assert HAVEN.reveal(announced, 0) == announced
    assert HAVEN.reveal(Discarded(0, (4,), ("hush",)), None) == Discarded(0, (), ("hush",))
    assert HAVEN.reveal(Drew(0, ("hush",)), 1) == Drew(0, ("?",))
    seen = HAVEN.view(match.state, 1)
    assert seen.sides[0].next_number == 0
    assert match.refusal(1, "play 7").startswith("You hold no card with the number 7")


def test_rule_25_a_number_stays_the_same_while_the_card_is_there():
    match = scene("picnic encore dawn-lamb")
    say(match, 0, "play 3")
    say(match, 0, "draw")
    assert match.state.sides[0].hand == {1: "picnic", 2: "encore", 4: "dawn-lamb"}


def test_rule_25_an_object_gets_a_new_public_number_on_entering_play():
    match = scene(
        "dawn-lamb dawn-lamb",
        "",
        cards=treat("back", "use", '{ do = "move", to = { types = ["sprite"] }, into = "hand" }', "cost = {}"),
    )
    (back,) = put(match, 0, "back")
    match.state.sides[0].passing = True
    say(match, 0, "play 1")
    say(match, 0, f"use {back}")
    say(match, 0, "play 3")
    assert [*match.state.things] == [1, 3]


def test_rule_25_owner_and_controller_are_two_things():
    match = scene("new-friend homeward", "")
    (whale,) = put(match, 1, "star-whale")
    say(match, 0, f"play 1 on {whale}")
    thing = match.state.things[whale]
    assert (thing.owner, thing.controller) == (1, 0)
    assert match.refusal(0, "play 2 on 1") == "There is nothing for Homeward to be aimed at."
    match.state.things[whale].hurt = 8
    match.state.step = Step.MAIN
    say(match, 0, "end")
    assert match.state.sides[1].rest == ["star-whale"]

"""Rules 13 to 16: entering the den."""

import pytest

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.haven import HAVEN
from games.kit.scenario import Scenario
from tests.haven.scenes import choices, composure, hand, of, put, say, scene, stack

SPRITE = """
[[card]]
id = "{id}"
name = "{id}"
type = "sprite"
kinds = {kinds}
ap = 1
charm = {{ sun = {sun}, moon = {moon}, star = 1, cloud = 1 }}
max_sp = {sp}
keywords = {keywords}
"""


def sprite(
    id_: str, *keywords: str, kinds: tuple[str, ...] = ("sun",), sun: int = 2, moon: int = 3, sp: int = 20
) -> str:
    return SPRITE.format(id=id_, kinds=[*kinds], sun=sun, moon=moon, sp=sp, keywords=[*keywords])


GIVERS = (
    sprite("plain") + sprite("gen", "generous") + sprite("extra", "extra_generous") + sprite("greedy", "greedy")
    + sprite("frail", sp=2) + sprite("both", kinds=("sun", "moon"), sun=2, moon=6)
)  # fmt: skip


def den(
    charging: str, meeting: str = "", *, hands: tuple[str, ...] = ("", "")
) -> tuple[Scenario, list[int], list[int]]:
    """Let seat 0 enter the den against seat 1, up to where the defender is asked."""
    match = scene(*hands, cards=GIVERS)
    mine, theirs = put(match, 0, *charging.split()), put(match, 1, *meeting.split())
    say(match, 0, f"den {' '.join(map(str, mine))} vs @1")
    return match, mine, theirs


def met(charging: str, meeting: str) -> tuple[Scenario, list[int], list[int], list[c.Event]]:
    """Let all meet who can."""
    match, mine, theirs = den(charging, meeting)
    events = say(match, 1, f"meet {' '.join(map(str, theirs))}")
    return match, mine, theirs, events


def hurt(match: Scenario, number: int) -> int:
    return match.state.things[number].hurt


def test_rule_13_a_each_charging_sprite_costs_1_ap_and_is_exhausted():
    match, mine, theirs = den("plain plain plain", "plain")
    assert match.state.sides[0].ap == 7
    assert all(match.state.things[number].exhausted for number in mine)
    assert not match.state.things[theirs[0]].exhausted


def test_rule_13_a_exhausted_ones_cannot_charge():
    match = scene(cards=GIVERS)
    (tired,) = put(match, 0, "plain", exhausted=True)
    assert match.refusal(0, f"den {tired}") == "plain [1] is exhausted."
    assert [kind for kind in choices(match, 0) if kind.startswith("den")] == []


def test_rule_13_a_one_opponent_is_named_where_there_are_several():
    match = scene("", "", "", cards=GIVERS)
    (one,) = put(match, 0, "plain")
    assert match.refusal(0, f"den {one}").startswith("Moves look like")
    assert match.refusal(0, f"den {one} vs @0") == "Name an opponent who is still in."
    assert {kind for kind in choices(match, 0) if kind.startswith("den")} == {"den @1 with", "den @2 with"}
    say(match, 0, f"den {one} vs @2")
    assert composure(match) == [30, 30, 27]


def test_rule_13_a_no_more_charge_than_there_is_ap_for():
    match = scene(cards=GIVERS)
    put(match, 0, "plain", "plain", "plain")
    match.state.sides[0].ap = 2
    assert match.refusal(0, "den 1 2 3") == "Each costs 1 AP, and you have 2."
    (choice,) = [choice for choice in HAVEN.choices(match.state, 0) if choice.kind.startswith("den")]
    assert (choice.least, choice.most) == (1, 2)


def test_rule_13_a_only_own_sprites_charge_each_once():
    match = scene(cards=GIVERS)
    (mine,), (theirs,) = put(match, 0, "plain"), put(match, 1, "plain")
    (trolley,) = put(match, 0, "tea-trolley")
    assert match.refusal(0, f"den {mine} {mine}") == "You named something twice."
    assert match.refusal(0, "den") == "Name at least one Sprite."
    for number in (theirs, trolley, 77):
        assert match.refusal(0, f"den {number}") == f"{number} is no Sprite of yours."
    match.state.sides[0].ap = 0
    assert match.refusal(0, f"den {mine}") == "You have no AP left."


def test_rule_13_a_who_is_out_cannot_be_charged():
    match = scene("", "", "", cards=GIVERS)
    (mine,) = put(match, 0, "plain")
    match.state.sides[2].present = False
    assert match.refusal(0, f"den {mine} vs @2") == "Name an opponent who is still in."


def test_rule_13_a_players_may_react_and_with_none_charging_the_den_step_is_over():
    match = scene("", "send-off", cards=GIVERS + SEND_OFF)
    (one,) = put(match, 0, "plain")
    put(match, 1, "plain")
    say(match, 0, f"den {one}")
    assert stack(match) == ["charge"]
    say(match, 1, f"play 1 on {one}")
    assert match.state.struggle is None
    assert match.state.open_to_actions
    assert composure(match) == [30, 30]


SEND_OFF = """
[[card]]
id = "send-off"
name = "Send Off"
type = "surprise"
ap = 1
[[card.skills]]
when = "once"
targets = { where = { types = ["sprite"], fighting = true } }
effects = [{ do = "move", to = "target", into = "hand" }]
"""


def test_rule_13_b_each_meeting_sprite_costs_1_ap_and_is_not_exhausted():
    match, _, theirs = den("plain", "plain plain")
    match.state.sides[1].ap = 5
    say(match, 1, f"meet {theirs[0]}")
    assert match.state.sides[1].ap == 4
    assert not match.state.things[theirs[0]].exhausted


def test_rule_13_b_exhausted_ones_cannot_meet_and_new_ones_can():
    match = scene(cards=GIVERS)
    (one,) = put(match, 0, "plain")
    put(match, 1, "plain", exhausted=True)
    (new,) = put(match, 1, "plain", fresh=True)
    say(match, 0, f"den {one}")
    assert choices(match, 1) == {"meet": (str(new),)}


def test_rule_13_b_nobody_is_asked_who_cannot_meet():
    match, *_ = den("plain")
    assert composure(match) == [30, 27]
    match = scene(cards=GIVERS)
    (one,) = put(match, 0, "plain")
    put(match, 1, "plain")
    match.state.sides[1].ap = 0
    say(match, 0, f"den {one}")
    assert composure(match) == [30, 27]


def test_rule_13_b_players_may_react():
    match, mine, theirs = den("plain", "plain", hands=("cold-tea", ""))
    say(match, 0, "pass")
    say(match, 1, f"meet {theirs[0]}")
    assert stack(match) == ["meet"]
    say(match, 0, f"play 1 on {theirs[0]}")
    assert (hurt(match, mine[0]), hurt(match, theirs[0])) == (0, 2)


def test_rule_13_c_4_charge_2_meet_the_defender_chooses_2_of_the_4():
    match, mine, theirs, _ = met("plain plain plain plain", "plain plain")
    assert stack(match) == ["face?"]
    assert HAVEN.actors(match.state) == {1}
    assert choices(match, 1) == {"face": tuple(map(str, mine))}
    say(match, 1, f"face {mine[1]} {mine[3]}")
    assert [hurt(match, number) for number in mine] == [0, 4, 0, 4]
    assert [hurt(match, number) for number in theirs] == [8, 8]


def test_rule_13_c_1_charges_2_meet_the_active_player_chooses_1_of_the_2():
    match, mine, theirs, _ = met("plain", "plain plain")
    assert HAVEN.actors(match.state) == {0}
    say(match, 0, f"face {theirs[1]}")
    assert hurt(match, mine[0]) == 4
    assert [hurt(match, number) for number in theirs] == [0, 2]


def test_rule_13_c_3_and_3_all_are_chosen():
    match, mine, theirs, _ = met("plain plain plain", "plain plain plain")
    assert [hurt(match, number) for number in (*mine, *theirs)] == [6] * 6


def test_rule_13_d_generous_sprites_give_first():
    match, mine, theirs, events = met("gen", "frail")
    assert theirs[0] not in match.state.things
    assert hurt(match, mine[0]) == 0
    assert len(of(events, c.Struck)) == 1


def test_rule_13_d_generous_sprites_of_both_sides_give_at_the_same_time():
    match = scene(cards=GIVERS + sprite("brief", "generous", sp=2))
    mine, theirs = put(match, 0, "brief"), put(match, 1, "brief")
    say(match, 0, f"den {mine[0]}")
    say(match, 1, f"meet {theirs[0]}")
    assert match.state.things == {}


def test_rule_13_d_players_may_react_if_there_were_any():
    match, _, theirs = den("gen", "plain", hands=("", "trip-over"))
    say(match, 1, "pass")
    say(match, 1, f"meet {theirs[0]}")
    say(match, 1, "pass")
    assert stack(match) == ["give"]
    say(match, 1, "pass")
    assert stack(match) == ["return"]


def test_rule_13_d_without_any_nobody_is_asked():
    match, _, theirs = den("plain", "plain", hands=("", "trip-over"))
    say(match, 1, "pass")
    say(match, 1, f"meet {theirs[0]}")
    say(match, 1, "pass")
    assert stack(match) == ["return"]


@pytest.mark.parametrize(
    ("charging", "meeting", "mine", "theirs"),
    [
        ("plain", "plain", 2, 2),
        ("gen", "plain", 2, 2),
        ("plain", "gen", 2, 2),
        ("extra", "plain", 2, 4),
        ("plain", "extra", 4, 2),
        ("extra", "extra", 4, 4),
        ("greedy", "plain", 2, 2),
        ("plain", "greedy", 2, 2),
    ],
)
def test_rule_13_e_all_others_give_charm_and_the_extra_generous_ones_again(charging, meeting, mine, theirs):
    match, (charger,), (meeter,), _ = met(charging, meeting)
    assert (hurt(match, charger), hurt(match, meeter)) == (mine, theirs)


KEYWORDS = """
    charging  meeting  charging-SP  meeting-SP  composure
    plain     plain    -2           -2          0
    gen       plain    -2           -2          0
    extra     plain    -2           -4          0
    greedy    plain    -2           -2          -3
    plain     gen      -2           -2          0
    plain     extra    -4           -2          0
    plain     greedy   -2           -2          0
    gen       frail    0            -2          0
    extra     frail    0            -2          -3
    greedy    frail    -2           -2          -3
    frail     gen      -2           0           0
    frail     extra    -2           0           0
    frail     greedy   -2           -2          0
    gen       gen      -2           -2          0
    extra     extra    -4           -4          0
    greedy    greedy   -2           -2          -3
    gen       -        0            0           -3
    extra     -        0            0           -6
    greedy    -        0            0           -3
"""


@pytest.mark.parametrize("row", [row.split() for row in KEYWORDS.split("\n")[2:-1]], ids=" vs ".join)
def test_rule_15_each_keyword_in_attack_and_in_defence(row):
    charging, meeting, *numbers = row
    match, mine, theirs = den(charging, meeting.strip("-"))
    events = [*of_last(match), *(say(match, 1, f"meet {theirs[0]}") if theirs else [])]
    lost = {ref: sum(struck.taken.get(ref, 0) for struck in of(events, c.Struck)) for ref in (*mine, *theirs, ~1)}
    assert [lost.get(ref, 0) for ref in (mine[0], theirs[0] if theirs else 0, ~1)] == [-int(n) for n in numbers]
    assert composure(match) == [30, 30 + int(numbers[2])]


def of_last(match: Scenario) -> tuple[c.Event, ...]:
    return match.log[-1].events


@pytest.mark.parametrize("keyword", ["gen", "extra"])
def test_rule_13_d_a_generous_sprite_in_defence_gives_first_and_with_none_charging_the_den_is_over(keyword):
    match, mine, theirs, events = met("frail", keyword)
    assert [*match.state.things] == theirs
    assert hurt(match, theirs[0]) == 0
    assert of(events, c.Struck)[0].taken == {mine[0]: 2}
    assert len(of(events, c.Struck)) == 1
    assert match.state.struggle is None


def test_rule_13_e_a_sprite_that_generous_ones_removed_gives_nothing():
    match, mine, _, _ = met("extra", "frail")
    assert hurt(match, mine[0]) == 0


def test_rule_13_e_charm_is_given_at_the_same_time():
    match, mine, theirs, events = met("frail", "frail")
    assert match.state.things == {}
    (struck,) = of(events, c.Struck)
    assert struck.taken == {mine[0]: 2, theirs[0]: 2}
    assert of(events, c.Gone)[0].things == {mine[0]: "frail", theirs[0]: "frail"}


def test_rule_13_f_the_sprites_leave_the_den():
    match, mine, theirs, _ = met("plain", "plain")
    assert match.state.struggle is None
    assert match.state.open_to_actions
    assert set(match.state.things) == {*mine, *theirs}


def test_rule_14_every_sprite_charms_each_chosen_one_of_the_other_side():
    match, mine, theirs, _ = met("plain plain plain", "plain")
    say(match, 1, f"face {mine[2]}")
    assert [hurt(match, number) for number in mine] == [0, 0, 2]
    assert hurt(match, theirs[0]) == 6


def test_rule_14_a_sprite_of_several_kinds_takes_the_highest_value_against_its_kinds():
    # Values Sun 2 and Moon 6 against a Sun/Moon Sprite: 6.
    match, mine, theirs, _ = met("both", "both")
    assert (hurt(match, mine[0]), hurt(match, theirs[0])) == (6, 6)
    match, mine, theirs, _ = met("both", "plain")
    assert (hurt(match, mine[0]), hurt(match, theirs[0])) == (3, 2)


def test_rule_15_with_nobody_in_the_den_every_sprite_gives_its_highest_value_to_the_player():
    match, *_ = den("plain both")
    assert composure(match) == [30, 30 - 3 - 6]


def test_rule_15_who_does_not_meet_is_charmed():
    match, *_ = den("plain", "plain")
    say(match, 1, "meet")
    assert composure(match) == [30, 27]


@pytest.mark.parametrize(("sprite_", "loss"), [("plain", 3), ("gen", 3), ("extra", 6), ("greedy", 3)])
def test_rule_15_generous_and_greedy_ones_against_a_player(sprite_, loss):
    match, *_ = den(sprite_)
    assert composure(match) == [30, 30 - loss]


def test_rule_15_a_charging_greedy_sprite_charms_the_defending_player_too():
    match, _, theirs, _ = met("greedy", "plain")
    assert hurt(match, theirs[0]) == 2
    assert composure(match) == [30, 27]


def test_rule_15_a_meeting_greedy_sprite_does_not_charm_the_active_player():
    match, mine, _, _ = met("plain", "greedy")
    assert hurt(match, mine[0]) == 2
    assert composure(match) == [30, 30]


def test_rule_15_if_generous_ones_removed_the_last_meeting_sprite_the_others_charm_the_player():
    match, _, _, events = met("gen plain", "frail")
    say(match, 1, "face 1")
    assert composure(match) == [30, 27]
    assert of(events, c.Struck) == []


def test_rule_15_an_extra_generous_sprite_charms_the_player_in_both():
    match, *_ = met("extra", "frail")
    assert composure(match) == [30, 27]
    match, *_ = den("extra", "plain")
    say(match, 1, "meet")
    assert composure(match) == [30, 24]


def test_rule_15_a_greedy_extra_generous_sprite_charms_once_per_giving():
    match = scene(cards=GIVERS + sprite("bold", "greedy", "extra_generous"))
    (bold,), (plain,) = put(match, 0, "bold"), put(match, 1, "plain")
    say(match, 0, f"den {bold}")
    say(match, 1, f"meet {plain}")
    assert hurt(match, plain) == 4
    assert composure(match) == [30, 24]


def test_rule_15_a_meeting_sprite_that_is_left_but_not_chosen_still_shields_the_player():
    match, mine, theirs, _ = met("gen", "frail plain")
    say(match, 0, f"face {theirs[0]}")
    assert composure(match) == [30, 30]
    assert hurt(match, mine[0]) == 2


def test_rule_16_charm_is_taken_off_the_sp_and_at_0_it_goes_to_its_owners_rest_pile():
    match = scene(cards=GIVERS)
    (mine,), (theirs,) = put(match, 0, "plain"), put(match, 1, "frail")
    match.state.things[theirs].owner = 0
    say(match, 0, f"den {mine}")
    say(match, 1, f"meet {theirs}")
    assert match.state.sides[0].rest == ["frail"]
    assert hurt(match, mine) == 2


def test_rule_16_it_is_checked_after_every_effect():
    card = (
        '[[card]]\nid = "two"\nname = "Two"\ntype = "action"\nap = 1\n[[card.skills]]\nwhen = "once"\n'
        'targets = { where = { types = ["sprite"] } }\n'
        'effects = [{ do = "hit", to = "target", amount = 3 }, { do = "mend", to = "target", amount = 3 }]'
    )
    match = scene("two", cards=card)
    (lamb,) = put(match, 1, "dawn-lamb")
    events = say(match, 0, f"play 1 on {lamb}")
    assert [type(event) for event in events][-3:] == [c.Struck, c.Gone, e.WentOff]
    assert hand(match, 0) == []

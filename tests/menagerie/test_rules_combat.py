"""Rules 12 to 15: combat."""

import pytest

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.kit.inputs import Left, Reason
from games.kit.scenario import Scenario
from games.menagerie import MENAGERIE
from tests.menagerie.scenes import (
    card,
    choices,
    creature,
    hp,
    hurt,
    inplay,
    of,
    put,
    said,
    say,
    scene,
    stack,
    timed_out,
)

EXAMPLE = (
    creature("alex", "ash", "6A 5B 5C 4D") + creature("bob", "brine", "6A 2B 3C 4D")
    + creature("carol", "brine", "6A 3B 6C 1D") + creature("guard", "brine", "3A 4B 4C 3D")
)  # fmt: skip
BEASTS = creature("ox", "clay", "1A 1B 2C 1D") + creature("bug", "clay", "1A 1B 2C 3D", hp=2)


def skilled(name: str, *whens: str) -> str:
    """A Creature of which each of these skills heals its player by 1, 10, 100 HP."""
    skills = [
        f'when = "{when}"\neffects = [{{ do = "mend", to = "you", amount = {10**place} }}]'
        for place, when in enumerate(whens)
    ]
    return creature(name, "clay", "1A 1B 2C 1D", *skills, hp=3)


SWIFT = card(
    "whistle", "enchantment",
    'when = "use"\ncost = { ap = 1 }\ntargets = { where = { types = ["creature"] } }\n'
    'effects = [{ do = "move", to = "target", into = "hand" }]',
)  # fmt: skip


def fight(attackers: str, defenders: str = "", cards: str = EXAMPLE + BEASTS) -> tuple[Scenario, list[int], list[int]]:
    """Let seat 0 attack seat 1 with all, and seat 1 defend with all."""
    match = scene("", "", cards=cards)
    mine, theirs = put(match, 0, *attackers.split()), put(match, 1, *defenders.split())
    say(match, 0, f"attack {' '.join(map(str, mine))} vs @1")
    if theirs:
        say(match, 1, f"defend {' '.join(map(str, theirs))}")
    return match, mine, theirs


def test_rule_12_the_attack_is_announced_and_players_may_react_before_anything_is_tapped():
    match = scene("", "", "", cards=BEASTS)
    match.state.sides[2].hold = True
    (ox,) = put(match, 0, "ox")
    say(match, 0, f"attack {ox} vs @1")
    assert stack(match) == ["attack"]
    assert said(match) == ["ann attacks bob with Ox [1]. carl: react, or pass: 8 s."]
    assert (match.state.sides[0].ap, match.state.things[ox].exhausted) == (10, False)
    say(match, 2, "pass")
    assert stack(match) == ["tapped"]
    assert said(match) == ["Ox [1] tapped. carl: react, or pass: 8 s."]
    assert (match.state.sides[0].ap, match.state.things[ox].exhausted) == (9, True)
    say(match, 2, "pass")
    assert stack(match) == ["defend"]
    say(match, 2, "pass")
    assert stack(match) == ["effects"]
    say(match, 2, "pass")
    assert match.state.open_to_actions
    assert hp(match) == [40, 38, 40]


def test_rule_12_each_attacker_costs_1_ap():
    match, mine, _ = fight("ox ox ox", "ox")
    assert match.state.sides[0].ap == 7
    assert all(match.state.things[number].exhausted for number in mine)


def test_rule_12_no_more_attack_than_there_is_ap_for():
    match = scene(cards=BEASTS)
    put(match, 0, "ox", "ox", "ox")
    match.state.sides[0].ap = 2
    assert match.refusal(0, "attack 1 2 3") == "Each costs 1 AP, and you have 2."
    (choice,) = [choice for choice in MENAGERIE.choices(match.state, 0) if choice.kind.startswith("attack")]
    assert (choice.least, choice.most) == (1, 2)


def test_rule_12_tapped_ones_and_those_with_summoning_sickness_do_not_attack():
    match = scene("", "", cards=BEASTS)
    put(match, 0, "ox", exhausted=True)
    put(match, 0, "ox", fresh=True)
    assert match.refusal(0, "attack 1") == "Ox [1] is tapped."
    assert match.refusal(0, "attack 2") == "Ox [2] has come only now, and can attack from your next turn on."
    assert [kind for kind in choices(match, 0) if "attack" in kind] == []


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("attack 9 vs @1", "9 is no Creature of yours."),
        ("attack 2 vs @1", "2 is no Creature of yours."),
        ("attack 3 vs @1", "3 is no Creature of yours."),
        ("attack 1 vs @0", "Name an opponent who is still in."),
        ("attack 1 vs @7", "Name an opponent who is still in."),
        ("attack 1 1 vs @1", "You named something twice."),
        ("attack vs @1", "Name at least one Creature."),
    ],
)
def test_rule_12_what_cannot_be_announced(text, answer):
    match = scene("", "", "", cards=BEASTS)
    put(match, 0, "ox")
    put(match, 1, "ox")
    put(match, 0, "lighthouse")
    assert match.refusal(0, text) == answer
    assert match.refusal(0, "attack 1").startswith("Moves look like play 3, play 3 on 12, use 7, attack 4 5 vs NICK")


def test_rule_12_who_is_gone_when_it_comes_to_tapping_does_not_attack():
    match = scene("", "", cards=BEASTS + SWIFT)
    first, second = put(match, 0, "ox", "ox")
    put(match, 1, "whistle")
    say(match, 0, f"attack {first} {second}")
    say(match, 1, f"use 3 on {first}")
    for _ in range(2):
        say(match, 1, "pass")
    assert match.state.sides[0].ap == 9
    assert match.state.struggle
    assert match.state.struggle.attacking == [second]


def test_rule_12_with_nobody_left_to_attack_it_is_over_and_costs_nothing():
    match = scene("", "", cards=BEASTS + SWIFT)
    (ox,) = put(match, 0, "ox")
    put(match, 1, "whistle")
    say(match, 0, f"attack {ox}")
    say(match, 1, f"use 2 on {ox}")
    say(match, 1, "pass")
    assert (match.state.struggle, match.state.sides[0].ap, hp(match)) == (None, 10, [40, 40])
    assert match.state.open_to_actions


def test_rule_12_the_attacked_player_pays_1_ap_for_each_defender_without_tapping_it():
    match, _, theirs = fight("ox", "ox ox")
    assert match.state.sides[1].ap == 8
    assert not any(match.state.things[number].exhausted for number in theirs)


def test_rule_12_summoning_sickness_or_not_but_not_tapped_ones():
    match = scene(cards=BEASTS)
    (ox,) = put(match, 0, "ox")
    put(match, 1, "ox", exhausted=True)
    (new,) = put(match, 1, "ox", fresh=True)
    match.state.sides[1].ap = 1
    say(match, 0, f"attack {ox}")
    assert choices(match, 1) == {"defend": (str(new),)}
    assert said(match) == [
        "ann attacks bob with Ox [1]. Ox [1] tapped. bob: defend up to 1 of Ox [3]; defend alone is none: 20 s."
    ]
    assert match.refusal(1, "defend 2").startswith("2 is not among what can be chosen: 3.")


def test_rule_12_no_more_defend_than_there_is_ap_for():
    match = scene(cards=BEASTS)
    (ox,) = put(match, 0, "ox")
    put(match, 1, "ox", "ox")
    match.state.sides[1].ap = 1
    say(match, 0, f"attack {ox}")
    assert match.refusal(1, "defend 2 3") == "Choose 0 to 1."
    say(match, 1, "defend 2")
    assert match.state.sides[1].ap == 0


def test_rule_12_players_may_react_when_it_is_known_who_defends():
    match = scene("", "", cards=BEASTS + SWIFT)
    (ox,) = put(match, 0, "ox")
    (guard,) = put(match, 1, "ox")
    put(match, 0, "whistle")
    say(match, 0, f"attack {ox}")
    say(match, 0, "pass")
    say(match, 0, "pass")
    say(match, 1, f"defend {guard}")
    assert stack(match) == ["defend"]
    say(match, 0, f"use 3 on {guard}")
    say(match, 0, "pass")
    say(match, 0, "pass")
    assert hp(match) == [40, 38]


def example() -> tuple[Scenario, list[int], list[int]]:
    """Alex, Bob and Carol attack; two Creatures of type B with 3A 4B 4C 3D defend."""
    return fight("alex bob carol", "guard guard")


def test_rule_13_the_example():
    match, (alex, bob, carol), guards = example()
    assert MENAGERIE.actors(match.state) == {0}
    assert choices(match, 0) == {"name": (str(alex), str(bob), str(carol))}
    assert said(match) == ["bob defends with Guard [4], Guard [5]. ann: name 2 of Alex [1], Bob [2], Carol [3]: 20 s."]
    events = say(match, 0, f"name {alex} {bob}")
    assert hurt(match, alex) == 3 + 3 == 6
    assert hurt(match, bob) == 4 + 4 == 8
    assert hurt(match, carol) == 0
    assert [hurt(match, guard) for guard in guards] == [5 + 2 + 3] * 2 == [10, 10]
    assert len(of(events, c.Struck)) == 1


def test_rule_13_the_side_with_more_names_as_many_as_the_other_has():
    match, mine, _ = example()
    assert match.refusal(0, f"name {mine[0]}") == "Choose 2."
    assert match.refusal(0, "name 1 2 3") == "Choose 2."
    match, mine, theirs = fight("ox", "ox bug ox")
    assert MENAGERIE.actors(match.state) == {1}
    say(match, 1, f"name {theirs[2]}")
    assert [hurt(match, number) for number in theirs] == [0, 0, 2]
    assert hurt(match, mine[0]) == 6


def test_rule_13_all_of_them_if_they_have_no_more_than_that():
    match, mine, theirs = fight("ox ox", "ox ox")
    assert [hurt(match, number) for number in (*mine, *theirs)] == [4] * 4
    assert match.state.open_to_actions


def test_rule_13_who_is_not_named_hits_all_the_same():
    match, mine, theirs = fight("ox ox ox", "ox")
    say(match, 0, f"name {mine[1]}")
    assert [hurt(match, number) for number in mine] == [0, 2, 0]
    assert hurt(match, theirs[0]) == 6


def test_rule_13_it_goes_by_the_type_of_who_is_hit():
    match, (alex,), (guard,) = fight("alex", "guard")
    assert (hurt(match, alex), hurt(match, guard)) == (3, 5)
    assert hp(match) == [40, 40]


def test_rule_13_all_damage_is_simultaneous():
    match, mine, theirs = fight("bug", "bug")
    assert match.state.things == {}
    (struck,) = of(match.log[-1].events, c.Struck)
    assert struck.taken == {mine[0]: 2, theirs[0]: 2}
    assert len(of(match.log[-1].events, c.Gone)) == 1


def test_rule_13_who_defends_is_said_once_where_the_combat_ends_at_once():
    match, *_ = fight("ox", "ox")
    assert said(match)[0].startswith("bob defends with Ox [2]. Damage: ")


def test_rule_13_who_does_not_name_in_time_names_the_lowest_numbers():
    match, mine, _ = fight("ox ox", "ox")
    timed_out(match)
    assert [hurt(match, number) for number in mine] == [2, 0]


def test_rule_14_the_example():
    match, *_ = fight("alex bob carol")
    assert hp(match) == [40, 40 - (6 + 6 + 6)]
    assert said(match)[0].startswith(
        "ann attacks bob with Alex [1], Bob [2], Carol [3]. Alex [1], Bob [2], Carol [3] tapped. Nobody defends. "
        "Damage: bob -18 (22). ann, 7 AP"
    )


def test_rule_14_with_no_defender_the_player_takes_the_highest_damage_of_each():
    match = scene(cards=BEASTS)
    put(match, 0, "ox", "bug")
    put(match, 1, "ox")
    say(match, 0, "attack 1 2")
    say(match, 1, "defend")
    assert hp(match) == [40, 40 - 2 - 3]


def test_rule_14_one_defender_is_enough_to_shield_the_player():
    match, mine, _ = fight("ox ox ox", "bug")
    say(match, 0, f"name {mine[0]}")
    assert hp(match) == [40, 40]


def test_rule_15_creatures_at_0_hp_go_to_their_owners_discard_pile():
    match = scene(cards=BEASTS)
    (ox,), (bug,) = put(match, 0, "ox"), put(match, 1, "bug")
    match.state.things[bug].owner = 0
    say(match, 0, f"attack {ox}")
    say(match, 1, f"defend {bug}")
    assert match.state.sides[0].rest == ["bug"]
    assert "Bug [2] to the discard pile." in said(match)[0]


def test_rule_15_then_attacking_combat_and_defending_effects_happen():
    beasts = skilled("a", "attacks", "fought") + skilled("d", "defends", "fought")
    match, *_ = fight("a", "d", cards=beasts)
    while match.state.frame:
        say(match, match.state.frame.seat, "order 1 2")
    assert hp(match) == [40 + 11, 40 + 11]
    order = [type(event) for entry in match.log for event in entry.events]
    assert order.index(c.Struck) < order.index(e.Triggered)


def test_rule_15_of_those_that_are_still_on_the_field():
    beasts = skilled("a", "attacks", "fought") + creature("killer", "clay", "1A 1B 9C 1D")
    match, *_ = fight("a a", "killer", cards=beasts)
    say(match, 0, "name 2")
    assert inplay(match, 0) == ["a"]
    say(match, 0, "order 1 2")
    assert hp(match) == [40 + 11, 40]


def test_rule_15_also_where_the_player_took_the_damage_or_all_attackers_are_gone():
    match, *_ = fight("a", "", cards=skilled("a", "attacks"))
    assert hp(match) == [41, 38]
    match, *_ = fight("bug", "d", cards=BEASTS + skilled("d", "defends"))
    assert (inplay(match, 0), hp(match)) == ([], [40, 41])


def test_rule_15_the_effects_can_be_reacted_to_and_players_may_react_before_combat_ends():
    match = scene("", "", cards=skilled("a", "attacks"))
    match.state.sides[1].hold = True
    put(match, 0, "a")
    say(match, 0, "attack 1")
    stacks = []
    while not match.state.open_to_actions:
        stacks.append(*stack(match))
        say(match, 1, "pass")
    assert stacks == ["attack", "tapped", "defend", "a", "effects"]
    assert match.state.struggle is None


def test_rule_15_damage_stays_until_something_heals_it():
    match, _, theirs = fight("ox", "ox")
    say(match, 0, "end")
    say(match, 1, "end")
    assert hurt(match, theirs[0]) == 2
    match.state.sides[0].hand = {1: "second-breakfast"}
    match.state.things[theirs[0]].controller = 0
    say(match, 0, "play 1")
    assert hurt(match, theirs[0]) == 0


@pytest.mark.parametrize("leaver", [0, 1])
def test_a_combat_ends_when_somebody_in_it_leaves(leaver):
    match = scene("", "", "", cards=BEASTS)
    put(match, 0, "ox")
    put(match, 1, "ox")
    say(match, 0, "attack 1 vs @1")
    match.input(Left(Reason.QUIT), leaver)
    assert match.state.struggle is None
    assert match.state.active == (0 if leaver else 1)
    assert match.state.open_to_actions


def test_an_attack_on_somebody_who_left_before_the_tapping_does_not_happen():
    match = scene("", "", "", cards=BEASTS)
    match.state.sides[2].hold = True
    put(match, 0, "ox")
    say(match, 0, "attack 1 vs @1")
    match.input(Left(Reason.QUIT), 1)
    say(match, 2, "pass")
    assert (match.state.struggle, match.state.sides[0].ap) == (None, 10)
    assert match.state.open_to_actions


def test_rule_12_without_ap_nobody_attacks():
    match = scene(cards=BEASTS)
    put(match, 0, "ox")
    match.state.sides[0].ap = 0
    assert match.refusal(0, "attack 1") == "You have no AP left."
    assert [kind for kind in choices(match, 0) if "attack" in kind] == []

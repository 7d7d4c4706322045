"""Rules 1 to 5 and 16: the cards there are, what they cost, and who pays for them."""

from collections import Counter

import pytest

from games.cardbattle import events as e
from games.cardbattle.blocks import Block
from games.cardbattle.cards import UNTRIGGERED
from games.cardbattle.loader import CardsError
from games.kit.text import plain
from games.menagerie import MENAGERIE
from tests.menagerie.scenes import (
    KINDS,
    card,
    choices,
    creature,
    hand,
    hp,
    hurt,
    inplay,
    more_cards,
    next_turn,
    of,
    pool,
    poor,
    put,
    said,
    say,
    scene,
    stack,
    written,
)

BEAST = creature("beast", "ash", "2A 3B 5C 0D", ap=3, mp="{ ash = 2 }", hp=9)
ZAP = card(
    "zap", "action", 'when = "once"\ntargets = { where = { types = ["creature"] } }\n'
    'effects = [{ do = "hit", to = "target", amount = 1 }]', kind="brine", ap=2, mp="{ brine = 3 }",
)  # fmt: skip
NUDGE = card(
    "nudge", "surprise", 'when = "once"\ntargets = { what = "player", where = { side = "theirs" } }\n'
    'effects = [{ do = "hit", to = "target", amount = 1 }]', ap=1,
)  # fmt: skip


def test_rule_1_there_are_six_types_of_cards_and_each_card_is_of_one_mana_type():
    types = {card.type for card in MENAGERIE.cards.values()}
    assert types == {"creature", "land", "action", "enchantment", "alteration", "surprise"}
    assert all(len(card.kinds) == 1 and card.kinds[0] in KINDS for card in MENAGERIE.cards.values())


@pytest.mark.parametrize("kinds", ["[]", '["ash", "dew"]'])
def test_rule_1_a_card_of_no_type_or_of_several_is_refused(kinds):
    with pytest.raises(CardsError, match="test: odd: a card is of one kind: ash, brine, clay, dew"):
        more_cards(card("odd", "land").replace('["ash"]', kinds))


def test_rule_1_alterations_stay_in_play_on_a_target_card():
    match = scene("clay-armor")
    (chick,) = put(match, 0, "cinder-chick", exhausted=True)
    say(match, 0, f"play 1 on {chick}")
    (armor,) = [number for number, thing in match.state.things.items() if thing.card == "clay-armor"]
    assert match.state.things[armor].host == chick
    assert written(MENAGERIE.words.table(match.state, 0)[-1]).endswith("(tapped); Clay Armor [2] on Cinder Chick [1]")
    assert said(match)[0].startswith("ann plays Clay Armor on Cinder Chick [1]. Clay Armor [2] comes into play.")
    next_turn(match)
    assert inplay(match, 0) == ["cinder-chick", "clay-armor"]


def test_rule_2_a_creature_has_a_damage_value_for_each_mana_type_and_hp():
    creatures = [card for card in MENAGERIE.cards.values() if card.type == "creature"]
    assert all(set(card.strength) == set(KINDS) and card.life > 0 for card in creatures)
    with pytest.raises(CardsError, match="test: odd: what fights has a 'damage' against each kind"):
        more_cards(creature("odd", "ash", "1A 1B 1C 1D").replace(", dew = 1", ""))
    with pytest.raises(CardsError, match="what fights has life"):
        more_cards(creature("odd", "ash", "1A 1B 1C 1D", hp=0))


@pytest.mark.parametrize(("kind", "damage"), [("ash", 2), ("brine", 3), ("clay", 5), ("dew", 0)])
def test_rule_2_that_is_what_it_does_to_a_creature_of_that_type(kind, damage):
    match = scene(cards=BEAST + creature("target", kind, "0A 0B 0C 0D"))
    (beast,), (target,) = put(match, 0, "beast"), put(match, 1, "target")
    say(match, 0, f"attack {beast}")
    say(match, 1, f"defend {target}")
    assert hurt(match, target) == damage


def test_rule_3_actions_are_used_once_in_the_own_turn_and_go_to_the_discard_pile():
    match = scene("message-in-a-bottle", "message-in-a-bottle")
    say(match, 0, "play 1")
    assert match.state.sides[0].rest == ["message-in-a-bottle"]
    assert match.refusal(1, "play 1") == "It is not your turn: ann is to act.".replace("ann", "seat 0")


def test_rule_3_surprises_are_played_in_anyones_turn_in_reaction_to_a_card_being_played():
    match = scene("message-in-a-bottle nudge", "nudge", cards=NUDGE)
    assert match.refusal(0, "play 2 on @1") == "Nudge is played in reaction to something."
    say(match, 0, "play 1")
    assert match.state.window
    assert match.state.window.asked == [0, 1]
    say(match, 0, "play 2 on @1")
    assert stack(match) == ["message-in-a-bottle", "nudge"]
    say(match, 1, "play 1 on @0")
    assert hp(match) == [39, 39]
    assert match.state.sides[1].rest == ["nudge"]


def test_rule_3_surprises_do_not_answer_what_is_no_card():
    match = scene("", "nudge", cards=NUDGE)
    match.state.sides[1].hold = True
    (chick,) = put(match, 0, "cinder-chick")
    say(match, 0, f"attack {chick}")
    assert match.refusal(1, "play 1 on @0") == "Nudge is played in reaction to a card that is played."
    assert choices(match, 1) == {"pass": ()}


def test_rule_3_who_holds_only_surprises_is_not_asked_about_attacks_draws_and_turns():
    match = scene("", "nudge", cards=NUDGE)
    (chick,) = put(match, 0, "cinder-chick")
    say(match, 0, f"attack {chick}")
    say(match, 0, "draw")
    say(match, 0, "end")
    assert match.state.active == 1


def test_rule_3_enchantments_stay_in_play():
    match = scene("glowing-coals")
    say(match, 0, "play 1")
    next_turn(match)
    assert inplay(match, 0) == ["glowing-coals"]


def test_rule_3_lands_give_mana_when_the_player_refreshes():
    match = scene()
    poor(match, 0)
    put(match, 0, "warm-hearth", "hot-spring")
    next_turn(match)
    next_turn(match)
    assert pool(match, 0) == {}
    say(match, 0, "refresh")
    assert pool(match, 0) == {"ash": 3, "brine": 1}


def test_rule_4_the_player_pays_the_ap_and_the_target_player_the_mp():
    match = scene("zap", cards=ZAP)
    poor(match, 0)
    poor(match, 1, brine=4)
    (duck,) = put(match, 1, "puddle-duck")
    say(match, 0, f"play 1 on {duck}")
    assert [side.ap for side in match.state.sides] == [8, 10]
    assert (pool(match, 0), pool(match, 1)) == ({}, {"brine": 1})
    assert said(match)[0].startswith("bob pays 3 Brine. ann plays Zap on Puddle Duck [1]. Damage: Puddle Duck [1] -1")


def test_rule_4_what_the_target_player_cannot_pay_the_playing_player_must():
    match = scene("zap", cards=ZAP)
    poor(match, 0, brine=2)
    poor(match, 1, brine=2)
    (duck,) = put(match, 1, "puddle-duck")
    say(match, 0, f"play 1 on {duck}")
    assert (pool(match, 0), pool(match, 1)) == ({"brine": 1}, {})


def test_rule_4_what_nobody_can_pay_cannot_be_played():
    match = scene("zap", "", "", cards=ZAP)
    poor(match, 0, brine=1)
    poor(match, 1, brine=1)
    (duck,) = put(match, 1, "puddle-duck")
    assert match.refusal(0, f"play 1 on {duck}") == "Zap costs 2 AP, 3 Brine, and you have 10 AP, 1 Brine."
    (mouse,) = put(match, 2, "pebble-mouse")
    assert choices(match, 0)["play 1 on"] == (str(mouse),)
    assert match.refusal(0, f"play 1 on {duck}") == "Zap costs 2 AP, 3 Brine, and you have 10 AP, 1 Brine."
    assert (pool(match, 0), pool(match, 1), len(match.log)) == ({"brine": 1}, {"brine": 1}, 1)


def test_rule_4_a_card_on_a_person_is_paid_by_that_person():
    match = scene("roast-chestnuts", "", "")
    poor(match, 0)
    say(match, 0, "play 1 on @2")
    assert [pool(match, seat).get("ash", 0) for seat in range(3)] == [0, 9, 7]


def test_rule_4_a_card_on_a_card_that_is_being_played_is_paid_by_who_plays_that():
    match = scene("message-in-a-bottle", "splash")
    poor(match, 0, brine=2)
    say(match, 0, "play 1")
    assert pool(match, 0) == {"brine": 1}
    say(match, 1, "play 1")
    assert (pool(match, 0), pool(match, 1)["brine"]) == ({}, 8)


def test_rule_4_what_comes_to_the_own_side_and_what_has_no_target_is_played_on_oneself():
    match = scene("cinder-chick glowing-coals spark-shower clay-armor")
    for number in (1, 2, 3):
        say(match, 0, f"play {number}")
    say(match, 0, "play 4 on 1")
    assert pool(match, 0) == {"ash": 9 - 1 - 2 - 2, "brine": 9, "clay": 8, "dew": 9}
    assert pool(match, 1) == dict.fromkeys(KINDS, 9)


def test_rule_4_an_alteration_on_anothers_card_is_paid_by_them():
    match = scene("soap-bubble")
    (duck,) = put(match, 1, "puddle-duck")
    say(match, 0, f"play 1 on {duck}")
    assert (pool(match, 0)["brine"], pool(match, 1)["brine"]) == (9, 7)


def test_rule_4_skills_are_no_cards_and_paid_by_who_uses_them():
    match = scene()
    mole, mouse = put(match, 0, "potter-mole", "pebble-mouse")
    match.state.things[mouse].owner = 1
    say(match, 0, f"use {mole} on {mouse}")
    assert (pool(match, 0)["clay"], pool(match, 1)["clay"]) == (8, 9)


def test_rule_4_the_mana_is_of_the_cards_own_type_unless_the_card_says_other():
    other = [card.id for card in MENAGERIE.cards.values() if set(card.mana) - set(card.kinds)]
    assert other == ["weathercock", "wide-porch"]
    match = scene("wide-porch")
    say(match, 0, "play 1")
    assert pool(match, 0) == {"ash": 8, "brine": 9, "clay": 9, "dew": 9}


def test_rule_5_a_first_creature_can_be_played_without_its_mp_and_its_damage_comes_into_the_pool():
    match = scene("beast beast", cards=BEAST)
    poor(match, 0, ash=1)
    say(match, 0, "play 1")
    assert inplay(match, 0) == ["beast"]
    assert match.state.sides[0].ap == 7
    assert pool(match, 0) == {"ash": 3, "brine": 3, "clay": 5}
    assert said(match)[0].startswith(
        "ann plays Beast. ann gains 2 Ash, 3 Brine, 5 Clay. Beast [1] comes into play. ann, 7 AP, 3 Ash, 3 Brine"
    )


def test_rule_5_whoever_can_pay_pays():
    match = scene("beast", cards=BEAST)
    say(match, 0, "play 1")
    assert pool(match, 0) == {"ash": 7, "brine": 9, "clay": 9, "dew": 9}


def test_rule_5_it_is_allowed_only_while_the_player_has_no_creature():
    match = scene("beast", cards=BEAST)
    poor(match, 0, ash=1)
    put(match, 0, "pebble-mouse")
    assert match.refusal(0, "play 1") == "Beast costs 3 AP, 2 Ash, and you have 10 AP, 1 Ash."
    assert "play" not in choices(match, 0)


def test_rule_5_once_per_player_and_turn():
    match = scene("beast beast dive-away dive-away", "beast", cards=BEAST.replace("ap = 3", "ap = 1"))
    for seat in (0, 1):
        poor(match, seat)
    say(match, 0, "play 1")
    match.state.things.clear()
    poor(match, 0)
    assert match.refusal(0, "play 2") == "Beast costs 1 AP, 2 Ash, and you have 9 AP."
    next_turn(match)
    say(match, 1, "play 1")
    assert pool(match, 1) == {"ash": 2, "brine": 3, "clay": 5}
    next_turn(match)
    say(match, 0, "play 2")
    assert pool(match, 0) == {"ash": 2, "brine": 3, "clay": 5}


def test_rule_5_its_ap_have_to_be_paid():
    match = scene("beast", cards=BEAST)
    poor(match, 0)
    match.state.sides[0].ap = 2
    assert match.refusal(0, "play 1") == "Beast costs 3 AP, and you have 2 AP."


def test_rule_5_no_other_card_can_be_played_without_its_mp():
    match = scene("glowing-coals")
    poor(match, 0)
    assert match.refusal(0, "play 1") == "Glowing Coals costs 3 AP, 2 Ash, and you have 10 AP."


def test_rule_5_the_pool_stays_within_its_limit():
    match = scene("beast", cards=BEAST)
    poor(match, 0, clay=18)
    say(match, 0, "play 1")
    assert pool(match, 0) == {"ash": 2, "brine": 3, "clay": 20}


def test_rule_16_at_least_60_cards_of_all_types():
    types = Counter(card.type for card in MENAGERIE.cards.values())
    least = {"creature": 24, "land": 8, "action": 10, "enchantment": 8, "alteration": 5, "surprise": 5}
    assert len(MENAGERIE.cards) >= 60
    assert all(types[type_] >= count for type_, count in least.items())
    assert {kind for card in MENAGERIE.cards.values() if card.type == "creature" for kind in card.kinds} == set(KINDS)


def test_rule_16_each_skill_type_and_every_building_block_is_used():
    skills = [skill for card in MENAGERIE.cards.values() for skill in card.skills]
    whens = {skill.when for skill in skills}
    assert whens - UNTRIGGERED >= {"refill", "end", "enters", "leaves", "attacks", "defends", "fought", "hits", "hurt"}
    assert whens & UNTRIGGERED == UNTRIGGERED
    assert {type(block) for skill in skills for block in skill.effects} == set(Block.__subclasses__())


def test_rule_16_card_tells_what_a_card_does():
    look = MENAGERIE.lookups["card"]
    assert (
        plain(look(None, "warm hearth")) == "Warm Hearth (warm-hearth): Ash Land, 2 AP. when you refresh: gain 2 Ash."
    )
    assert plain(look(None, "lantern")).endswith("2 AP, tap this: 2 Damage to a Creature.")
    assert plain(look(None, "weathercock")).endswith(
        "each player: the turns go round the other way. 2 AP, put this on the discard pile: draw 2."
    )


def test_a_skill_that_works_when_one_refreshes_can_only_let_its_player_gain():
    for effect in ('{ do = "draw" }', '{ do = "gain", to = "opponents", ap = 1 }'):
        with pytest.raises(CardsError, match="a skill 'refresh' can only let you gain"):
            more_cards(card("odd", "land", f'when = "refresh"\neffects = [{effect}]'))


def test_a_countered_card_has_been_paid_for_all_the_same():
    match = scene("nudge", "splash", cards=NUDGE.replace('"surprise"', '"action"'))
    say(match, 0, "play 1 on @1")
    assert len(of(say(match, 1, "play 1"), e.Countered)) == 1
    assert (match.state.sides[0].ap, hand(match, 0), hp(match)) == (9, [], [40, 40])

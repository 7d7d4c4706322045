"""What each block of effects does, with the example of its documentation in it."""

import re

import pytest

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.blocks import Block
from games.cardbattle.field import Field
from games.haven import HAVEN
from games.kit.scenario import Scenario
from games.kit.text import plain
from tests.haven.scenes import composure, hand, inplay, more_cards, of, put, say, scene

SPRITE = 'targets = { where = { types = ["sprite"] } }'
PLAYER = 'targets = { what = "player" }'


def action(effects: str, more: str = "") -> str:
    return f"""
[[card]]
id = "test"
name = "Test"
type = "action"
ap = 0
[[card.skills]]
when = "once"
{more}
effects = [{effects}]
"""


def playing(effects: str, more: str = "", *hands: str) -> Scenario:
    return scene("test", *(hands or ("",)), cards=action(effects, more))


def examples() -> list[str]:
    """The examples in the documentation of the blocks."""
    found = [re.findall(r"`(\{ do = .*?\})`", block.__doc__ or "") for block in Block.__subclasses__()]
    assert all(found)
    return [example for each in found for example in each]


@pytest.mark.parametrize("example", examples())
def test_every_example_of_a_block_is_right(example):
    aim = 'targets = { what = "top" }' if "counter" in example else SPRITE if '"target"' in example else ""
    cards = action(example, aim).replace('"action"', '"treat"').replace('"once"', '"use"')
    assert more_cards(cards)["test"].skills[0].effects
    assert plain(HAVEN.lookups["card"](scene(cards=cards).state, "test"))


def test_hit_hurts_creatures_and_players_but_no_other_cards():
    match = playing('{ do = "hit", to = {}, amount = 2 }, { do = "hit", to = "opponents", amount = 3 }', "", "", "")
    (lamb,), (mat,) = put(match, 1, "noon-lion"), put(match, 2, "welcome-mat")
    say(match, 0, "play 1")
    assert match.state.things[lamb].hurt == 2
    assert match.state.things[mat].hurt == 0
    assert composure(match) == [30, 27, 27]


def test_mend_gives_a_creature_no_more_than_it_can_have_and_a_player_any():
    match = playing('{ do = "mend", to = "target", amount = 5 }, { do = "mend", to = "you", amount = 5 }', SPRITE)
    (lion,) = put(match, 0, "noon-lion")
    match.state.things[lion].hurt = 3
    (mended, other) = of(say(match, 0, f"play 1 on {lion}"), c.Mended)
    assert (mended.amount, other.amount) == (3, 5)
    assert match.state.things[lion].hurt == 0
    assert composure(match) == [35, 30]


def test_draw_is_for_players_and_the_controllers_of_cards():
    match = playing('{ do = "draw", to = "target", amount = 2 }', SPRITE)
    (lamb,) = put(match, 1, "dawn-lamb")
    say(match, 0, f"play 1 on {lamb}")
    assert len(hand(match, 1)) == 2


def test_discard_by_choice_or_all_where_there_is_no_choice():
    match = playing(
        '{ do = "discard", to = "opponents", amount = 2 }',
        "",
        "picnic",
        "picnic picnic",
        "hush encore picnic",
    )
    match.state.sides[3].ap = 0
    say(match, 0, "play 1")
    assert (hand(match, 1), hand(match, 2)) == ([], [])
    say(match, 3, "discard 1 3")
    assert hand(match, 3) == ["encore"]


def test_discard_by_chance_asks_nobody():
    match = playing('{ do = "discard", to = "opponents", random = true }', "", "picnic encore homeward")
    (discarded,) = of(say(match, 0, "play 1"), c.Discarded)
    assert len(discarded.cards) == 1
    assert len(hand(match, 1)) == 2


def test_gain_gives_ap_and_mana():
    match = playing('{ do = "gain", ap = 2, gp = { "sun/moon" = 1, star = 1 } }')
    say(match, 0, "play 1")
    side = match.state.sides[0]
    assert (side.ap, side.mana["sun/moon"], side.mana["star"]) == (12, 1, 10)


def test_move_goes_to_the_owner():
    for into, where in (("hand", "hand"), ("rest", "rest"), ("deck", "deck")):
        match = playing(f'{{ do = "move", to = "target", into = "{into}" }}', SPRITE)
        (lamb,) = put(match, 1, "star-whale")
        match.state.things[lamb].owner = 0
        say(match, 0, f"play 1 on {lamb}")
        zone = getattr(match.state.sides[0], where)
        assert "star-whale" in (zone.values() if where == "hand" else zone)
        assert inplay(match, 1) == []
    assert match.state.sides[0].deck[0] == "star-whale"


def test_fetch_puts_a_card_into_play_or_hand_and_shuffles_a_deck():
    match = playing('{ do = "fetch", zone = "deck", into = "play", where = { types = ["sprite"] }, amount = 2 }')
    events = say(match, 0, "play 1")
    assert of(events, e.Asked)[0].frame.ask.candidates == (1, 2, 3, 4)
    events = say(match, 0, "choose 1 3")
    assert inplay(match, 0) == ["dawn-lamb", "puff-chick"]
    assert len(of(events, c.Shuffled)) == 1
    assert sorted(match.state.sides[0].deck) == ["night-kitten", "picnic", "spark-mouse"]


def test_fetch_from_an_empty_rest_pile_does_nothing():
    match = playing('{ do = "fetch", zone = "rest", into = "hand" }, { do = "draw" }')
    say(match, 0, "play 1")
    assert hand(match, 0) == ["dawn-lamb"]


def test_change_lasts_for_the_turn_or_for_good():
    match = playing('{ do = "change", to = "target", value = "max_sp", add = 2 }', SPRITE)
    (lamb,) = put(match, 0, "dawn-lamb")
    say(match, 0, f"play 1 on {lamb}")
    assert Field(match.state).life(lamb) == 5
    say(match, 0, "end")
    assert Field(match.state).life(lamb) == 3
    match = playing('{ do = "change", to = "target", value = "moon", add = 2 }', f'{SPRITE}\nduration = "play"')
    (lamb,) = put(match, 0, "dawn-lamb")
    say(match, 0, f"play 1 on {lamb}")
    say(match, 0, "end")
    assert Field(match.state).strength(lamb, "moon") == 4
    assert Field(match.state).strength(lamb, "sun") == 1


def test_change_of_players_lasts_for_the_turn():
    match = playing('{ do = "change", to = "you", value = "draw_cost", add = -2 }')
    say(match, 0, "play 1")
    say(match, 0, "draw")
    assert match.state.sides[0].ap == 7
    assert Field(match.state).draw_cost(1) == 5


def test_grant_gives_a_keyword_or_a_kind():
    match = playing(
        '{ do = "grant", to = "target", keyword = "greedy" }, { do = "grant", to = "target", kind = "moon" }',
        f'{SPRITE}\nduration = "play"',
    )
    (lamb,) = put(match, 0, "dawn-lamb")
    say(match, 0, f"play 1 on {lamb}")
    say(match, 0, "end")
    field = Field(match.state)
    assert (field.kinds(lamb), field.keywords(lamb)) == (("sun", "moon"), ("greedy",))


def test_counter_takes_the_top_off_the_stack():
    match = scene("picnic", "hush")
    say(match, 0, "play 1")
    (countered,) = of(say(match, 1, "play 1"), e.Countered)
    assert countered.item.card == "picnic"
    assert match.state.sides[0].rest == ["picnic"]
    assert hand(match, 0) == []


def test_take_gives_control_for_the_turn_or_for_good():
    match = playing('{ do = "take", to = "target" }', f'{SPRITE}\nduration = "play"')
    (lamb,) = put(match, 1, "dawn-lamb")
    say(match, 0, f"play 1 on {lamb}")
    say(match, 0, "end")
    thing = match.state.things[lamb]
    assert (thing.owner, thing.controller, thing.fresh) == (1, 0, True)


def test_choose_by_each_opponent_in_turn():
    match = playing(
        '{ do = "choose", where = { types = ["sprite"], side = "yours" }, by = "opponents" },'
        ' { do = "exhaust", to = "chosen" }',
        "", "", "",
    )  # fmt: skip
    put(match, 1, "dawn-lamb", "night-kitten")
    put(match, 2, "dawn-lamb", "night-kitten")
    say(match, 0, "play 1")
    say(match, 1, "choose 2")
    say(match, 2, "choose 3")
    assert [number for number, thing in match.state.things.items() if thing.exhausted] == [2, 3]


def test_a_number_can_depend_on_what_is_in_play():
    match = playing('{ do = "hit", to = "target", amount = { each = { kinds = ["sun"] }, times = 2 } }', PLAYER)
    put(match, 0, "dawn-lamb")
    put(match, 1, "noon-lion", "night-kitten")
    say(match, 0, "play 1 on @1")
    assert composure(match) == [30, 26]


@pytest.mark.parametrize(
    ("condition", "active", "holds"),
    [
        ('{ turn = "own" }', 0, True),
        ('{ turn = "other" }', 0, False),
        ('{ life = 30 }', 0, True),
        ('{ life = 29 }', 0, False),
        ('{ where = { kinds = ["sun"] }, least = 1 }', 0, True),
        ('{ where = { kinds = ["sun"] }, least = 2 }', 0, False),
        ('{ where = { kinds = ["sun"], side = "theirs" } }', 0, False),
    ],
)  # fmt: skip
def test_a_condition_has_to_hold(condition, active, holds):
    match = playing('{ do = "draw" }', f"if = {condition}")
    put(match, 0, "dawn-lamb")
    if holds:
        say(match, 0, "play 1")
        assert len(hand(match, 0)) == 1
    else:
        assert match.refusal(0, "play 1") == "What Test needs is not given now; card test tells what that is."

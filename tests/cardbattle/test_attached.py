"""Cards that lie on another: played on it, about it, and gone with it."""

from dataclasses import replace as with_

import pytest

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.cards import Role
from games.cardbattle.field import Field
from games.cardbattle.loader import CardsError, read_cards
from games.haven.cards import DIALECT
from games.kit.scenario import Scenario
from tests.haven.scenes import hand, inplay, of, put, say, scene

SCARF = """
[[card]]
id = "scarf"
name = "Scarf"
type = "scarf"
ap = 1
[[card.skills]]
when = "attach"
targets = { where = { types = ["sprite"], side = "yours" } }
[[card.skills]]
when = "passive"
effects = [{ do = "change", to = "host", value = "max_sp", add = 3 }]
[[card.skills]]
when = "use"
cost = { ap = 1 }
effects = [{ do = "refresh", to = "host" }]
"""
WARDROBE = with_(DIALECT, types={**DIALECT.types, "scarf": Role.ATTACHED})


def wearing(*hands: str) -> tuple[Scenario, int, int]:
    """Let a lamb of seat 0 wear a scarf."""
    match = scene("scarf", *(hands or ("",)))
    match.state.cards |= read_cards(SCARF, "test", WARDROBE)
    lamb, kitten = put(match, 0, "dawn-lamb", "night-kitten")
    say(match, 0, f"play 1 on {lamb}")
    return match, lamb, kitten


def test_it_lies_on_what_it_was_played_on_and_is_about_that():
    match, lamb, kitten = wearing()
    assert match.state.things[3].host == lamb
    field = Field(match.state)
    assert (field.life(lamb), field.life(kitten)) == (6, 3)


def test_it_needs_something_to_lie_on():
    match = scene("scarf")
    match.state.cards |= read_cards(SCARF, "test", WARDROBE)
    assert match.refusal(0, "play 1") == "There is nothing for Scarf to be aimed at."


def test_its_skills_know_what_it_lies_on():
    match, lamb, _ = wearing()
    match.state.things[lamb].exhausted = True
    say(match, 0, "use 3")
    say(match, 0, "pass")
    assert not match.state.things[lamb].exhausted


def test_it_leaves_play_with_what_it_lies_on():
    match, lamb, _ = wearing("")
    match.state.sides[0].hand = {9: "sunbeam"}
    match.state.things[lamb].hurt = 4
    match.state.sides[0].passing = True
    events = say(match, 0, f"play 9 on {lamb}")
    assert [[*event.things] for event in of(events, c.Gone)] == [[lamb], [3]]
    assert match.state.sides[0].rest == ["dawn-lamb", "scarf", "sunbeam"]


def test_it_goes_to_the_rest_pile_if_there_is_nothing_left_to_lie_on():
    match = scene("scarf", "", "zap")
    match.state.cards |= read_cards(SCARF, "test", WARDROBE)
    match.state.sides[0].hand = {1: "scarf", 2: "slip-away"}
    (lamb,) = put(match, 0, "dawn-lamb")
    match.state.sides[2].hand.clear()
    say(match, 0, f"play 1 on {lamb}")
    events = say(match, 0, f"play 2 on {lamb}")
    assert of(events, e.WentOff)[-1].failed
    assert inplay(match, 0) == []
    assert sorted(match.state.sides[0].rest) == ["scarf", "slip-away"]
    assert hand(match, 0) == ["dawn-lamb"]


def test_it_has_to_say_on_what_it_can_lie():
    with pytest.raises(CardsError, match="says on which, by a skill 'attach'"):
        read_cards(SCARF.replace('when = "attach"', 'when = "end"'), "test", WARDROBE)

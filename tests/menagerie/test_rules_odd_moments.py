"""Rule 10 at odd moments, and rule 17 in combat: who refreshes when, and who leaves meanwhile."""

import pytest

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.kit.inputs import Away, Back, Cause, Left, Reason
from games.kit.scenario import Scenario
from games.menagerie import MENAGERIE
from tests.menagerie.scenes import card, creature, hand, hp, of, pool, poor, prompted, put, said, say, scene, timed_out

DROWSY = card(
    "drowsy", "enchantment",
    'when = "passive"\neffects = [{ do = "change", to = { types = ["creature"], exhausted = true }, value = "hp", '
    "add = 3 }]",
)  # fmt: skip
KNELL = card(
    "knell", "enchantment", 'when = "leaves"\nof = { types = ["creature"] }\neffects = [{ do = "draw" }]'
)  # fmt: skip
BEAST = creature("beast", "ash", "2A 2B 2C 2D", hp=9)
BLOCK = card("block", "surprise", 'when = "once"\ntargets = { what = "top" }\neffects = [{ do = "counter" }]')


def weary(match: Scenario, seat: int) -> int:
    """A Creature that lives only as long as it is tapped."""
    put(match, seat, "drowsy")
    (beast,) = put(match, seat, "beast", exhausted=True)
    match.state.things[beast].hurt = 10
    return beast


def test_rule_10_what_cannot_live_untapped_goes_at_once_and_triggers_what_listens():
    match = scene("", "", cards=DROWSY + KNELL + BEAST)
    beast = weary(match, 0)
    put(match, 0, "knell")
    events = say(match, 0, "refresh")
    assert of(events, c.Gone) == [c.Gone({beast: "beast"})]
    assert len(hand(match, 0)) == 1
    assert match.state.open_to_actions


def test_rule_10_so_it_does_in_anothers_turn_while_others_may_react():
    match = scene("message-in-a-bottle", "", "block", cards=DROWSY + BEAST + BLOCK)
    beast = weary(match, 1)
    say(match, 0, "play 1")
    assert match.state.window.missing == [2]
    say(match, 1, "refresh")
    assert beast not in match.state.things
    say(match, 2, "pass")
    assert match.state.open_to_actions


def test_rule_10_not_while_the_match_waits_nor_by_who_is_out_nor_twice():
    match = scene("", "", "", cards=BEAST)
    put(match, 1, "beast", exhausted=True)
    prompted(match)
    match.input(Away(Cause.SPLIT), 2)
    assert match.refusal(1, "refresh") == "The match waits until seat 2 is back or out."
    match.input(Back(), 2)
    match.input(Left(Reason.QUIT), 2)
    assert match.refusal(2, "refresh") == "You are not in the match."
    say(match, 1, "refresh")
    assert match.refusal(1, "refresh") == "You have refreshed in this turn already."


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_rule_10_nobody_can_between_naming_and_damage(seat):
    match = scene("", "", "", cards=BEAST)
    put(match, 0, "beast", "beast")
    put(match, 1, "beast")
    put(match, 2, "beast", exhausted=True)
    say(match, 0, "attack 1 2 vs @1")
    say(match, 1, "defend 3")
    assert match.state.frame.ask.word == "name"
    assert match.refusal(seat, "refresh").endswith("not while somebody has to choose.")
    timed_out(match)
    assert match.state.things[3].hurt == 4


def test_rule_10_mana_stops_at_the_limit_and_what_is_there_stays():
    match = scene("", "", cards=BEAST, pool_limit=3)
    poor(match, 0, ash=2, brine=3)
    put(match, 0, "beast", exhausted=True)
    say(match, 0, "refresh")
    assert pool(match, 0) == {"ash": 3, "brine": 3, "clay": 1, "dew": 1}


@pytest.mark.parametrize(("word", "moves"), [("defend", []), ("name", [(1, "defend 3")])])
def test_rule_17_who_leaves_takes_along_what_somebody_was_asked_about(word, moves):
    match = scene("", "", "", cards=BEAST)
    own, lent = put(match, 0, "beast", "beast")
    (defender,) = put(match, 1, "beast")
    away = put(match, 2, "beast", "beast")
    match.state.things[lent].owner = 2
    match.state.things[away[0]].controller = 1
    say(match, 0, f"attack {own} {lent} vs @1")
    for seat, text in moves:
        say(match, seat, text)
    assert match.state.frame.ask.word == word
    events = [event for entry in match.input(Left(Reason.QUIT), 2) for event in entry.events]
    if word == "defend":
        assert match.state.frame.ask.candidates == (defender,)
        assert "bob: defend up to 1 of Beast [3]" in said(match)[-1]
    else:
        assert of(events, e.Named) == [e.Named((own, defender))]
    assert hp(match) == [40, 40, 40]
    assert MENAGERIE.waits(match.state)

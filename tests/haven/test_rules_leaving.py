"""Rules 19 and 24: somebody leaves while another is asked something, be it about what leaves with them."""

import pytest

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.haven import HAVEN
from games.kit.inputs import Away, Cause, Left, Reason
from games.kit.scenario import Scenario
from tests.haven.scenes import composure, hand, lines, of, prompted, put, say, scene, stack, timed_out


def card(name: str, type_: str, skill: str) -> str:
    return f'[[card]]\nid = "{name}"\nname = "{name.title()}"\ntype = "{type_}"\nap = 1\n[[card.skills]]\n{skill}\n'


SPRITES = '{ types = ["sprite"] }'
PICK = card(
    "pick", "action",
    f'when = "once"\neffects = [{{ do = "choose", where = {SPRITES} }}, {{ do = "hit", to = "chosen", amount = 1 }}]',
)  # fmt: skip
SPARK = card(
    "spark", "treat",
    f'when = "enters"\ntargets = {{ where = {SPRITES} }}\neffects = [{{ do = "hit", to = "target", amount = 1 }}]',
)  # fmt: skip
POKE = card(
    "poke", "treat",
    'when = "enters"\ntargets = { what = "player" }\neffects = [{ do = "hit", to = "target", amount = 1 }]',
)  # fmt: skip
PRICK = card("prick", "surprise", 'when = "once"\neffects = [{ do = "discard", to = "opponents" }]')
CRADLE = card(
    "cradle", "treat",
    f'when = "passive"\neffects = [{{ do = "change", to = {SPRITES}, value = "max_sp", add = 2 }}]',
)  # fmt: skip


def leave(match: Scenario, seat: int) -> list[c.Event]:
    return [event for entry in match.input(Left(Reason.QUIT), seat) for event in entry.events]


def said(match: Scenario) -> str:
    return " ".join(lines(match.state, match.log[-1]))


def lent(match: Scenario, owner: int, to: int, *codes: str) -> list[int]:
    """Put cards of one player into play for another."""
    numbers = put(match, owner, *codes)
    for number in numbers:
        match.state.things[number].controller = to
    return numbers


@pytest.mark.parametrize("name", ["pick", "spark"])
def test_rule_24_who_has_to_choose_is_asked_anew_without_what_has_left(name):
    match = scene(name, "", "", cards=PICK + SPARK)
    put(match, 1, "dawn-lamb", "night-kitten")
    put(match, 2, "noon-lion")
    say(match, 0, "play 1")
    assert match.state.frame.ask.candidates == (1, 2, 3)
    leave(match, 2)
    assert match.state.frame.ask.candidates == (1, 2)
    assert said(match) == "carl quits. ann: choose 1 of Dawn Lamb [1], Night Kitten [2]: 20 s."
    say(match, 0, "choose 2")
    assert match.state.things[2].hurt == 1


@pytest.mark.parametrize("name", ["pick", "spark"])
def test_rule_24_with_one_left_there_is_nothing_to_choose(name):
    match = scene(name, "", "", cards=PICK + SPARK)
    put(match, 1, "dawn-lamb")
    put(match, 2, "noon-lion")
    say(match, 0, "play 1")
    leave(match, 2)
    assert match.state.open_to_actions
    assert match.state.things[1].hurt == 1


def test_rule_24_nor_can_who_has_left_be_chosen():
    match = scene("poke", "", "", cards=POKE)
    say(match, 0, "play 1")
    leave(match, 2)
    assert match.state.frame.ask.candidates == (~0, ~1)
    assert "choose 1 of ann, bob: 20 s." in said(match)


def test_rule_24_who_does_not_choose_a_player_gets_the_first_seat():
    match = scene("poke", "", "", cards=POKE)
    say(match, 0, "play 1")
    timed_out(match)
    assert composure(match) == [29, 30, 30]


def test_rule_24_what_falls_with_what_left_cannot_be_chosen_either():
    match = scene("spark", "", "", cards=SPARK + CRADLE)
    put(match, 1, "dawn-lamb", "night-kitten", "noon-lion")
    put(match, 2, "cradle")
    match.state.things[2].hurt = 4
    say(match, 0, "play 1")
    events = leave(match, 2)
    assert of(events, c.Gone)[0].things == {2: "night-kitten"}
    assert match.state.frame.ask.candidates == (1, 3)


def test_rule_19_who_meets_is_asked_anew_when_their_sprites_go_back():
    match = scene("", "", "")
    put(match, 0, "noon-lion")
    put(match, 1, "dawn-lamb")
    lent(match, 2, 1, "night-kitten")
    say(match, 0, "den 1 vs @1")
    assert match.state.frame.ask.candidates == (2, 3)
    leave(match, 2)
    assert match.state.frame.ask.candidates == (2,)
    assert "bob: meet up to 1 of Dawn Lamb [2]; meet alone is none: 20 s." in said(match)


def test_rule_19_whom_they_face_is_asked_anew_or_settled():
    for left, asked in (3, (1, 2)), (2, None):
        match = scene("", "", "")
        sprites = [*put(match, 0, *["noon-lion"] * (left - 1)), *lent(match, 2, 0, "night-kitten")]
        (met,) = put(match, 1, "dawn-lamb")
        say(match, 0, f"den {' '.join(map(str, sprites))} vs @1")
        say(match, 1, f"meet {met}")
        assert match.state.frame.ask.candidates == tuple(sprites)
        events = leave(match, 2)
        assert (match.state.frame.ask.candidates if match.state.frame else None) == asked
        assert [set(event.things) for event in of(events, e.Named)] == ([] if asked else [{1, met}])


def test_rule_19_the_order_of_what_is_triggered_is_asked_with_what_has_come_to_it():
    bell = card("bell", "treat", 'when = "enters"\nof = { side = "yours", other = true }\neffects = [{ do = "draw" }]')
    knell = card("knell", "treat", f'when = "leaves"\nof = {SPRITES}\neffects = [{{ do = "draw" }}]')
    gong = bell.replace("bell", "gong").replace("Bell", "Gong")
    match = scene("sunny-terrace", "", "", cards=bell + gong + knell + CRADLE)
    put(match, 0, "bell", "gong", "knell", "dawn-lamb")
    put(match, 2, "cradle")
    match.state.things[4].hurt = 4
    say(match, 0, "play 1")
    assert match.state.frame.ask.candidates == (1, 2)
    leave(match, 2)
    assert match.state.frame.ask.candidates == (1, 2, 3)
    say(match, 0, "order 3 2 1")
    assert len(hand(match, 0)) == 3


def test_rule_19_what_is_discarded_at_the_end_is_asked_anew():
    match = scene("picnic " * 8, "", "")
    say(match, 0, "end")
    leave(match, 2)
    assert "ann: discard 1: 20 s." in said(match)
    say(match, 0, "discard 3")
    assert match.state.active == 1


def test_rule_19_after_a_question_to_who_did_not_come_back_the_next_action_has_its_full_time():
    match = scene("", "", "")
    put(match, 0, "noon-lion")
    put(match, 1, "dawn-lamb")
    say(match, 0, "den 1 vs @1")
    prompted(match, at=1000)
    match.input(Away(Cause.SPLIT), 1, at=20_500)
    assert match.state.rest == 500
    list(match.tick(110_500))
    assert match.state.open_to_actions
    prompted(match, at=111_000)
    assert HAVEN.timers(match.state) == {"action": 171_000}


def test_rule_19_so_it_has_after_a_question_whose_asker_has_left():
    match = scene("picnic picnic picnic", "prick", "", cards=PRICK)
    say(match, 0, "play 1")
    say(match, 1, "play 1")
    assert stack(match) == ["picnic", "discard?"]
    prompted(match, at=1000)
    leave(match, 1)
    assert HAVEN.waits(match.state) == {0}
    assert match.state.open_to_actions
    prompted(match, at=2000)
    assert HAVEN.timers(match.state) == {"action": 62_000}


def test_rule_19_others_choices_go_on_behind_one_who_left():
    match = scene("picnic", "prick", "picnic picnic", "picnic picnic", cards=PRICK)
    say(match, 0, "play 1")
    say(match, 1, "play 1")
    assert match.state.frame.seat == 2
    leave(match, 3)
    assert match.state.frame.seat == 2
    timed_out(match)
    assert match.state.sides[2].rest == ["picnic"]
    assert match.state.open_to_actions


KNELL = card("knell", "treat", f'when = "leaves"\nof = {SPRITES}\neffects = [{{ do = "draw" }}]')


def test_rule_22_what_leaves_play_with_its_owner_triggers_what_listens_for_that():
    match = scene("", "", "", cards=KNELL)
    put(match, 1, "knell")
    put(match, 2, "knell", "dawn-lamb", "noon-lion")
    leave(match, 2)
    assert len(hand(match, 1)) == 2
    assert (match.state.triggers, match.state.open_to_actions) == ([], True)


def test_rule_22_so_does_a_sprite_that_another_controlled():
    match = scene("", "", "")
    lent(match, 2, 1, "picnic-bear")
    leave(match, 2)
    assert len(hand(match, 1)) == 1


def test_rule_22_with_nobody_to_play_against_nothing_is_triggered_any_more():
    match = scene("", "", cards=KNELL)
    put(match, 0, "knell")
    put(match, 1, "dawn-lamb")
    leave(match, 1)
    assert match.state.over
    assert hand(match, 0) == []

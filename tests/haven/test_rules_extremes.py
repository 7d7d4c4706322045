"""Rules 3, 17, 20, 21 and 23 at their ends: loops of skills, lent Sprites, costs that are set, players of nowhere."""

import pytest

from games.cardbattle import events as e
from games.cardbattle.choices import sample
from games.cardbattle.commands import Choose
from games.cardbattle.field import Field
from games.kit.errors import Misread
from games.kit.protocol import Choice
from games.kit.rng import Rng
from games.kit.scenario import Scenario
from tests.haven.scenes import lines, of, put, say, scene, timed_out


def card(name: str, type_: str, *skills: str) -> str:
    head = f'[[card]]\nid = "{name}"\nname = "{name.title()}"\ntype = "{type_}"\nap = 0\n'
    return head + "".join(f"[[card.skills]]\n{skill}\n" for skill in skills)


ALL = '{ do = "hit", to = { types = ["sprite"] }, amount = 1 }'
ECHO = f'when = "hurt"\nof = {{ types = ["sprite"] }}\neffects = [{ALL}]'
ROCK = '[[card]]\nid = "rock"\nname = "Rock"\ntype = "sprite"\nkinds = ["sun"]\nmax_sp = 1000\n'
LOOP = (
    card("bell", "treat", ECHO)
    + card("gong", "treat", ECHO)
    + card("tap", "action", f'when = "once"\neffects = [{ALL}]')
)
FLIP = card("flip", "surprise", 'when = "once"\neffects = [{ do = "draw" }]')


def take(name: str, type_: str, duration: str) -> str:
    skill = 'targets = { where = { types = ["sprite"] } }\neffects = [{ do = "take", to = "target" }]'
    return card(name, type_, f'when = "once"\nduration = "{duration}"\n{skill}')


def passed(match: Scenario) -> None:
    while match.state.window:
        say(match, match.state.window.missing[0], "pass")


def test_rule_23_a_loop_that_branches_ends_with_what_is_on_the_stack_and_nobody_is_asked_any_more():
    match = scene("tap", "hush", cards=LOOP + ROCK, turn_items=20)
    put(match, 0, "bell", "gong")
    put(match, 1, "bell", "gong")
    put(match, 0, *["rock"] * 6)
    say(match, 0, "play 1")
    asked = 0
    while match.state.active == 0:
        asked += 1
        assert match.state.resolved < 20
        timed_out(match)
    assert 20 <= asked < 60
    assert (match.state.stack, match.state.triggers, match.state.queue) == ([], [], [])


def test_rule_23_two_who_react_to_each_other_for_nothing_come_to_an_end():
    match = scene("picnic", "flip", cards=FLIP, turn_items=20)
    match.state.sides[1].deck = ["flip"] * 60
    say(match, 0, "play 1")
    for _ in range(20):
        if match.state.window:
            say(match, 1, f"play {min(match.state.sides[1].hand)}")
    assert match.state.window is None
    assert match.state.active == 1


def test_rule_23_the_middle_of_a_long_loop_is_not_told():
    match = scene("tap", "", cards=LOOP + ROCK)
    put(match, 0, "bell", "rock")
    say(match, 0, "play 1")
    (line,) = lines(match.state, match.log[-1])
    assert match.state.active == 1
    assert line.startswith("ann plays Tap. Charm: Rock [2] -1 (900). ")
    assert "(And 160 more such things.)" in line
    assert "bob's turn (1/30)" in line
    assert len(line) < 2000


def test_rule_17_what_somebody_has_got_for_good_does_not_go_back_at_the_end_of_the_turn():
    cards = take("borrow", "action", "turn") + take("keepsake", "surprise", "play") + take("loan", "surprise", "turn")
    for reaction, whose in ("keepsake", 2), ("loan", 1):
        match = scene("borrow picnic", "", reaction, cards=cards)
        (lamb,) = put(match, 1, "dawn-lamb")
        say(match, 0, f"play 1 on {lamb}")
        say(match, 2, "pass")
        say(match, 0, "play 2")
        say(match, 2, f"play 1 on {lamb}")
        assert match.state.things[lamb].controller == 2
        say(match, 0, "end")
        passed(match)
        assert (match.state.active, match.state.things[lamb].controller) == (1, whose)


def test_rule_21_what_a_card_costs_can_be_set_before_it_is_added_to():
    own = '{ do = "change", to = { types = ["sprite"], side = "yours" }, value = "ap", '
    more = card("more", "treat", f'when = "passive"\neffects = [{own}add = 1 }}]')
    fixed = card("fixed", "treat", f'when = "passive"\neffects = [{own}set = 4 }}]')
    less = card("less", "treat", f'when = "passive"\neffects = [{own}add = -9 }}]')
    match = scene(cards=more + fixed + less)
    lamb = match.state.cards["dawn-lamb"]
    put(match, 0, "more", "fixed")
    assert Field(match.state).cost(0, lamb) == 5
    put(match, 0, "less", "more")
    assert Field(match.state).cost(0, lamb) == 1
    assert Field(match.state).cost(1, lamb) == lamb.ap


POKE = card(
    "poke", "treat",
    'when = "enters"\ntargets = { what = "player" }\neffects = [{ do = "hit", to = "target", amount = 1 }]',
)  # fmt: skip


def test_rule_20_players_of_whom_there_are_none_are_not_understood():
    match = scene("poke sunbeam", "", cards=POKE)
    put(match, 1, "dawn-lamb")
    say(match, 0, "play 1")
    assert match.refusal(0, "choose 9") == "9 is not among what can be chosen: seat 0, seat 1."
    for text in ("choose @7", "choose @999999"):
        with pytest.raises(Misread):
            say(match, 0, text)
    say(match, 0, "choose @1")
    for text in ("play 2 on @2", "use 1 on @9", "play 2 @9"):
        with pytest.raises(Misread):
            say(match, 0, text)


def test_rule_20_who_is_out_cannot_be_chosen_either():
    match = scene("poke", "", "", cards=POKE)
    match.state.sides[2].present = False
    events = say(match, 0, "play 1")
    assert of(events, e.Asked)[0].frame.ask.candidates == (~0, ~1)
    assert match.refusal(0, "choose @2").startswith("seat 2 is not among what can be chosen")


def test_rule_1_who_is_out_at_the_same_moment_is_told_in_one_sentence():
    boom = card("boom", "action", 'when = "once"\neffects = [{ do = "hit", to = "opponents", amount = 9 }]')
    for lives, told in (
        ((9, 9, 30), "bob, carl have no composure left and are out!"),
        ((9, 30, 30), "bob has no composure left and is out!"),
    ):
        match = scene("boom", "", "", "", cards=boom)
        for seat, life in enumerate(lives, 1):
            match.state.sides[seat].life = life
        say(match, 0, "play 1")
        assert told in lines(match.state, match.log[-1])[0]


def test_chance_can_choose_among_more_than_it_can_count():
    numbers = tuple(map(str, range(1, 101)))
    assert sample(Choice("meet", numbers, 0, 100), Rng(b"any"))
    ordered = sample(Choice("order", numbers, 100, 100, ordered=True), Rng(b"any"))
    assert isinstance(ordered, Choose)
    assert sorted(ordered.picks) == [*range(1, 101)]

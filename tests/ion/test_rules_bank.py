"""Rules 13 to 15, 18 and 19: the bank, the cards, dumping, supercharge."""

import pytest

from games.ion.events import Banked, Charged, Dumped, Opened
from games.ion.items import CARDS
from games.kit.inputs import Away, Cause, Prompted
from tests.ion.scenes import hand, of, play, points, scene

# Rule 13


def test_rule_13_the_bank_starts_empty_and_neutral():
    state = scene("S", "S").state
    assert (state.bank, state.polarity) == (0, 0)


@pytest.mark.parametrize(
    ("card", "before", "added", "after"),
    [
        ("-", 0, 300, -1),
        ("--", 0, 200, -2),
        ("---", 0, 100, -3),
        ("+", 0, 300, 1),
        ("++", 0, 200, 2),
        ("+++", 0, 100, 3),
        ("+++", -2, 100, 1),
        ("---", 5, 100, 2),
        ("=", 0, 100, 0),
        ("==", 0, 200, 0),
        ("===", 0, 300, 0),
        ("=", 1, 0, 0),
        ("=", 5, 0, 4),
        ("==", 5, 0, 3),
        ("===", 5, 0, 2),
        ("=", -5, 0, -4),
        ("==", -1, 0, 0),
        ("===", 2, 0, 0),
        ("±", 5, 100, 5),
        ("±±", -5, 200, -5),
        ("±±±", 0, 300, 0),
    ],
)
def test_rule_13_what_a_card_does(card, before, added, after):
    match = scene(f"{card} S", "S", bank=1000, polarity=before)
    events = play(match, 0, card)
    assert of(events, Banked) == [Banked(added, after)]
    assert (match.state.bank, match.state.polarity) == (1000 + added, after)
    assert points(match) == [0, 0]


def test_rule_13_there_are_four_kinds_of_card_in_three_levels():
    assert sorted(CARDS) == sorted(sign * level for sign in "-+=±" for level in (1, 2, 3))


@pytest.mark.parametrize("item", ["S", "R", "*", "X", "+--", ":--", ":"])
def test_rule_13_objects_add_no_points(item):
    match = scene(item, "S", bank=500)
    play(match, 0, item)
    assert match.state.bank == 500


# Rule 14


@pytest.mark.parametrize(
    ("card", "polarity", "team"), [("+", 9, "+"), ("-", -9, "-"), ("+++", 9, "+"), ("--", -9, "-")]
)
def test_rule_14_at_the_limit_the_bank_is_dumped_to_that_team(card, polarity, team):
    match = scene(card, card, polarity=polarity, current=0 if team == "+" else 1)
    events = play(match, match.state.acting, card)
    assert of(events, Dumped)[0].team == team
    assert match.state.polarity == 0


@pytest.mark.parametrize(("card", "polarity", "stop"), [("+++", 8, 10), ("---", -9, -10), ("++", 8, 10)])
def test_rule_14_the_polarity_stops_at_the_limit(card, polarity, stop):
    match = scene(card, "S", polarity=polarity)
    assert of(play(match, 0, card), Banked)[0].polarity == stop


def test_rule_14_inside_the_limit_nothing_is_dumped():
    match = scene("++", "S", polarity=7)
    assert of(play(match, 0, "++"), Dumped) == []


def test_rule_14_the_limit_is_an_option():
    match = scene("++", "S", polarity=5, options={"limit": 6})
    events = play(match, 0, "++")
    assert of(events, Banked)[0].polarity == 6
    assert of(events, Dumped)


# Rule 15


def test_rule_15_the_dumper_gets_twice_as_much():
    match = scene("±", "+", "+", "S", teams="+++-", bank=700, polarity=9, current=1)
    assert of(play(match, 1, "+"), Dumped) == [Dumped(1, "+", {0: 250, 1: 500, 2: 250})]
    assert points(match) == [250, 500, 250, 0]
    assert (match.state.bank, match.state.polarity) == (0, 0)


def test_rule_15_the_rest_goes_to_the_dumper():
    match = scene("+", "S", "S", "S", teams="+++-", bank=703, polarity=9)
    play(match, 0, "+")
    assert points(match) == [503, 250, 250, 0]


def test_rule_15_a_dumper_of_the_other_team_gets_nothing_and_the_rest_stays():
    match = scene("-", "+", "S", "S", teams="-+++", bank=1000, polarity=9, current=0)
    match.state.polarity = -12
    match.state.seats[0].team = "+"
    match.state.seats[3].team = match.state.seats[2].team = match.state.seats[1].team = "-"
    assert of(play(match, 0, "-"), Dumped) == [Dumped(0, "-", dict.fromkeys((1, 2, 3), 433))]
    assert points(match) == [0, 433, 433, 433]
    assert (match.state.bank, match.state.polarity) == (1, 0)


def test_rule_15_an_empty_team_leaves_the_bank_its_points():
    match = scene("-", "S", teams="++", bank=1000, polarity=-9)
    assert of(play(match, 0, "-"), Dumped) == [Dumped(0, "-", {})]
    assert (match.state.bank, match.state.polarity, points(match)) == (1300, 0, [0, 0])


def test_rule_15_a_held_member_is_paid_too():
    match = scene("+", "S", "S", teams="+-+", bank=0, polarity=9)
    match.input(Away(Cause.SPLIT), 2)
    play(match, 0, "+")
    assert points(match) == [200, 0, 100]


# Rule 18


def test_rule_18_a_supercharged_bank_passes_the_limit_without_a_dump():
    match = scene("+++", "S", polarity=9, charge=2)
    events = play(match, 0, "+++")
    assert (match.state.polarity, of(events, Dumped)) == (12, [])


def test_rule_18_the_five_turns_are_those_that_follow():
    match = scene("* +++", "+++", polarity=9)
    assert of(play(match, 0, "*"), Charged) == [Charged(5)]
    left = []
    for _ in range(5):
        left.append(match.state.charge)
        play(match, match.state.acting, "+++", item=["+++"])
    assert (left, match.state.charge, match.state.polarity) == ([5, 4, 3, 2, 1], 0, 24)
    assert of(play(match, match.state.acting, "+++"), Dumped)


def test_rule_18_extra_turns_count():
    match = scene("* S", "R S", polarity=9)
    play(match, 0, "*")
    play(match, 1, "R")
    assert match.state.charge == 4


def test_rule_18_turns_passed_over_or_skipped_count():
    match = scene("* S", "S", "", "S", polarity=9)
    match.input(Away(Cause.SPLIT), 1)
    play(match, 0, "*", pity=["="])
    assert (match.state.acting, match.state.charge) == (3, 3)


def test_rule_18_missed_turns_count():
    match = scene("* S", "S", polarity=9)
    play(match, 0, "*")
    match.input(Prompted())
    list(match.tick(10_000))
    assert match.state.charge == 4


def test_rule_18_the_charge_ends_when_the_fifth_turn_ends():
    match = scene(": S", "S", charge=1, polarity=15)
    match.say(0, ":")
    assert match.state.charge == 1
    play(match, 0, "S")
    assert match.state.dump_due


def test_rule_18_another_one_starts_them_afresh():
    match = scene("*", "S", charge=2)
    play(match, 0, "*")
    assert match.state.charge == 5


def test_rule_18_another_one_after_the_end_cancels_the_dump():
    match = scene("*", "+", polarity=12)
    assert match.state.dump_due
    play(match, 0, "*")
    assert of(play(match, 1, "+"), Dumped) == []
    assert match.state.polarity == 13


def test_rule_18_the_number_of_turns_is_an_option():
    match = scene("*", "S", options={"charge_turns": 2})
    play(match, 0, "*")
    assert match.state.charge == 2


@pytest.mark.parametrize("charge", [0, 3])
def test_rule_18_a_swap_works_on_it(charge):
    match = scene("X", "S", polarity=12, charge=charge)
    play(match, 0, "X")
    assert match.state.polarity == -12


# Rule 19


@pytest.mark.parametrize("card", list(CARDS))
def test_rule_19_after_the_charge_any_card_dumps_the_bank(card):
    match = scene(f"{card} S", "S", polarity=12, bank=1000)
    added = 0 if card[0] == "=" else CARDS[card].points
    events = play(match, 0, card)
    assert of(events, Banked, Dumped) == [Banked(added, 12), Dumped(0, "+", {0: 1000 + added})]
    assert match.state.polarity == 0


def test_rule_19_exactly_at_the_limit_too():
    match = scene("±", "S", polarity=-10, bank=100)
    assert of(play(match, 0, "±"), Dumped) == [Dumped(0, "-", {1: 200})]


def test_rule_19_the_polarity_before_the_card_decides():
    match = scene("---", "S", polarity=10, bank=0)
    assert of(play(match, 0, "---"), Dumped) == [Dumped(0, "+", {0: 100})]


def test_rule_19_objects_do_not_dump_it():
    match = scene("S X", "R S", polarity=12, bank=100)
    play(match, 0, "S")
    play(match, 1, "R")
    assert match.state.bank == 100
    assert match.state.dump_due


def test_rule_19_the_swapped_polarity_decides():
    match = scene("X", "±", polarity=12, bank=100)
    play(match, 0, "X")
    assert of(play(match, 1, "±"), Dumped) == [Dumped(1, "-", {1: 200})]


def test_rule_19_brought_back_inside_the_limit_nothing_is_special():
    match = scene("---", "+", polarity=12, charge=1)
    play(match, 0, "---")
    assert (match.state.charge, match.state.polarity, match.state.dump_due) == (0, 9, False)
    assert of(play(match, 1, "+"), Banked)[0].polarity == 10


def test_rule_19_the_dump_leaves_the_turn_as_ever():
    match = scene("±", "S", polarity=12)
    assert play(match, 0, "±")[-1] == Opened(1)
    assert hand(match, 0) == "±"

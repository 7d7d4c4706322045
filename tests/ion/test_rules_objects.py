"""Rules 16 and 17: objects, and the chances of all items."""

from collections import Counter
from itertools import pairwise

import pytest

from games.ion.events import Banked, Clocked, Gained, Opened, Reversed, Stretched, Swapped, Took
from games.ion.items import CARDS, ITEM_TABLE, ITEMS, OBJECT_CHANCES, OBJECTS
from games.kit.inputs import Left, Prompted, Reason
from games.kit.rng import Rng
from tests.ion.scenes import hand, of, play, scene

MINUTE = 60_000
TWELVE_MINUTES = 720_000


# Rule 16


@pytest.mark.parametrize(
    ("item", "chance"),
    [
        *[("S", 7), ("x2", 3), ("R", 3), ("&", 3), (":", 3), ("+--", 3)],
        *[("x3", 2), (":--", 2), ("*", 2), ("T", 1), ("X", 1)],
    ],
)
def test_rule_16_the_chances_of_the_objects(item, chance):
    assert OBJECT_CHANCES[item] == chance
    index = ITEM_TABLE.outcomes.index(item)
    assert ITEM_TABLE.bounds[index] - ITEM_TABLE.bounds[index - 1] == chance * ITEM_TABLE.total / 100


def test_rule_16_s_passes_and_is_a_move():
    match = scene("S", "S")
    events = play(match, 0, "S")
    assert [type(event) for event in events[1:]] == [Gained, Opened]
    assert match.state.acting == 1


@pytest.mark.parametrize(("factor", "times"), [("x2", 2), ("x3", 3)])
@pytest.mark.parametrize(
    ("card", "once", "polarity"), [("+", 300, 1), ("---", 100, -3), ("±±", 200, 0), ("==", 200, 0)]
)
def test_rule_16_x2_and_x3_multiply_points_but_no_polarity(factor, times, card, once, polarity):
    match = scene(f"{factor} {card}", "S")
    assert of(play(match, 0, f"{factor} {card}"), Banked) == [Banked(times * once, polarity)]
    assert hand(match, 0) == "±"


def test_rule_16_x2_and_x3_do_not_combine():
    match = scene("x2 x3 +", "S")
    assert "goes with one card" in match.refusal(0, "x2 x3 +")
    assert "goes with one card" in match.refusal(0, "& x3 x2 +")


def test_rule_16_r_reverses_and_gives_a_second_turn():
    match = scene("R S", "S", "S")
    events = play(match, 0, "R")
    assert of(events, Reversed, Opened) == [Reversed(), Opened(0, extra=True)]
    play(match, 0, "S")
    assert match.state.acting == 2


def test_rule_16_after_three_extra_turns_r_only_reverses():
    match = scene("R & + S", "S", "S")
    for text in ("R", "& +", "R"):
        assert play(match, 0, text, item=["R"])[-1] == Opened(0, extra=True)
    events = play(match, 0, "R")
    assert of(events, Reversed, Opened) == [Reversed(), Opened(2)]


def test_rule_16_extra_turns_are_counted_in_a_row():
    match = scene("R S", "S", extras=3)
    play(match, 0, "S", item=["S"])
    play(match, 1, "S")
    assert play(match, 0, "R")[-1] == Opened(0, extra=True)


def test_rule_16_the_number_of_extra_turns_is_an_option():
    match = scene("R S", "S", options={"extra_turns": 0})
    assert play(match, 0, "R")[-1] == Opened(1)


@pytest.mark.parametrize("move", ["++", "x2 ++", "x3 ++", "T S", "T T", "X", "*", "+--", ":--"])
def test_rule_16_link_makes_the_move_and_the_turn_stays(move):
    match = scene("& ++ x2 x3 T X * +-- :--", "S")
    events = play(match, 0, f"& {move}")
    assert len(of(events, Gained)) == 1
    assert events[-1] == Opened(0, extra=True)


@pytest.mark.parametrize("move", ["S", "R", ":", "&", "& ++", "x2", "T"])
def test_rule_16_link_with_another_move_is_refused(move):
    match = scene("& & S R : x2 ++ T", "S")
    answer = match.refusal(0, f"& {move}")
    assert answer.startswith("& goes with a card (& ++ or & x2 ++), T x2 or +-- :-- * X.")


def test_rule_16_past_the_extra_turns_link_only_makes_its_move():
    match = scene("& + S", "S", extras=3)
    events = play(match, 0, "& +")
    assert of(events, Banked, Opened) == [Banked(300, 1), Opened(1)]


def test_rule_16_stretch_doubles_from_the_start_of_the_turn():
    match = scene(": S", "S")
    match.input(Prompted(), at=1000)
    (entry,) = match.say(0, ":", at=9000)
    assert entry.events[1:] == (Stretched(),)
    assert match.due == 21_000
    assert match.state.acting == 0


def test_rule_16_stretch_before_the_prompt_has_left():
    match = scene(": S", "S")
    match.say(0, ":")
    match.input(Prompted(), at=1000)
    assert match.due == 21_000


def test_rule_16_one_stretch_a_move_and_another_item_is_played():
    match = scene(": : S", "S")
    match.say(0, ":")
    assert match.refusal(0, ":") == "One : a move. Now play another item: S."
    events = play(match, 0, "S")
    assert len(of(events, Gained)) == 1


def test_rule_16_the_next_turn_can_be_stretched_again():
    match = scene(": : R S", "S")
    match.say(0, ":")
    play(match, 0, "R")
    assert not match.state.stretched
    match.say(0, ":")
    assert match.state.stretched


@pytest.mark.parametrize("held", [":", ": :", ": x2 &", ": x3"])
def test_rule_16_with_nothing_else_stretch_itself_is_the_move(held):
    match = scene(held, "S")
    events = play(match, 0, ":")
    assert [type(event) for event in events[1:]] == [Gained, Opened]
    assert match.state.acting == 1


@pytest.mark.parametrize("item", ["x2", "x3", "&"])
def test_rule_16_what_goes_with_nothing_in_hand_can_be_played_alone(item):
    match = scene("x2 x3 &", "S")
    events = play(match, 0, item)
    assert [type(event) for event in events[1:]] == [Gained, Opened]
    assert match.state.acting == 1


@pytest.mark.parametrize("item", ["x2", "x3", "&"])
def test_rule_16_with_something_to_go_with_it_cannot(item):
    match = scene("x2 x3 & S", "S")
    assert "goes with a card" in match.refusal(0, item)


def test_rule_16_a_minute_more_at_most_three_a_round():
    match = scene(" ".join(["+--"] * 4 + ["S"]), "S", options={"extra_turns": 100})
    match.input(Prompted(), at=0)
    changes = []
    for _ in range(4):
        changes += of(play(match, 0, "+--"), Clocked)
        play(match, 1, "S", item=["S"])
    assert changes == [Clocked(MINUTE)] * 3 + [Clocked(0)]
    assert match.state.round_left(0) == 13 * MINUTE


def test_rule_16_minutes_taken_off_give_no_room():
    match = scene(":-- +--", "S", round_gained=3 * MINUTE)
    play(match, 0, ":--")
    play(match, 1, "S")
    assert of(play(match, 0, "+--"), Clocked) == [Clocked(0)]


@pytest.mark.parametrize(("left", "change"), [(MINUTE - 1, 0), (MINUTE, -MINUTE), (MINUTE + 1, -MINUTE)])
def test_rule_16_a_minute_less_if_a_minute_is_left(left, change):
    match = scene(":-- S", "S")
    match.input(Prompted(), at=0)
    match.state.round_length = 5000 + left
    assert of(play(match, 0, ":--", at=5000), Clocked) == [Clocked(change)]
    assert match.state.round_left(5000) == left + change


def test_rule_16_a_minute_less_before_the_clock_runs():
    match = scene(":-- S", "S")
    play(match, 0, ":--")
    match.input(Prompted(), at=5000)
    assert match.state.round_left(5000) == 9 * MINUTE
    assert match.state.round_gained == 0


def test_rule_16_the_clock_can_come_to_its_end():
    match = scene(":-- S", "S", options={"round_time": 60})
    match.input(Prompted(), at=0)
    play(match, 0, ":--", at=0)
    assert [entry.at for entry in match.tick(0)] == [0]
    assert match.over


def test_rule_16_the_extra_minutes_are_an_option():
    match = scene("+-- S", "S", options={"extra_minutes": 0})
    assert of(play(match, 0, "+--"), Clocked) == [Clocked(0)]


def test_rule_16_take_takes_from_the_next_player_who_has_one():
    match = scene("T S", "S", "x2 S", "x2 S")
    assert of(play(match, 0, "T x2"), Took) == [Took(0, "x2", 2)]
    assert (hand(match, 0), hand(match, 2), hand(match, 3)) == ("± S x2", "S", "S x2")


def test_rule_16_take_goes_in_flow_order():
    match = scene("T S", "x2 S", "S", "x2 S", flow=-1)
    assert of(play(match, 0, "T x2"), Took) == [Took(0, "x2", 3)]


def test_rule_16_take_does_not_take_from_oneself_or_from_leavers():
    match = scene("T x2", "x2", "S")
    match.input(Left(Reason.QUIT), 1)
    assert of(play(match, 0, "T x2"), Took) == [Took(0, "x2", None)]
    assert hand(match, 0) == "± x2"


def test_rule_16_take_is_used_up_if_nobody_has_one():
    match = scene("T S", "S")
    assert of(play(match, 0, "T x3"), Took) == [Took(0, "x3", None)]
    assert hand(match, 0) == "± S"


def test_rule_16_take_takes_a_take_by_its_name():
    match = scene("T S", "T S")
    assert of(play(match, 0, "T T"), Took) == [Took(0, "T", 1)]
    assert hand(match, 0) == "± S T"


def test_rule_16_take_takes_no_cards():
    match = scene("T S", "+ S")
    assert match.refusal(0, "T +") == "T takes an object, no card: T x2."
    assert match.refusal(0, "T") == "T needs the object to take: T x2."


@pytest.mark.parametrize("polarity", [0, 4, -7])
def test_rule_16_swap_changes_the_sign_of_the_polarity(polarity):
    match = scene("X", "S", polarity=polarity)
    assert of(play(match, 0, "X"), Swapped)
    assert match.state.polarity == -polarity


# Rule 17


def test_rule_17_the_weights_of_the_cards():
    steps = (high - low for low, high in pairwise((0, *ITEM_TABLE.bounds)))
    weights = dict(zip(ITEM_TABLE.outcomes, steps, strict=True))
    assert sum(weights[item] for item in OBJECTS) / ITEM_TABLE.total == 0.3
    for item in CARDS:
        assert weights[item] * 100 / ITEM_TABLE.total == pytest.approx(8.3333 if item[0] in "+-" else 3.3333, abs=1e-4)


def test_rule_17_the_chances_of_all_23_items_by_chi_square():
    draws = 200_000
    rng = Rng(b"chi-square")
    counts = Counter(rng.pick(ITEM_TABLE) for _ in range(draws))
    shares = OBJECT_CHANCES | {item: 25 / 3 if item[0] in "+-" else 10 / 3 for item in CARDS}
    assert len(shares) == len(ITEMS) == 23
    expected = {item: share * draws / 100 for item, share in shares.items()}
    chi_square = sum((counts[item] - count) ** 2 / count for item, count in expected.items())
    assert chi_square < 40.29  # 22 degrees of freedom, 1 %

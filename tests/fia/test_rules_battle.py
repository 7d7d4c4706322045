"""Rules 11 to 13: attacks, Defends, Counters, and the stockpile."""

import pytest

from games.fia.events import (
    Attacked,
    Countered,
    Ended,
    Guarded,
    Healed,
    Landed,
    StockDropped,
    Stockpiled,
    Tied,
    TurnBegan,
)
from games.fia.state import End
from tests.fia.scenes import lie, lp, of, play, scene, stock


def answer(hand, play_, attack=7, *, stock="", other_stock="", lps=(40, 40)):
    """Let seat 0 answer an attack that waits for it; give the match and the events."""
    match = scene(hand, "ra1")
    lie(match, 0, stock=stock, lp=lps[0])
    lie(match, 1, stock=other_stock, lp=lps[1])
    match.state.sides[0].pending = attack
    return match, play(match, 0, play_)


# Rule 11


def test_rule_11_an_attack_waits_until_the_opponents_next_turn_has_ended():
    match = scene("ra7", "bh1")
    assert of(play(match, 0, "ra7"), Attacked, Landed) == [Attacked(1, 7)]
    assert lp(match) == [40, 40]
    events = play(match, 1, "draw")
    assert of(events, Landed) == [Landed(1, 7)]
    assert isinstance(events[-1], TurnBegan)
    assert lp(match) == [40, 33]
    assert match.state.sides[1].pending == 0


@pytest.mark.parametrize(("defend", "left"), [("rd3", 4), ("rd7", 0), ("rd9", 0)])
def test_rule_11_a_defend_takes_off_its_value_and_never_more(defend, left):
    match, events = answer(defend, defend)
    assert of(events, Guarded, Landed) == [Guarded(0, int(defend[-1])), Landed(0, left)]
    assert lp(match) == [40 - left, 40]


def test_rule_11_all_defends_of_the_turn_count():
    match, events = answer("rp2 rd3 gd2", "rp2 rd3 gd2")
    assert Landed(0, 2) in events
    assert stock(match, 0) == []


def test_rule_11_an_attack_that_was_defended_down_to_nothing_still_waits():
    match, events = answer("rp2 rd9 gd3", "rp2 rd9 gd3", attack=7, stock="bd2")
    assert of(events, Guarded, Stockpiled, Landed) == [Guarded(0, 9), Guarded(0, 3), Landed(0, 0)]
    assert stock(match, 0) == []


def test_rule_11_the_stockpile_counts_too():
    match, events = answer("rd3", "rd3", stock="bd2")
    assert Landed(0, 2) in events
    assert lp(match) == [38, 40]


def test_rule_11_a_heal_counts_first_and_can_save():
    match, events = answer("rh4", "rh4", attack=7, lps=(4, 40))
    assert of(events, Healed, Landed) == [Healed(0, 4), Landed(0, 7)]
    assert lp(match) == [1, 40]
    assert not match.over


def test_rule_11_the_attack_lands_in_full_after_a_heal():
    match, _ = answer("rh9", "rh9", attack=7)
    assert lp(match) == [42, 40]


def test_rule_11_several_attacks_of_one_turn_add_up():
    match = scene("rp2 ra7 ga5", "rd3")
    play(match, 0, "rp2 ra7 ga5")
    assert match.state.sides[1].pending == 12
    assert Landed(1, 9) in play(match, 1, "rd3")


def test_rule_11_who_attacks_back_takes_the_damage_all_the_same():
    match, events = answer("ra9", "ra9")
    assert of(events, Attacked, Landed) == [Attacked(1, 9), Landed(0, 7)]
    assert [side.pending for side in match.state.sides] == [0, 9]


# Rule 12


@pytest.mark.parametrize(
    ("attack", "counter", "dealt", "taken"),
    [(9, 4, 4, 5), (9, 8, 8, 1), (4, 9, 5, 0), (1, 9, 8, 0), (5, 5, 0, 0)],
)
def test_rule_12_a_counter_against_an_attack(attack, counter, dealt, taken):
    match, events = answer(f"rc{counter}", f"rc{counter}", attack)
    assert of(events, Countered, Landed) == [Countered(0, dealt, taken)]
    assert lp(match) == [40 - taken, 40 - dealt]
    assert match.state.sides[0].pending == 0


def test_rule_12_with_no_attack_it_is_one_itself_at_once():
    match = scene("rc5")
    assert Countered(0, 5, 0) in play(match, 0, "rc5")
    assert lp(match) == [40, 35]


@pytest.mark.parametrize(
    ("attack", "counter", "own", "other", "dealt", "taken"),
    [
        (9, 4, "bd2", "", 4, 3),
        (9, 4, "bd9", "", 4, 0),
        (9, 4, "", "gd3", 1, 5),
        (9, 4, "bd2", "gd3 gd4", 0, 3),
        (4, 9, "bd2", "gd3", 2, 0),
        (0, 5, "bd2", "gd3", 2, 0),
    ],
)
def test_rule_12_either_damage_is_lessened_by_the_stockpile_of_who_takes_it(attack, counter, own, other, dealt, taken):
    _, events = answer(f"rc{counter}", f"rc{counter}", attack, stock=own, other_stock=other)
    assert of(events, Countered) == [Countered(0, dealt, taken)]


def test_rule_12_several_attacks_are_one_and_a_counter_ends_them_all():
    match = scene("rp2 ra3 ga4", "rc5")
    play(match, 0, "rp2 ra3 ga4")
    events = play(match, 1, "rc5")
    assert of(events, Countered, Landed) == [Countered(1, 5, 2)]


def test_rule_12_its_two_damages_land_together():
    match, events = answer("rc5", "rc5", 9, lps=(4, 5))
    assert Tied() in events
    assert lp(match) == [0, 0]


@pytest.mark.parametrize(("lps", "places"), [((5, 5), {0: 1, 1: 2}), ((4, 6), {1: 1, 0: 2})])
def test_rule_12_one_of_its_damages_can_end_the_duel(lps, places):
    _, events = answer("rc5", "rc5", 9, lps=lps)
    assert events[-1] == Ended(places, End.LIFE)


def test_rule_12_a_defend_laid_before_a_counter_lessens_the_attack():
    _, events = answer("rp2 gd3 rc5", "rp2 gd3 rc5", 9)
    assert of(events, Guarded, Countered) == [Guarded(0, 3), Countered(0, 5, 1)]


def test_rule_12_a_counter_ends_an_attack_that_was_defended_down_to_nothing():
    match = scene("rc5", "ra1")
    lie(match, 0, stock="bd2")
    match.state.sides[0].pending, match.state.sides[0].guard = 7, 9
    events = play(match, 0, "rc5")
    assert of(events, Countered, StockDropped, Landed) == [Countered(0, 5, 0), StockDropped(0)]


def test_rule_12_a_defend_laid_after_a_counter_is_stockpiled():
    match, events = answer("rp2 rc5 gd3", "rp2 rc5 gd3", 9)
    assert of(events, Guarded, Countered, Stockpiled) == [Countered(0, 5, 4), Stockpiled(0, "gd3", 3)]
    assert stock(match, 0) == [("gd3", 3)]


def test_rule_12_a_dual_drops_the_stockpile_first():
    match, events = answer("rp2 rc5 gd3", "rp2 rc5 gd3", 9, stock="bd9")
    assert of(events, StockDropped, Countered) == [StockDropped(0), Countered(0, 5, 4)]
    assert "bd9" in match.state.sides[0].discard


def test_rule_12_of_two_counters_the_second_finds_no_attack():
    _, events = answer("rp2 rc5 gc3", "rp2 rc5 gc3", 9)
    assert of(events, Countered) == [Countered(0, 5, 4), Countered(0, 3, 0)]


# Rule 13


def test_rule_13_a_defend_without_an_attack_is_stockpiled():
    match = scene("rd4", "ra7")
    events = play(match, 0, "rd4")
    assert Stockpiled(0, "rd4", 4) in events
    side = match.state.sides[0]
    assert (stock(match, 0), side.board, side.discard) == ([("rd4", 4)], [], [])


def test_rule_13_a_stockpile_lasts_until_an_attack():
    match = scene("rd4 bh1", "w ra7", decks=("bh1 " * 9, "bh1 " * 9))
    play(match, 0, "rd4")
    play(match, 1, "draw")
    play(match, 0, "draw")
    assert stock(match, 0) == [("rd4", 4)]
    play(match, 1, "w ra7")
    assert Landed(0, 3) in play(match, 0, "draw")
    assert (stock(match, 0), match.state.sides[0].discard) == ([], ["rd4"])


@pytest.mark.parametrize("attack", [1, 4, 9])
def test_rule_13_it_is_dropped_whatever_the_attacks_value(attack):
    match, events = answer("bh1", "draw", attack, stock="rd4")
    assert Landed(0, max(0, attack - 4)) in events
    assert stock(match, 0) == []
    assert match.state.sides[0].discard == ["rd4"]


def test_rule_13_it_is_dropped_at_the_turns_end_with_the_defends_of_the_turn_in_front_of_it():
    match, events = answer("rd3", "rd3", 9, stock="bd2 gd2")
    assert Landed(0, 2) in events
    assert match.state.sides[0].discard == ["bd2", "gd2"]
    assert match.state.sides[0].board == ["rd3"]


def test_rule_13_a_third_defend_replaces_the_older_one():
    match = scene("rd4", "ra7")
    lie(match, 0, stock="bd1 gd2")
    play(match, 0, "rd4")
    assert stock(match, 0) == [("gd2", 2), ("rd4", 4)]
    assert match.state.sides[0].discard == ["bd1"]


def test_rule_13_a_doubled_defend_stays_doubled_in_the_stockpile():
    match = scene("rx2 rd4", "w ra9", decks=("bh1 " * 9, "bh1 " * 9))
    play(match, 0, "rx2 rd4")
    assert stock(match, 0) == [("rd4", 8)]
    play(match, 1, "w ra9")
    assert Landed(0, 1) in play(match, 0, "draw")


def test_rule_13_a_stockpile_that_met_a_counter_is_dropped_at_once():
    match, events = answer("rc5", "rc5", 0, other_stock="gd3")
    assert of(events, Countered, StockDropped) == [Countered(0, 2, 0), StockDropped(1)]
    assert (stock(match, 1), match.state.sides[1].discard) == ([], ["gd3"])


def test_rule_13_so_is_that_of_who_counters_an_attack():
    match, events = answer("rc9", "rc9", 4, stock="rd4")
    assert of(events, Countered, StockDropped) == [Countered(0, 5, 0), StockDropped(0)]
    assert stock(match, 0) == []


def test_rule_13_a_counter_that_equals_the_attack_does_not_meet_the_opponents_stockpile():
    match, events = answer("rc5", "rc5", 5, other_stock="gd3")
    assert of(events, Countered, StockDropped) == [Countered(0, 0, 0)]
    assert stock(match, 1) == [("gd3", 3)]


def test_rule_13_a_counter_without_an_attack_leaves_the_own_stockpile():
    match, _ = answer("rc5", "rc5", 0, stock="rd4")
    assert stock(match, 0) == [("rd4", 4)]


def test_rule_13_a_dual_drops_the_stockpile_even_alone():
    match = scene("rp2")
    lie(match, 0, stock="bd1 gd2")
    assert StockDropped(0) in play(match, 0, "rp2")
    assert match.state.sides[0].discard == ["bd1", "gd2"]

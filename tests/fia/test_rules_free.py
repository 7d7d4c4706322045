"""Rules 18 and 19: what the plays of a draw do, and what comes after it."""

from collections import Counter

import pytest

from games.fia import FIA
from games.fia.cards import CARDS, CardKind
from games.fia.events import (
    Attacked,
    Cancelled,
    Countered,
    Departed,
    Drew,
    Ended,
    Guarded,
    Healed,
    Holstered,
    LaidOut,
    Landed,
    Missed,
    Refilled,
    Shown,
    StockDropped,
    Stockpiled,
    Tied,
)
from games.fia.state import End
from games.kit.inputs import Kind, Prompted
from tests.fia.playouts import opened, playout
from tests.fia.scenes import draw, fast, lay, lie, lines, lp, of, play, stock

# Rule 18


def test_rule_18_the_faster_attack_is_answered_by_the_slower_play():
    match = draw("ra7", "bd3")
    events = fast(match, "ra7", "bd3")
    assert of(events, Attacked, Guarded, Landed) == [Attacked(1, 7), Guarded(1, 3), Landed(1, 4)]
    assert lp(match) == [20, 16]


def test_rule_18_a_heal_of_the_slower_counts_first():
    match = draw("ra7", "gh4")
    lie(match, 0, lp=20)
    lie(match, 1, lp=4)
    events = fast(match, "ra7", "gh4")
    assert of(events, Healed, Landed) == [Healed(1, 4), Landed(1, 7)]
    assert lp(match) == [20, 1]


def test_rule_18_the_stockpile_works_as_in_palette():
    match = draw("ra7", "bd3")
    lie(match, 1, stock="bd2")
    assert Landed(1, 2) in fast(match, "ra7", "bd3")
    assert stock(match, 1) == []


def test_rule_18_a_defend_without_an_attack_is_stockpiled():
    match = draw("bd3", "gh1")
    assert Stockpiled(0, "bd3", 3) in fast(match, "bd3", "gh1")
    assert stock(match, 0) == [("bd3", 3)]


def test_rule_18_an_attack_of_the_slower_is_cancelled_if_the_faster_has_one():
    match = draw("ra2", "ra9")
    events = fast(match, "ra2", "ra9")
    assert of(events, Cancelled, Attacked, Landed) == [Cancelled(1, "ra9"), Attacked(1, 2), Landed(1, 2)]
    assert lp(match) == [20, 18]
    assert match.state.sides[1].discard == ["ra9"]


def test_rule_18_all_attacks_of_the_slower_are_cancelled_and_nothing_else():
    match = draw("ra2", "p2 ra9 bd1")
    events = fast(match, "ra2", "p2 ra9 bd1")
    assert of(events, Cancelled, Guarded, Landed) == [Cancelled(1, "ra9"), Guarded(1, 1), Landed(1, 1)]


@pytest.mark.parametrize("faster", ["pass", "gh1", "bd1"])
def test_rule_18_else_it_lands(faster):
    match = draw("gh1 bd1", "ra9")
    events = fast(match, faster, "ra9")
    assert of(events, Landed) == [Landed(0, 8 if faster == "bd1" else 9)]
    assert stock(match, 0) == []


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(("attack", "counter", "dealt", "taken"), [(9, 4, 4, 5), (4, 9, 5, 0), (5, 5, 0, 0)])
def test_rule_18_a_counter_meets_the_others_attack_whichever_is_faster(first, attack, counter, dealt, taken):
    match = draw(f"ra{attack}", f"yc{counter}")
    plays = [f"ra{attack}", f"yc{counter}"]
    events = fast(match, plays[first], plays[1 - first], first=first)
    assert of(events, Countered, Landed, Cancelled) == [Countered(1, dealt, taken)]
    assert lp(match) == [20 - dealt, 20 - taken]


def test_rule_18_a_counter_that_meets_no_attack_is_one_itself():
    match = draw("yc5", "bd3")
    lie(match, 1, stock="bd2", lp=20)
    events = fast(match, "yc5", "bd3")
    assert of(events, Countered, StockDropped, Stockpiled) == [
        Countered(0, 3, 0), StockDropped(1), Stockpiled(1, "bd3", 3),
    ]  # fmt: skip


def test_rule_18_of_two_counters_only_the_faster_happens():
    match = draw("yc2", "yc9")
    events = fast(match, "yc9", "yc2", first=1)
    assert of(events, Cancelled, Countered) == [Cancelled(0, "yc2"), Countered(1, 9, 0)]


def test_rule_18_the_others_attack_is_cancelled_before_a_counter_can_meet_it():
    match = draw("p2 ra2 yc5", "ra9")
    events = fast(match, "p2 ra2 yc5", "ra9")
    assert of(events, Cancelled, Countered, Landed) == [Cancelled(1, "ra9"), Countered(0, 5, 0), Landed(1, 2)]


def test_rule_18_a_counter_that_brings_both_to_zero_begins_a_tie_break():
    match = draw("yc5", "ra9")
    lie(match, 0, lp=4)
    lie(match, 1, lp=5)
    events = fast(match, "yc5", "ra9")
    assert Countered(0, 5, 4) in events
    assert Tied() in events


def test_rule_18_the_dead_lay_no_hand_on_anybody():
    match = draw("yc9", "p2 yc9 ra9")
    lie(match, 1, lp=1)
    # The Counter meets the attack and ends it, so nothing lands any more.
    events = fast(match, "yc9", "p2 yc9 ra9")
    assert of(events, Countered, Landed) == [Countered(0, 0, 0)]
    match = draw("yc9", "ra5")
    lie(match, 1, lp=1)
    events = fast(match, "yc9", "ra5")
    assert of(events, Countered, Landed) == [Countered(0, 4, 0)]
    assert events[-1] == Ended({0: 1, 1: 2}, End.LIFE)


def test_rule_18_whom_the_faster_play_has_brought_to_zero_does_no_more():
    match = draw("yc5", "p2 gh9 bd3")
    lie(match, 1, lp=5)
    events = fast(match, "yc5", "p2 gh9 bd3")
    assert of(events, Countered, Cancelled, Healed, Stockpiled) == [
        Countered(0, 5, 0), Cancelled(1, "p2"), Cancelled(1, "gh9"), Cancelled(1, "bd3"),
    ]  # fmt: skip
    assert events[-1] == Ended({0: 1, 1: 2}, End.LIFE)


def test_rule_18_an_attack_that_a_counter_has_met_was_not_too_late():
    match = draw("yc5", "p2 ra9 gh9")
    lie(match, 1, lp=5)
    events = fast(match, "yc5", "p2 ra9 gh9")
    assert of(events, Attacked, Countered, Cancelled) == [
        Attacked(0, 9), Countered(0, 5, 4), Cancelled(1, "p2"), Cancelled(1, "gh9"),
    ]  # fmt: skip


def test_rule_18_what_follows_a_counter_of_the_slower_play_happens_all_the_same():
    match = draw("ra9", "p2 yc5 gh9")
    for seat, points in enumerate((5, 4)):
        lie(match, seat, lp=points)
    events = fast(match, "ra9", "p2 yc5 gh9")
    assert of(events, Countered, Healed, Cancelled) == [Countered(1, 5, 4), Healed(1, 9)]
    assert events[-1] == Ended({1: 1, 0: 2}, End.LIFE)


DOES = {
    CardKind.ATTACK: (Attacked,),
    CardKind.DEFEND: (Guarded, Stockpiled),
    CardKind.HEAL: (Healed,),
    CardKind.COUNTER: (Countered,),
}
"""The events by which a plain card happens."""


def shown_draws(duels):
    """The entries of whole duels by chance in which a draw is shown."""
    for seed in range(duels):
        duel = playout(opened(spread="free", free_lp=9, deck="aggressive"), seed)
        yield from (entry for entry in duel if of(entry.events, Shown))


def test_rule_18_each_card_that_is_laid_either_happens_or_is_told_to_be_too_late():
    late = 0
    for entry in shown_draws(12):
        laid = Counter(CARDS[code].kind for event in of(entry.events, LaidOut) for code in event.cards)
        cancelled = Counter(CARDS[event.card].kind for event in of(entry.events, Cancelled))
        late += cancelled.total()
        for kind, does in DOES.items():
            assert laid[kind] == cancelled[kind] + len(of(entry.events, *does))
    assert late


def at_once(ann, bob, lps=(20, 20)):
    match = draw(ann, bob)
    for seat in (0, 1):
        lie(match, seat, lp=lps[seat])
    play(match, 0, ann, at=1500)
    return match, list(match.say(1, bob, at=1500, calm=[2000])[-1].events)


def test_rule_18_at_the_same_moment_both_attacks_land():
    match, events = at_once("ra7", "ra9")
    assert of(events, Landed, Cancelled) == [Landed(0, 9), Landed(1, 7)]
    assert lp(match) == [11, 13]


def test_rule_18_at_the_same_moment_both_counters_happen():
    _, events = at_once("yc2", "yc9")
    assert of(events, Countered, Cancelled) == [Countered(0, 2, 0), Countered(1, 9, 0)]


@pytest.mark.parametrize(("ann", "bob"), [("yc5", "bd3"), ("bd3", "yc5")])
def test_rule_18_at_the_same_moment_a_defend_is_there_before_a_counter(ann, bob):
    match, events = at_once(ann, bob)
    assert sorted(lp(match)) == [18, 20]
    assert len(of(events, StockDropped)) == 1


def test_rule_18_at_the_same_moment_a_counter_meets_the_attack():
    match, events = at_once("p2 yc3 ra4", "p2 ra5 yc2")
    assert of(events, Countered) == [Countered(0, 3, 2), Countered(1, 2, 2)]
    assert lp(match) == [16, 15]


def test_rule_18_at_the_same_moment_a_heal_saves_from_a_counter():
    match, events = at_once("yc5", "gh9", (20, 5))
    assert of(events, Healed, Countered) == [Healed(1, 9), Countered(0, 5, 0)]
    assert lp(match) == [20, 9]


def test_rule_18_both_at_zero_at_the_same_moment_begins_a_tie_break():
    match, events = at_once("ra7", "ra9", (9, 7))
    assert Tied() in events
    assert lp(match) == [0, 0]


def test_rule_18_a_dual_drops_the_stockpile_before_the_attack_is_met():
    match = draw("ra9", "p2 bd1 bd2")
    lie(match, 1, stock="bd9", lp=20)
    events = fast(match, "ra9", "p2 bd1 bd2")
    assert of(events, StockDropped, Landed) == [StockDropped(1), Landed(1, 6)]


def test_rule_18_draws_happen_for_both():
    match = draw("x2 +2", "+2", decks=("gh1 " * 30, "gh2 " * 30))
    assert [len(drew.cards) for drew in of(fast(match, "x2 +2", "+2"), Drew)] == [4, 2]


def test_rule_18_the_cards_of_a_play_happen_in_the_order_laid():
    match = draw("p2 yc5 bd3", "ra1")
    assert of(fast(match, "p2 yc5 bd3", "pass"), Countered, Stockpiled) == [
        Countered(0, 5, 0), Stockpiled(0, "bd3", 3),
    ]  # fmt: skip


def test_rule_18_one_who_lays_nothing_takes_it_all():
    match = draw("ra7", "bd9")
    assert of(fast(match, "ra7", "pass"), Shown, Landed) == [Shown(passed=(1,)), Landed(1, 7)]


# Rule 19


def test_rule_19_after_a_draw_all_is_dropped_and_both_draw_up_to_seven():
    match = draw("x2 ra1", "bd1 bd2 bd3 bd4 bd5 bd6 gh1", decks=("gh1 " * 30, "gh2 " * 30))
    events = fast(match, "x2 ra1", "bd1")
    assert [len(refilled.drawn) for refilled in of(events, Refilled)] == [7, 1]
    ann, bob = match.state.sides
    assert (ann.board, ann.discard, len(ann.hand)) == ([], ["ra1", "x2"], 7)
    assert (bob.board, bob.discard, len(bob.hand)) == ([], ["bd1"], 7)


@pytest.mark.parametrize("how", ["pass", "late", "early"])
def test_rule_19_who_laid_nothing_draws_one_card_more(how):
    match = draw("gh1 " * 7, "ra1 " * 7, decks=("gh2 " * 30, "gh3 " * 30))
    if how == "early":
        lay(match, 0, "gh1", sent=999, at=1100)
    play(match, 1, "ra1", at=1500)
    match.rng.force(calm=[2000])
    if how == "pass":
        play(match, 0, "pass")
    elif how == "late":
        (entry,) = match.tick(9000)
        assert entry.events[0] == Missed(0)
    assert [len(side.hand) for side in match.state.sides] == [8, 7]


def test_rule_19_with_more_than_seven_in_hand_nothing_is_drawn():
    match = draw("gh1 " * 9, "ra1", decks=("gh2 " * 30, "gh3 " * 30))
    events = fast(match, "gh1", "ra1")
    assert of(events, Refilled)[0] == Refilled(0, ())
    assert isinstance(events[-1], Holstered)


@pytest.mark.parametrize(("left", "lost"), [(0, True), (1, False)])
def test_rule_19_who_has_to_draw_from_an_empty_deck_has_lost(left, lost):
    match = draw("gh1 " * 7, "ra1 " * 7, decks=("gh2 " * left, "gh3 " * 30))
    events = fast(match, "gh1", "ra1")
    assert (events[-1] == Ended({1: 1, 0: 2}, End.DECK)) is lost


def test_rule_19_draws_by_cards_from_an_empty_deck_are_no_loss():
    match = draw("+2 " + "gh1 " * 7, "ra1 " * 7, decks=("", "gh3 " * 30))
    events = fast(match, "+2", "ra1")
    assert of(events, Drew) == []
    assert isinstance(events[-1], Holstered)


def silent(match, times, seat=0):
    """Let a seat be silent in so many draws; give the last entry's events."""
    for _ in range(times):
        if FIA.waits(match.state):
            match.input(Prompted())
            list(match.tick(match.due))
            match.input(Prompted())
        other = 1 - seat
        play(match, other, "pass", at=match.now + 10)
        (entry,) = match.tick(match.due)
    return entry.events


@pytest.mark.parametrize("limit", [3, 2])
def test_rule_19_three_silent_draws_in_a_row_lose(limit):
    match = draw("gh1 " * 7, "ra1 " * 7, decks=("gh2 " * 30, "gh3 " * 30), idle_limit=limit)
    events = silent(match, limit - 1)
    assert isinstance(events[-1], Holstered)
    assert "ann is out of time, and out of the duel the next time." in lines(match.state, match.log[-1])[0]
    assert silent(match, 1)[-2:] == (Departed(0, "idle"), Ended({1: 1, 0: 2}, End.OUT))


@pytest.mark.parametrize("text", ["gh1", "pass"])
def test_rule_19_laying_or_passing_ends_the_row(text):
    match = draw("gh1 " * 7, "ra1 " * 7, decks=("gh2 " * 30, "gh3 " * 30))
    silent(match, 2)
    match.input(Prompted())
    list(match.tick(match.due))
    match.input(Prompted())
    fast(match, text, "pass")
    assert match.state.sides[0].idle == 0


def test_rule_19_a_false_start_ends_the_row_too():
    match = draw("gh1 " * 7, "ra1 " * 7)
    match.state.sides[0].idle = 2
    lay(match, 0, "gh1", sent=999, at=1100)
    assert match.state.sides[0].idle == 0


def test_rule_19_both_silent_three_times_begins_a_tie_break():
    match = draw("gh1 " * 7, "ra1 " * 7, decks=("gh2 " * 30, "gh3 " * 30))
    for number in range(3):
        if number:
            match.input(Prompted())
            list(match.tick(match.due))
            match.input(Prompted())
        (entry,) = match.tick(match.due)
    assert Tied() in entry.events


def test_rule_19_one_silent_and_the_other_out_of_cards_begins_a_tie_break():
    match = draw("gh1 " * 7, "ra1 " * 7, decks=("gh2 " * 30, ""))
    match.state.sides[0].idle = 2
    play(match, 1, "pass", at=1500)
    (entry,) = match.tick(9000)
    assert Tied() in entry.events


def test_rule_19_silent_and_out_of_cards_is_a_loss_by_the_deck():
    match = draw("gh1 " * 7, "ra1 " * 7, decks=("", "gh3 " * 30))
    match.state.sides[0].idle = 2
    play(match, 1, "pass", at=1500)
    (entry,) = match.tick(9000)
    assert entry.events[-1] == Ended({1: 1, 0: 2}, End.DECK)


def test_rule_19_a_silent_human_leaves_a_computer_without_a_win():
    match = draw("gh1 " * 7, "ra1 " * 7, decks=("gh2 " * 30, "gh3 " * 30), idle_limit=1)
    match.state.sides[1].kind = Kind.COMPUTER
    play(match, 1, "pass", at=1500)
    (entry,) = match.tick(9000)
    assert entry.events[-1] == Ended({}, End.OUT)


def test_at_most_three_public_lines_a_draw():
    match = draw("gh1 " * 7, "ra1 " * 7, decks=("gh2 " * 30, "gh3 " * 30))
    start = len(match.log)
    fast(match, "gh1", "ra1")
    match.input(Prompted())
    list(match.tick(match.due))
    said = [line for entry in match.log[start:] for line in FIA.words.public(match.state, entry)]
    # "has drawn", the result with the next draw's beginning behind it, and the call, which is the prompt alone.
    assert len(said) == 2

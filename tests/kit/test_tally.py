"""Sums over matches, and when a game counts as dull or lopsided."""

from collections import Counter

import pytest

from games.kit.measure import Balance, Measure, balance_of, measure_of
from games.kit.simulate import Played, Seat
from games.kit.tally import Share, Tally
from tests.kit.stones import STONES, Options

MEASURE = Measure(rounds=2, lively="take", plural="takes", least=3, missed="late", remedies=())
BALANCE = Balance(moves="turns", length=(4, 6), wins={"first seat": (40, 70)})


def match(*winners: int, seats: int = 2, groups: tuple[str, ...] = ("first seat",), **reasons: int) -> Played:
    """A match of 10 moves in a minute that these seats won; every seat has 100 points, seat 0 is in the groups."""
    ranked = [Seat(100, seat in winners, "ab"[seat % 2], groups if seat == 0 else ()) for seat in range(seats)]
    return Played(10, 10 / seats, 60_000, Counter(reasons), tuple(ranked) if winners else ())


def test_sums():
    tally = Tally.of([match(0, take=4), match(0, 1, take=2, late=1), match()])
    assert (tally.matches, tally.moves, tally.time, tally.points, tally.seats) == (3, 30, 180_000, 400, 4)
    assert (tally.shared, tally.void) == (1, 1)
    assert tally.reasons == {"take": 6, "late": 1}
    assert tally.lengths == {5: 3}
    assert tally.groups == {"first seat": Share(1.5, 1.0, 2)}
    assert tally.levels == {"a": Share(1.5, 1.0, 2), "b": Share(0.5, 1.0, 2)}


def test_shares_are_of_the_matches_that_were_won():
    tally = Tally.of([match(0), match(0, 1), match(), match(1, seats=4)])
    share = tally.groups["first seat"]
    assert share.percent == 50
    assert share.fair_percent == pytest.approx(100 * (0.5 + 0.5 + 0.25) / 3)


def test_of_a_single_match_the_winner_has_all():
    tally = Tally.of([match(0)])
    assert tally.groups["first seat"].percent == 100


def test_a_share_is_of_the_matches_in_which_there_was_such_a_group():
    tally = Tally.of([match(0), match(1), match(1, groups=("deck a",)), match(0, groups=("deck a",)), match(1)])
    assert tally.groups == {"first seat": Share(1, 1.5, 3), "deck a": Share(1, 1, 2)}
    assert tally.group("first seat").percent == pytest.approx(100 / 3)
    assert tally.group("deck a").percent == tally.group("deck a").fair_percent == 50
    assert tally.group("deck b") == Share()


def test_a_match_counts_once_for_a_group_of_several_seats():
    tally = Tally.of([match(0, seats=4)])
    assert tally.levels == {"a": Share(1, 0.5, 1), "b": Share(0, 0.5, 1)}


def test_the_length_is_that_of_the_median_match():
    assert Tally.of([match(0), match(seats=5), match(1, seats=10)]).length == 2
    assert Tally.of([match(0), match(seats=5)]).length == 3.5


def test_what_happens_is_counted_by_the_round():
    tally = Tally.of([match(0, take=4, late=2), match(0, take=2, late=3)])
    assert tally.lively(MEASURE) == 1.5
    assert tally.missed_percent(MEASURE) == 20


def test_nothing_missed_of_nothing():
    assert Tally.of([Played(0, 0, 0, Counter(), ())]).missed_percent(MEASURE) == 0
    assert Tally.of([Played(0, 0, 0, Counter(late=1), ())]).missed_percent(MEASURE) == 100


@pytest.mark.parametrize(("takes", "dull"), [(5, True), (6, False), (7, False)])
def test_a_round_with_too_little_in_it_is_dull(takes, dull):
    assert Tally.of([match(0, take=takes)]).dull(MEASURE) is dull


def test_parts_can_be_merged():
    matches = [match(0, take=1), match(1, late=1), match(0, 1, seats=4), match()]
    total = Tally()
    for part in (matches[:1], matches[1:3], matches[3:]):
        total.merge(Tally.of(part))
    assert total == Tally.of(matches)


@pytest.mark.parametrize(
    ("wins", "of", "lopsided"),
    [
        (100, 100, True),
        (6, 6, False),  # 62.5 % is too much, but six in a row happen by chance
        (77, 100, False),  # three standard errors above 62.5 % are 77.02
        (78, 100, True),
        (50, 100, False),
        (0, 100, False),
        (660, 1000, False),
        (675, 1000, True),
    ],
)
def test_a_group_that_wins_too_often_beyond_chance_is_lopsided(wins, of, lopsided):
    tally = Tally.of([match(0 if number < wins else 1) for number in range(of)])
    assert list(tally.lopsided(None)) == (["first seat"] if lopsided else [])


@pytest.mark.parametrize(
    ("wins", "lopsided"),
    [
        (250, True),  # three standard errors below 40 % are 25.3
        (260, False),
        (835, False),  # three standard errors above 70 % are 83.7
        (840, True),
    ],
)
def test_a_game_can_say_how_often_a_group_should_win(wins, lopsided):
    tally = Tally(groups={"first seat": Share(wins / 10, 50, 100), "first mover": Share(60, 50, 100)})
    assert list(tally.lopsided(BALANCE)) == (["first seat"] if lopsided else [])


@pytest.mark.parametrize(("percent", "fair"), [(39, False), (40, True), (70, True), (71, False)])
def test_what_a_game_says_includes_its_bounds(percent, fair):
    tally = Tally(groups={"first seat": Share(percent, 50, 100)})
    assert tally.fair("first seat", BALANCE) is fair


def test_who_may_win_all_cannot_win_too_much():
    tally = Tally(groups={"faster": Share(100, 50, 100)})
    assert tally.fair("faster", Balance(moves="turns", length=(4, 6), wins={"faster": (65, 100)}))
    assert not tally.fair("faster", None)


@pytest.mark.parametrize(("wins", "unfair"), [(62, False), (63, True)])
def test_a_group_can_win_too_often_by_chance(wins, unfair):
    tally = Tally.of([match(0 if number < wins else 1) for number in range(100)])
    assert tally.fair("first seat", None) is not unfair
    assert tally.fair("first mover", None)


def test_void_matches_make_nobody_lopsided():
    assert list(Tally.of([match()] * 5).lopsided(None)) == []


def test_who_has_nearly_all_seats_cannot_win_too_often():
    # 1.25 times a fair share of 90 % would be more than all.
    tally = Tally(matches=100, groups={"team +": Share(100, 90, 100)})
    assert list(tally.lopsided(None)) == []


def test_levels_may_differ():
    tally = Tally.of([match(0, groups=())] * 100)
    assert tally.levels["a"].percent == 100
    assert list(tally.lopsided(None)) == []


def test_a_game_need_not_say_what_is_lively_or_balanced():
    assert measure_of(STONES, Options()) is None
    assert balance_of(STONES, Options()) is None

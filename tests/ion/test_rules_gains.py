"""Rules 20 to 23: what a move brings."""

from collections import Counter

import pytest

from games.ion.events import Gained
from games.ion.gains import gains
from games.ion.items import OBJECT_CHANCES, OBJECT_TABLE
from games.kit.rng import Rng
from tests.ion.scenes import hand, of, play, points, scene

DRAWS = 20_000


def gained(match, seat=0, text="S", **draws):
    (event,) = of(play(match, seat, text, **draws), Gained)
    return event


@pytest.fixture(scope="module")
def many():
    """What 20,000 moves brought, one player moving all the time with a fresh hand."""
    match = scene("S", "S", options={"hand_limit": 50})
    events = []
    for _ in range(DRAWS):
        for seat in match.state.seats:
            seat.hand = {"S": 1}
            seat.coins = 0
        events += of(match.say(match.state.acting, "S")[0].events, Gained)
    return events


def share(events, condition) -> float:
    return 100 * sum(map(condition, events)) / len(events)


# Rule 20


@pytest.mark.parametrize("bonus", [0, 1, 2, 3])
def test_rule_20_a_move_brings_one_item_and_a_bonus(bonus):
    match = scene("S", "S")
    assert gained(match, bonus=[bonus], item=["+"] * (1 + bonus)).drawn == ("+",) * (1 + bonus)


def test_rule_20_the_chances_of_the_bonus(many):
    for bonus, chance in enumerate((70, 20, 7, 3)):
        assert share(many, lambda event, bonus=bonus: len(event.drawn) == 1 + bonus) == pytest.approx(chance, abs=1)


@pytest.mark.parametrize(("held", "given"), [(9, 3), (10, 2), (11, 1), (12, 0), (13, 0), (15, 0)])
def test_rule_20_the_bonus_is_given_up_to_the_hand_limit(held, given):
    match = scene(" ".join(["S"] * held), "S")
    event = gained(match, bonus=[3], item=["+"] * (1 + given))
    assert len(event.drawn) == 1 + given
    assert match.state.seats[0].size == held + given


def test_rule_20_the_limit_and_the_chances_are_options():
    match = scene("S S", "S", options={"hand_limit": 3, "bonus": [0, 0, 0, 100]})
    (event,) = of(match.say(0, "S")[0].events, Gained)
    assert len(event.drawn) == 2


# Rule 21


def test_rule_21_half_of_the_moves_bring_1_to_10_coins(many):
    assert share(many, lambda event: event.coins > 0) == pytest.approx(50, abs=1)
    for coins in range(1, 11):
        assert share(many, lambda event, coins=coins: event.coins == coins) == pytest.approx(5, abs=0.6)
    assert max(event.coins for event in many) == 10


def test_rule_21_coins_are_kept():
    match = scene("S", "S")
    gained(match, coin=[True], coins=[7])
    assert hand(match, 0) == "± and 7 coins"


def test_rules_21_and_23_the_chances_are_exact():
    class Asking(Rng):
        def percent(self, what, chance):
            asked[what] = chance
            return super().percent(what, chance)

    asked = {}
    gains(scene("S", "S").state, 0, Asking(bytes(32)))
    assert asked == {"coin": 50, "theft": 4}


# Rule 22


@pytest.mark.parametrize("item", ["R", "S", ":"])
@pytest.mark.parametrize(("before", "found", "rest"), [(10, 10, 0), (19, 10, 9)])
def test_rule_22_20_coins_are_traded_at_once_and_the_rest_stays(item, before, found, rest):
    match = scene("S", "S")
    match.state.seats[0].coins = before
    assert gained(match, coin=[True], coins=[found], trade=[item]).traded == item
    assert (match.state.seats[0].coins, match.state.seats[0].hand) == (rest, {"±": 1, item: 1})


def test_rule_22_19_coins_are_not_traded():
    match = scene("S", "S")
    match.state.seats[0].coins = 10
    assert gained(match, coin=[True], coins=[9]).traded is None


def test_rule_22_the_three_objects_are_equally_likely():
    match = scene("S", "S")
    traded = Counter()
    for _ in range(3000):
        seat = match.state.seats[match.state.acting]
        seat.coins = 19
        seat.hand = {"S": 1}
        traded[of(match.say(match.state.acting, "S", coin=[True])[0].events, Gained)[0].traded] += 1
    assert set(traded) == {"R", "S", ":"}
    assert all(count == pytest.approx(1000, abs=100) for count in traded.values())


# Rule 23


def test_rule_23_the_system_steals_points_and_gives_an_object():
    match = scene("S", "S")
    event = gained(match, theft=[True], stolen=[300], gift=["X"])
    assert (event.stolen, event.gift, event.drawn) == (300, "X", ("±",))
    assert (points(match), hand(match, 0)) == ([-300, 0], "± X")


def test_rule_23_the_object_comes_on_top_of_the_hand_limit():
    match = scene(" ".join(["S"] * 12), "S")
    gained(match, theft=[True], gift=["X"])
    assert match.state.seats[0].size == 13


def test_rule_23_in_4_per_cent_of_the_moves_100_to_500_are_stolen(many):
    stolen = [event for event in many if event.stolen]
    assert 100 * len(stolen) / len(many) == pytest.approx(4, abs=0.4)
    assert [event for event in many if (event.gift is None) != (event.stolen == 0)] == []
    for amount in (100, 200, 300, 400, 500):
        assert share(stolen, lambda event, amount=amount: event.stolen == amount) == pytest.approx(20, abs=5)


def test_rule_23_the_object_is_drawn_by_the_chances_of_the_objects():
    assert dict(zip(OBJECT_TABLE.outcomes, OBJECT_TABLE.bounds, strict=True))["S"] == 7
    assert (OBJECT_TABLE.outcomes, OBJECT_TABLE.total) == (tuple(OBJECT_CHANCES), 30)

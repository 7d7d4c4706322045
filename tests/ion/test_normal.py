"""The computer level `normal`: what it does in scenes that have one sensible move, and that it beats `easy`."""

import pytest

from games.ion import ION
from games.ion.commands import Command, Link, Play, Take, Use
from games.kit.codec import codec
from games.kit.options import read_options
from games.kit.rng import Rng
from games.kit.scenario import Scenario
from games.kit.simulate import Plan, play
from games.kit.tally import Tally
from tests.ion.scenes import scene
from tests.ion.test_hidden import permuted

FULL = "- -- --- + ++ +++ S S ±"
"""What somebody may hold who can pull either way."""


def normal(match: Scenario, chance: bytes = b"normal") -> Command:
    """The move of whose turn it is."""
    state = match.state
    seat = state.current
    return ION.computers["normal"].move(ION.view(state, seat), ION.choices(state, seat), Rng(chance))


@pytest.mark.parametrize(("team", "sign"), [("+-", "+"), ("-+", "-")])
def test_it_pulls_the_bank_its_way(team, sign):
    move = normal(scene("- -- --- + ++ +++", FULL, teams=team, bank=1000))
    assert isinstance(move, Play)
    assert move.card[0] == sign


def test_it_dumps_when_it_can():
    assert normal(scene("+ ++ - S X ±±±", FULL, bank=3000, polarity=8)) == Play("++")


def test_it_dumps_with_the_card_that_gives_most():
    assert normal(scene("++ +++ x3 S", FULL, bank=3000, polarity=8)) == Play("++", 3)


def test_it_keeps_a_doubler_that_does_not_pay():
    assert normal(scene("++ x2 x3 -", FULL, bank=500)) == Play("++")


def test_it_plays_two_cards_where_that_dumps():
    move = normal(scene("& ++ +++ - S", FULL, bank=3000, polarity=5))
    assert move in (Link(Play("++")), Link(Play("+++")))


def test_it_gives_no_points_to_a_bank_that_the_others_will_get():
    assert normal(scene("±±± - S", FULL, bank=3000, polarity=-9)) == Use("S")


def test_it_leaves_no_bank_that_the_next_player_can_dump():
    # From -7 a --- is enough, from -6 nothing is.
    assert normal(scene("± = S -", FULL, bank=3000, polarity=-7)) == Play("=")


def test_it_leaves_a_due_bank_alone_that_the_others_would_get():
    assert normal(scene("+ ± S", FULL, bank=3000, polarity=-10)) == Use("S")


def test_it_takes_a_due_bank_with_most_points():
    assert normal(scene("+++ - ±± S X", FULL, bank=3000, polarity=10)) == Play("-")


@pytest.mark.parametrize(("polarity", "swaps"), [(-9, True), (0, False), (9, False)])
def test_it_keeps_the_swap_for_when_it_pays(polarity, swaps):
    assert (normal(scene("X ± +", FULL, bank=3000, polarity=polarity)) == Use("X")) is swaps


@pytest.mark.parametrize(("polarity", "charges"), [(-9, True), (0, False)])
def test_it_charges_a_bank_that_the_others_would_dump(polarity, charges):
    assert (normal(scene("* - ±±±", FULL, bank=5000, polarity=polarity)) == Use("*")) is charges


def test_it_plays_r_for_another_item_when_it_holds_nothing_good():
    assert normal(scene("R - --- ---", FULL, bank=3000, polarity=3)) == Use("R")


def test_it_takes_what_is_worth_most():
    assert normal(scene("T", FULL + " x2 X")) == Take("X")


@pytest.mark.parametrize(("own", "others", "item"), [(5000, 0, ":--"), (0, 5000, "+--")])
def test_it_turns_the_clock_toward_its_lead(own, others, item):
    match = scene(":-- +--", FULL)
    match.state.seats[0].points, match.state.seats[1].points = own, others
    assert normal(match) == Use(item)


@pytest.mark.parametrize(("polarity", "hand", "move"), [(-2, "+++ ±±±", Play("+++")), (1, "-- S ---", Use("S"))])
def test_it_has_the_bank_on_its_side_when_the_match_ends(polarity, hand, move):
    assert normal(scene(hand, FULL, bank=4000, polarity=polarity, round_began=0, asked_at=597_000)) == move


def test_it_needs_no_more_time():
    assert normal(scene(": +", FULL, bank=1000)) == Play("+")


def test_it_makes_room_for_a_bonus():
    assert normal(scene(": " + "+ " * 11, FULL, bank=1000)) == Use(":")
    assert normal(scene(": " + "+ " * 11, FULL, bank=1000, stretched=True)) == Play("+")


@pytest.mark.parametrize("hand", ["x2", ": &", ": x3 & x2"])
def test_it_plays_what_needs_another_item_where_there_is_none(hand):
    assert normal(scene(hand, FULL)).item in hand.split()


def test_extra_turns_come_to_an_end():
    # A & brings no other turn any more, so it cannot dump.
    assert normal(scene("& ++ +++ - S", FULL, bank=3000, polarity=5, extras=3)) in (Play("++"), Play("+++"))


def test_chance_decides_among_equals():
    moves = {normal(scene("x2 x3", FULL), bytes([number])) for number in range(20)}
    assert moves == {Use("x2"), Use("x3")}


def test_it_goes_by_what_its_seat_can_see():
    rng = Rng(b"others")
    for seed in range(20):
        match = scene("& x2 R T X ++ - ±", FULL, "+ - S", FULL, bank=500 * seed, polarity=seed - 10)
        twin = scene("S", "S", "S", "S")
        twin.state = permuted(match.state, 0, rng)
        assert codec(ION).encode(twin.state) != codec(ION).encode(match.state)
        assert normal(twin) == normal(match)


def test_a_held_seat_is_passed_over():
    # With the only player of the other side away, the bank will come to the own team.
    match = scene("±±± S", FULL, FULL, teams="+-+", bank=3000, polarity=-5)
    assert normal(match) == Use("S")
    match.state.seats[1].held_until = 100_000
    assert normal(match) == Play("±±±")


@pytest.mark.parametrize("seats", [3, 8])
def test_all_its_moves_are_legal(seats):
    plan = Plan(ION, read_options(ION, {"round_time": 120, "rounds": 2}), seats, ("normal",), bytes(32), 1000)
    assert play(plan, 1).moves > 100


@pytest.mark.no_cover
def test_it_beats_easy():
    # It wins about 90 %; of an equal player, 65 of 100 would be expected once in 600 such tests.
    plan = Plan(ION, read_options(ION, {"round_time": 180, "limit": 6}), 2, ("easy", "normal"), bytes(32), 4000)
    tally = Tally.of(play(plan, number) for number in range(100))
    assert tally.levels["normal"].percent >= 65

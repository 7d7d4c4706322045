"""What moves are worth to a computer player, reckoned by hand."""

import pytest

from games.ion import ION
from games.ion.appraisal import KEEP, KEEP_STEP, LEAD, PACE, SOON, Appraisal
from games.ion.commands import Command, Link, Play, Take, Use
from games.ion.outlook import fate
from games.kit.inputs import Kind
from games.kit.scenario import Scenario
from tests.ion.scenes import scene

EIGHT = "- -- --- + ++ +++ S S"
MOVERS = ((-1, 9), (1, 3), (-1, 9))
"""Who moves after a player with up to 3 items and one with 7 to 9, as `fate` takes it."""


def worth(match: Scenario, move: Command) -> float:
    return Appraisal(ION.view(match.state, match.state.current)).worth(move)


def near(value: float) -> object:
    return pytest.approx(value, abs=1e-6)


def test_a_pass_is_worth_what_will_become_of_the_bank():
    assert worth(scene("S +", EIGHT, bank=1000, polarity=4), Use("S")) == near(1000 * fate(4, 10, 0, MOVERS, False))


def test_the_minus_side_sees_it_the_other_way():
    match = scene("S +", EIGHT, teams="-+", bank=1000, polarity=4)
    assert worth(match, Use("S")) == near(1000 * fate(-4, 10, 0, MOVERS, False))


def test_a_supercharge_lasts_one_turn_less_for_the_next_player():
    match = scene("S +", EIGHT, bank=1000, polarity=9, charge=2)
    assert worth(match, Use("S")) == near(1000 * fate(9, 10, 1, MOVERS, False))


@pytest.mark.parametrize("charge", [1, 2, 3])
def test_who_moves_next_cannot_dump_a_bank_that_is_still_supercharged(charge):
    match = scene("S +", EIGHT, bank=1000, polarity=-9, charge=charge)
    assert worth(match, Use("S")) == near(1000 * fate(-9, 10, charge - 1, MOVERS, False))
    assert fate(-9, 10, 0, MOVERS, False) != fate(-9, 10, 1, MOVERS, False)


def test_a_card_is_worth_more_points_and_less_to_keep():
    match = scene("++ --", EIGHT, bank=1000)
    assert worth(match, Play("++")) == near(1200 * fate(2, 10, 0, MOVERS, False) - 2 * KEEP_STEP)
    assert worth(match, Play("--")) == near(1200 * fate(-2, 10, 0, MOVERS, False) + 2 * KEEP_STEP)


def test_a_dump_is_worth_most_to_who_makes_it():
    # Two of four are on the team: 3,200 points are 2,134 for the dumper and 1,066 for the other one.
    match = scene("++ S", EIGHT, EIGHT, EIGHT, bank=3000, polarity=8)
    assert worth(match, Play("++")) == near(3 * 2134 - 1066 - 2 * KEEP_STEP)


def test_a_dump_to_the_others_is_a_loss():
    match = scene("+ S", EIGHT, bank=1000, polarity=-10)
    assert worth(match, Play("+")) == near(-1300 - KEEP_STEP)


def test_an_extra_turn_is_worth_its_best_card():
    match = scene("& + ++ -", EIGHT, bank=3000, polarity=7)
    # 300 points come with the first card; the second dumps 3,500.
    assert worth(match, Link(Play("+"))) == near(3500 - 3 * KEEP_STEP - KEEP["&"])


def test_a_card_can_be_played_once():
    match = scene("& ++", EIGHT, bank=3000, polarity=7)
    kept = 2 * KEEP_STEP + KEEP["&"]
    assert worth(match, Link(Play("++"))) == near(3200 * fate(9, 10, 0, MOVERS, False) - kept)
    twice = scene("& ++ ++", EIGHT, bank=3000, polarity=7)
    assert worth(twice, Link(Play("++"))) == near(3400 - kept - 2 * KEEP_STEP)


def test_an_extra_turn_is_one_of_the_supercharge():
    match = scene("& X +-- -", EIGHT, bank=3000, polarity=10, charge=1)
    # The supercharge ends with the first turn, so that the second card of the move would dump.
    assert worth(match, Link(Use("X"))) < worth(match, Link(Use("+--")))
    assert worth(match, Link(Use("+--"))) == near(3300 + KEEP_STEP - KEEP["&"] - KEEP["+--"])


def test_an_extra_turn_under_a_supercharge_dumps_nothing():
    match = scene("& + ++ -", EIGHT, bank=3000, polarity=7, charge=2)
    kept = 3 * KEEP_STEP + KEEP["&"]
    assert worth(match, Link(Play("+"))) == near(3500 * fate(10, 10, 0, MOVERS, False) - kept)


def test_the_bank_that_an_extra_turn_leaves_counts():
    match = scene("& + +", EIGHT, bank=1000)
    assert worth(match, Link(Play("+"))) == near(1600 * fate(2, 10, 0, MOVERS, False) - 2 * KEEP_STEP - KEEP["&"])


def test_r_brings_an_extra_turn():
    match = scene("R ++", EIGHT, bank=3000, polarity=8)
    assert worth(match, Use("R")) == near(3200 - 2 * KEEP_STEP - KEEP["R"])


def test_who_comes_next_goes_by_the_flow():
    movers = ((1, 9), (-1, 9), (1, 3))
    match = scene("S", EIGHT, EIGHT, teams="+-+", bank=1000, polarity=9, flow=-1)
    assert worth(match, Use("S")) == near(1000 * fate(9, 10, 0, movers, False))
    assert fate(9, 10, 0, movers, False) != fate(9, 10, 0, ((-1, 9), (1, 9), (1, 3)), False)


def test_r_turns_the_flow():
    match = scene("R", EIGHT, EIGHT, teams="+-+", bank=1000)
    movers = ((1, 9), (-1, 9), (1, 3))
    assert worth(match, Use("R")) == near(1000 * fate(0, 10, 0, movers, False) - KEEP["R"])


def test_what_may_be_taken_is_worth_its_chance():
    match = scene("T", EIGHT, bank=0)
    assert worth(match, Take("x2")) == near(KEEP["x2"] * (1 - 0.97**8) - KEEP["T"])


def test_time_is_worth_more_to_who_is_behind():
    match = scene("+-- :--", EIGHT)
    match.state.seats[1].points = 1000
    assert worth(match, Use("+--")) == near(LEAD * 1000 * 60 / 660 - KEEP["+--"])
    assert worth(match, Use(":--")) == near(-LEAD * 1000 * 60 / 540 - KEEP[":--"])


def test_a_filler_leads_nobody():
    match = scene("+--", EIGHT, EIGHT, EIGHT)
    match.state.seats[1].points, match.state.seats[3].points = 500, 2000
    match.state.seats[3].kind = Kind.FILLER
    assert worth(match, Use("+--")) == near(LEAD * 500 * 60 / 660 - KEEP["+--"])


def test_with_fillers_alone_a_lead_is_over_nothing():
    match = scene("+--", EIGHT)
    match.state.seats[0].points, match.state.seats[1].points = 800, 2000
    match.state.seats[1].kind = Kind.FILLER
    assert worth(match, Use("+--")) == near(-LEAD * 800 * 60 / 660 - KEEP["+--"])


def test_a_round_that_cannot_become_longer_is_worth_nothing():
    match = scene("+--", EIGHT, round_gained=180_000)
    match.state.seats[1].points = 1000
    assert worth(match, Use("+--")) == near(-KEEP["+--"])


@pytest.mark.parametrize(("left", "patience"), [(600_000, 1), (SOON * 2 * PACE, 1), (SOON * PACE, 0.5), (0, 0)])
def test_items_lose_their_worth_toward_the_end(left, patience):
    match = scene("*", EIGHT, round_began=0, asked_at=600_000 - left)
    assert worth(match, Use("*")) == near(-patience * KEEP["*"])


@pytest.mark.parametrize(("turns", "movers"), [(0, ()), (1, MOVERS[:1]), (3, MOVERS)])
def test_the_last_turns_decide(turns, movers):
    at = {"bank": 1000, "polarity": 1, "round_began": 0, "asked_at": 600_000 - turns * PACE}
    assert worth(scene("S", EIGHT, **at), Use("S")) == near(1000 * fate(1, 10, 0, movers, True))


def test_only_the_last_round_pays():
    match = scene("S", EIGHT, options={"rounds": 2}, bank=1000, polarity=1, round_began=0, asked_at=599_000)
    assert worth(match, Use("S")) == near(1000 * fate(1, 10, 0, (), False))
    match.state.round = 2
    assert worth(match, Use("S")) == near(1000)


@pytest.mark.parametrize(("began", "length", "patience"), [(None, 600_000, 1), (550_000, SOON * PACE, 0.5)])
def test_before_the_prompt_has_left_the_round_is_taken_as_it_began(began, length, patience):
    match = scene("*", EIGHT, round_began=began, round_length=length, asked_at=None)
    assert worth(match, Use("*")) == near(-patience * KEEP["*"])


def test_the_imagined_match_leaves_no_trace():
    match = scene("& x2 ++ R X * T", EIGHT, bank=3000, polarity=9)
    appraisal = Appraisal(ION.view(match.state, 0))
    moves = [Play("++", 2), Use("X"), Use("*"), Link(Play("++")), Use("R"), Take("X")]
    assert list(map(appraisal.worth, moves)) == list(map(appraisal.worth, moves))

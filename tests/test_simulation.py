"""Many matches on several processes, and what is proposed where a game is dull or lopsided."""

import pickle
from collections import Counter

import pytest

from games.kit.errors import Fault
from games.kit.measure import Balance, Measure
from games.kit.registry import all_games
from games.kit.simulate import Plan
from games.kit.tally import Share, Tally
from ionbot.simulation import BATCH, _Batch, examine, players
from tests.kit.stones import Options, StonesGame


class Measured(StonesGame):
    """Stones of which enough are to be taken; more can be, of a larger heap."""

    def measure(self, options):
        larger = tuple({"heap": heap} for heap in (30, 50) if heap > options.heap)
        return Measure(rounds=1, lively="take", plural="takes", least=8, missed="late", remedies=larger)


class Broken(StonesGame):
    def choices(self, state, seat):
        raise Fault("stones are broken")


def plan(game=None, **options):
    return Plan(game or Measured(), Options(**options), 2, ("easy",), bytes(32), 4000)


def tally_of(plan, matches=2 * BATCH + 1, jobs=1):
    with players(jobs, matches, lambda more: None) as play:
        return play(plan)


def test_every_match_is_played_once_and_told():
    told = []
    with players(1, 2 * BATCH + 1, told.append) as play:
        tally = play(plan())
    assert tally.matches == 2 * BATCH + 1
    assert told == [BATCH, BATCH, 1]


def test_several_processes_come_to_the_same():
    assert tally_of(plan(), jobs=2) == tally_of(plan())


def test_the_seed_makes_a_difference():
    other = Plan(Measured(), Options(), 2, ("easy",), bytes(31) + b"1", 4000)
    assert tally_of(other) != tally_of(plan())


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_installed_game_goes_to_another_process(game):
    plan = Plan(game, game.options(), 2, ("easy",), bytes(32), 4000)
    there = pickle.loads(pickle.dumps(_Batch(plan)))
    assert there.plan == plan
    with players(2, 2, lambda more: None) as play:
        assert play(plan).matches == 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_broken_game_ends_it(jobs):
    with pytest.raises(Fault, match="stones are broken"):
        tally_of(plan(Broken()), jobs=jobs)


def test_a_lively_game_is_fine():
    with players(1, 20, lambda more: None) as play:
        assert list(examine(plan(heap=50), play(plan(heap=50)), play)) == []


def test_what_helps_a_dull_game_is_proposed():
    with players(1, 20, lambda more: None) as play:
        dull = play(plan(heap=3))
        (finding,) = examine(plan(heap=3), dull, play)
        better = play(plan(heap=30))
    rate, wanted = dull.reasons["take"] / 20, "takes a round (at least 8 are wanted)"
    assert (finding.seats, finding.fault) == (2, f"dull, {rate:.2f} {wanted}")
    assert (finding.tried, finding.proposal) == ([{"heap": 30}], {"heap": 30})
    assert finding.outcome == f"{better.reasons['take'] / 20:.2f} {wanted}"


def test_where_nothing_helps_all_was_tried():
    dull = Tally(matches=20)
    (finding,) = examine(plan(heap=3), dull, lambda changed: dull)
    assert finding.fault == "dull, 0.00 takes a round (at least 8 are wanted)"
    assert (finding.tried, finding.proposal, finding.outcome) == ([{"heap": 30}, {"heap": 50}], None, "")


def test_each_fault_has_its_remedy_and_nothing_is_played_twice():
    played = []

    def tally(first_mover, takes):
        return Tally(matches=100, reasons=Counter(take=takes), groups={"first mover": Share(first_mover, 50, 100)})

    def play(changed):
        played.append(changed.options.heap)
        return tally(70, 900) if changed.options.heap == 30 else tally(60, 900)

    dull, lopsided = examine(plan(heap=3), tally(90, 100), play)
    assert (dull.proposal, dull.outcome) == ({"heap": 30}, "9.00 takes a round (at least 8 are wanted)")
    assert lopsided.fault == "lopsided, first mover wins 90.0 % of the matches (50.0 % would be fair)"
    # 70 % may be chance where 62.5 % are allowed, but that is no help.
    assert (lopsided.tried, lopsided.proposal) == ([{"heap": 30}, {"heap": 50}], {"heap": 50})
    assert lopsided.outcome == "first mover wins 60.0 % of the matches (50.0 % would be fair)"
    assert played == [30, 50]


def test_a_game_that_says_nothing_of_itself_can_be_lopsided():
    lopsided = Tally(matches=100, groups={"first mover": Share(90, 50, 100), "first seat": Share(50, 50, 100)})
    (finding,) = examine(plan(StonesGame()), lopsided, pytest.fail)
    assert finding.fault == "lopsided, first mover wins 90.0 % of the matches (50.0 % would be fair)"
    assert (finding.tried, finding.proposal) == ([], None)


class Balanced(StonesGame):
    """Stones of which it is known how long a match should take, and how often who begins should win."""

    def balance(self, options):
        return Balance(moves="turns a side", length=(3, 4.5), wins={"first mover": (45, 55)})


@pytest.mark.parametrize(
    ("length", "told"),
    [
        (2.5, ["short, 2.5 turns a side in the median match (3 to 4.5 are wanted)"]),
        (3.0, []),
        (4.5, []),
        (5.0, ["long, 5 turns a side in the median match (3 to 4.5 are wanted)"]),
    ],
)
def test_a_game_can_be_too_short_or_too_long(length, told):
    tally = Tally(matches=1, lengths=Counter({length: 1}))
    assert [found.fault for found in examine(plan(Balanced()), tally, pytest.fail)] == told


@pytest.mark.parametrize(
    ("wins", "told"),
    [
        (39, []),  # that may be chance
        (29, ["lopsided, first mover wins 29.0 % of the matches (45 to 55 % are wanted)"]),
        (71, ["lopsided, first mover wins 71.0 % of the matches (45 to 55 % are wanted)"]),
    ],
)
def test_a_group_can_win_too_little_or_too_much(wins, told):
    tally = Tally(lengths=Counter({4.0: 1}), groups={"first mover": Share(wins, 50, 100)})
    assert [found.fault for found in examine(plan(Balanced()), tally, pytest.fail)] == told

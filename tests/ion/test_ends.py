"""What is left of a match of ION when it ends, and that the game itself keeps nothing."""

from games.ion import ION
from games.ion.events import Ended
from games.ion.game import Ion
from games.kit.codec import codec
from games.kit.inputs import Kind, Left, Prompted, Reason
from games.kit.protocol import Result
from games.kit.rng import Rng
from tests.ion.scenes import scene, written


def test_who_leaves_computers_alone_ends_the_match_without_places():
    match = scene("S", "S", "S", bank=700)
    for seat in match.state.seats[1:]:
        seat.kind, seat.points = Kind.COMPUTER, 500
    (entry,) = match.input(Left(Reason.QUIT), 0)
    assert entry.events[-1] == Ended(scored=False, void=700)
    assert codec(ION).events(codec(ION).encode(entry.events)) == entry.events
    assert (match.result, match.state.bank) == (Result({}, {"+": 500, "-": 500}), 0)


def test_a_supercharge_ends_with_the_match():
    match = scene("S", "S", bank=700, polarity=12, charge=3)
    match.input(Prompted(), at=0)
    match.state.round_length = 1
    list(match.tick(1))
    assert (match.over, match.state.charge, match.state.polarity, match.state.bank) == (True, 0, 0, 0)


def test_a_time_that_has_run_out_is_told_as_nothing():
    match = scene("S", "S", round_began=0)
    assert written(ION.words.clock(match.state, 600_000)) == "Round 1 of 1: 0:00 left."
    assert written(ION.words.clock(match.state, 999_000)) == "Round 1 of 1: 0:00 left."


def test_a_game_made_anew_is_the_same_game():
    state = scene("S", "++").state
    view, choices = ION.view(state, 0), ION.choices(state, 0)
    anew = Ion()
    assert list(anew.computers) == ["easy", "normal"]
    for level, computer in anew.computers.items():
        assert computer.move(view, choices, Rng(bytes(32))) == ION.computers[level].move(view, choices, Rng(bytes(32)))
    assert anew.words.prompt(state) == ION.words.prompt(state)

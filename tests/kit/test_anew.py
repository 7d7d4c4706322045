"""A match that is made anew from its log, or after a fault, is the match that it was."""

import pytest

from games.kit.errors import Fault
from games.kit.match import Match
from games.kit.protocol import Chair, Header
from games.kit.rng import ALGORITHM
from tests.kit.stones import STONES, StonesGame, Take, typed

SEED = b"\7" * 32
HEADER = Header(4, "stones", 3, "", typed(), (Chair(word="plum"), Chair()), ALGORITHM)


class Unready(StonesGame):
    """Stones that break while they are set up."""

    def setup(self, chairs, options, rng):
        yield from super().setup(chairs, options, rng)
        raise RuntimeError("a broken rule")


def test_a_match_that_has_not_begun_is_at_the_beginning_of_its_time():
    match = Match.open(STONES, HEADER, SEED)
    assert (match.now, match.log, match.over) == (0, [], False)


def test_a_folded_match_goes_on_by_the_same_header_and_chance():
    live = Match.open(STONES, HEADER, SEED)
    live.begin()
    list(live.submit(500, Take(1), live.state.turn))
    folded = Match.fold(STONES, HEADER, live.log, SEED)
    assert folded.header is HEADER
    for match in (live, folded):
        list(match.submit(900, Take(2), match.state.turn))
    assert folded.log == live.log


def test_a_match_that_broke_while_it_was_set_up_has_not_begun():
    match = Match.open(Unready(), HEADER, SEED)
    with pytest.raises(Fault, match="stones broke on Begin"):
        match.begin()
    assert (match.log, match.now, match.rng.position, match.state) == ([], 0, 0, STONES.blank())
    match.game = STONES
    assert match.begin() == Match.open(STONES, HEADER, SEED).begin()

"""A refused input changes nothing in Menagerie. See `tests.cardbattle.refusing`."""

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from games.cardbattle.commands import Refresh
from games.kit.errors import Illegal
from games.kit.match import Match
from games.menagerie import MENAGERIE
from tests.cardbattle.playing import SEED, header
from tests.cardbattle.refusing import SEATS, SETTINGS, Refusing


def test_a_move_of_nobody_is_refused():
    match = Match.open(MENAGERIE, header(MENAGERIE), SEED)
    match.begin()
    for seat in (None, 2, 7, -1):
        with pytest.raises(Illegal, match="You are not in the match"):
            list(match.submit(0, Refresh(), seat))


class Refusals(Refusing):
    """A match of Menagerie into which all kinds of commands are thrown."""

    game = MENAGERIE

    @initialize(hp=st.integers(1, 40))
    def begin(self, hp):
        self.start(Match.open(MENAGERIE, header(MENAGERIE, SEATS, hp=hp), SEED))


Refusals.TestCase.settings = SETTINGS
TestRefusals = Refusals.TestCase

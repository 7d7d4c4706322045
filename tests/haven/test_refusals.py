"""A refused input changes nothing in Haven. See `tests.cardbattle.refusing`."""

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from games.cardbattle.commands import Open
from games.haven import HAVEN
from games.kit.errors import Illegal
from tests.cardbattle.refusing import SEATS, SETTINGS, Refusing
from tests.haven.playouts import opened


def test_a_move_of_nobody_is_refused():
    match = opened()
    match.begin()
    for seat in (None, 2, 7, -1):
        with pytest.raises(Illegal, match="You are not in the match"):
            list(match.submit(0, Open(anew=False), seat))


class Refusals(Refusing):
    """A match of Haven into which all kinds of commands are thrown."""

    game = HAVEN

    @initialize(composure=st.integers(1, 30))
    def begin(self, composure):
        self.start(opened(SEATS, composure=composure))


Refusals.TestCase.settings = SETTINGS
TestRefusals = Refusals.TestCase

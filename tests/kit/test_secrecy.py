"""Whether moves are secret is for the game to say; most have no such moves."""

import pytest

from games.fia import FIA
from games.fia.options import Options
from games.fia.state import Stage, State
from games.kit.secrecy import is_secret
from tests.kit.stones import STONES


def test_a_game_that_does_not_say_has_no_secret_moves() -> None:
    assert not is_secret(STONES, STONES.blank())


@pytest.mark.parametrize("stage", Stage)
@pytest.mark.parametrize("spread", ["palette", "free"])
def test_rules_14_and_16_in_fia_moves_of_a_tie_break_and_of_the_free_spread_are_secret(spread, stage: Stage) -> None:
    state = State(options=Options(spread=spread), stage=stage)
    assert is_secret(FIA, state) == (spread == "free" or stage is Stage.TIE)

"""Whose turn a timer ends is for the game to say; what is secret it does not."""

import pytest

from games.fia import FIA
from games.fia.options import Options
from games.fia.state import Stage, State
from games.haven import HAVEN
from games.ion import ION
from games.kit import fair
from games.kit.inputs import Prompted
from games.kit.match import AnyMatch, Match
from games.kit.options import read_options
from games.kit.protocol import AnyGame, Chair
from games.kit.rng import Rng
from games.kit.turns import turn_timers
from games.menagerie import MENAGERIE
from tests.kit.stones import STONES

SEED = bytes(32)


def test_a_game_that_does_not_say_has_no_turns_to_call_out() -> None:
    assert turn_timers(STONES, STONES.blank()) == {}


@pytest.mark.parametrize("stage", Stage)
@pytest.mark.parametrize("spread", ["palette", "free"])
def test_rule_20_in_fia_turns_of_palette_alone_are_known_to_all(spread, stage: Stage) -> None:
    state = State(options=Options(spread=spread), stage=stage, current=1, due=5_000)
    assert turn_timers(FIA, state) == ({"turn": 1} if stage in {Stage.FIRST, Stage.TURN} else {})
    state.due = None
    assert turn_timers(FIA, state) == {}


@pytest.mark.parametrize("game", [ION, FIA, HAVEN, MENAGERIE], ids=lambda game: game.name)
def test_a_turn_that_can_be_called_out_is_one_that_runs_and_whose_seat_can_move(game: AnyGame) -> None:
    match, rng, seen = opened(game), Rng(b"turns"), 0
    for _ in range(60):
        if match.over:
            break
        list(match.submit(match.now, Prompted()))
        turns = turn_timers(game, match.state)
        seen += len(turns)
        assert turns.keys() <= game.timers(match.state).keys()
        assert set(turns.values()) <= set(game.actors(match.state))
        assert len(game.actors(match.state)) == 1 or not turns
        move(match, rng)
    assert seen


def opened(game: AnyGame) -> AnyMatch:
    """Begin a match of two."""
    header = fair.header(game, 1, SEED, read_options(game, {}), [Chair(player=1), Chair(player=2)])
    match = Match.open(game, header, SEED)
    match.begin()
    return match


def move(match: AnyMatch, rng: Rng) -> None:
    """Let the first who can do something by chance, or time pass."""
    game, seats = match.game, sorted(match.game.actors(match.state))
    if not seats:
        list(match.tick(match.due or match.now))
        return
    view, choices = game.view(match.state, seats[0]), game.choices(match.state, seats[0])
    list(match.submit(match.now, game.computers["easy"].move(view, choices, rng), seats[0]))

"""Balance: no seat and no ready deck wins more than 1.25 times its fair share, and a median match takes 8 to 20 rounds.

The guide's table is of 3,200 matches each. Of these few, in which each pair of decks plays twice on either side, the
share of a seat has a standard error of 9 %, so they may be beyond what is wanted by one. Their seed is fixed.
"""

from statistics import median

import pytest

from games.cardbattle.changes import Event
from games.haven.game import Haven
from games.haven.state import State
from games.kit.options import read_options
from games.kit.simulate import Plan, play
from games.kit.tally import Share, Tally

MATCHES = 32


class Noting(Haven):
    """Haven that keeps the state of its last match."""

    last: State

    def evolve(self, state: State, event: Event) -> None:
        super().evolve(state, event)
        self.last = state


@pytest.mark.parametrize("level", Noting().computers)
def test_a_sample_is_balanced(level):
    game, tally, beginning, rounds = Noting(), Tally(), Share(), []
    plan = Plan(game, read_options(game, {}), 2, (level,), bytes([1]) * 32, 4000)
    for number in range(MATCHES):
        played = play(plan, number)
        tally.merge(Tally.of([played]))
        rounds.append(game.last.round)
        won = [seat.won for seat in played.seats if ("first seat" in seat.groups) is (game.last.order[0] == 0)]
        beginning.add(sum(won) / sum(seat.won for seat in played.seats), 1 / 2, 1)
    assert 8 <= median(rounds) <= 20
    assert beginning.within((0, 62.5), errors=1)
    assert {f"deck {name}" for name in game.ready_decks("deck")} <= tally.groups.keys()
    assert [name for name in tally.groups if not tally.fair(name, None, errors=1)] == []

"""Balance: no seat and no ready deck wins more than 1.25 times its fair share, and a median match takes 8 to 20 rounds.

And the better computer player wins. The guides' tables are of 3,200 matches each. Of these few, in which each pair of
decks plays twice on either side, the share of a seat has a standard error of 9 %, so they may be beyond what is wanted
by one. Their seed is fixed.
"""

from typing import Any

from games.cardbattle.game import CardBattle
from games.kit.measure import DECK
from games.kit.options import read_options
from games.kit.simulate import Plan, play
from games.kit.tally import Tally

MATCHES = 32


def check(game: CardBattle[Any], level: str, seed: bytes) -> None:
    """See that a sample of matches of a level is balanced."""
    plan = Plan(game, read_options(game, {}), 2, (level,), seed, 4000)
    tally = Tally.of(play(plan, number) for number in range(MATCHES))
    decks = {DECK + name for name in game.ready_decks("deck")}
    assert 8 <= tally.length <= 20
    assert {"first seat", "first mover", *decks} <= tally.groups.keys()
    assert [name for name in tally.groups if not tally.fair(name, None, errors=1)] == []


def beats_easy(game: CardBattle[Any]) -> None:
    """See that `normal` beats `easy` in at least 70 % of the matches, each deck against each, on either seat.

    It wins more than 90 %; of an equal player, 70 % of 64 would be expected once in a thousand such tests.
    """
    plan = Plan(game, read_options(game, {}), 2, ("easy", "normal"), bytes(32), 500)
    tally = Tally.of(play(plan, number) for number in range(2 * MATCHES))
    assert tally.levels["normal"].percent >= 70

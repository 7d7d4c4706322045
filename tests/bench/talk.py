"""How much the channel hears of a card battle: its lines for each action of the main step.

What answers an action, reactions and the den, is counted to it. The players are the computer's, at the level `normal`;
each input is told by itself, as at a table where people play.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.haven import HAVEN
from games.kit.inputs import Prompted
from games.kit.match import AnyMatch
from games.kit.protocol import AnyGame, Entry
from games.kit.rng import Rng
from games.menagerie import MENAGERIE
from tests.bench.figures import Figure
from tests.bench.playout import PACE, Playout, opened

BATTLES: Sequence[AnyGame] = (HAVEN, MENAGERIE)
SEATS = (2, 4)
MATCHES = 10


@dataclass
class Told:
    """So many public lines for so many actions."""

    lines: int = 0
    actions: int = 0


def figures(quick: bool) -> list[Figure]:
    """Measure each card battle with few and with many players."""
    return [_figure(game, seats, 1 if quick else MATCHES) for game in BATTLES for seats in SEATS]


def _figure(game: AnyGame, seats: int, matches: int) -> Figure:
    told = Told()
    for number in range(matches):
        _listen(opened(Playout(game.title, game, seats, aim=0), number), number, told)
    name = f"{game.title}, {seats} players: public lines an action"
    return Figure(name, told.lines / told.actions, "lines", aim=2, at_most=True)


def _listen(match: AnyMatch, number: int, told: Told) -> None:
    """Let a match be played, and count what is said and done."""
    game = match.game
    rng = Rng(b"talk %d" % number)
    while not match.over:
        list(match.submit(match.now, Prompted()))
        seat = min(game.actors(match.state))
        told.actions += match.state.open_to_actions
        move = game.computers["normal"].move(game.view(match.state, seat), game.choices(match.state, seat), rng)
        told.lines += sum(_lines(match, match.submit(match.now + PACE, move, seat)))


def _lines(match: AnyMatch, entries: Iterator[Entry]) -> Iterator[int]:
    """Count the lines of each entry: its own, or that which only calls somebody."""
    for entry in entries:
        said = len(match.game.words.public(match.state, entry))
        yield said or bool(match.game.waits(match.state))

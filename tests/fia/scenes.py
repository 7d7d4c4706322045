"""Scenes of Fia: a duel with given hands, boards and decks, in either spread."""

from collections.abc import Callable, Iterable
from typing import Any

from games.fia import FIA
from games.fia.cards import CARDS
from games.fia.events import Event
from games.fia.state import Stage, State, Stocked
from games.kit.inputs import Prompted
from games.kit.protocol import Entry
from games.kit.scenario import Scenario
from games.kit.stamps import stamped
from games.kit.text import Text, plain

NAMES = ("ann", "bob")
DECK = "bd1 gd1 rd1 yd1 bh1 gh1 rh1 yh1"
"""What the decks of a scene hold unless a test says otherwise; the first card is on top."""


def scene(ann: str, bob: str = "bh1", *, decks: tuple[str, str] = (DECK, DECK), **options: Any) -> Scenario:
    """Begin a turn of Palette with these hands: nothing lies anywhere, seat 0 is to move and has dropped and drawn."""
    match = Scenario.begun(FIA, 2, options, starter=[0])
    match.state.stage = Stage.TURN
    for side, hand, deck in zip(match.state.sides, (ann, bob), decks, strict=True):
        side.hand = hand.split()
        side.deck = deck.split()[::-1]
    return match


def lie(match: Scenario, seat: int, *, board: str = "", stock: str = "", discard: str = "", lp: int = 40) -> None:
    """Put cards somewhere; a stockpiled one counts by its value, or by what stands behind a colon (`rd4:8`)."""
    side = match.state.sides[seat]
    side.board, side.discard, side.lp = board.split(), discard.split(), lp
    stocked = (code.partition(":") for code in stock.split())
    side.stock = [Stocked(code, int(worth or CARDS[code].number)) for code, _, worth in stocked]


def draw(ann: str, bob: str, *, decks: tuple[str, str] = (DECK, DECK), **options: Any) -> Scenario:
    """Begin a draw of the Free spread with these hands, called at 1000 ms."""
    match = Scenario.begun(FIA, 2, {"spread": "free", **options}, calm=[2000])
    for side, hand, deck in zip(match.state.sides, (ann, bob), decks, strict=True):
        side.hand = hand.split()
        side.deck = deck.split()[::-1]
    match.state.calm = 1000
    match.input(Prompted(), at=0)
    list(match.tick(1000))
    match.input(Prompted(), at=1000)
    assert match.state.stage is Stage.OPEN
    return match


def begun(**options: Any) -> Scenario:
    """Begin a duel of the Free spread whose first calm lasts 3210 ms."""
    return Scenario.begun(FIA, 2, {"spread": "free", **options}, calm=[3210])


def called(**options: Any) -> Scenario:
    """A first draw whose calm of 3210 ms is over; the call is on its way."""
    match = begun(**options)
    match.input(Prompted(), at=100)
    list(match.tick(100 + 3210))
    assert match.state.stage is Stage.CALLED
    return match


def lay(match: Scenario, seat: int, text: str, sent: int, at: int) -> list[Event]:
    """Lay at one time what the server says was sent at another."""
    command = stamped(FIA, match.state, FIA.parse(match.state, seat, text), sent)
    return list(match.input(command, seat, at)[-1].events)


def tied(ann: str = "ra7", bob: str = "ra3", **options: Any) -> Scenario:
    """A tie-break of Palette in which both hold just these cards."""
    match = scene("rc5", "ra1", **options)
    lie(match, 0, lp=4, stock="bd9", discard="gh9")
    lie(match, 1, lp=5, board="ra9")
    match.state.sides[0].pending = 9
    match.state.sides[0].stock.clear()
    play(match, 0, "rc5")
    for side, hand in zip(match.state.sides, (ann, bob), strict=True):
        side.hand = hand.split()
    return match


def fast(match: Scenario, faster: str, slower: str, *, first: int = 0) -> list[Event]:
    """Let both lay, the seat `first` 100 ms before the other; give the events that follow."""
    match.say(first, faster, at=match.now + 300)
    return list(match.say(1 - first, slower, at=match.now + 100, calm=[3000])[-1].events)


def play(match: Scenario, seat: int, text: str, at: int | None = None) -> list[Event]:
    """Make a move, and give its events."""
    return list(match.say(seat, text, at)[-1].events)


def lp(match: Scenario) -> list[int]:
    return [side.lp for side in match.state.sides]


def of(events: Iterable[Event], *kinds: type[Event]) -> list[Any]:
    return [event for event in events if isinstance(event, kinds)]


def stock(match: Scenario, seat: int) -> list[tuple[str, int]]:
    return [(stocked.card, stocked.worth) for stocked in match.state.sides[seat].stock]


def written(text: Text, name: Callable[[int], str] = NAMES.__getitem__) -> str:
    return plain(text, name)


def lines(state: State, entry: Entry, name: Callable[[int], str] = NAMES.__getitem__) -> list[str]:
    """What the channel reads of an entry: its lines, with the prompt behind the last one if somebody is called."""
    said = [written(text, name) for text in FIA.words.public(state, entry)]
    if FIA.waits(state):
        said[-1:] = [" ".join([*said[-1:], written(FIA.words.prompt(state), name)])]
    return said

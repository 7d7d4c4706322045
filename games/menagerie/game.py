"""Menagerie put together: the kit's `Game` protocol, answered by the engine's parts and this package's."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from games.cardbattle import events as e
from games.cardbattle.changes import Event
from games.cardbattle.choices import WITH, single
from games.cardbattle.commands import Command
from games.cardbattle.deciding import deal
from games.cardbattle.decks import DeckRules
from games.cardbattle.fights import able_to_attack
from games.cardbattle.game import CardBattle
from games.cardbattle.parsing import Grammar, name
from games.cardbattle.state import Step
from games.cardbattle.words import BattleWords, CompactBattleWords
from games.kit.computer import Uniform
from games.kit.protocol import Chair, Choice, Computer
from games.kit.rng import Rng
from games.menagerie.cards import CARDS, DECKS, DIALECT
from games.menagerie.combat import attackable
from games.menagerie.events import EVENTS, Begun
from games.menagerie.evolve import APPLY
from games.menagerie.nouns import MenagerieNouns
from games.menagerie.options import Options
from games.menagerie.player import normal
from games.menagerie.refreshing import can_refresh
from games.menagerie.sentences import OWN
from games.menagerie.state import State
from games.menagerie.turns import FLOW

Easy: TypeAlias = Uniform[State, Command, Event, State]

RULES = DeckRules(least=40, most=40, copies=3, other={"land": 8})
"""What a deck can be (rule 6)."""


def _instants(state: State, seat: int) -> tuple[str, ...]:
    return ("refresh",) if can_refresh(state, seat) else ()


class Menagerie(CardBattle[State]):
    """The game Menagerie. See `games.kit.protocol.Game` for what each method is for."""

    package = __package__
    name = "menagerie"
    title = "Menagerie"
    options = Options
    state = State
    events = EVENTS
    blank = State
    nouns = MenagerieNouns()
    dialect = DIALECT
    apply = APPLY

    def __init__(self) -> None:
        super().__init__(CARDS, DECKS, RULES, FLOW, Grammar(("attack",), ("defend", "name")))
        self.words = BattleWords(OWN, self.moves, _instants)
        self.compact_words = CompactBattleWords(OWN, self.moves, _instants)
        easy: Easy = Uniform(self)
        self.computers: Mapping[str, Computer[State, Command]] = {"easy": easy, "normal": normal()}

    def seats(self, options: Options) -> tuple[int, int]:  # noqa: ARG002 - always the same
        """How many may sit down."""
        return 2, 6

    def setup(self, chairs: Sequence[Chair], options: Options, rng: Rng) -> Iterator[Event]:
        """Shuffle, deal, and begin the first turn. Raises ValueError for a deck that cannot be played."""
        yield Begun(options, tuple(chair.kind for chair in chairs))
        wider = self.extended(options)
        decks = wider.decks_of(chairs, options)
        for event in deal(wider.cards, decks, options.hp, options.hand, rng, settled=True):
            yield event
            if isinstance(event, e.Ordered):
                yield e.TurnBegan(event.seats[0], 1, options.ap, {})
        yield e.StepBegan(Step.MAIN)

    def actions(self, state: State, seat: int) -> Iterator[Choice]:
        """Yield what the active player can do in the main step besides what all games have: attack."""
        if able := tuple(map(str, able_to_attack(state, seat))):
            most = min(len(able), state.sides[seat].ap)
            for other in attackable(state, seat) if most else ():
                yield Choice(f"attack {name(~other)} {WITH}", able, 1, most)

    def instants(self, state: State, seat: int) -> Iterator[Choice]:
        """Yield what a seat can do without the stack: refresh."""
        if can_refresh(state, seat):
            yield single("refresh")

"""Haven put together: the kit's `Game` protocol, answered by the engine's parts and this package's."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from games.cardbattle.changes import Event
from games.cardbattle.choices import WITH, single
from games.cardbattle.commands import Command
from games.cardbattle.deciding import deal
from games.cardbattle.decks import DeckRules
from games.cardbattle.game import CardBattle
from games.cardbattle.parsing import Grammar, name
from games.cardbattle.words import BattleWords, CompactBattleWords
from games.haven.cards import CARDS, DECKS, DIALECT
from games.haven.den import can_charge
from games.haven.events import EVENTS, Begun
from games.haven.evolve import APPLY
from games.haven.nouns import HavenNouns
from games.haven.options import Options
from games.haven.player import normal
from games.haven.sentences import OWN
from games.haven.state import State
from games.haven.turns import FLOW, refreshable
from games.kit.computer import Uniform
from games.kit.protocol import Chair, Choice, Computer
from games.kit.rng import Rng

Easy: TypeAlias = Uniform[State, Command, Event, State]

RULES = DeckRules(least=40, most=60, copies=3)
"""What a deck can be (rule 1)."""


class Haven(CardBattle[State]):
    """The game Haven. See `games.kit.protocol.Game` for what each method is for."""

    package = __package__
    name = "haven"
    title = "Haven"
    options = Options
    state = State
    events = EVENTS
    blank = State
    nouns = HavenNouns()
    dialect = DIALECT
    apply = APPLY

    def __init__(self) -> None:
        super().__init__(CARDS, DECKS, RULES, FLOW, Grammar(("den",), ("meet", "face")))
        self.words = BattleWords(OWN, self.moves)
        self.compact_words = CompactBattleWords(OWN, self.moves)
        easy: Easy = Uniform(self)
        self.computers: Mapping[str, Computer[State, Command]] = {"easy": easy, "normal": normal()}

    def seats(self, options: Options) -> tuple[int, int]:  # noqa: ARG002 - always the same
        """How many may sit down."""
        return 2, 8

    def setup(self, chairs: Sequence[Chair], options: Options, rng: Rng) -> Iterator[Event]:
        """Shuffle, deal, and draw who begins. Raises ValueError for a deck that cannot be played."""
        yield Begun(options, tuple(chair.kind for chair in chairs))
        wider = self.extended(options)
        yield from deal(wider.cards, wider.decks_of(chairs, options), options.composure, options.hand, rng)

    def actions(self, state: State, seat: int) -> Iterator[Choice]:
        """Yield what the active player can do in the main step besides what all games have: refresh, enter the den."""
        if refreshable(state, seat):
            yield single("refresh")
        if able := tuple(map(str, can_charge(state, seat))):
            most = min(len(able), state.sides[seat].ap)
            for other in state.playing:
                if other != seat:
                    yield Choice(f"den {name(~other)} {WITH}", able, 1, most)

"""ION put together: the kit's `Game` protocol, answered by this package's parts."""

from collections.abc import Mapping, Set
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from games.ion import balance, commands, feats, ledger, legality, player, rules, seating
from games.ion import view as views
from games.ion.commands import COMMANDS, Command
from games.ion.events import EVENTS, Event
from games.ion.evolve import evolve
from games.ion.options import Options
from games.ion.state import TEAMS, State, Team
from games.ion.view import View
from games.ion.words import CompactIonWords, IonWords
from games.kit.computer import Uniform
from games.kit.inputs import Kind
from games.kit.protocol import Choice, Computer
from games.kit.rng import Rng

Easy: TypeAlias = Uniform[State, Command, Event, View]


class Ion:
    """The game ION. See `games.kit.protocol.Game` for what each method is for.

    It is also `Compact`, `Timed` and `Notable`: see `games.kit.brevity`, `turns` and `feats`.
    """

    name = "ion"
    title = "ION"
    rules_version = 1
    signs = "+-=±:*&[−—"
    options = Options
    state = State
    commands = COMMANDS
    events = EVENTS

    blank = State
    setup = staticmethod(seating.setup)
    choices = staticmethod(legality.choices)
    decide = staticmethod(rules.decide)
    evolve = staticmethod(evolve)
    timers = staticmethod(rules.timers)
    turn_timers = staticmethod(rules.turn_timers)
    view = staticmethod(views.view)
    reveal = staticmethod(views.reveal)
    postings = staticmethod(ledger.postings)
    standings = staticmethod(ledger.standings)
    result = staticmethod(ledger.result)
    measure = staticmethod(balance.measure)
    deeds = staticmethod(feats.deeds)
    feats = feats.FEATS

    def __init__(self) -> None:
        self.words = IonWords()
        self.compact_words = CompactIonWords()
        easy: Easy = Uniform(self)
        self.computers: Mapping[str, Computer[View, Command]] = {"easy": easy, "normal": player.Normal()}

    @staticmethod
    @cache
    def guide() -> str:
        """Give the rules for players, in Markdown."""
        return files(__package__).joinpath("guide.md").read_text(encoding="utf-8")

    def seats(self, options: Options) -> tuple[int, int]:
        """How many may sit down (rule 2)."""
        return options.min_players, options.max_players

    def parse(self, state: State, seat: int, text: str) -> Command:  # noqa: ARG002 - moves read the same for all
        """Read a move (rule 24). Raises Misread."""
        return commands.parse(text)

    def actors(self, state: State) -> Set[int]:
        """Who may act now: whose turn it is."""
        return frozenset() if state.acting is None else frozenset((state.acting,))

    def waits(self, state: State) -> Set[int]:
        """Whose prompt has yet to leave (rule 8)."""
        return self.actors(state) if state.asked_at is None else frozenset()

    def sample(self, view: View, choice: Choice, rng: Rng) -> Command:  # noqa: ARG002 - a choice says it all
        """Make a move of a choice."""
        return player.sample(choice, rng)

    def fillers(self, state: State) -> int:
        """How many fillers the teams need (rule 1). One that sits on the wrong side has to go first."""
        if state.over or not state.options.even:
            return 0
        plus, minus = (state.size(team, fillers=False) for team in TEAMS)
        smaller: Team = "+" if plus < minus else "-"
        present = [state.seats[seat].team for seat in state.order if state.seats[seat].kind is Kind.FILLER]
        misplaced = len(present) - present.count(smaller) if plus != minus else 0
        return len(present) - misplaced if misplaced else abs(plus - minus)

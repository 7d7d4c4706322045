"""ION put together: the kit's `Game` protocol, answered by this package's parts."""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from games.ion import commands, ledger, legality, player, rules, seating
from games.ion import view as views
from games.ion.commands import COMMANDS, Command
from games.ion.events import EVENTS, Event
from games.ion.evolve import evolve
from games.ion.options import Options
from games.ion.state import TEAMS, State, Team
from games.ion.view import View
from games.ion.words import IonWords
from games.kit.computer import Uniform
from games.kit.inputs import Kind, SystemInput
from games.kit.protocol import Chair, Choice, Posting, Result, Standing
from games.kit.rng import Rng

Easy: TypeAlias = Uniform[State, Command, Event, View]


class Ion:
    """The game ION. See `games.kit.protocol.Game` for what each method is for."""

    name = "ion"
    title = "ION"
    rules_version = 1
    signs = "+-=±:*&[−—"
    options = Options
    state = State
    commands = COMMANDS
    events = EVENTS

    def __init__(self) -> None:
        self.words = IonWords()
        self.computers: Mapping[str, Easy] = {"easy": Uniform(self)}

    @staticmethod
    @cache
    def guide() -> str:
        """Give the rules for players, in Markdown."""
        return files(__package__).joinpath("guide.md").read_text(encoding="utf-8")

    def seats(self, options: Options) -> tuple[int, int]:
        """How many may sit down (rule 2)."""
        return options.min_players, options.max_players

    def blank(self) -> State:
        """Give the state before the first event."""
        return State()

    def setup(self, chairs: Sequence[Chair], options: Options, rng: Rng) -> Iterator[Event]:
        """Begin the match (rule 2)."""
        return seating.setup(chairs, options, rng)

    def parse(self, state: State, seat: int, text: str) -> Command:  # noqa: ARG002 - moves read the same for all
        """Read a move (rule 24). Raises Misread."""
        return commands.parse(text)

    def actors(self, state: State) -> Set[int]:
        """Who may act now: whose turn it is."""
        return frozenset() if state.acting is None else frozenset((state.acting,))

    def waits(self, state: State) -> Set[int]:
        """Whose prompt has yet to leave (rule 8)."""
        return self.actors(state) if state.asked_at is None else frozenset()

    def choices(self, state: State, seat: int) -> Sequence[Choice]:
        """All moves of a seat now."""
        return tuple(legality.choices(state, seat))

    def sample(self, view: View, choice: Choice, rng: Rng) -> Command:  # noqa: ARG002 - a choice says it all
        """Make a move of a choice."""
        return player.sample(choice, rng)

    def decide(
        self, state: State, seat: int | None, command: Command | SystemInput, now: int, rng: Rng
    ) -> Iterator[Event]:
        """Say what an input does. Raises Illegal."""
        return rules.decide(state, seat, command, now, rng)

    def evolve(self, state: State, event: Event) -> None:
        """Apply an event."""
        evolve(state, event)

    def timers(self, state: State) -> Mapping[str, int]:
        """When which timer is due."""
        return rules.timers(state)

    def fillers(self, state: State) -> int:
        """How many fillers the teams need (rule 1). One that sits on the wrong side has to go first."""
        if state.over or not state.options.even:
            return 0
        plus, minus = (state.size(team, fillers=False) for team in TEAMS)
        smaller: Team = "+" if plus < minus else "-"
        present = [state.seats[seat].team for seat in state.order if state.seats[seat].kind is Kind.FILLER]
        misplaced = len(present) - present.count(smaller) if plus != minus else 0
        return len(present) - misplaced if misplaced else abs(plus - minus)

    def view(self, state: State, viewer: int | None) -> View:
        """What a seat, or the public, can see of the state."""
        return views.view(state, viewer)

    def reveal(self, event: Event, viewer: int | None) -> Event:
        """What a seat, or the public, can see of an event."""
        return views.reveal(event, viewer)

    def postings(self, event: Event) -> Sequence[Posting]:
        """What an event changes in the ledger."""
        return ledger.postings(event)

    def standings(self, state: State) -> Sequence[Standing]:
        """How every seat stands."""
        return ledger.standings(state)

    def result(self, state: State) -> Result | None:
        """The result once the match is over."""
        return ledger.result(state)

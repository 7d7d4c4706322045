"""Fia put together: the kit's `Game` protocol, answered by this package's parts."""

from collections.abc import Mapping, Set
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from games.fia import balance, decks, feats, ledger, legality, player, ready, rules
from games.fia import view as views
from games.fia.commands import COMMANDS, Command, Play, parse, read_cards
from games.fia.events import EVENTS, Event
from games.fia.evolve import evolve
from games.fia.lookup import look_up
from games.fia.options import Options, ReadyDeck, Spread
from games.fia.state import Stage, State
from games.fia.view import View
from games.fia.words import CompactFiaWords, FiaWords, stock
from games.kit.computer import Uniform
from games.kit.decks import Deck
from games.kit.protocol import Choice, Computer
from games.kit.questions import Lookup, Question
from games.kit.rng import Rng

Easy: TypeAlias = Uniform[State, Command, Event, View]


class Fia:
    """The game Fia [i]. See `games.kit.protocol.Game` for what each method is for.

    It is also `Decked`, `Stamped`, `Asked`, `Consulted`, `Secretive`, `Timed`, `Compact`, `Balanced` and
    `Notable`: see `games.kit.decks`, `stamps`, `questions`, `secrecy`, `turns`, `brevity`, `measure` and `feats`.
    """

    name = "fia"
    title = "Fia [i]"
    rules_version = 1
    signs = "+"
    options = Options
    state = State
    commands = COMMANDS
    events = EVENTS
    deck_sorts: tuple[Spread, ...] = ("palette", "free")

    blank = State
    setup = staticmethod(rules.setup)
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
    read_deck = staticmethod(read_cards)
    show_deck = staticmethod(decks.show)
    deck_mistakes = staticmethod(decks.mistakes)
    ready_decks = staticmethod(ready.ready_decks)
    balance = staticmethod(balance.balance)
    deeds = staticmethod(feats.deeds)
    feats = feats.FEATS

    def __init__(self) -> None:
        self.words = FiaWords()
        self.compact_words = CompactFiaWords()
        self.questions: Mapping[str, Question] = {"stock": Question("what both have stockpiled", stock)}
        self.lookups: Mapping[str, Lookup] = {"card": look_up}
        easy: Easy = Uniform(self)
        self.computers: Mapping[str, Computer[View, Command]] = {"easy": easy, "normal": player.Normal()}

    @staticmethod
    @cache
    def guide() -> str:
        """Give the rules for players, in Markdown."""
        return files(__package__).joinpath("guide.md").read_text(encoding="utf-8")

    def seats(self, options: Options) -> tuple[int, int]:  # noqa: ARG002 - a duel is for two
        """How many may sit down."""
        return 2, 2

    def parse(self, state: State, seat: int, text: str) -> Command:  # noqa: ARG002 - moves read the same for both
        """Read a move. Raises Misread."""
        return parse(state, text)

    def stamped(self, state: State, command: Command, sent: int) -> Command:
        """Put into a play of the Free spread when it was sent (rule 17)."""
        if state.options.spread == "free" and isinstance(command, Play):
            return Play(command.cards, sent)
        return command

    def is_secret(self, state: State) -> bool:
        """Tell whether plays are sent in private: all of the Free spread, and those of a tie-break."""
        return state.options.spread == "free" or state.stage is Stage.TIE

    def actors(self, state: State) -> Set[int]:
        """Who may act now."""
        return frozenset(state.acting)

    def waits(self, state: State) -> Set[int]:
        """Whose prompt has yet to leave."""
        return frozenset(state.waiting)

    def sample(self, view: View, choice: Choice, rng: Rng) -> Command:  # noqa: ARG002 - a choice says it all
        """Make a move of a choice."""
        return player.sample(choice, rng)

    def fillers(self, state: State) -> int:  # noqa: ARG002 - there are no teams to even out
        """How many fillers a duel needs: none."""
        return 0

    def deck_sort(self, options: Options) -> Spread:
        """Each spread has its sort of decks."""
        return options.spread

    def default_deck(self, options: Options) -> ReadyDeck:
        """Tell which ready deck is played by who brings none."""
        return options.deck

    def new_deck(self, sort: Spread) -> Deck:
        """Give the cards that every deck of a spread has."""
        return decks.FIXED[sort]

"""What all card battles answer of the kit's `Game` protocol in the same way."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence, Set
from copy import copy
from functools import partial
from typing import Any, Generic, Self

from games.cardbattle import choices, deciding, decks, feats, ledger, pauses
from games.cardbattle import view as views
from games.cardbattle.cards import Card, Code
from games.cardbattle.changes import Event
from games.cardbattle.commands import COMMANDS, Command, Hold
from games.cardbattle.decks import DeckRules
from games.cardbattle.dialect import Dialect
from games.cardbattle.events import EVENTS
from games.cardbattle.evolve import APPLY, Apply
from games.cardbattle.flow import Flow
from games.cardbattle.loader import CardsError, read_cards, text_of
from games.cardbattle.lookup import look_up
from games.cardbattle.nouns import Nouns
from games.cardbattle.parsing import Grammar
from games.cardbattle.state import S
from games.kit.decks import Deck
from games.kit.inputs import SystemInput
from games.kit.measure import Balance
from games.kit.protocol import Chair, Choice
from games.kit.questions import Lookup
from games.kit.rng import Rng
from games.kit.text import Text, plain


class CardBattle(ABC, Generic[S]):
    """A card battle: its cards and decks, the steps it has, how its moves are typed. A game adds all that is its own.

    It is also `Decked`, `Consulted`, `Extensible`, `Holding`, `Timed`, `Notable` and, by the words of each game,
    `Compact`: see `games.kit.decks`, `questions`, `extension`, `holding`, `turns`, `feats` and `brevity`.
    """

    rules_version = 1
    signs = ""
    commands = COMMANDS
    events: tuple[type[Event], ...] = EVENTS
    deck_sorts = ("deck",)

    timers = staticmethod(pauses.timers)
    turn_timers = staticmethod(pauses.turn_timers)
    view = staticmethod(views.view)
    reveal = staticmethod(views.reveal)
    postings = staticmethod(ledger.postings)
    standings = staticmethod(ledger.standings)
    result = staticmethod(ledger.result)
    deeds = staticmethod(feats.deeds)
    feats = feats.FEATS

    package: str
    """Where its guide lies, as `guide.md`."""

    dialect: Dialect
    """How its cards are written."""

    apply: Mapping[type[Event], Apply] = APPLY
    """What each event does: the engine's, and the game's own."""

    def __init__(
        self, cards: Mapping[Code, Card], ready: Mapping[str, Deck], rules: DeckRules, flow: Flow[S], grammar: Grammar
    ) -> None:
        self.cards = cards
        self._ready = ready
        self._rules = rules
        self._flow = flow
        self._grammar = grammar
        self.lookups: Mapping[str, Lookup] = {"card": partial(look_up, cards, self.nouns)}

    @property
    def moves(self) -> Text:
        """What moves look like."""
        return self._grammar.help

    @property
    @abstractmethod
    def nouns(self) -> Nouns:
        """The words of the game, where no match has others."""

    def guide(self) -> str:
        """Give the rules for players, in Markdown."""
        return text_of(self.package, "guide.md")

    @abstractmethod
    def actions(self, state: S, seat: int) -> Iterator[Choice]:
        """Yield what the active player can do in the main step besides what all games have."""

    def instants(self, state: S, seat: int) -> Iterator[Choice]:  # noqa: ARG002 - a game may have such
        """Yield what a seat can do without the stack, in its main step or in reaction to something: here nothing."""
        return iter(())

    def parse(self, state: S, seat: int, text: str) -> Command:
        """Read a move. Raises Misread."""
        return self._grammar.read(state, seat, text)

    def hold(self, *, on: bool) -> Hold:
        """Give the command by which a seat is asked before everything, or not any more (rule 12)."""
        return Hold(on)

    def actors(self, state: S) -> Set[int]:
        """Who may act now."""
        return frozenset(state.acting)

    def waits(self, state: S) -> Set[int]:
        """Whose prompt has yet to leave."""
        return frozenset() if state.due is not None else frozenset(state.acting)

    def choices(self, state: S, seat: int) -> Sequence[Choice]:
        """All that a seat can do now."""
        return choices.choices(state, seat, self.actions(state, seat), self.instants(state, seat))

    def sample(self, view: S, choice: Choice, rng: Rng) -> Command:  # noqa: ARG002 - a choice says it all
        """Make a move of a choice."""
        return choices.sample(choice, rng)

    def decide(self, state: S, seat: int | None, command: Command | SystemInput, now: int, rng: Rng) -> Iterator[Event]:
        """Say what happens. Raises Illegal."""
        return deciding.decide(self._flow, state, seat, command, now=now, rng=rng)

    def evolve(self, state: S, event: Event) -> None:
        """Apply an event."""
        self.apply[type(event)](state, event)

    def fillers(self, state: S) -> int:  # noqa: ARG002 - there are no teams to even out
        """How many fillers a match needs: none."""
        return 0

    def card_mistakes(self, text: str, file: str) -> Sequence[str]:
        """Tell all that is wrong with the text of a file that adds cards."""
        try:
            read_cards(text, file, self.dialect, self.cards)
        except CardsError as error:
            return [*map(str, error.mistakes)]
        return []

    def extended(self, options: Any) -> Self:
        """Give the game with the cards that these options add, and with their words."""
        wider = copy(self)
        more = read_cards(options.cards, "cards", self.dialect, self.cards) if options.cards else {}
        wider.cards = {**self.cards, **more}
        wider.lookups = {"card": partial(look_up, wider.cards, options.words)}
        return wider

    def rounds(self, state: S) -> int:
        """Tell how many rounds have begun."""
        return state.round

    def starter(self, state: S) -> int | None:
        """Tell whose turn the first one is, or was."""
        return state.order[0] if state.order else None

    def balance(self, options: Any) -> Balance:  # noqa: ARG002 - the same for all
        """Tell what is wanted of matches between the ready decks: no group wins much more than its share."""
        return Balance(moves="rounds", length=(8, 20))

    def deck_sort(self, options: Any) -> str:  # noqa: ARG002 - there is but one
        """All decks are of one sort."""
        return self.deck_sorts[0]

    def default_deck(self, options: Any) -> str:
        """Tell which ready deck is played by who brings none."""
        name: str = options.deck
        return name

    def new_deck(self, sort: str) -> Deck:  # noqa: ARG002 - there is but one
        """Give the cards that every deck has: none."""
        return ()

    def ready_decks(self, sort: str) -> Mapping[str, Deck]:  # noqa: ARG002 - there is but one
        """Give the ready decks by name."""
        return self._ready

    def read_deck(self, text: str) -> Deck:
        """Read cards of a deck. Raises Misread."""
        return decks.read_deck(text, self.cards)

    def show_deck(self, deck: Deck) -> Text:
        """Give a deck as it is typed."""
        return decks.show_deck(deck, self.cards)

    def decks_of(self, chairs: Sequence[Chair], options: Any) -> list[Deck]:
        """Give the deck of each chair. Raises ValueError for one that cannot be played."""
        ready = self.ready_decks("deck")[self.default_deck(options)]
        decks = [chair.brought or ready for chair in chairs]
        for seat, deck in enumerate(decks):
            if wrong := self.deck_mistakes(deck, "deck"):
                raise ValueError(f"the deck of seat {seat} cannot be played: {'; '.join(map(plain, wrong))}")
        return decks

    def deck_mistakes(self, deck: Deck, sort: str) -> Sequence[Text]:  # noqa: ARG002 - there is but one
        """Tell everything that is missing or too much in a deck."""
        return [*decks.mistakes(deck, self.cards, self._rules)]

"""The exhaustive runner: a card is forced into play, used and countered at least once, in random matches.

A game says what its matches look like (`Forcing`); `force` plays them. Its failure names the seed and all inputs.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.cards import Card, Code
from games.cardbattle.game import CardBattle
from games.cardbattle.state import State
from games.cardbattle.triggers import gives_at_once
from games.kit.inputs import Prompted
from games.kit.match import AnyMatch, Match
from games.kit.protocol import Chair, Choice, Header
from games.kit.rng import Rng
from tests.cardbattle.playing import SEED, decks

SEEDS = 20
INPUTS = 200
"""So many matches with a card, and inputs in each of them, are enough to see all of it."""

EAGER = 70
"""In so many % of the moves where the card can be played or used, or something countered, that is done."""


@dataclass(frozen=True)
class Forcing:
    """How the cards of a game are forced into its matches.

    `counters` counter any card; `company` is what a card can need around it: what pays, and what it can be aimed at.
    Both have `ap` and `mana` at each input. `size` is how many cards a deck has.
    """

    game: CardBattle[Any]
    header: Header
    counters: tuple[Code, ...]
    company: tuple[Code, ...]
    mana: Mapping[str, int]
    ap: int = 10
    size: int = 40

    def deck(self, code: Code) -> tuple[Code, ...]:
        """A deck that has the card in it three times, and all that it can need."""
        first = dict.fromkeys((code, *self.counters, *self.company))
        others = dict.fromkeys(other for other in self.game.cards if other not in first)
        return tuple([*(each for each in first for _ in range(3)), *others][: self.size])


def force(forcing: Forcing, code: Code) -> None:
    """Play matches until all was seen that can happen to a card. Raises AssertionError with the seed and the inputs."""
    missing = all_of(forcing.game.cards[code])
    for seed in range(SEEDS):
        run = _Run(forcing, code, Rng(b"card %d" % seed))
        try:
            for _ in range(INPUTS):
                if run.match.over or not missing:
                    break
                missing -= seen(run.step(), code)
        except Exception as error:
            raise AssertionError(f"{code}, seed {seed}: {error!r} after {run.inputs}") from error
        if not missing:
            return
    raise AssertionError(f"{code}, up to seed {seed}: never {sorted(missing)}; the last inputs were {run.inputs}")


def all_of(card: Card) -> set[str]:
    """All that can happen to a card."""
    triggered = any(not (skill.when == "refill" and gives_at_once(skill)) for _, skill in card.triggered)
    wanted = {"played": True, "happened": True, "countered": True}
    return {what for what, fits in (wanted | {"used": card.usable is not None, "triggered": triggered}).items() if fits}


def seen(events: Iterable[c.Event], code: Code) -> set[str]:
    """Tell what happened to a card: what it is for has happened if it came into play, or went off and was not void."""
    found: set[str] = set()
    goes_off = ""
    for event in events:
        match event:
            case e.Announced(item) if item.card == code and item.kind == "card":
                found.add("played")
            case e.Countered(item) if item.card == code and item.kind == "card":
                found.add("countered")
            case e.GoingOff(item):
                goes_off = _GOES_OFF.get(item.kind, "") if item.card == code else ""
            case c.Entered(card=entered) if entered == code:
                found.add("happened")
            case e.Asked() | e.WentOff(failed=False) if goes_off:
                found.add(goes_off)
    return found


_GOES_OFF = {"card": "happened", "use": "used", "trigger": "triggered"}


class _Run:
    """A match into which a card is forced, and the inputs that it was given."""

    def __init__(self, forcing: Forcing, code: Code, rng: Rng) -> None:
        deck = forcing.deck(code)
        chairs = tuple(Chair(brought=deck) for _ in forcing.header.chairs)
        self.inputs: list[str] = []
        self.match: AnyMatch = Match.open(forcing.game, replace(forcing.header, chairs=chairs), SEED)
        self.match.begin()
        self._brought = decks(self.match.state)
        self._forcing, self._code, self._rng = forcing, code, rng

    def step(self) -> list[c.Event]:
        """Give the match a move, mostly one with the card, and give what happened."""
        match, game = self.match, self._forcing.game
        if game.waits(match.state):
            self._give(Prompted(), None)
        self._deal()
        seat = self._rng.choice("actor", sorted(game.actors(match.state)))
        choices = game.choices(match.state, seat)
        wished = [*self._wished(choices, seat)] if self._rng.percent("wish", EAGER) else []
        return self._give(game.sample(match.state, self._rng.choice("choice", wished or choices), self._rng), seat)

    def check(self) -> None:
        """See that no card was lost or doubled."""
        assert decks(self.match.state) == self._brought

    def _give(self, command: Any, seat: int | None) -> list[c.Event]:
        self.inputs.append(f"{command} of {seat}")
        return [event for entry in self.match.submit(self.match.now, command, seat) for event in entry.events]

    def _deal(self) -> None:
        """Let all have the card in hand now and then, and what counters it, with all that it costs."""
        for side in self.match.state.sides:
            side.ap = max(side.ap, self._forcing.ap)
            side.mana = dict(self._forcing.mana)
            for wanted in dict.fromkeys((self._code, *self._forcing.counters)):
                if wanted in side.deck and wanted not in side.hand.values() and self._rng.percent("deal", 50):
                    side.deck.remove(wanted)
                    side.hand[side.next_number] = wanted
                    side.next_number += 1

    def _wished(self, choices: Sequence[Choice], seat: int) -> Iterator[Choice]:
        """Yield what plays the card, uses its skill, or counters something."""
        state: State = self.match.state
        held = state.sides[seat].hand.items()
        wanted = {
            "play": {str(number) for number, code in held if code in {self._code, *self._forcing.counters}},
            "use": {str(number) for number, thing in state.things.items() if thing.card == self._code},
        }
        for choice in choices:
            word, *number = choice.kind.split()[:2]
            numbers = wanted.get(word, set())
            if number and number[0] in numbers:
                yield choice
            elif found := tuple(candidate for candidate in choice.candidates if candidate in numbers):
                yield replace(choice, candidates=found)
